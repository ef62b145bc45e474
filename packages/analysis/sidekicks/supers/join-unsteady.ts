import { commonSeconds, lengthOf } from '../../contract/time-ranges.ts';
import { maxPauseSeconds } from '../../text/same-text.ts';
import type { ShownLine, VideoText } from '../../text/shown-text.ts';
import { areInOnePlace, capitalHeightOf, lowerMedian, type Super, superOf } from './super.ts';
import { wordsOf } from './words.ts';

/**
 * Height of capitals, in lines of the picture, below which readings of one text may differ. Chosen by this project: on
 * adverts, readings of letters of 6 to 8 lines differed, and those of 11 lines did not.
 */
const maxUnsteadyHeight = 10;
/** Minimum share (0–1) of trigrams that two readings of one text have in common (`commonShare`). */
const minCommonShare = 0.4;

/**
 * Joins supers with tiny letters if they are readings of one text in one place, or stand in one place at the same time:
 * a place shows one text at a time. The joined super is shown from the start of the first reading to the end of the
 * last one.
 * @param supers sorted by the start of their first line
 */
export function joinUnsteady(supers: readonly Super[], video: VideoText): Super[] {
  let joined: Super[] = [];
  for (const each of supers) {
    const same = joined.filter((earlier) => areOneText(earlier, each, video));
    const others = joined.filter((earlier) => !same.includes(earlier));
    joined = [...others, same.reduce((later, earlier) => join(earlier, later), each)];
  }
  return joined.toSorted((a, b) => a.startSeconds - b.startSeconds);
}

function areOneText(earlier: Super, later: Super, video: VideoText): boolean {
  const isTiny = ({ lines }: Super) => lines.some((line) => capitalHeightOf(line, video) < maxUnsteadyHeight);
  const standTogether = 2 * commonSeconds(earlier, later) > Math.min(lengthOf(earlier), lengthOf(later));
  return (
    later.startSeconds - earlier.endSeconds <= maxPauseSeconds &&
    isTiny(earlier) &&
    isTiny(later) &&
    earlier.readings.some((one) => later.readings.some((other) => areInOnePlace(one, other))) &&
    (standTogether || commonShare(earlier.text, later.text) >= minCommonShare)
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

/** Returns one super with the longest reading of each place, so that each word counts once. */
function join(earlier: Super, later: Super): Super {
  const readings = [...earlier.readings, ...later.readings];
  const last = later.endSeconds > earlier.endSeconds ? later : earlier;
  return {
    ...superOf(longestOf(readings)),
    readings,
    contrast: lowerMedian(readings.flatMap(({ letters }) => letters?.contrast ?? [])) ?? null,
    startSeconds: Math.min(earlier.startSeconds, later.startSeconds),
    endSeconds: last.endSeconds,
    isExact: earlier.isExact && last.isExact,
  };
}

function longestOf(readings: readonly ShownLine[]): ShownLine[] {
  const longest: ShownLine[] = [];
  for (const line of readings.toSorted(
    (a, b) => wordsOf(b.text).length - wordsOf(a.text).length || lengthOf(b) - lengthOf(a),
  ))
    if (!longest.some((longer) => areInOnePlace(longer, line))) longest.push(line);
  return longest;
}
