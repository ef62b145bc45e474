import { type Character, lowerCaseShare } from './characters.ts';
import type { Shape } from './shapes.ts';

/** A shape and the characters that it shows. Touching letters are one shape with several characters. */
export interface Match {
  shape: Shape;
  characters: Character[];
}

/** Maximum number of touching characters in one shape. */
const maxTouching = 4;
const missingCharacter = 0.9;
const extraShape = 0.7;
const touching = 0.25;
const maxWidthCost = 1.5;
/** Cost of the distance from the expected position, per length of the line. At most `maxDisplacementCost`. */
const displacement = 3;
const maxDisplacementCost = 1;
/** Maximum number of shapes that are compared. The time is proportional to characters × shapes. */
export const maxCompared = 400;

/**
 * Assigns the characters of a line to its shapes from left to right. Minimises the differences in width, height and
 * position by dynamic programming. Returns the matches and their mean cost per character: about 0.2 for the right
 * shapes, above 0.6 for noise.
 * @param height approximate height of capitals in pixels
 * @param line left and right edge of the line in pixels
 */
export function alignCharacters(
  shapes: readonly Shape[],
  characters: readonly Character[],
  height: number,
  line: { left: number; right: number },
): { matches: Match[]; cost: number } {
  const rows = shapes.length + 1;
  const columns = characters.length + 1;
  const costs = new Float64Array(rows * columns).fill(Infinity);
  const steps = new Int8Array(rows * columns);
  costs[0] = 0;
  const offer = (row: number, column: number, cost: number, step: number) => {
    const at = row * columns + column;
    if (cost < costs[at]!) [costs[at], steps[at]] = [cost, step];
  };
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const cost = costs[row * columns + column]!;
      if (column + 1 < columns) offer(row, column + 1, cost + missingCharacter, -1);
      if (row + 1 === rows) continue;
      offer(row + 1, column, cost + extraShape, 0);
      for (let count = 1; count <= maxTouching && column + count < columns; count++) {
        const some = characters.slice(column, column + count);
        offer(row + 1, column + count, cost + mismatch(shapes[row]!, some, height, line), count);
      }
    }
  }
  const matches: Match[] = [];
  for (let row = rows - 1, column = columns - 1; row > 0 || column > 0;) {
    const step = steps[row * columns + column]!;
    if (step === -1) column--;
    else {
      row--;
      if (step > 0)
        matches.push({ shape: shapes[row]!, characters: characters.slice(column - step, column) });
      column -= step;
    }
  }
  return { matches: matches.reverse(), cost: costs.at(-1)! / Math.max(1, characters.length) };
}

/** Returns the cost of matching a shape with touching characters, from its width, height and position. */
function mismatch(
  { left, right, top, bottom }: Shape,
  characters: readonly Character[],
  height: number,
  line: { left: number; right: number },
): number {
  const usualWidth = height * characters.reduce((sum, { width }) => sum + width, 0);
  const wider = Math.min(maxWidthCost, Math.abs(Math.log((right - left) / usualWidth)));
  const usualHeight = height * (characters.some((each) => each.height === 'capital') ? 1 : lowerCaseShare);
  const isKnown = characters.every((each) => each.height !== 'other');
  const higher = isKnown ? Math.abs(Math.log((bottom - top) / usualHeight)) : 0;
  const expected = (characters[0]!.position + characters.at(-1)!.position) / 2;
  const position = ((left + right) / 2 - line.left) / (line.right - line.left);
  const displaced = Math.min(maxDisplacementCost, displacement * Math.abs(position - expected));
  return wider + higher + displaced + touching * (characters.length - 1);
}
