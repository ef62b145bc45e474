/** Width and height of a tile in pixels, and of its spectrum in frequencies. */
export const tileSize = 64;
const half = tileSize / 2;
const bits = 6;

const angles = Array.from({ length: half }, (_, at) => (-2 * Math.PI * at) / tileSize);
const cosines = Float32Array.from(angles, Math.cos);
const sines = Float32Array.from(angles, Math.sin);
const reversed = Uint8Array.from({ length: tileSize }, (_, at) =>
  parseInt(at.toString(2).padStart(bits, '0').split('').reverse().join(''), 2),
);

/** Transforms 64 complex numbers at `start` in place (radix-2 Cooley–Tukey FFT). Expects them in bit-reversed order. */
function transform(re: Float32Array, im: Float32Array, start: number): void {
  for (let a = start; a < start + tileSize; a += 2) {
    const real = re[a + 1]!;
    const imaginary = im[a + 1]!;
    re[a + 1] = re[a]! - real;
    im[a + 1] = im[a]! - imaginary;
    re[a] = re[a]! + real;
    im[a] = im[a]! + imaginary;
  }
  for (let size = 2, stride = half / 2; size < tileSize; size *= 2, stride /= 2) {
    for (let block = start; block < start + tileSize; block += 2 * size) {
      for (let a = block, turn = 0; a < block + size; a++, turn += stride) {
        const b = a + size;
        const real = re[b]! * cosines[turn]! - im[b]! * sines[turn]!;
        const imaginary = re[b]! * sines[turn]! + im[b]! * cosines[turn]!;
        re[b] = re[a]! - real;
        im[b] = im[a]! - imaginary;
        re[a] = re[a]! + real;
        im[a] = im[a]! + imaginary;
      }
    }
  }
}

/**
 * Returns a function that computes the power spectrum of a tile. The column and row of an entry are its frequency in
 * cycles per tile, modulo `tileSize`. The next call overwrites the returned array.
 */
export function createSpectrum(): (tile: Float32Array) => Float32Array {
  const lineRe = new Float32Array(tileSize);
  const lineIm = new Float32Array(tileSize);
  // Columns 0 to 32 of the spectrum, column by column. The other columns have the same power by symmetry.
  const re = new Float32Array((half + 1) * tileSize);
  const im = new Float32Array((half + 1) * tileSize);
  const power = new Float32Array(tileSize * tileSize);
  return (tile) => {
    // One complex transform covers two rows of real numbers. Symmetry separates the two results.
    for (let row = 0; row < tileSize; row += 2) {
      const first = row * tileSize;
      for (let column = 0; column < tileSize; column++) {
        lineRe[reversed[column]!] = tile[first + column]!;
        lineIm[reversed[column]!] = tile[first + tileSize + column]!;
      }
      transform(lineRe, lineIm, 0);
      const even = reversed[row]!;
      const odd = reversed[row + 1]!;
      for (let column = 0; column <= half; column++) {
        const mirrored = (tileSize - column) % tileSize;
        const at = column * tileSize;
        re[at + even] = (lineRe[column]! + lineRe[mirrored]!) / 2;
        im[at + even] = (lineIm[column]! - lineIm[mirrored]!) / 2;
        re[at + odd] = (lineIm[column]! + lineIm[mirrored]!) / 2;
        im[at + odd] = (lineRe[mirrored]! - lineRe[column]!) / 2;
      }
    }
    for (let column = 0; column <= half; column++) {
      const start = column * tileSize;
      transform(re, im, start);
      for (let row = 0; row < tileSize; row++) {
        const value = re[start + row]! ** 2 + im[start + row]! ** 2;
        power[row * tileSize + column] = value;
        power[((tileSize - row) % tileSize) * tileSize + ((tileSize - column) % tileSize)] = value;
      }
    }
    return power;
  };
}
