import type { RangedSource } from '../../../../lib/ranged-source.ts';
import { createBlockReader } from '../../../measure/block-reader.ts';
import { fourcc, viewOf } from './bytes.ts';

interface Found {
  hasManifest: boolean;
}

const maxSegments = 10_000;

/** The marker segments of a JPEG up to its picture; JUMBF boxes are in APP11 (ISO/IEC 19566-5, annex D). */
export async function walkJpeg(source: RangedSource): Promise<Found> {
  const reader = createBlockReader(source);
  for (let at = 2, count = 0; at + 4 <= source.sizeBytes && count < maxSegments; count++) {
    const head = Buffer.from(await reader.read(at, Math.min(at + 80, source.sizeBytes)));
    if (head[0] !== 0xff || head[1] === 0xda) break;
    const isJumbf = head[1] === 0xeb && head.toString('latin1', 4, 6) === 'JP';
    if (isJumbf && fourcc(head, 16) === 'jumb' && head.includes('c2pa')) return { hasManifest: true };
    at += 2 + head.readUInt16BE(2);
  }
  return { hasManifest: false };
}

/** The chunks of a PNG (PNG specification, 5.3); C2PA's is caBX. */
export async function walkPng(source: RangedSource): Promise<Found & { missingBytes: number | null }> {
  const reader = createBlockReader(source);
  let hasManifest = false;
  let at = 8;
  for (let count = 0; at + 8 <= source.sizeBytes && count < maxSegments; count++) {
    const head = await reader.read(at, at + 8);
    const type = fourcc(head, 4);
    if (!/^[A-Za-z]{4}$/.test(type)) return { missingBytes: null, hasManifest };
    hasManifest ||= type === 'caBX';
    // Length, type and checksum.
    at += 12 + viewOf(head).getUint32(0);
    if (at <= source.sizeBytes && type === 'IEND') return { missingBytes: 0, hasManifest };
  }
  return { missingBytes: at > source.sizeBytes ? at - source.sizeBytes : null, hasManifest };
}
