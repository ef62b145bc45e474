import type { Match } from './align.ts';
import type { Character, Height } from './characters.ts';
import { percentile } from './percentile.ts';

/**
 * Share of a letter's height that each round end adds. It is half of the 0.018 in font outlines: in small letters,
 * hinting often makes round and flat letters equally high.
 */
const overshoot = 0.009;
/** Maximum distance between the bottom of a letter and the base line, as a share of the letter's height. */
const tolerance = 0.12;

/**
 * Returns the height in pixels of letters of a height class; null if there are none. Ignores shapes with a height of
 * more than `most` pixels.
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

/** Returns the median height: the lower of two middle ones, because pixels of a busy background only enlarge shapes. */
function median(matches: readonly Match[]): number {
  const heights = matches.map(({ shape }) => shape.bottom - shape.top).sort((a, b) => a - b);
  return heights[(heights.length - 1) >> 1]!;
}
