/** A time range of a video or audio file, in seconds from the start of the file. */
export interface TimeRange {
  startSeconds: number;
  endSeconds: number;
}

/** Returns whether `outer` covers `inner`. At each end, `inner` may extend beyond `outer` by `toleranceSeconds`. */
export function covers(outer: TimeRange, inner: TimeRange, toleranceSeconds: number): boolean {
  return (
    outer.startSeconds <= inner.startSeconds + toleranceSeconds &&
    outer.endSeconds >= inner.endSeconds - toleranceSeconds
  );
}

export function lengthOf({ startSeconds, endSeconds }: TimeRange): number {
  return endSeconds - startSeconds;
}

/** Returns the seconds that two ranges have in common; negative if they are apart. */
export function commonSeconds(one: TimeRange, other: TimeRange): number {
  return Math.min(one.endSeconds, other.endSeconds) - Math.max(one.startSeconds, other.startSeconds);
}

/** Returns the intersection of two lists of ranges. Each list must be sorted and free of overlaps. */
export function intersect(some: readonly TimeRange[], others: readonly TimeRange[]): TimeRange[] {
  const common: TimeRange[] = [];
  for (let at = 0, otherAt = 0; at < some.length && otherAt < others.length;) {
    const one = some[at]!;
    const other = others[otherAt]!;
    const startSeconds = Math.max(one.startSeconds, other.startSeconds);
    const endSeconds = Math.min(one.endSeconds, other.endSeconds);
    if (endSeconds > startSeconds) common.push({ startSeconds, endSeconds });
    if (one.endSeconds < other.endSeconds) at++;
    else otherAt++;
  }
  return common;
}

/**
 * Returns the parts of `ranges` that are inside `range`. `ranges` must be sorted and free of overlaps. Binary search
 * makes many calls on a long list fast.
 */
export function overlapping(ranges: readonly TimeRange[], range: TimeRange): TimeRange[] {
  let low = 0;
  for (let high = ranges.length; low < high;) {
    const middle = (low + high) >> 1;
    if (ranges[middle]!.endSeconds <= range.startSeconds) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (end < ranges.length && ranges[end]!.startSeconds < range.endSeconds) end++;
  return intersect(ranges.slice(low, end), [range]);
}

/**
 * Returns the ranges in `some` without the parts that are in `others`. Each list must be sorted and free of overlaps.
 */
export function subtract(some: readonly TimeRange[], others: readonly TimeRange[]): TimeRange[] {
  const starts = [-Infinity, ...others.map(({ endSeconds }) => endSeconds)];
  const ends = [...others.map(({ startSeconds }) => startSeconds), Infinity];
  return intersect(
    some,
    starts.map((startSeconds, at) => ({ startSeconds, endSeconds: ends[at]! })),
  );
}

/** Sorts ranges and merges ranges that overlap or are at most `withinSeconds` apart. Drops empty ranges. */
export function unite(ranges: readonly TimeRange[], withinSeconds = 0): TimeRange[] {
  const united: TimeRange[] = [];
  for (const range of ranges.filter((some) => lengthOf(some) > 0).toSorted(byStart)) {
    const last = united.at(-1);
    if (last !== undefined && range.startSeconds <= last.endSeconds + withinSeconds)
      last.endSeconds = Math.max(last.endSeconds, range.endSeconds);
    else united.push({ ...range });
  }
  return united;
}

function byStart(a: TimeRange, b: TimeRange): number {
  return a.startSeconds - b.startSeconds;
}
