import type { ShownLine, VideoText } from '../../text/shown-text.ts';
import { commonSeconds, lengthOf, overlapping, type TimeRange } from '../../contract/time-ranges.ts';
import { joinUnsteady } from './join-unsteady.ts';
import { usualHeight } from './height-limits.ts';
import { capitalHeightOf, isOneRow, rowsOf, type Super, superOf } from './super.ts';
import { maxUnreadConfidence, type SupersParameters } from './rules.ts';
import { advertises } from './advertises.ts';
import {
  hasLowerCaseWord,
  isRequest,
  mayBeName,
  namesSpeaker,
  namesTerms,
  readsAsSmallPrint,
  wordsOf,
} from './words.ts';

/** Maximum difference in seconds between the start times, and between the end times, of two lines of one super. */
const togetherSeconds = 0.3;
/** Maximum vertical and horizontal distance of two lines of one super, as multiples of the height of a line's box. */
const maxRowGap = 1.2;
const maxColumnGap = 3;
/** Maximum ratio of the heights of the capitals of two lines of one super. */
const maxHeightRatio = 1.5;

/** Height of capitals, as a multiple of the usual minimum height, from which a line is a headline. */
const minLargeHeight = 2;
/** Height of capitals, as a multiple of the usual minimum height, below which a line is small. */
const maxSmallHeight = 1.5;
/** Minimum position (0–1) of the top edge of unreadable text that is reported. */
const minTop = 0.6;
/**
 * Text without typical words of small print counts as small print if it has the position of small print: it is steady
 * and alone near the lower edge, which does not cut it off, and begins at the left margin, is centred or fills the
 * width. Positions and widths are shares (0–1) of the picture. Each line was read with at least `minConfidence` (0–1).
 */
const place = { minTop: 0.75, maxBottom: 0.995, maxLeft: 0.15, maxOffCentre: 0.05, minWidth: 0.6 } as const;
const minWords = 4;
/** Minimum share (0–1) of words of three letters or more. */
const minLongShare = 0.5;
const minConfidence = 0.7;
/** Maximum number of lines of the same size above such text. */
const maxOthers = 1;
/** Minimum number of such texts in a video from which all of them are subtitles. */
const minSubtitles = 4;
/** Maximum pause in seconds between two subtitles of one conversation. */
const maxSubtitlePause = 1;

/** Minimum number of texts of a counter within `counterSeconds`, and maximum movement of its left edge. */
const minCounts = 3;
const counterSeconds = 3;
const maxCounterMove = 0.02;

/** Minimum seconds for which unreadable text must be shown to be reported. */
const minUnreadSeconds = 1;

/**
 * Groups lines into supers and returns the supers that are small print, not headlines, logos, pack shots, subtitles or
 * the text of screens.
 * @param screens times at which the video shows a screen or a page, sorted
 */
export function findSupers(
  lines: readonly ShownLine[],
  screens: readonly TimeRange[],
  video: VideoText,
  advert: SupersParameters['advert'],
): Super[] {
  const counters = findCounters(lines);
  const supers = joinUnsteady(groupLines(lines, video), video).filter(
    (each) =>
      overlapping(screens, each).length === 0 &&
      !each.lines.some((line) => isLarge(line, video) || counters.has(line)),
  );
  const isAdvert =
    advert === 'always' || advertises(lines.filter((line) => overlapping(screens, line).length === 0));
  const byWords = new Set(
    supers.filter(({ text }) => readsAsSmallPrint(text) || (isAdvert && namesTerms(text))),
  );
  if (!isAdvert) return supers.filter((each) => byWords.has(each));
  const byPlace = supers.filter(
    (each) => !byWords.has(each) && isInPlace(each, video) && isAlone(each, lines, video),
  );
  const areSubtitles = byPlace.length >= minSubtitles;
  const small = byPlace.filter(
    (each) =>
      !areSubtitles &&
      !namesSpeaker(each.text) &&
      hasLowerCaseWord(each.text) &&
      !byPlace.some((other) => other !== each && areSuccessive(each, other)),
  );
  return supers.filter((each) => byWords.has(each) || small.includes(each));
}

/**
 * Returns small supers in the lower part of the picture that could not be read. Lines without exact times are ignored:
 * they may be textures of the scene, which do not appear and disappear at once like a super.
 */
export function findUnreadable(
  lines: readonly ShownLine[],
  screens: readonly TimeRange[],
  video: VideoText,
): Super[] {
  const unread = lines.filter(
    ({ confidence, startSeconds, endSeconds, isExact }) =>
      confidence < maxUnreadConfidence && isExact && endSeconds - startSeconds >= minUnreadSeconds,
  );
  return groupLines(unread, video).filter(
    (each) =>
      each.box[1] >= minTop &&
      overlapping(screens, each).length === 0 &&
      each.lines.every((line) => isSmall(line, video)),
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
  return groups.map((members) => superOf(withoutLogos(members)));
}

/**
 * Returns the lines of counters, clocks and dates: at least `minCounts` texts in one place that differ in their digits
 * only. Their times overlap, because the letters that they share stay visible.
 */
function findCounters(lines: readonly ShownLine[]): Set<ShownLine> {
  const counters = new Set<ShownLine>();
  const sameLetters = Map.groupBy(
    lines.filter(({ text }) => /\d/u.test(text)),
    ({ text }) => text.replace(/\d+/gu, '0'),
  );
  for (const group of sameLetters.values())
    for (const line of group) {
      const near = group.filter(
        (other) =>
          isOneRow(line.box, other.box) &&
          Math.abs(line.box[0] - other.box[0]) <= maxCounterMove &&
          Math.abs(line.startSeconds - other.startSeconds) <= counterSeconds,
      );
      if (new Set(near.map(({ text }) => text)).size >= minCounts) counters.add(line);
    }
  return counters;
}

/** Leaves out the upper rows of a group that may be logos: each of their parts may be a name and ends no sentence. */
function withoutLogos(members: readonly ShownLine[]): readonly ShownLine[] {
  const rows = rowsOf(members);
  const first = rows.findIndex((row) => !row.every(({ text }) => mayBeName(text) && !/[.,;:]$/u.test(text)));
  return first === -1 ? members : rows.slice(first).flat();
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

/**
 * Returns whether a text has at least `minWords` words, and at least half of them have three letters. Scores, the keys
 * of a keyboard and text in another script, which is misread, have shorter ones.
 */
function hasEnoughWords(text: string): boolean {
  const words = wordsOf(text);
  const long = words.filter((word) => (word.match(/\p{L}/gu)?.length ?? 0) > 2).length;
  return words.length >= minWords && long >= minLongShare * words.length;
}

/** Returns whether a super without words of small print has the position of small print (`place`). */
function isInPlace(
  { lines, text, box: [left, top, right, bottom], isExact }: Super,
  video: VideoText,
): boolean {
  const isInRow =
    left <= place.maxLeft ||
    Math.abs((left + right) / 2 - 0.5) <= place.maxOffCentre ||
    right - left >= place.minWidth;
  return (
    // Text that moves with the scene has no exact times.
    isExact &&
    top >= place.minTop &&
    bottom <= place.maxBottom &&
    isInRow &&
    hasEnoughWords(text) &&
    !isRequest(text) &&
    lines.every((line) => isSmall(line, video) && line.confidence >= minConfidence)
  );
}

/** Returns whether one of two texts follows the other in the same place, as subtitles do. */
function areSuccessive(a: Super, b: Super): boolean {
  const [first, second] = a.startSeconds < b.startSeconds ? [a, b] : [b, a];
  const pause = second.startSeconds - first.endSeconds;
  return Math.abs(pause) <= maxSubtitlePause && isOneRow(first.lines.at(-1)!.box, second.lines.at(-1)!.box);
}

/**
 * Returns whether at most one other line of the same size is above a super for most of its time. The label of a pack
 * has more of them.
 */
function isAlone(found: Super, lines: readonly ShownLine[], video: VideoText): boolean {
  const height = Math.min(...found.lines.map((line) => capitalHeightOf(line, video)));
  const seconds = lengthOf(found);
  const others = lines.filter((line) => {
    if (line.box[1] >= place.minTop || line.confidence < minConfidence) return false;
    const other = capitalHeightOf(line, video);
    return (
      2 * commonSeconds(line, found) >= seconds &&
      Math.max(height, other) <= maxHeightRatio * Math.min(height, other)
    );
  });
  return others.length <= maxOthers;
}

function isSmall(line: ShownLine, video: VideoText): boolean {
  return capitalHeightOf(line, video) < maxSmallHeight * usualHeight(video);
}
