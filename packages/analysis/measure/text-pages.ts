import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import { Unmeasurable } from '../formats/format-errors.ts';
import { charactersPerPage } from './word-pages.ts';

const readBytes = 2 ** 20;

/**
 * Returns the number of standard pages of a plain text: its Unicode code points / 1,800, rounded up, at least 1. Throws
 * `Unmeasurable` if the file is not text.
 */
export async function textPages(source: RangedSource): Promise<number> {
  if (source.sizeBytes === 0) return 1;
  const [first, second] = await source.read(0, Math.min(2, source.sizeBytes));
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  const decoder = new TextDecoder(encoding, { fatal: true });
  let characters = 0;
  try {
    for (let start = 0; start < source.sizeBytes; start += readBytes) {
      const end = Math.min(start + readBytes, source.sizeBytes);
      const text = decoder.decode(await source.read(start, end), { stream: end < source.sizeBytes });
      for (const _ of text) characters++;
    }
  } catch (error) {
    if (error instanceof TypeError) throw new Unmeasurable('no text in UTF-8 or UTF-16');
    throw error;
  }
  return Math.max(1, Math.ceil(characters / charactersPerPage));
}
