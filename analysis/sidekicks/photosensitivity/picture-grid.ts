/**
 * Every picture is made this small, whatever its shape: 12 × 12 pixels of HD are one cell. Fine, balanced patterns such as
 * noise, which WCAG exempts, average out in cells of this size.
 */
export const columns = 160;
export const rows = 90;
export const cells = columns * rows;

/**
 * A ten-degree visual field as WCAG estimates it: 341 × 256 pixels of a screen of 1024 × 768 that the picture fills as
 * far as its shape allows. In whole cells; `cells` counts those as well that a narrow picture does not fill.
 */
export interface VisualField {
  columns: number;
  rows: number;
  cells: number;
}

/** The field of a picture that is shown `aspectRatio` times as wide as high. */
export function visualField(aspectRatio: number): VisualField {
  const shownWidth = Math.min(1024, 768 * aspectRatio);
  const shownHeight = Math.min(768, 1024 / aspectRatio);
  const across = Math.round((341 / shownWidth) * columns);
  const down = Math.round((256 / shownHeight) * rows);
  return { columns: Math.min(columns, across), rows: Math.min(rows, down), cells: across * down };
}

/** Answers how many cells, of those where `counts` is at least `least`, the fullest field anywhere in the picture has. */
export function createFullestField(field: VisualField): (counts: Uint8Array, least: number) => number {
  // How many there are above and to the left of each corner of a cell.
  const stride = columns + 1;
  const sums = new Int32Array(stride * (rows + 1));
  return (counts, least) => {
    let fullest = 0;
    for (let row = 0; row < rows; row++) {
      let inRow = 0;
      for (let column = 0; column < columns; column++) {
        if (counts[row * columns + column]! >= least) inRow++;
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
