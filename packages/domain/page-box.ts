/**
 * A rectangle on a page or picture: left, top, right and bottom. Each is a share (0–1) of the width or height of the
 * displayed picture, or of the page's crop box after the rotation. Left and right count from the left edge, top and
 * bottom from the top edge.
 */
export type PageBox = [left: number, top: number, right: number, bottom: number];

/** Returns whether four numbers are a `PageBox` with an area. */
export function isPageBox([left, top, right, bottom]: PageBox): boolean {
  return 0 <= left && left < right && right <= 1 && 0 <= top && top < bottom && bottom <= 1;
}

export function boxesOverlap(a: PageBox, b: PageBox): boolean {
  return a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
}

export function unionOf(boxes: readonly PageBox[]): PageBox {
  const sides = (side: 0 | 1 | 2 | 3) => boxes.map((box) => box[side]);
  return [Math.min(...sides(0)), Math.min(...sides(1)), Math.max(...sides(2)), Math.max(...sides(3))];
}
