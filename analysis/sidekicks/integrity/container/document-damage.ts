import type { RangedSource } from '../../../../lib/ranged-source.ts';
import { Unmeasurable } from '../../../measure/measurement.ts';
import { openZip } from '../../../measure/word/zip.ts';

/** PDF viewers search the last 1,024 bytes of a file for the end mark. */
const endBytes = 1_024;
/** Maximum number of zeros and line ends after the end mark that are ignored. */
const maxFillBytes = 2 ** 16;

/**
 * Checks the parts of a DOCX against their CRC-32 in the ZIP archive. Returns the damage in words; null if there is
 * none.
 */
export async function docxDamage(source: RangedSource): Promise<string | null> {
  try {
    const damaged = await (await openZip(source)).damaged();
    return damaged.length === 0 ? null : `these parts are damaged: ${damaged.slice(0, 10).join(', ')}`;
  } catch (error) {
    if (error instanceof Unmeasurable) return error.message;
    throw error;
  }
}

/** Returns the damage in words if a PDF has no end mark `%%EOF` (ISO 32000-2, 7.5.5); null if it has one. */
export async function pdfDamage(source: RangedSource): Promise<string | null> {
  const from = Math.max(0, source.sizeBytes - maxFillBytes);
  const tail = Buffer.from(await source.read(from, source.sizeBytes)).toString('latin1');
  return tail.replaceAll('\0', ' ').trimEnd().slice(-endBytes).includes('%%EOF')
    ? null
    : 'it has no end mark (%%EOF) at its end';
}
