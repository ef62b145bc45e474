import type { RangedSource } from '../../../../lib/ranged-source.ts';
import { Unmeasurable } from '../../../measure/measurement.ts';
import { openZip } from '../../../measure/word/zip.ts';

/** Readers look for the end mark of a PDF in its last 1,024 bytes. */
const endBytes = 1_024;
/** Zeros and line ends after the end mark are ignored, up to this number of bytes. */
const maxFillBytes = 2 ** 16;

/** Returns the damage of a DOCX as a ZIP archive: parts with a wrong CRC-32. Null if there is none. */
export async function docxDamage(source: RangedSource): Promise<string | null> {
  try {
    const damaged = await (await openZip(source)).damaged();
    return damaged.length === 0 ? null : `these parts are damaged: ${damaged.slice(0, 10).join(', ')}`;
  } catch (error) {
    if (error instanceof Unmeasurable) return error.message;
    throw error;
  }
}

/** Returns the damage of a PDF without the end mark `%%EOF` (ISO 32000-2, 7.5.5); null if it has one. */
export async function pdfDamage(source: RangedSource): Promise<string | null> {
  const from = Math.max(0, source.sizeBytes - maxFillBytes);
  const tail = Buffer.from(await source.read(from, source.sizeBytes)).toString('latin1');
  return tail.replaceAll('\0', ' ').trimEnd().slice(-endBytes).includes('%%EOF')
    ? null
    : 'it has no end mark (%%EOF) at its end';
}
