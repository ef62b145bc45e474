import type { Match } from './align.ts';
import type { Character, Height } from './characters.ts';
import { percentile } from './percentile.ts';

/**
 * A round end of a letter exceeds flat ones by about this share of the height. In outlines it is 0.018; in pictures,
 * small letters are mostly fitted to the pixels, so that round and flat ones are equally high.
 */
const overshoot = 0.009;
/** A letter stands on the base line if its bottom is at most this share of its height away from it. */
const tolerance = 0.12;

/**
 * Returns the height of the capitals and digits, or of the lower-case letters, in pixels; null if there are none.
 * Higher shapes than `most` are left out: they are letters of another kind.
 */
export function heightOf(wanted: Height, matches: readonly Match[], most = Infinity): number | null {
  const baseLine = percentile(
    matches
      .filter(({ characters }) => characters.every(({ isOnBaseLine }) => isOnBaseLine))
      .map(({ shape }) => shape.bottom),
    0.5,
  );
  const standing = matches.filter(({ shape }) => {
    const height = shape.bottom - shape.top;
    return height <= most && Math.abs(shape.bottom - baseLine) <= Math.max(2, tolerance * height);
  });
  const only = standing.filter(({ characters }) => characters.every(({ height }) => height === wanted));
  for (const roundEnds of [0, 1, 2]) {
    const alike = only.filter(({ characters }) => mostRound(characters) === roundEnds);
    if (alike.length > 0) return median(alike) * (1 - roundEnds * overshoot);
  }
  const mixed = standing.filter(({ characters }) => characters.some(({ height }) => height === 'capital'));
  return wanted === 'capital' && mixed.length > 0 ? median(mixed) : null;
}

function mostRound(characters: readonly Character[]): number {
  return Math.max(...characters.map(({ roundEnds }) => roundEnds));
}

/**
 * Returns the median height; of two in the middle the lower one, because pixels of a busy ground only enlarge shapes.
 */
function median(matches: readonly Match[]): number {
  const heights = matches.map(({ shape }) => shape.bottom - shape.top).sort((a, b) => a - b);
  return heights[(heights.length - 1) >> 1]!;
}
