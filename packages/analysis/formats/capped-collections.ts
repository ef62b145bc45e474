/**
 * Maximum number of items in a capped list or map: 14 hours of media at one item per second. It bounds the memory,
 * and the time in which a worker serialises the measurements of a file.
 */
const maxEntries = 50_000;

/** Appends an item unless the list already has `max` items. */
export function pushCapped<T>(list: T[], item: T, max = maxEntries): void {
  if (list.length < max) list.push(item);
}

/** Sets the value of a key. Does nothing if the key is new and the map already has 50,000 keys. */
export function setCapped<K, V>(map: Map<K, V>, key: K, value: V): void {
  if (map.has(key) || map.size < maxEntries) map.set(key, value);
}

/** The first items of a list that may have thousands of items, and the number of all items. */
export interface CappedList<T> {
  first: T[];
  count: number;
}

/** Maximum number of findings per rule that become separate issues. One more issue counts the remaining findings. */
export const maxReported = 20;

/**
 * Maximum number of findings per rule about stretches of time. It is higher than `maxReported`, because a long
 * recording may have many stretches.
 */
const maxStretches = 50;

/** Returns the first 50 stretches of time, and the number of all stretches. */
export function firstStretches<T>(stretches: readonly T[]): CappedList<T> {
  return { first: stretches.slice(0, maxStretches), count: stretches.length };
}

export function emptyCappedList<T>(): CappedList<T> {
  return { first: [], count: 0 };
}

/**
 * Joins the stored items of a list, and appends the number of items that are not stored, for example `a, b and 3 more`.
 */
export function inWords({ first, count }: CappedList<string>, separator = ', '): string {
  return first.join(separator) + (count > first.length ? ` and ${count - first.length} more` : '');
}

/** Increments the count of the list, and stores the item if it is among the first 20. */
export function addToCappedList<T>(list: CappedList<T>, item: T): void {
  list.count++;
  if (list.first.length < maxReported) list.first.push(item);
}
