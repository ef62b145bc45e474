import { inflateSync } from 'node:zlib';
import { fourcc } from './walk-media.ts';

/** Maximum number of text chunks with a profile, and maximum length of one in characters. */
const maxProfiles = 16;
const maxTextCharacters = 8 * 2 ** 20;
/** Maximum number of chunks that are read. */
const maxChunks = 10_000;
const keyword = 'Raw profile type ';

/** Metadata of a PNG that ImageMagick and other programs store as hexadecimal text. */
export interface RawProfiles {
  /** Exif data, from the TIFF header on. */
  exif: Uint8Array[];
  /** XMP packets. */
  xmp: Uint8Array[];
}

/** Returns the metadata in the text chunks `Raw profile type …` of a PNG (tEXt, zTXt and iTXt). */
export function readRawProfiles(png: Buffer): RawProfiles {
  const found: RawProfiles = { exif: [], xmp: [] };
  let profiles = 0;
  for (let at = 8, count = 0; at + 12 <= png.length && count < maxChunks; count++) {
    const end = at + 8 + png.readUInt32BE(at);
    const type = fourcc(png, at + 4);
    const data = png.subarray(at + 8, end);
    at = end + 4;
    if (!['tEXt', 'zTXt', 'iTXt'].includes(type)) continue;
    if (data.toString('latin1', 0, keyword.length) !== keyword || ++profiles > maxProfiles) continue;
    const text = textOf(type, data);
    if (text !== null) sort(bytesOf(text), found);
  }
  return found;
}

/** Returns the text of a chunk (PNG specification, 11.3.3); null if it cannot be inflated or is too long. */
function textOf(type: string, data: Buffer): string | null {
  const afterKeyword = data.indexOf(0) + 1;
  if (afterKeyword === 0) return null;
  const isCompressed = type === 'zTXt' || (type === 'iTXt' && data[afterKeyword] === 1);
  let start = afterKeyword;
  if (type === 'zTXt') start += 1;
  if (type === 'iTXt') {
    // Compression flag and method, language and translated keyword, both of which end with a zero byte.
    const afterLanguage = data.indexOf(0, afterKeyword + 2) + 1;
    start = data.indexOf(0, afterLanguage) + 1;
    if (afterLanguage === 0 || start === 0) return null;
  }
  const bytes = data.subarray(start);
  if (!isCompressed) return bytes.length > maxTextCharacters ? null : bytes.toString('latin1');
  try {
    return inflateSync(bytes, { maxOutputLength: maxTextCharacters }).toString('latin1');
  } catch {
    return null;
  }
}

/** Returns the bytes of a profile: its name, its length and the hexadecimal digits are on lines of their own. */
function bytesOf(text: string): Buffer {
  const digits = /^\s*[^\n]*\n\s*\d+\s*\n([\da-fA-F\s]*)/.exec(text)?.[1] ?? '';
  return Buffer.from(digits.replace(/\s+/g, ''), 'hex');
}

const exifHead = 'Exif\0\0';
const xmpHead = 'http://ns.adobe.com/xap/1.0/\0';

/** Adds the metadata of a profile to `found`. The name of a profile does not always fit its content. */
function sort(bytes: Buffer, found: RawProfiles): void {
  const startsWith = (text: string) => bytes.toString('latin1', 0, text.length) === text;
  if (startsWith(exifHead)) found.exif.push(bytes.subarray(exifHead.length));
  else if (startsWith('II*\0') || startsWith('MM\0*')) found.exif.push(bytes);
  else if (startsWith(xmpHead)) found.xmp.push(bytes.subarray(xmpHead.length));
  else if (startsWith('<')) found.xmp.push(bytes);
  else for (const resource of resourcesIn(bytes)) sort(resource, found);
}

/** Identifiers of Exif and XMP in image resources (Adobe Photoshop File Formats, image resource IDs). */
const resourceIds: readonly number[] = [0x0422, 0x0424];

/** Returns the Exif data and XMP in the image resource blocks (8BIM) of a profile `iptc` or `8bim`. */
function resourcesIn(bytes: Buffer): Buffer[] {
  const found: Buffer[] = [];
  for (let at = 0; at + 12 <= bytes.length && fourcc(bytes, at) === '8BIM';) {
    // The name has a length byte. Name and data are padded to an even length.
    const nameBytes = 1 + bytes[at + 6]!;
    const sizeAt = at + 6 + nameBytes + (nameBytes % 2);
    if (sizeAt + 4 > bytes.length) break;
    const size = bytes.readUInt32BE(sizeAt);
    const data = bytes.subarray(sizeAt + 4, sizeAt + 4 + size);
    // A resource within a resource would recurse without end.
    if (resourceIds.includes(bytes.readUInt16BE(at + 4)) && fourcc(data) !== '8BIM') found.push(data);
    at = sizeAt + 4 + size + (size % 2);
  }
  return found;
}
