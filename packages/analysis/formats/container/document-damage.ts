import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import { Unmeasurable } from '../format-errors.ts';
import { openZip } from '../word/zip.ts';

/** Number of bytes at the end of a PDF in which the end mark is looked for. Programs append pages of markup to it. */
const maxTailBytes = 2 ** 18;
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

/**
 * Returns a description of the damage if a PDF has no end mark `%%EOF` (ISO 32000-2, 7.5.5) after its last object;
 * otherwise null. Other bytes after the end mark are no damage: viewers ignore them.
 */
export async function pdfDamage(source: RangedSource): Promise<string | null> {
  const from = Math.max(0, source.sizeBytes - maxTailBytes);
  const tail = Buffer.from(await source.read(from, source.sizeBytes)).toString('latin1');
  const end = tail.lastIndexOf('%%EOF');
  if (end === -1) return 'it has no end mark (%%EOF) at its end';
  // A linearised or updated file has an end mark before its last objects (annex F; 7.5.6).
  return /\d\s+\d+\s+obj\b/.test(tail.slice(end)) ? 'it has objects after its last end mark (%%EOF)' : null;
}
