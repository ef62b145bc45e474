/** Of each thing that is noted down of a file. One a second, it is a day; no file of any length takes more memory. */
const maxKept = 100_000;

/** Adds to what is noted down of a file, as long as that is not too much. */
export function keep<T>(kept: T[], item: T): void {
  if (kept.length < maxKept) kept.push(item);
}

/** Sets what is noted down under a key, as long as there are not too many keys. */
export function keepEntry<K, V>(kept: Map<K, V>, key: K, value: V): void {
  if (kept.has(key) || kept.size < maxKept) kept.set(key, value);
}
