import { alignCharacters, type Match, maxCompared } from './align.ts';
import { type Character, lowerCaseShare } from './characters.ts';
import { type Colour, frequentColours } from './colours.ts';
import type { Crop } from './crop.ts';
import { distancesFrom, maskLetters, usualContrast } from './letter-mask.ts';
import { percentile } from './percentile.ts';
import { findShapes, type Shape } from './shapes.ts';

/** The letters of a line: the shapes of one colour that agree with the characters that were read. */
export interface Letters {
  colour: Colour;
  mask: Uint8Array;
  /** The shapes of characters, from left to right. */
  matches: Match[];
}

/** Shapes below this share of the box's height are dots, commas, hyphens and noise. */
const minHeight = 0.2;
const minWidth = 2;
/** Above this cost the shapes are noise rather than the characters that were read. */
const maxCost = 0.6;
/** Another colour whose cost exceeds the lowest by at most this can be the letters' colour. */
const maxDifference = 0.25;
/** Minimum share of the letters whose shapes must agree for two colours to be parts of the same letters. */
const minAgreeing = 0.6;
/** Usual margin of a box beside the letters, as a share of its height. */
const boxMargin = 0.25;

interface Candidate extends Letters {
  cost: number;
  /** Usual distance of the other pixels from the colour. */
  contrast: number;
}

/**
 * Finds the letters of a line: tries the frequent colours of the box, and chooses the one whose shapes agree best with
 * the characters. An outline agrees as well as the letters inside it, and so do the mixed colours at the edge of the
 * letters. Of these the inner colour is chosen, and the one that differs most from the ground. Returns null if no
 * colour agrees.
 */
export function findLetters(crop: Crop, characters: readonly Character[]): Letters | null {
  const candidates = frequentColours(crop)
    .flatMap((colour) => tryColour(crop, colour, characters) ?? [])
    .filter(({ cost }) => cost <= maxCost)
    .sort((a, b) => a.cost - b.cost);
  let best = candidates[0];
  for (const other of candidates.slice(1)) {
    if (best === undefined || other.cost > candidates[0]!.cost + maxDifference) break;
    const isInner = agree(other.matches, best.matches, isInside);
    const isCentre = other.contrast > best.contrast && agree(other.matches, best.matches, isSame);
    if (isInner || isCentre) best = other;
  }
  return best ?? null;
}

function tryColour(crop: Crop, colour: Colour, characters: readonly Character[]): Candidate | null {
  const distances = distancesFrom(crop, colour);
  const contrast = usualContrast(distances);
  const mask = maskLetters(crop, distances, contrast);
  const all = findShapes(mask, crop.width, crop.height);
  if (all === null) return null;
  const boxHeight = crop.box[3] - crop.box[1];
  const shapes = onBaseLine(
    all.filter((shape) => !touchesEdge(shape, crop)),
    boxHeight,
  );
  if (shapes.length === 0 || shapes.length > maxCompared) return null;
  const hasTall = characters.some(({ height }) => height !== 'lower');
  const tall = percentile(
    shapes.map(({ top, bottom }) => bottom - top),
    0.8,
  );
  const margin = boxMargin * boxHeight;
  const line = { left: crop.box[0] + margin, right: crop.box[2] - margin };
  const { matches, cost } = alignCharacters(shapes, characters, hasTall ? tall : tall / lowerCaseShare, line);
  return { colour, mask, matches, cost, contrast };
}

function touchesEdge({ left, top, right, bottom }: Shape, { width, height }: Crop): boolean {
  return left === 0 || top === 0 || right === width || bottom === height;
}

/**
 * Returns the shapes that stand on the line's base line or hang below it, from left to right. The base line is the row
 * on which most shapes end. Other shapes of a busy ground are left out, and so are dots, commas and accents.
 */
function onBaseLine(shapes: readonly Shape[], boxHeight: number): Shape[] {
  const large = shapes.filter(
    ({ top, bottom, left, right }) => bottom - top >= minHeight * boxHeight && right - left >= minWidth,
  );
  const tolerance = Math.max(1, Math.round(boxHeight * 0.04));
  const ends = new Map<number, number>();
  for (const { bottom } of large)
    for (let row = bottom - tolerance; row <= bottom + tolerance; row++)
      ends.set(row, (ends.get(row) ?? 0) + (row === bottom ? 2 : 1));
  const [baseLine] = [...ends].reduce((most, end) => (end[1] > most[1] ? end : most), [0, 0]);
  return large
    .filter(({ top, bottom }) => {
      const stands = Math.abs(bottom - baseLine) <= tolerance;
      const hangs = bottom > baseLine && bottom <= baseLine + boxHeight / 3 && top < baseLine - boxHeight / 4;
      return stands || hangs;
    })
    .sort((a, b) => a.left - b.left);
}

/**
 * Returns whether enough shapes of `matches` relate to a shape of `others`: at least `minAgreeing` of the longer list.
 */
function agree(
  matches: readonly Match[],
  others: readonly Match[],
  relates: (shape: Shape, other: Shape) => boolean,
): boolean {
  const agreeing = matches.filter(({ shape }) => others.some((other) => relates(shape, other.shape)));
  return agreeing.length >= minAgreeing * Math.max(matches.length, others.length);
}

function isInside(inner: Shape, outer: Shape): boolean {
  return (
    outer.left < inner.left &&
    outer.right > inner.right &&
    outer.top < inner.top &&
    outer.bottom > inner.bottom
  );
}

function isSame(a: Shape, b: Shape): boolean {
  return (['left', 'top', 'right', 'bottom'] as const).every((side) => Math.abs(a[side] - b[side]) <= 2);
}
