import { alignCharacters, type Match, maxCompared } from './align.ts';
import { type Character, lowerCaseShare } from './characters.ts';
import { type Colour, frequentColours } from './colours.ts';
import type { Crop } from './crop.ts';
import { distancesFrom, maskLetters, usualContrast } from './letter-mask.ts';
import { percentile } from './percentile.ts';
import { findShapes, type Shape } from './shapes.ts';

/** The letters of a line: the shapes of one colour that match the recognised characters. */
export interface Letters {
  colour: Colour;
  /** One byte per pixel of the crop: 1 if the pixel belongs to letters, otherwise 0. */
  mask: Uint8Array;
  /** The shapes of characters, from left to right. */
  matches: Match[];
}

/** Minimum height of a letter, as a share of the box's height. Lower shapes are dots, commas, hyphens and noise. */
const minHeight = 0.2;
const minWidth = 2;
/** Maximum cost per character. With a higher cost, the shapes are noise. */
const maxCost = 0.6;
/** Maximum difference from the lowest cost at which another colour may still be the colour of the letters. */
const maxDifference = 0.25;
/** Minimum share (0–1) of the letters whose shapes must agree for two colours to belong to the same letters. */
const minAgreeing = 0.6;
/** Usual distance between the letters and the left and right edges of the box, as a share of the box's height. */
const boxMargin = 0.25;

interface Candidate extends Letters {
  cost: number;
  /** Median colour distance between the letters' colour and the other pixels. */
  contrast: number;
}

/**
 * Finds the letters of a line. Tries the frequent colours of the box, and selects the colour whose shapes match the
 * recognised characters best. An outline around letters, and the mixed colours at their edges, match as well as the
 * letters themselves. In this case, selects the innermost colour, and then the colour that differs most from the
 * background. Returns null if no colour matches.
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
 * Returns the shapes on the base line or with descenders below it, from left to right. The base line is the row on
 * which most shapes end. Drops other shapes of a busy background, and dots, commas and accents.
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
 * Returns whether at least `minAgreeing` of the shapes relate to a shape of `others`. The share is of the longer list.
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
