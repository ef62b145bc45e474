/**
 * Size of the grid to which every frame is scaled, regardless of its aspect ratio. In a frame of 1920 × 1080 pixels,
 * one cell has 12 × 12 pixels. WCAG exempts fine, balanced patterns such as noise. They average out within a cell.
 */
export const columns = 160;
export const rows = 90;
export const cells = columns * rows;

/**
 * Size of a ten-degree visual field in cells. WCAG estimates the field as 341 × 256 pixels of a 1024 × 768 screen,
 * which the frame is assumed to fill in width or height. `columns` and `rows` are limited to the size of the grid.
 * `cells` is the area without these limits, because a visual field can extend beyond the frame.
 */
export interface VisualField {
  columns: number;
  rows: number;
  cells: number;
}

export function visualField(aspectRatio: number): VisualField {
  const shownWidth = Math.min(1024, 768 * aspectRatio);
  const shownHeight = Math.min(768, 1024 / aspectRatio);
  const across = Math.round((341 / shownWidth) * columns);
  const down = Math.round((256 / shownHeight) * rows);
  return { columns: Math.min(columns, across), rows: Math.min(rows, down), cells: across * down };
}

/**
 * Returns a function that finds the position of the visual field with the most cells that changed at least `minChanges`
 * times. It returns the number of these cells. `counts` has the number of recent changes of each cell.
 */
export function createFullestField(field: VisualField): (counts: Uint8Array, minChanges: number) => number {
  // A summed-area table: the number of counted cells above and to the left of each corner.
  const stride = columns + 1;
  const sums = new Int32Array(stride * (rows + 1));
  return (counts, minChanges) => {
    let fullest = 0;
    for (let row = 0; row < rows; row++) {
      let inRow = 0;
      for (let column = 0; column < columns; column++) {
        if (counts[row * columns + column]! >= minChanges) inRow++;
        sums[(row + 1) * stride + column + 1] = sums[row * stride + column + 1]! + inRow;
      }
    }
    for (let bottom = field.rows; bottom <= rows; bottom++) {
      const lower = bottom * stride;
      const upper = lower - field.rows * stride;
      for (let right = field.columns; right <= columns; right++) {
        const left = right - field.columns;
        const inField =
          sums[lower + right]! - sums[lower + left]! - sums[upper + right]! + sums[upper + left]!;
        if (inField > fullest) fullest = inField;
      }
    }
    return fullest;
  };
}
