import type { Character } from './characters.ts';
import type { Shape } from './shapes.ts';

/** A shape and the characters that it shows. It shows several where letters touch. */
export interface Match {
  shape: Shape;
  characters: Character[];
}

/** Maximum number of characters of one shape: letters that touch. */
const maxTouching = 4;
const missingCharacter = 0.9;
const extraShape = 0.7;
const touching = 0.25;
/** Cost of a distance between a shape and the position that is expected for its characters, in lengths of the line. */
const displacement = 3;
const maxDisplacement = 1;
/** The comparison takes time in proportion to characters × shapes. */
export const maxCompared = 400;

/**
 * Assigns the characters of a line to its shapes from left to right (dynamic programming), so that the widths and positions
 * agree best. Returns the matches and their mean cost per character: about 0.2 for the right shapes, above 0.6 for noise.
 * @param height height of capitals in pixels, at least about
 * @param line left and right edge of the line
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
      const { left, right } = shapes[row]!;
      const position = ((left + right) / 2 - line.left) / (line.right - line.left);
      let width = 0;
      for (let count = 1; count <= maxTouching && column + count < columns; count++) {
        width += characters[column + count - 1]!.width;
        const difference = Math.min(1.5, Math.abs(Math.log((right - left) / height / width)));
        const middle = (characters[column]!.position + characters[column + count - 1]!.position) / 2;
        const displaced = Math.min(maxDisplacement, displacement * Math.abs(position - middle));
        offer(row + 1, column + count, cost + difference + displaced + touching * (count - 1), count);
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
