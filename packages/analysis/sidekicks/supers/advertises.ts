import type { ShownLine } from '../../text/shown-text.ts';
import { registersOf } from '../claims/match-claims.ts';
import { addRegister, emptyRegister, pictureWords, toneOf } from '../claims/register.ts';
import { readsAsSmallPrint } from './words.ts';

/** A price, a price reduction, or the sign or word of a trademark. */
const sign = /\p{Sc}\s?\d|\d ?(?:\p{Sc}|% off\b)|[®™]|\b(?:tm|trademarks?)\b/iu;

/** A sign between the parts of a line, such as “acme.example | 19 510”. */
const partSeparator = /\s+[|•·]\s+/u;
/** A web address that is a line or a part of one. */
const address = /^(?:www\.\S{4,60}|[\p{L}\d.-]{2,60}\.(?:com|COM|net|org|shop|store|[a-z]{2})(?:\/\S*)?)$/u;
/** Position (0–1) of the upper edge of a line above which a web address may be that of a browser. */
const minAddressTop = 0.15;

/**
 * Returns whether a video advertises: it has a phrase that is typical of small print, a price, a trademark or a web
 * address, or more words of advertisements than of other texts.
 */
export function advertises(lines: readonly ShownLine[]): boolean {
  const hasAddress = ({ text }: ShownLine) => text.split(partSeparator).some((part) => address.test(part));
  if (lines.some((line) => line.box[1] >= minAddressTop && hasAddress(line))) return true;
  const texts = new Set(lines.map(({ text }) => text));
  const register = emptyRegister();
  for (const text of texts) {
    if (readsAsSmallPrint(text) || sign.test(text)) return true;
    for (const part of registersOf(text, pictureWords)) addRegister(register, part);
  }
  return toneOf(register, pictureWords) > 0;
}
