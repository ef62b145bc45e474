/** The pixels of a line's box in one picture of a video, as red, green and blue. */
export interface BoxPicture {
  atSeconds: number;
  rgb: Uint8Array;
}

/** Maximum standard deviation of a letter's pixel over time, in levels (0–255). A moving background has more. */
const maxDeviation = 24;
/** Minimum level difference of a letter's pixel to its surroundings, and to the same pixel without the line. */
const minDistance = 16;
/** Minimum number of values (one per pixel and colour channel) that must belong to letters. */
const minValues = 60;
/** Minimum share (0–1) of the letters' contrast that must appear and disappear with the line. */
const minOwnShare = 0.3;
/** Minimum share (0–1) of its contrast at which a line counts as visible. In a fade, that is the middle of the fade. */
const minVisibleShare = 0.5;

/**
 * Returns for each picture whether a line is visible. The letters are the pixels that are steady in `withLine` and
 * differ from their surroundings and from `withoutLine`. Compares the pattern of the letters and not their levels, so
 * that scene cuts behind the line do not matter. Returns null if the letters cannot be distinguished from the
 * background.
 * @param width width of the box in pixels
 * @param withLine pictures in which the line is surely visible
 * @param withoutLine pictures in which the line is surely not visible; may be empty
 */
export function findVisible(
  pictures: readonly BoxPicture[],
  width: number,
  withLine: readonly BoxPicture[],
  withoutLine: readonly BoxPicture[],
): boolean[] | null {
  if (withLine.length === 0) return null;
  const shown = meanOf(withLine);
  const deviation = deviationOf(withLine, shown);
  const absent = withoutLine.length === 0 ? null : meanOf(withoutLine);
  const weights = lessSurroundings(shown, width);
  const own: number[] = [];
  for (let i = 0; i < weights.length; i++) {
    const isOwn =
      deviation[i]! <= maxDeviation &&
      Math.abs(weights[i]!) >= minDistance &&
      (absent === null || Math.abs(shown[i]! - absent[i]!) >= minDistance);
    if (isOwn) own.push(i);
  }
  if (own.length < minValues) return null;
  const mean = own.reduce((sum, i) => sum + weights[i]!, 0) / own.length;
  const patternOf = (levels: ArrayLike<number>) =>
    own.reduce((sum, i) => sum + (weights[i]! - mean) * levels[i]!, 0);
  const whole = patternOf(shown);
  const none = absent === null ? 0 : patternOf(absent);
  if (whole <= 0 || whole - none < minOwnShare * whole) return null;
  return pictures.map(({ rgb }) => (patternOf(rgb) - none) / (whole - none) >= minVisibleShare);
}

function meanOf(pictures: readonly BoxPicture[]): Float32Array {
  const mean = new Float32Array(pictures[0]!.rgb.length);
  for (const { rgb } of pictures) for (let i = 0; i < mean.length; i++) mean[i]! += rgb[i]! / pictures.length;
  return mean;
}

function deviationOf(pictures: readonly BoxPicture[], mean: Float32Array): Float32Array {
  const squares = new Float32Array(mean.length);
  for (const { rgb } of pictures)
    for (let i = 0; i < mean.length; i++) squares[i]! += (rgb[i]! - mean[i]!) ** 2 / pictures.length;
  return squares.map(Math.sqrt);
}

/** Returns each level minus the mean of the square around its pixel. The square is as high as the box of the line. */
function lessSurroundings(levels: Float32Array, width: number): Float32Array {
  const height = levels.length / 3 / width;
  const radius = Math.max(2, Math.round(height / 2));
  const result = new Float32Array(levels.length);
  // A table of cumulative sums, from which the sum of any rectangle is computed in constant time.
  for (let colour = 0; colour < 3; colour++) {
    const sums = new Float64Array((width + 1) * (height + 1));
    for (let y = 0; y < height; y++) {
      let row = 0;
      for (let x = 0; x < width; x++) {
        row += levels[3 * (y * width + x) + colour]!;
        sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1]! + row;
      }
    }
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const [left, right] = [Math.max(0, x - radius), Math.min(width, x + radius + 1)];
        const [top, bottom] = [Math.max(0, y - radius), Math.min(height, y + radius + 1)];
        const at = (column: number, line: number) => sums[line * (width + 1) + column]!;
        const total = at(right, bottom) - at(left, bottom) - at(right, top) + at(left, top);
        const index = 3 * (y * width + x) + colour;
        result[index] = levels[index]! - total / ((right - left) * (bottom - top));
      }
  }
  return result;
}

/**
 * Returns the number of pictures before the time at which a line appears or disappears. Chooses the time that
 * contradicts the fewest pictures. Returns null if it contradicts more than a quarter of the pictures.
 * @param appears true if the line appears, false if it disappears
 */
export function findEdge(visible: readonly boolean[], appears: boolean): number | null {
  let wrong = visible.filter((isVisible) => isVisible !== appears).length;
  let best = { before: 0, wrong };
  for (const [index, isVisible] of visible.entries()) {
    wrong += isVisible === appears ? 1 : -1;
    if (wrong < best.wrong) best = { before: index + 1, wrong };
  }
  return best.wrong > visible.length / 4 ? null : best.before;
}
