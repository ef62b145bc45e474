import type { RangedSource } from '../../../../lib/ranged-source.ts';

/** RFC 8794, 11.2.6: EBMLDocType, with a size of one byte. */
const docTypeId = Buffer.from([0x42, 0x82]);
const headBytes = 256;

/** The DocType in the header of a Matroska file; null where it is not near its start. */
export async function docTypeOf(source: RangedSource): Promise<string | null> {
  const head = Buffer.from(await source.read(0, Math.min(headBytes, source.sizeBytes)));
  const at = head.indexOf(docTypeId);
  if (at === -1) return null;
  const length = (head[at + 2] ?? 0x80) & 0x7f;
  return head.toString('latin1', at + 3, at + 3 + length).replace(/\0+$/, '');
}
