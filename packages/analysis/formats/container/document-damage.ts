import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import { Unmeasurable } from '../format-errors.ts';
import { openZip } from '../word/zip.ts';

/** Number of bytes at the end of a file in which PDF viewers search for the end mark `%%EOF`. */
const endBytes = 1_024;
/**
 * Number of bytes that are read at the end of a PDF. It exceeds `endBytes`, because zero bytes and white space after
 * the end mark are ignored.
 */
const maxFillBytes = 2 ** 16;
const maxNamedParts = 10;
/** Maximum length of a part's name in a description. A ZIP archive may contain names of 65,535 bytes. */
const maxNameCharacters = 100;

/**
 * Checks the CRC-32 of all parts of a DOCX. Returns a description of the damage, also if the archive cannot be opened.
 * Returns null if there is no damage.
 */
export async function docxDamage(source: RangedSource): Promise<string | null> {
  try {
    const damaged = await (await openZip(source)).damaged();
    const names = damaged.slice(0, maxNamedParts).map((name) => name.slice(0, maxNameCharacters));
    return names.length === 0 ? null : `these parts are damaged: ${names.join(', ')}`;
  } catch (error) {
    if (error instanceof Unmeasurable) return error.message;
    throw error;
  }
}

/** Returns a description of the damage if a PDF has no end mark `%%EOF` (ISO 32000-2, 7.5.5); otherwise null. */
export async function pdfDamage(source: RangedSource): Promise<string | null> {
  const from = Math.max(0, source.sizeBytes - maxFillBytes);
  const tail = Buffer.from(await source.read(from, source.sizeBytes)).toString('latin1');
  return tail.replaceAll('\0', ' ').trimEnd().slice(-endBytes).includes('%%EOF')
    ? null
    : 'it has no end mark (%%EOF) at its end';
}
