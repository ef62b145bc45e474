import { differenceOf, type Wave } from './wave.ts';

export interface StripedCell {
  column: number;
  row: number;
  /** Centre of the cell in pixels. */
  x: number;
  y: number;
  wave: Wave;
  amplitude: number;
}

/** Maximum difference of the waves of two neighbouring cells of one group. Allows for curved stripes. */
const maxBend = 0.5;
/** Maximum difference of the waves of two separate areas of one group. */
const maxDifference = 0.2;

/**
 * Groups cells whose stripes have a similar direction and frequency. Connects neighbours up to `maxBend`, and then
 * joins separate areas up to `maxDifference`. The group with the largest area is first.
 */
export function groupCells(cells: readonly StripedCell[], columns: number): StripedCell[][] {
  const at = new Map(cells.map((cell) => [cell.row * columns + cell.column, cell]));
  const groups: StripedCell[][] = [];
  const seen = new Set<StripedCell>();
  for (const first of cells) {
    if (seen.has(first)) continue;
    seen.add(first);
    const group = [first];
    for (const cell of group) {
      const place = cell.row * columns + cell.column;
      const neighbours = [
        cell.column > 0 ? at.get(place - 1) : undefined,
        cell.column < columns - 1 ? at.get(place + 1) : undefined,
        at.get(place - columns),
        at.get(place + columns),
      ];
      for (const other of neighbours) {
        if (other === undefined || seen.has(other) || differenceOf(cell.wave, other.wave) > maxBend) continue;
        seen.add(other);
        group.push(other);
      }
    }
    groups.push(group);
  }
  const joined: StripedCell[][] = [];
  for (const group of groups.toSorted((a, b) => b.length - a.length)) {
    const same = joined.find(
      (other) => differenceOf(middle(other).wave, middle(group).wave) <= maxDifference,
    );
    if (same === undefined) joined.push([...group]);
    else same.push(...group);
  }
  return joined;
}

function middle(group: readonly StripedCell[]): StripedCell {
  return group[group.length >> 1]!;
}
