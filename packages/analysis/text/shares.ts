import type { TextLine } from './shown-text.ts';
import type { ReadLine } from './text-reader.ts';

/**
 * Converts a line from pixels: the box to shares of the picture, and the heights of letters to lines of the original
 * picture.
 * @param linesPerPixel number of lines of the original picture per line of the picture that was read
 */
export function asTextLine(
  { box: [left, top, right, bottom], letters, ...line }: ReadLine,
  { width, height }: { width: number; height: number },
  linesPerPixel = 1,
): TextLine {
  const scaled = (pixels: number | null) => pixels && Number((pixels * linesPerPixel).toFixed(2));
  return {
    ...line,
    box: [left / width, top / height, right / width, bottom / height].map(asShare) as TextLine['box'],
    letters: letters && {
      ...letters,
      capitalHeight: scaled(letters.capitalHeight),
      lowerCaseHeight: scaled(letters.lowerCaseHeight),
    },
  };
}

/**
 * Returns a share, limited to 0–1 and rounded to five decimals. The error is below a tenth of a pixel, because pictures
 * are read with at most 3,840 pixels per side.
 */
export function asShare(share: number): number {
  return Number(Math.min(1, Math.max(0, share)).toFixed(5));
}
