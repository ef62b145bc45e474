import { plainText } from '../lib/characters.ts';

/** Maximum length of a text in characters. Spreadsheets have at most 32,767 in a cell. */
const maxCharacters = 2_000;

/** Returns untrusted text as one line without control characters, runs of spaces and unpaired surrogates. */
export function oneLine(text: string): string {
  // Some readers end lines at U+2028 and U+2029, too, which \s matches.
  return plainText(text.replace(/\s+/g, ' '), maxCharacters).replace(/ {2,}/g, ' ').trim();
}
