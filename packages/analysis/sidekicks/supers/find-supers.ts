import type { ShownLine, VideoText } from '../../text/shown-text.ts';
import { usualHeight } from './height-limits.ts';
import { capitalHeightOf, isOneRow, type Super, superOf } from './super.ts';
import { maxUnreadConfidence } from './rules.ts';
import { readsAsSmallPrint, wordsOf } from './words.ts';

/** Maximum difference in seconds between the start times, and between the end times, of two lines of one super. */
const togetherSeconds = 0.3;
/** Maximum vertical and horizontal distance of two lines of one super, as multiples of the height of a line's box. */
const maxRowGap = 1.2;
const maxColumnGap = 3;
/** Maximum ratio of the heights of the capitals of two lines of one super. */
const maxHeightRatio = 1.5;

/** Height of capitals, as a multiple of the usual minimum height, from which a line is a headline. */
const minLargeHeight = 2;
/**
 * Text without typical words of small print counts as small print if it is within these limits. Its capitals are lower
 * than `maxSmallHeight` times the usual minimum. Its top edge is at `minTop` (0–1) of the picture or below. It has at
 * least `minWords` words, and each line was read with at least `minConfidence` (0–1).
 */
const maxSmallHeight = 1.5;
const minTop = 0.6;
const minWords = 4;
const minConfidence = 0.7;

/** Minimum seconds for which unreadable text must be shown to be reported. */
const minUnreadSeconds = 1;

/** Groups lines into supers and returns the supers that are small print, not headlines, logos or pack shots. */
export function findSupers(lines: readonly ShownLine[], video: VideoText): Super[] {
  return groupLines(lines, video).filter((each) => isSmallPrint(each, video));
}

/**
 * Returns small supers in the lower part of the picture that could not be read. Lines without exact times are ignored:
 * they may be textures of the scene, which do not appear and disappear at once like a super.
 */
export function findUnreadable(lines: readonly ShownLine[], video: VideoText): Super[] {
  const unread = lines.filter(
    ({ confidence, startSeconds, endSeconds, isExact }) =>
      confidence < maxUnreadConfidence && isExact && endSeconds - startSeconds >= minUnreadSeconds,
  );
  return groupLines(unread, video).filter(
    ({ lines: own, box }) => box[1] >= minTop && own.every((line) => isSmall(line, video)),
  );
}

/** Groups lines that are sorted by their start. A group ends when no later line can start together with its members. */
function groupLines(lines: readonly ShownLine[], video: VideoText): Super[] {
  const groups: ShownLine[][] = [];
  let open: ShownLine[][] = [];
  const maxTolerance = Math.max(togetherSeconds, video.intervalSeconds);
  for (const line of lines) {
    open = open.filter((members) => members.at(-1)!.startSeconds >= line.startSeconds - maxTolerance);
    const group = open.find((members) => members.some((member) => areOneSuper(member, line, video)));
    if (group !== undefined) {
      group.push(line);
      continue;
    }
    const started = [line];
    groups.push(started);
    open.push(started);
  }
  return groups.map(superOf);
}

function areOneSuper(a: ShownLine, b: ShownLine, video: VideoText): boolean {
  const tolerance = a.isExact && b.isExact ? togetherSeconds : video.intervalSeconds;
  if (Math.abs(a.startSeconds - b.startSeconds) > tolerance) return false;
  if (Math.abs(a.endSeconds - b.endSeconds) > tolerance) return false;
  const heights = [capitalHeightOf(a, video), capitalHeightOf(b, video)];
  if (Math.max(...heights) > maxHeightRatio * Math.min(...heights)) return false;
  const boxHeight = Math.min(a.box[3] - a.box[1], b.box[3] - b.box[1]);
  const rowGap = Math.max(a.box[1], b.box[1]) - Math.min(a.box[3], b.box[3]);
  const columnGap = Math.max(a.box[0], b.box[0]) - Math.min(a.box[2], b.box[2]);
  if (isOneRow(a.box, b.box)) return (columnGap * video.width) / video.height <= maxColumnGap * boxHeight;
  return rowGap <= maxRowGap * boxHeight && columnGap < 0;
}

export function isLarge(line: ShownLine, video: VideoText): boolean {
  return capitalHeightOf(line, video) >= minLargeHeight * usualHeight(video);
}

function isSmallPrint({ lines, text, box }: Super, video: VideoText): boolean {
  if (lines.some((line) => isLarge(line, video))) return false;
  if (readsAsSmallPrint(text)) return true;
  return (
    lines.every((line) => isSmall(line, video)) &&
    box[1] >= minTop &&
    wordsOf(text).length >= minWords &&
    Math.min(...lines.map(({ confidence }) => confidence)) >= minConfidence
  );
}

function isSmall(line: ShownLine, video: VideoText): boolean {
  return capitalHeightOf(line, video) < maxSmallHeight * usualHeight(video);
}
