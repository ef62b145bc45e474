import { alignCharacters, type Match, maxCompared } from './align.ts';
import { type Character } from './characters.ts';
import { type Colour, frequentColours } from './colours.ts';
import type { Crop } from './crop.ts';
import { distancesFrom, maskLetters } from './letter-mask.ts';
import { percentile } from './percentile.ts';
import { findShapes, type Shape, type Shapes } from './shapes.ts';

/** The letters of a line: the shapes of one colour that agree with the characters that were read. */
export interface Letters extends Shapes {
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
/** Letters with an outline agree as well as their outline does. The inner colour is theirs if its cost is this near. */
const outlineCost = 0.25;
const minInside = 0.6;
/** Height of lower-case letters without ascenders, as a usual share of the height of capitals. */
const lowerShare = 0.72;

/**
 * Finds the letters of a line: tries the frequent colours of the box, and chooses the one whose shapes agree best with
 * the characters. Returns null if no colour agrees.
 */
export function findLetters(crop: Crop, characters: readonly Character[]): Letters | null {
  const candidates = frequentColours(crop)
    .flatMap((colour) => tryColour(crop, colour, characters) ?? [])
    .filter(({ cost }) => cost <= maxCost)
    .sort((a, b) => a.cost - b.cost);
  let best = candidates[0];
  for (const other of candidates.slice(1)) {
    if (best !== undefined && other.cost <= best.cost + outlineCost && areInside(other.matches, best.matches))
      best = other;
  }
  return best ?? null;
}

function tryColour(
  crop: Crop,
  colour: Colour,
  characters: readonly Character[],
): (Letters & { cost: number }) | null {
  const distances = distancesFrom(crop, colour);
  const mask = maskLetters(crop, distances, usualContrast(distances));
  const found = findShapes(mask, crop.width, crop.height);
  if (found === null) return null;
  const boxHeight = crop.box[3] - crop.box[1];
  const whole = found.shapes.filter((shape) => !touchesEdge(shape, crop));
  const shapes = joinStacked(whole, boxHeight).filter(
    ({ top, bottom, left, right }) => bottom - top >= minHeight * boxHeight && right - left >= minWidth,
  );
  if (shapes.length === 0 || shapes.length > maxCompared) return null;
  const hasTall = characters.some(({ height }) => height !== 'lower');
  const tall = percentile(
    shapes.map(({ top, bottom }) => bottom - top),
    0.8,
  );
  const { matches, cost } = alignCharacters(shapes, characters, hasTall ? tall : tall / lowerShare);
  return { ...found, colour, mask, matches, cost };
}

/** Returns the median distance of the pixels that do not have the colour. */
function usualContrast(distances: Float32Array): number {
  const others = distances.filter((value) => value > 48);
  return others.length === 0 ? 0 : others.sort()[others.length >> 1]!;
}

function touchesEdge({ left, top, right, bottom }: Shape, { width, height }: Crop): boolean {
  return left === 0 || top === 0 || right === width || bottom === height;
}

/** Joins shapes that stand above each other, such as the dot and the stem of an `i`. Orders shapes from left to right. */
function joinStacked(shapes: readonly Shape[], boxHeight: number): Shape[] {
  const joined: Shape[] = [];
  for (const shape of [...shapes].sort((a, b) => a.left - b.left)) {
    const last = joined.at(-1);
    if (last !== undefined && areStacked(last, shape, boxHeight)) {
      joined[joined.length - 1] = {
        left: Math.min(last.left, shape.left),
        top: Math.min(last.top, shape.top),
        right: Math.max(last.right, shape.right),
        bottom: Math.max(last.bottom, shape.bottom),
        pixels: last.pixels + shape.pixels,
        labels: [...last.labels, ...shape.labels],
      };
    } else joined.push(shape);
  }
  return joined;
}

function areStacked(a: Shape, b: Shape, boxHeight: number): boolean {
  const shared = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const narrower = Math.min(a.right - a.left, b.right - b.left);
  const height = Math.max(a.bottom, b.bottom) - Math.min(a.top, b.top);
  return shared >= narrower / 2 && height <= boxHeight * 1.1;
}

/** Returns whether most of the inner shapes lie within one of the outer shapes. */
function areInside(inner: readonly Match[], outer: readonly Match[]): boolean {
  const within = inner.filter(({ shape }) =>
    outer.some(
      ({ shape: around }) =>
        around.left <= shape.left &&
        around.right >= shape.right &&
        around.top <= shape.top &&
        around.bottom >= shape.bottom,
    ),
  );
  return within.length >= minInside * inner.length;
}
