import { nameOf, type PdfDict, type PdfValue } from '../values.ts';
import type { PdfObjects } from '../pdf-objects.ts';

/** Names that typesetting programs give to glyphs without a known character, such as a12, G03, cid_7 or glyph5. */
const namelessGlyph = /^(?!u(?:ni)?[0-9a-f]{4,6}(?:\.|$))[a-z._]*\d+$/i;
/** Character codes without a character: controls, private use and the replacement character. */
const noCharacter = /[\p{Cc}\p{Co}\p{Cn}\p{Cs}\ufffd]/u;
/** Maximum number of characters of a ToUnicode map that are searched. */
const maxMapCharacters = 200_000;

/**
 * Returns whether a font does not tell the characters of most of its glyphs, so that text in the font cannot be
 * extracted (ISO 32000-2, 9.10.2).
 */
export async function isNamelessFont(objects: PdfObjects, value: PdfValue | undefined): Promise<boolean> {
  const font = await objects.dict(value);
  if (font === null) return false;
  if (font.has('ToUnicode')) {
    const map = await objects.stream(font.get('ToUnicode'));
    if (map !== null) return mapsToNothing(Buffer.from(map).toString('latin1').slice(0, maxMapCharacters));
  }
  if (nameOf(font.get('Subtype')) === 'Type0') return isIdentity(objects, font);
  const encoding = await objects.dict(font.get('Encoding'));
  if (encoding === null) return false;
  const differences = await objects.array(encoding.get('Differences'));
  const names = differences.map(nameOf).filter((name) => name !== null && name !== '.notdef');
  return 2 * names.filter((name) => namelessGlyph.test(name!)).length > names.length;
}

/** Returns whether the codes of a composite font are glyph numbers, and its character collection is unknown. */
async function isIdentity(objects: PdfObjects, font: PdfDict): Promise<boolean> {
  const encoding = await objects.resolve(font.get('Encoding'));
  if (!nameOf(encoding)?.startsWith('Identity')) return false;
  const [descendant] = await objects.array(font.get('DescendantFonts'));
  const system = await objects.dict((await objects.dict(descendant))?.get('CIDSystemInfo'));
  const ordering = await objects.text(system?.get('Ordering'));
  return ordering === null || ordering === 'Identity';
}

/** Returns whether most entries of a ToUnicode map (9.10.3) have no character. The last string is the character. */
function mapsToNothing(map: string): boolean {
  let characters = 0;
  let none = 0;
  for (const [, section] of map.matchAll(/beginbf(?:char|range)([\s\S]*?)endbf/g)) {
    for (const [, hex] of section!.matchAll(/<([0-9a-f]{4,8})>\s*(?:\n|\r|\]|(?=<[0-9a-f]+>\s*<)|$)/gi)) {
      characters++;
      if (noCharacter.test(String.fromCharCode(parseInt(hex!.slice(0, 4), 16)))) none++;
    }
  }
  return 2 * none > characters;
}

/**
 * Minimum number of glyphs without a character in a text, unless they are most of it, and of different ones. Fewer are
 * bullets and symbols.
 */
const minUnknown = 12;
const minDifferentUnknown = 4;
/** Minimum share of the characters of a text that are letters or digits. */
const minLetterShare = 0.5;
/** Share of the letters of Western European texts that are one of the eight commonest: 60 to 70 %. */
const commonLetters = /[eatoinsr]/gi;
const minCommonShare = 0.45;

/**
 * Returns whether a text cannot be the text that its page shows: many glyphs have no character, most characters are no
 * letters, or the Latin letters are distributed unlike those of a language.
 */
export function isGarbled(text: string): boolean {
  // Leaders and form lines are no letters, but are no garbled text either.
  const all = text.replace(/[\p{Zs}._-]/gu, '');
  const unknown = Array.from(all).filter(isNoCharacter);
  const isMuch = unknown.length >= minUnknown || 2 * unknown.length > all.length;
  if (isMuch && new Set(unknown).size >= minDifferentUnknown) return true;
  const known = all.length - unknown.length;
  const letters = all.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  if (letters < minLetterShare * known) return true;
  const latin = all.match(/[a-z]/gi)?.length ?? 0;
  return latin > letters / 2 && (all.match(commonLetters)?.length ?? 0) < minCommonShare * latin;
}

/** Returns whether the character of a glyph is unknown. */
export const isNoCharacter = (character: string): boolean => character === '' || noCharacter.test(character);
