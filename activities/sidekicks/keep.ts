/** Of each thing that is noted down of a file. One a second, it is a day; no file of any length takes more memory. */
const maxKept = 100_000;

/** Adds to what is noted down of a file, as long as that is not too much. */
export function keep<T>(kept: T[], item: T): void {
  if (kept.length < maxKept) kept.push(item);
}

/** Counts one more of a kind, as long as there are not too many kinds. */
export function keepCount<T>(counts: Map<T, number>, kind: T): void {
  const count = counts.get(kind);
  if (count !== undefined || counts.size < maxKept) counts.set(kind, (count ?? 0) + 1);
}
