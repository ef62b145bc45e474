import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';
import { trueTypeOf } from './woff.ts';

export type Weight = 'regular' | 'bold';

/** Text that one font of a PDF shows. */
export interface FontRun {
  /** Name under which the font is registered. */
  font: string;
  text: string;
}

const files = {
  regular: 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
  bold: 'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf',
  // Has a glyph for nearly every character of Unicode, with the shapes of a bitmap.
  other: '@fontsource/unifontex/files/unifontex-latin-400-normal.woff',
};
export type FontName = keyof typeof files;

/** The fonts of a weight. The first one that has a character shows it. */
const chains: Record<Weight, readonly FontName[]> = {
  regular: ['regular', 'other'],
  bold: ['bold', 'regular', 'other'],
};

const require = createRequire(import.meta.url);
const opened = new Map<FontName, Font>();

/** Returns a font. Fonts are read once per process. */
function fontOf(name: FontName): Font {
  let font = opened.get(name);
  if (font === undefined) {
    const bytes = readFileSync(require.resolve(files[name]));
    font = create(files[name].endsWith('.woff') ? trueTypeOf(bytes) : bytes) as Font;
    opened.set(name, font);
  }
  return font;
}

export function registerFonts(document: PDFKit.PDFDocument): void {
  for (const name of Object.keys(files) as FontName[])
    document.registerFont(name, fontOf(name) as unknown as PDFKit.Mixins.PDFFontSource);
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Both fonts of DejaVu have these characters. */
const plain = /^[\x20-\x7E\xA1-\xAC\xAE-\xFF–—‘’“”…×−]*$/;

/**
 * Splits text into runs of one font. A character that no font has is replaced by its code point, such as `[U+10FFFF]`,
 * because PDF/UA forbids glyphs without meaning, and the text must not disappear.
 */
export function fontRuns(text: string, weight: Weight): FontRun[] {
  if (plain.test(text)) return [{ font: weight, text }];
  const runs: FontRun[] = [];
  for (const { segment } of graphemes.segment(text)) {
    const found = findFont(segment, weight);
    const one = found ?? { font: weight, text: codePointsOf(segment) };
    const last = runs.at(-1);
    if (last?.font === one.font) last.text += one.text;
    else runs.push(one);
  }
  return runs;
}

function findFont(grapheme: string, weight: Weight): FontRun | null {
  // ISO 14289-1, 7.21.7: the text of a glyph must not be U+FEFF or U+FFFE. Both are invisible in any case.
  const text = grapheme.replace(/(?!\u200D)\p{Default_Ignorable_Code_Point}/gu, '');
  if (text === '') return { font: weight, text };
  if (/\p{Noncharacter_Code_Point}|\p{Co}|\p{Cn}/u.test(text)) return null;
  for (const variant of [text, text.replaceAll('\u200D', '')]) {
    const font = chains[weight].find((name) =>
      [...variant].every((character) => fontOf(name).hasGlyphForCodePoint(character.codePointAt(0)!)),
    );
    if (font !== undefined) return { font, text: variant };
  }
  return null;
}

function codePointsOf(text: string): string {
  return [...text]
    .map((character) => `[U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`)
    .join('');
}
