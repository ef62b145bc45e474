/** Returns whether a sorted list has an entry that differs from `value` by at most `tolerance`. */
export function hasNear(sorted: readonly number[], value: number, tolerance: number): boolean {
  let low = 0;
  for (let high = sorted.length; low < high;) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < value - tolerance) low = middle + 1;
    else high = middle;
  }
  return low < sorted.length && sorted[low]! <= value + tolerance;
}
