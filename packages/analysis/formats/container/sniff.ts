import { extensionOf } from '@assay/domain/asset-type.ts';
import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import { headBytes } from '../block-reader.ts';
import { headerOffset, headerSearchBytes } from '../pdf/file-bytes.ts';
import { decodeMarkup, decodeText, encodingFault } from '../text-encoding.ts';
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
const wordTypes: readonly string[] = [docx, 'application/msword'];

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
  const type = await detectType(source, head);
  // The kind of XML is named from its root element.
  const detected = type === 'application/xml' ? undefined : type;
  if (detected === undefined && mimeType === 'application/pdf') return leadMismatch(head);
  if (detected === undefined) return unknownContent(head, mimeType);
  // Frames of sound after a web page do not make the page a sound file.
  if (detected.startsWith('audio/') && startsWithText(head)) {
    const markup = markupOrScript(head);
    if (markup !== null) return markup;
  }
  // The content type of a zip archive is determined from its central directory, at the end of the file.
  if (mimeType === docx && isZip(head)) return docxMismatch(source, otherType(detected, mimeType));
  if (mimeType === docx && detected === 'application/x-cfb') return compoundMismatch(source);
  if (!detectedAs[mimeType]?.includes(detected)) return otherType(detected, mimeType);
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
  if (offset === null) return unknownContent(head, 'application/pdf');
  return markupOrScript(head.subarray(0, offset));
}

function unknownContent(head: Uint8Array, mimeType: string): string {
  const kind = markupOrScript(head) ?? archiveOrText(head);
  return kind === null ? 'unknown content type' : `${kind}${remedy(mimeType)}`;
}

/** Returns what to do with a file that Word opens under the name of a Word document, although it is none. */
function remedy(mimeType: string): string {
  return wordTypes.includes(mimeType) ? '; save it as a Word document or a PDF' : '';
}

/** Names content that Word saves or opens under the name of a document; null for other content. */
function archiveOrText(head: Uint8Array): string | null {
  const text = decodeText(head, false);
  if (text === null) return null;
  return /^\s*MIME-Version:/i.test(text) ? 'a web archive (MHTML)' : 'plain text';
}

/** Names a detected type, and the extension under which the service takes the file. */
function otherType(detected: string, mimeType: string): string {
  const accepted = Object.keys(detectedAs).find((mimeType) => detectedAs[mimeType]!.includes(detected));
  const extension = extensionOf(detected) ?? extensionOf(accepted ?? '');
  return `content of type ${detected}${extension === null ? remedy(mimeType) : `; name the file .${extension}`}`;
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
  if (/^\s*<[a-z!?]/i.test(text)) return markupName(text);
  return text.startsWith('#!') ? 'script content' : null;
}

/** Names the kind of a text that begins with markup. */
function markupName(text: string): string {
  const root = /^<([a-z:]+)/i.exec(text.slice(endOfProlog(text)))?.[1]?.toLowerCase() ?? '';
  if (/^\s*<!doctype html/i.test(text) || ['html', 'head', 'body', 'script'].includes(root))
    return 'a web page (HTML)';
  if (root === 'w:worddocument') return 'a Word document in XML';
  if (/^(?:\w+:)?svg$/.test(root)) return 'a drawing (SVG); name the file .svg';
  return text.trimStart().startsWith('<?xml') ? 'an XML file' : 'a file in HTML or XML';
}

function textMismatch(head: Uint8Array, whole: boolean): string | null {
  const text = decodeText(head, whole);
  if (text === null) return 'no text in UTF-8 or UTF-16';
  return /^\s*<(?:!doctype html|html|head|body|script|\?xml|svg)/i.test(text) ? markupName(text) : null;
}

function svgMismatch(head: Uint8Array, whole: boolean): string | null {
  const text = decodeMarkup(head, whole);
  if (text === null) return 'no text in UTF-8, UTF-16 or the encoding that it declares';
  const fault = encodingFault(text);
  if (fault !== null) return `${fault}; save it in UTF-8`;
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
