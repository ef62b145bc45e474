import { type Matrix, multiply } from '../matrix.ts';

/** An operator list of pdf.js. */
export interface Operators {
  fnArray: readonly number[];
  argsArray: readonly unknown[];
}

/** A font as pdf.js describes it. Only the fields that are used here are declared. */
export interface PdfJsFont {
  loadedName: string;
  isType3Font?: boolean;
  /** True if the font program is not embedded. */
  missingFile?: boolean;
  vertical?: boolean;
  fontMatrix?: Matrix;
  /** The operators that paint the glyphs of a Type 3 font. */
  charProcOperatorList?: Map<string, Operators>;
}

/** A glyph as pdf.js describes it. */
export interface Glyph {
  unicode: string;
  fontChar: string;
  /** In units of the font, 1,000 to the font size unless the font matrix says otherwise. */
  width: number;
  isSpace: boolean;
  operatorListId?: string;
  /** Metrics for vertical writing: the advance, and the x and y of the origin. */
  vmetric?: readonly [advance: number, x: number, y: number] | null;
}

/** The text state (ISO 32000-2, 9.3.1). */
export interface TextParameters {
  font: PdfJsFont | null;
  size: number;
  charSpacing: number;
  wordSpacing: number;
  /** Horizontal scaling; 1 for none. */
  hScale: number;
  /** The y of the next line relative to the current one. */
  leading: number;
  rise: number;
  mode: number;
}

export const initialText: TextParameters = {
  font: null,
  size: 0,
  charSpacing: 0,
  wordSpacing: 0,
  hScale: 1,
  leading: 0,
  rise: 0,
  mode: 0,
};

export interface PlacedGlyph {
  glyph: Glyph;
  /** Maps a square of the font size, with its origin on the baseline, to the target space. */
  matrix: Matrix;
  /** True if there is a gap before the glyph that reads as a space. */
  isSpaced: boolean;
}

/** Minimum gap between glyphs that reads as a space, in font sizes. The space of common fonts is 0.2 to 0.3 wide. */
export const minSpace = 0.17;

/**
 * Returns the places of the glyphs of a string (9.4.4). Numbers between glyphs move the following glyphs back, in
 * thousandths of the font size.
 * @param base maps text space to the target space
 */
export function placeGlyphs(
  glyphs: readonly (Glyph | number)[],
  text: TextParameters,
  base: Matrix,
): PlacedGlyph[] {
  const { size, hScale, rise, font } = text;
  const placed: PlacedGlyph[] = [];
  let at = 0;
  let gap = 0;
  for (const glyph of glyphs) {
    const step = stepOf(glyph, text);
    if (typeof glyph === 'number') gap += step;
    else {
      const origin = originOf(font, at, text, glyph);
      const matrix = multiply([size * hScale, 0, 0, size, origin[0], origin[1] + rise], base);
      placed.push({
        glyph,
        matrix,
        isSpaced: placed.length > 0 && Math.abs(gap) > minSpace * Math.abs(size),
      });
      gap = 0;
    }
    at += step;
  }
  return placed;
}

/** Returns the text matrix after a string. */
export function advance(glyphs: readonly (Glyph | number)[], text: TextParameters, matrix: Matrix): Matrix {
  const length = glyphs.reduce<number>((sum, glyph) => sum + stepOf(glyph, text), 0);
  const step: Matrix =
    text.font?.vertical === true ? [1, 0, 0, 1, 0, -length] : [1, 0, 0, 1, length * text.hScale, 0];
  return multiply(step, matrix);
}

function originOf(
  font: PdfJsFont | null,
  at: number,
  { size, hScale }: TextParameters,
  { vmetric }: Glyph,
): [x: number, y: number] {
  if (font?.vertical !== true) return [at * hScale, 0];
  const unit = scaleOf(font) * size;
  return [-(vmetric?.[1] ?? 0) * unit * hScale, -at - (vmetric?.[2] ?? 0) * unit];
}

/** Returns the distance from a glyph to the next one, before horizontal scaling. */
function stepOf(glyph: Glyph | number, { font, size, charSpacing, wordSpacing }: TextParameters): number {
  const isVertical = font?.vertical === true;
  if (typeof glyph === 'number') return ((isVertical ? 1 : -1) * glyph * size) / 1000;
  const width = isVertical ? -(glyph.vmetric?.[0] ?? -1000) : glyph.width;
  const spacing = charSpacing + (glyph.isSpace ? wordSpacing : 0);
  return width * scaleOf(font) * size + (isVertical ? -spacing : spacing);
}

const scaleOf = (font: PdfJsFont | null) => font?.fontMatrix?.[0] ?? 0.001;
