/** The first of what may be thousands, and how many there are in all. */
export interface Tally<T> {
  first: T[];
  count: number;
}

/** So many of a rule are reported one by one; the rest as a number. */
export const maxReported = 20;

export function emptyTally<T>(): Tally<T> {
  return { first: [], count: 0 };
}

export function addTo<T>(tally: Tally<T>, item: T): void {
  tally.count++;
  if (tally.first.length < maxReported) tally.first.push(item);
}
