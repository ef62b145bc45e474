import type { ShownLine } from '../../text/shown-text.ts';
import { registersOf } from '../claims/match-claims.ts';
import { addRegister, emptyRegister, pictureWords, toneOf } from '../claims/register.ts';
import { readsAsSmallPrint } from './words.ts';

/** A price, a price reduction, or the sign or word of a trademark. */
const sign = /\p{Sc}\s?\d|\d ?(?:\p{Sc}|% off\b)|[®™]|\btrademarks?\b/iu;

/**
 * Returns whether a video advertises: it has a phrase that is typical of small print, a price or a trademark, or more
 * words of advertisements than of other texts.
 */
export function advertises(lines: readonly ShownLine[]): boolean {
  const texts = new Set(lines.map(({ text }) => text));
  const register = emptyRegister();
  for (const text of texts) {
    if (readsAsSmallPrint(text) || sign.test(text)) return true;
    for (const part of registersOf(text, pictureWords)) addRegister(register, part);
  }
  return toneOf(register, pictureWords) > 0;
}
