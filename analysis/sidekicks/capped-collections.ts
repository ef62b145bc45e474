/**
 * Entries per collection of measurements. One entry a second fills it in a day; it bounds memory for longer files.
 */
const maxEntries = 100_000;

/** Appends an item unless the list is full (100,000 items). */
export function pushCapped<T>(list: T[], item: T): void {
  if (list.length < maxEntries) list.push(item);
}

/** Sets a key unless it is new and the map is full (100,000 keys). */
export function setCapped<K, V>(map: Map<K, V>, key: K, value: V): void {
  if (map.has(key) || map.size < maxEntries) map.set(key, value);
}

/** The first items of a list that may have thousands, and the number of all items. */
export interface CappedList<T> {
  first: T[];
  count: number;
}

/** Findings per rule with an issue of their own. The remaining ones are reported as a number. */
export const maxReported = 20;

export function emptyCappedList<T>(): CappedList<T> {
  return { first: [], count: 0 };
}

/** Counts an item, and keeps it if it is among the first 20. */
export function addToCappedList<T>(list: CappedList<T>, item: T): void {
  list.count++;
  if (list.first.length < maxReported) list.first.push(item);
}
