import { unionOf } from '@assay/domain/page-box.ts';
import type { JoinedLine, Sighting } from './join-lines.ts';
import type { LetterMeasures } from './shown-text.ts';
import type { ReadLine } from './text-reader.ts';

/**
 * Number of sightings from which the letters of the first and the last sighting are ignored, because the line may be
 * fading there.
 */
const minInner = 3;

/**
 * Summarises all sightings of a line. Returns the most likely text, the median box, the median letter heights and the
 * lowest mean contrast. The box of a moving line contains all of its positions.
 */
export function summariseLine({ sightings, moves }: JoinedLine, intervalSeconds: number): ReadLine {
  const text = commonText(sightings);
  const same = sightings.filter(({ line }) => line.text === text);
  const confidences = same.map(({ line }) => line.confidence);
  const sides = [0, 1, 2, 3].map((side) => median(same.map(({ line }) => line.box[side]!))!);
  const box = moves ? unionOf(sightings.map(({ line }) => line.box)) : sides;
  const inner = sightings.length >= minInner ? sightings.slice(1, -1) : sightings;
  return {
    text,
    confidence: Number((sum(confidences) / confidences.length).toFixed(4)),
    box: box.map(Math.round) as ReadLine['box'],
    letters: commonLetters(inner, intervalSeconds) ?? commonLetters(sightings, intervalSeconds),
  };
}

/** Returns the text with the largest sum of squared confidences; if several are equal, the first. */
function commonText(sightings: readonly Sighting[]): string {
  const votes = new Map<string, number>();
  for (const { line } of sightings)
    votes.set(line.text, (votes.get(line.text) ?? 0) + Math.max(1e-6, line.confidence ** 2));
  let best = '';
  for (const [text, vote] of votes) if (vote > (votes.get(best) ?? 0)) best = text;
  return best;
}

function commonLetters(sightings: readonly Sighting[], intervalSeconds: number): LetterMeasures | null {
  const measured = sightings.flatMap(({ picture, line: { letters } }) =>
    letters === null ? [] : [{ atSeconds: picture * intervalSeconds, letters }],
  );
  if (measured.length === 0) return null;
  const heights = (name: 'capitalHeight' | 'lowerCaseHeight') =>
    median(measured.flatMap(({ letters }) => letters[name] ?? []));
  const onBlock = measured.filter(({ letters }) => letters.isOnBlock).length;
  return {
    capitalHeight: heights('capitalHeight'),
    lowerCaseHeight: heights('lowerCaseHeight'),
    contrast: lowestMean(measured.map(({ atSeconds, letters }) => [atSeconds, letters.contrast])),
    isOnBlock: 2 * onBlock > measured.length,
  };
}

/** Returns the lowest mean of the values within one second. Ignores shorter periods at the end. */
function lowestMean(values: readonly (readonly [atSeconds: number, value: number])[]): number {
  let lowest = Infinity;
  const lastSeconds = values.at(-1)![0];
  for (const [index, [start]] of values.entries()) {
    const within = values.slice(index).filter(([at]) => at < start + 1);
    lowest = Math.min(lowest, sum(within.map(([, value]) => value)) / within.length);
    if (start + 1 > lastSeconds) break;
  }
  return Number(lowest.toFixed(2));
}

function median(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
