import type { Match } from './align.ts';
import type { Height } from './characters.ts';
import { percentile } from './percentile.ts';

/** Round letters exceed flat ones by about this share of their height, above and below together. */
const overshoot = 0.03;
/** A letter stands on the base line if its bottom is at most this share of its height away from it. */
const tolerance = 0.12;

/** Returns the height of the capitals and digits, or of the lower-case letters, in pixels; null if there are none. */
export function heightOf(wanted: Height, matches: readonly Match[]): number | null {
  const baseLine = percentile(
    matches
      .filter(({ characters }) => characters.every(({ isOnBaseLine }) => isOnBaseLine))
      .map(({ shape }) => shape.bottom),
    0.5,
  );
  const standing = matches.filter(({ shape }) => {
    const height = shape.bottom - shape.top;
    return Math.abs(shape.bottom - baseLine) <= Math.max(2, tolerance * height);
  });
  const only = standing.filter(({ characters }) => characters.every(({ height }) => height === wanted));
  const flat = only.filter(({ characters }) => characters.some(({ isRound }) => !isRound));
  if (flat.length > 0) return median(flat);
  if (only.length > 0) return median(only) * (1 - overshoot);
  const mixed = standing.filter(({ characters }) => characters.some(({ height }) => height === 'capital'));
  return wanted === 'capital' && mixed.length > 0 ? median(mixed) : null;
}

function median(matches: readonly Match[]): number {
  return percentile(
    matches.map(({ shape }) => shape.bottom - shape.top),
    0.5,
  );
}
