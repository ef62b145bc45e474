import { lengthOf } from '../../contract/time-ranges.ts';
import { maxPauseSeconds } from '../../text/same-text.ts';
import type { VideoText } from '../../text/shown-text.ts';
import { areInOnePlace, capitalHeightOf, type Super } from './super.ts';
import { wordsOf } from './words.ts';

/**
 * Height of capitals, in lines of the picture, below which readings of one text may differ. Chosen by this project: on
 * adverts, readings of letters of 6 to 8 lines differed, and those of 11 lines did not.
 */
const maxUnsteadyHeight = 10;
/** Minimum share (0–1) of trigrams that two readings of one text have in common (`commonShare`). */
const minCommonShare = 0.4;

/**
 * Joins supers with tiny letters if they are readings of one text in one place. The joined super has the lines of the
 * reading with most words. It is shown from the start of the first reading to the end of the last one.
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

/** Returns the share (0–1) of the shorter text's trigrams that the other text also has. */
function commonShare(one: string, other: string): number {
  const [a, b] = [trigramsOf(one), trigramsOf(other)].toSorted((x, y) => x.size - y.size);
  return a!.size === 0 ? 0 : [...a!].filter((each) => b!.has(each)).length / a!.size;
}

/** Returns all sequences of three letters or digits. */
function trigramsOf(text: string): Set<string> {
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
    startSeconds: Math.min(earlier.startSeconds, later.startSeconds),
    endSeconds: last.endSeconds,
    isExact: earlier.isExact && last.isExact,
  };
}
