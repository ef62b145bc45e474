/** Width and height of a tile in pixels, and the number of its frequencies in each direction. */
export const tileSize = 64;
const tilePixels = tileSize * tileSize;
const bits = 6;

const cosines = Float64Array.from({ length: tileSize / 2 }, (_, at) =>
  Math.cos((2 * Math.PI * at) / tileSize),
);
const sines = Float64Array.from(
  { length: tileSize / 2 },
  (_, at) => -Math.sin((2 * Math.PI * at) / tileSize),
);
const reversed = Uint8Array.from({ length: tileSize }, (_, at) => {
  let result = 0;
  for (let bit = 0; bit < bits; bit++) if ((at >> bit) & 1) result |= 1 << (bits - 1 - bit);
  return result;
});

/** Transforms 64 complex numbers in place, `step` entries apart from `start` (radix 2, Cooley and Tukey). */
function transformLine(re: Float64Array, im: Float64Array, start: number, step: number): void {
  for (let at = 0; at < tileSize; at++) {
    const other = reversed[at]!;
    if (other <= at) continue;
    const a = start + at * step;
    const b = start + other * step;
    const real = re[a]!;
    const imaginary = im[a]!;
    re[a] = re[b]!;
    im[a] = im[b]!;
    re[b] = real;
    im[b] = imaginary;
  }
  for (let half = 1; half < tileSize; half *= 2) {
    const stride = tileSize / 2 / half;
    for (let block = 0; block < tileSize; block += 2 * half) {
      for (let at = 0; at < half; at++) {
        const a = start + (block + at) * step;
        const b = a + half * step;
        const c = cosines[at * stride]!;
        const s = sines[at * stride]!;
        const real = re[b]! * c - im[b]! * s;
        const imaginary = re[b]! * s + im[b]! * c;
        re[b] = re[a]! - real;
        im[b] = im[a]! - imaginary;
        re[a] = re[a]! + real;
        im[a] = im[a]! + imaginary;
      }
    }
  }
}

/**
 * Returns a function that computes the power spectrum of a tile of `tileSize` × `tileSize` pixels. The frequency of an
 * entry is its column and row in cycles per tile, modulo `tileSize`. The result is valid until the next call.
 */
export function createSpectrum(): (tile: Float64Array) => Float64Array {
  const re = new Float64Array(tilePixels);
  const im = new Float64Array(tilePixels);
  const power = new Float64Array(tilePixels);
  return (tile) => {
    re.set(tile);
    im.fill(0);
    for (let row = 0; row < tileSize; row++) transformLine(re, im, row * tileSize, 1);
    for (let column = 0; column < tileSize; column++) transformLine(re, im, column, tileSize);
    for (let at = 0; at < tilePixels; at++) power[at] = re[at]! ** 2 + im[at]! ** 2;
    return power;
  };
}
