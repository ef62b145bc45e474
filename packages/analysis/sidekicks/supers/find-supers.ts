import type { ShownLine, VideoText } from '../../text/shown-text.ts';
import { usualHeight } from './height-limits.ts';
import { capitalHeightOf, isOneRow, type Super, superOf } from './super.ts';
import { maxUnreadConfidence } from './rules.ts';
import { readsAsSmallPrint, wordsOf } from './words.ts';

/**
 * Two lines with exact times belong to one super only if their start times, and their end times, differ by at most this
 * number of seconds.
 */
const togetherSeconds = 0.3;
/** Maximum distance of the lines of one super, as multiples of the height of a line's box. */
const maxRowGap = 1.2;
const maxColumnGap = 3;
/** Maximum ratio of the heights of the letters in one super. */
const maxHeightRatio = 1.5;

/** Capitals of at least this multiple of the minimum height are a headline, whatever the words. */
const minLargeHeight = 2;
/**
 * Limits for text without words of small print. It is judged if it is lower than `maxSmallHeight` times the minimum
 * height and begins below `minTop` (0–1) of the picture. It must have `minWords` words, read with `minConfidence`.
 */
const maxSmallHeight = 1.5;
const minTop = 0.6;
const minWords = 4;
const minConfidence = 0.7;

/** Minimum seconds for which unreadable text must be shown. Two pictures are read in this time. */
const minUnreadSeconds = 1;

/** Returns the supers that read as small print, without headlines, logos and the text of pack shots. */
export function findSupers(lines: readonly ShownLine[], video: VideoText): Super[] {
  return groupLines(lines, video).filter((each) => isSmallPrint(each, video));
}

/**
 * Returns small supers in the lower part of the picture that could not be read. Only lines with exact times count:
 * textures of a scene do not appear and disappear by themselves.
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

function groupLines(lines: readonly ShownLine[], video: VideoText): Super[] {
  const groups: ShownLine[][] = [];
  for (const line of lines) {
    const group = groups.find((members) => members.some((member) => areOneSuper(member, line, video)));
    if (group === undefined) groups.push([line]);
    else group.push(line);
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

/** Returns whether a line is a headline by its size, whatever its words. */
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
