import type { ShownLine, TextLine } from '../../text/shown-text.ts';

/** Height of a line and width of a character, in shares of the picture. */
const height = 0.05;
const characterWidth = 0.02;

/** Returns a line of text in a picture. `left` and `top` are shares of the picture. */
export function textLine(
  text: string,
  left: number,
  top: number,
  { confidence = 0.99, scale = 1 } = {},
): TextLine {
  const right = left + scale * characterWidth * text.length;
  const box = [left, top, right, top + scale * height].map((share) => Number(share.toFixed(5)));
  return { text, confidence, box: box as TextLine['box'], letters: null };
}

/** Returns a block of lines below each other with the same left edge. */
export const textBlock = (left: number, top: number, ...texts: string[]): TextLine[] =>
  texts.map((text, row) => textLine(text, left, top + 1.2 * height * row));

/** Returns a line that a video shows from `startSeconds` to `endSeconds`. */
export const during = (line: TextLine, startSeconds: number, endSeconds: number): ShownLine => ({
  ...line,
  startSeconds,
  endSeconds,
  isExact: true,
});
