/** A connected area of a map. */
export interface Component {
  /** Row of the first pixel. `left` and `right` are the first and last column of each row, from `top` on. */
  top: number;
  left: number[];
  right: number[];
  pixels: number;
  /** Sum of the values of all pixels of the area. */
  sum: number;
}

/** Returns the `limit` largest areas of pixels above `threshold` that are connected at edges or corners. */
export function findComponents(
  values: Float32Array,
  width: number,
  height: number,
  threshold: number,
  limit: number,
): Component[] {
  const isSeen = new Uint8Array(width * height);
  const found: Component[] = [];
  const open: number[] = [];
  for (let start = 0; start < isSeen.length; start++) {
    if (isSeen[start] === 1 || values[start]! <= threshold) continue;
    isSeen[start] = 1;
    open.push(start);
    // The scan starts at the top, so the first pixel found is in the top row of the area.
    const top = Math.floor(start / width);
    const component: Component = { top, left: [], right: [], pixels: 0, sum: 0 };
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const x = at % width;
      const y = (at - x) / width;
      const row = y - top;
      component.left[row] = Math.min(component.left[row] ?? x, x);
      component.right[row] = Math.max(component.right[row] ?? x, x);
      component.pixels++;
      component.sum += values[at]!;
      for (let nextY = Math.max(0, y - 1); nextY <= Math.min(height - 1, y + 1); nextY++)
        for (let nextX = Math.max(0, x - 1); nextX <= Math.min(width - 1, x + 1); nextX++) {
          const next = nextY * width + nextX;
          if (isSeen[next] === 1 || values[next]! <= threshold) continue;
          isSeen[next] = 1;
          open.push(next);
        }
    }
    found.push(component);
  }
  return found.sort((one, other) => other.pixels - one.pixels).slice(0, limit);
}
