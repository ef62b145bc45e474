import { fileTypeFromBuffer } from 'file-type';
import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import { headBytes } from '../block-reader.ts';
import { boxAt } from '../iso/boxes.ts';
import { findSoundFrames } from './sound-frames.ts';
import { fourcc, viewOf } from './walk-media.ts';

/** Size in bytes of the header of an ID3v2 tag (ID3v2.4, 3.1). */
const tagHeadBytes = 10;
const maxTags = 8;
/** Number of bytes after a tag that suffice to find the frames of sound. */
const soundBytes = 48 * 1024;

/**
 * Returns the MIME type of a file's content; undefined if no type is recognised. The library `file-type` recognises
 * most types. This function also recognises the variants of WAV, QuickTime movies without a file type box, and sound
 * that begins after a large tag or within a frame.
 * @param head the first 64 KiB of the file, or the whole file
 */
export async function detectType(source: RangedSource, head: Uint8Array): Promise<string | undefined> {
  const soundAt = await endOfTags(source, head);
  if (soundAt === 0) return typeAt(source, 0, head);
  const known = soundAt + soundBytes <= head.length || head.length === source.sizeBytes;
  const rest = known
    ? head.subarray(soundAt)
    : await source.read(soundAt, Math.min(soundAt + headBytes, source.sizeBytes));
  const type = await typeAt(source, soundAt, rest);
  // Programs that know only the tag take such a file for MP3.
  return type ?? (soundAt > headBytes ? 'audio/mpeg' : undefined);
}

/** Returns the offset after the ID3v2 tags at the start of a file; 0 if there is none, or if a tag is cut off. */
async function endOfTags(source: RangedSource, head: Uint8Array): Promise<number> {
  let at = 0;
  for (let count = 0; count < maxTags && at + tagHeadBytes <= source.sizeBytes; count++) {
    const end = at + tagHeadBytes;
    const tag = end <= head.length ? head.subarray(at, end) : await source.read(at, end);
    if (Buffer.from(tag.subarray(0, 3)).toString('latin1') !== 'ID3') break;
    // The size field uses seven bits of each byte. It does not count the header, nor the footer that a flag announces.
    const size = tag.subarray(6).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0);
    const footerBytes = (tag[5]! & 0x10) === 0 ? 0 : tagHeadBytes;
    at = end + size + footerBytes;
  }
  return at < source.sizeBytes ? at : 0;
}

/** Returns the type of the content from `start` on, of which `bytes` are the first bytes. */
async function typeAt(source: RangedSource, start: number, bytes: Uint8Array): Promise<string | undefined> {
  if (isWave(bytes)) return 'audio/wav';
  const movie = start === 0 ? await movieType(source, bytes) : null;
  if (movie !== null) return movie;
  const type = (await fileTypeFromBuffer(bytes))?.mime;
  // `file-type` compares only two bytes of these types, which can occur in a cut frame.
  const isSure = type !== undefined && type !== 'audio/mpeg' && type !== 'audio/aac';
  return isSure ? type : (findSoundFrames(bytes)?.type ?? type);
}

/**
 * Returns whether bytes begin a WAV file: RIFF, RF64 (EBU Tech 3306), BW64 (ITU-R BS.2088), or RIFX with the big end
 * first.
 */
function isWave(bytes: Uint8Array): boolean {
  return ['RIFF', 'RF64', 'BW64', 'RIFX'].includes(fourcc(bytes)) && fourcc(bytes, 8) === 'WAVE';
}

/** Types of boxes that may precede the movie in a QuickTime file: unused space, and a preview with its picture. */
const leadingBoxes: readonly string[] = ['skip', 'free', 'wide', 'pnot', 'PICT', 'pict'];
const maxLeadingBoxes = 16;

/**
 * Returns the type of a file that begins with boxes of the list `leadingBoxes`; null if it does not, or if neither a
 * movie nor a file type box follows.
 */
async function movieType(source: RangedSource, head: Uint8Array): Promise<string | null> {
  let at = 0;
  for (let count = 0; count <= maxLeadingBoxes && at + 8 <= source.sizeBytes; count++) {
    const end = Math.min(at + 16, source.sizeBytes);
    const bytes = end <= head.length ? head.subarray(at, end) : await source.read(at, end);
    const box = boxAt(viewOf(bytes), 0, source.sizeBytes - at);
    if (box === null) return null;
    if (count > 0 && box.type === 'ftyp') {
      const brand = await source.read(at, Math.min(at + 64, source.sizeBytes));
      return (await fileTypeFromBuffer(brand))?.mime ?? null;
    }
    if (count > 0 && ['moov', 'mdat'].includes(box.type)) return 'video/quicktime';
    if (!leadingBoxes.includes(box.type)) return null;
    at += box.end;
  }
  return null;
}
