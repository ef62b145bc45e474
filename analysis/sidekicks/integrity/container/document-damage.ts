import type { RangedSource } from '../../../../lib/ranged-source.ts';
import { Unmeasurable } from '../../../measure/measurement.ts';
import { openZip } from '../../../measure/word/zip.ts';

/** Readers look for a PDF's end in its last 1,024 bytes; zeros and line ends behind it are no matter. */
const endBytes = 1_024;
const maxFillBytes = 2 ** 16;

/** What is wrong with a DOCX as an archive: parts whose checksums do not hold. Null where nothing is. */
export async function docxDamage(source: RangedSource): Promise<string | null> {
  try {
    const damaged = await (await openZip(source)).damaged();
    return damaged.length === 0 ? null : `these parts are damaged: ${damaged.slice(0, 10).join(', ')}`;
  } catch (error) {
    if (error instanceof Unmeasurable) return error.message;
    throw error;
  }
}

/** ISO 32000-2, 7.5.5: the last line of a PDF is `%%EOF`. */
export async function pdfDamage(source: RangedSource): Promise<string | null> {
  const from = Math.max(0, source.sizeBytes - maxFillBytes);
  const tail = Buffer.from(await source.read(from, source.sizeBytes)).toString('latin1');
  return tail.replaceAll('\0', ' ').trimEnd().slice(-endBytes).includes('%%EOF')
    ? null
    : 'it has no end mark (%%EOF) at its end';
}
