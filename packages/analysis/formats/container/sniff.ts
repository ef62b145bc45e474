import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import { headBytes } from '../block-reader.ts';
import { headerOffset, headerSearchBytes } from '../pdf/file-bytes.ts';
import { decodeText, encodingFault } from '../text-encoding.ts';
import { docMismatch } from '../word/doc.ts';
import { compoundMismatch, docxMismatch } from '../word/docx.ts';
import { detectType } from './detect-type.ts';

const isoBaseMedia = ['video/mp4', 'video/quicktime', 'video/x-m4v', 'video/3gpp', 'video/3gpp2'];

/** For each MIME type of a file extension, the types that `detectType` may detect in the content. */
const detectedAs: Record<string, readonly string[]> = {
  // MP4 and QuickTime are one family of containers. The brand in the ftyp box distinguishes them, but writers do not
  // set the brand reliably.
  'video/mp4': isoBaseMedia,
  'video/quicktime': isoBaseMedia,
  'video/x-msvideo': ['video/vnd.avi'],
  'video/x-matroska': ['video/matroska', 'video/webm'],
  'audio/mpeg': ['audio/mpeg'],
  'audio/wav': ['audio/wav'],
  'audio/aac': ['audio/aac'],
  'audio/ogg': ['audio/ogg', 'audio/ogg; codecs=opus', 'application/ogg'],
  'image/jpeg': ['image/jpeg'],
  'image/png': ['image/png', 'image/apng'],
  'image/gif': ['image/gif'],
  'image/webp': ['image/webp'],
  'application/pdf': ['application/pdf'],
  'application/msword': ['application/x-cfb'],
};
const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/**
 * Returns the reason why the content does not have the MIME type of its file extension; null if it has that type.
 * Throws `Unmeasurable` if a container is too damaged to decide.
 */
export async function contentMismatch(source: RangedSource, mimeType: string): Promise<string | null> {
  if (source.sizeBytes === 0) return 'empty file';
  const head = await source.read(0, Math.min(headBytes, source.sizeBytes));
  const whole = head.length === source.sizeBytes;
  if (mimeType === 'text/plain') return textMismatch(head, whole);
  if (mimeType === 'image/svg+xml') return svgMismatch(head, whole);
  const detected = await detectType(source, head);
  if (detected === undefined && mimeType === 'application/pdf') return leadMismatch(head);
  if (detected === undefined) return unknownContent(head);
  // Frames of sound after a web page do not make the page a sound file.
  if (detected.startsWith('audio/') && startsWithText(head)) {
    const markup = markupOrScript(head);
    if (markup !== null) return markup;
  }
  // The content type of a zip archive is determined from its central directory, at the end of the file.
  if (mimeType === docx && isZip(head)) return docxMismatch(source);
  if (mimeType === docx && detected === 'application/x-cfb') return compoundMismatch(source);
  if (!detectedAs[mimeType]?.includes(detected)) return `content of type ${detected}`;
  return mimeType === 'application/msword' ? docMismatch(source) : null;
}

/** Returns whether a file starts with the signature of a zip local file header (APPNOTE.TXT 4.3.7). */
function isZip(head: Uint8Array): boolean {
  return Buffer.from(head.subarray(0, 4)).toString('latin1') === 'PK\x03\x04';
}

/**
 * Returns the reason why a file that contains a PDF header is not a PDF; null if it is one. PDF readers accept bytes
 * such as printer commands before the header. But HTML, XML or a script before the header shows that the file has
 * another format.
 */
function leadMismatch(head: Uint8Array): string | null {
  const offset = headerOffset(head);
  if (offset === null) return unknownContent(head);
  return markupOrScript(head.subarray(0, offset));
}

function unknownContent(head: Uint8Array): string {
  return markupOrScript(head) ?? 'unknown content type';
}

/** Returns whether the first 16 bytes are characters of ASCII. A cut frame of sound can begin with `<a` by chance. */
function startsWithText(head: Uint8Array): boolean {
  return head
    .subarray(0, 16)
    .every((byte) => (byte >= 0x20 && byte < 0x7f) || (byte >= 0x09 && byte <= 0x0d));
}

/** Returns a name of the content if bytes begin with markup or are a script; otherwise null. */
function markupOrScript(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, headerSearchBytes)).toString('latin1');
  const text = start.replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '').replaceAll('\0', '');
  if (/^\s*<[a-z!?]/i.test(text)) return 'HTML or XML content';
  return text.startsWith('#!') ? 'script content' : null;
}

function textMismatch(head: Uint8Array, whole: boolean): string | null {
  const text = decodeText(head, whole);
  if (text === null) return 'no text in UTF-8 or UTF-16';
  if (/^\s*(?:<!doctype html|<html|<head|<body|<script)/i.test(text)) return 'content is HTML';
  if (/^\s*(?:<\?xml|<svg)/i.test(text)) return 'XML content';
  return null;
}

function svgMismatch(head: Uint8Array, whole: boolean): string | null {
  const text = decodeText(head, whole);
  if (text === null) return 'no text in UTF-8 or UTF-16';
  const fault = encodingFault(text);
  if (fault !== null) return fault;
  const root = text.slice(endOfProlog(text), endOfProlog(text) + 100);
  return /^<(?:\w+:)?svg[\s/>]/i.test(root) ? null : 'no svg root element';
}

/** Returns the offset of the root element of an XML document, after the XML declaration, comments and document type. */
function endOfProlog(text: string): number {
  let at = text.length - text.trimStart().length;
  for (;;) {
    const closing = text.startsWith('<?', at)
      ? '?>'
      : text.startsWith('<!--', at)
        ? '-->'
        : text.startsWith('<!', at)
          ? endOfDoctype(text, at)
          : null;
    if (closing === null) return at;
    const end = text.indexOf(closing, at);
    if (end === -1) return text.length;
    at = end + closing.length;
    while (/\s/.test(text.charAt(at))) at++;
  }
}

/** Returns the characters that end a document type declaration: `]>` if it has an internal subset, otherwise `>`. */
function endOfDoctype(text: string, at: number): string {
  const bracket = text.indexOf('[', at);
  const close = text.indexOf('>', at);
  return bracket !== -1 && bracket < close ? ']>' : '>';
}
