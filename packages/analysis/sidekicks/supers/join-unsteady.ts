import { lengthOf } from '../../contract/time-ranges.ts';
import { maxPauseSeconds } from '../../text/same-text.ts';
import type { ShownLine, VideoText } from '../../text/shown-text.ts';
import { capitalHeightOf, isOneRow, type Super } from './super.ts';
import { wordsOf } from './words.ts';

/**
 * Height of capitals in lines of the picture below which a text is read differently from picture to picture. Chosen by
 * this project: on adverts, letters of 6 to 8 lines were, letters of 11 lines were not.
 */
const maxUnsteadyHeight = 10;
/** Minimum share (0–1) of the sequences of three letters of the shorter text that the other one has, too. */
const minCommonShare = 0.4;

/**
 * Joins supers of tiny letters that are one text in one place, read in several ways. The joined super has the lines of
 * the reading with most words, and the times of all of them.
 * @param supers sorted by the start of their first line
 */
export function joinUnsteady(supers: readonly Super[], video: VideoText): Super[] {
  const joined: Super[] = [];
  for (const each of supers) {
    const at = joined.findLastIndex((earlier) => areOneText(earlier, each, video));
    if (at === -1) joined.push(each);
    else joined[at] = join(joined[at]!, each);
  }
  return joined;
}

function areOneText(earlier: Super, later: Super, video: VideoText): boolean {
  const isTiny = ({ lines }: Super) => lines.some((line) => capitalHeightOf(line, video) < maxUnsteadyHeight);
  return (
    later.startSeconds - earlier.endSeconds <= maxPauseSeconds &&
    isTiny(earlier) &&
    isTiny(later) &&
    earlier.readings.some((one) => later.readings.some((other) => areInOnePlace(one, other))) &&
    commonShare(earlier.text, later.text) >= minCommonShare
  );
}

function areInOnePlace({ box: one }: ShownLine, { box: other }: ShownLine): boolean {
  const overlap = Math.min(one[2], other[2]) - Math.max(one[0], other[0]);
  return isOneRow(one, other) && overlap >= 0.5 * Math.min(one[2] - one[0], other[2] - other[0]);
}

/** Returns the share (0–1) of the sequences of three letters of the shorter text that are in the other one. */
function commonShare(one: string, other: string): number {
  const [a, b] = [sequencesOf(one), sequencesOf(other)].toSorted((x, y) => x.size - y.size);
  return a!.size === 0 ? 0 : [...a!].filter((each) => b!.has(each)).length / a!.size;
}

function sequencesOf(text: string): Set<string> {
  const letters = text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  return new Set(
    Array.from({ length: Math.max(0, letters.length - 2) }, (_, at) => letters.slice(at, at + 3)),
  );
}

function join(earlier: Super, later: Super): Super {
  const [best] = [earlier, later].toSorted(
    (a, b) => wordsOf(b.text).length - wordsOf(a.text).length || lengthOf(b) - lengthOf(a),
  );
  const last = later.endSeconds > earlier.endSeconds ? later : earlier;
  return {
    ...best!,
    readings: [...earlier.readings, ...later.readings],
    startSeconds: earlier.startSeconds,
    endSeconds: last.endSeconds,
    isExact: earlier.isExact && last.isExact,
  };
}
