import path from 'node:path';
import { SaxesParser } from 'saxes';
import { Unmeasurable } from '../format-errors.ts';
import { markedEncoding } from '../text-encoding.ts';
import type { Zip } from './zip.ts';

// Packages of Office Open XML (ECMA-376 part 2). A package consists of parts; relationships link one part to another.

/**
 * Matches the relationship type of the main document. Compares only the last segment of the type, because its namespace
 * differs between transitional and strict documents.
 */
const mainDocument = /\/officeDocument$/;

export type Attributes = Record<string, string>;

/** Values that mean false in an on-off property of WordprocessingML (ECMA-376 part 1, 17.17.4). */
const off: readonly (string | null)[] = ['0', 'false', 'off'];

/** Returns the value of an attribute by its local name, because files may rename prefixes; null if it is absent. */
export function attribute(attributes: Attributes, wanted: string): string | null {
  const name = Object.keys(attributes).find((one) => one.slice(one.indexOf(':') + 1) === wanted);
  return name === undefined ? null : attributes[name]!;
}

/** Returns whether an on-off property of WordprocessingML is on, such as `w:vanish`. Without a value, it is on. */
export function isOn(attributes: Attributes): boolean {
  return !off.includes(attribute(attributes, 'val'));
}

/** Callbacks for the XML events of a part. Names are local names, without the namespace prefix. */
export interface Listener {
  onElement?(name: string, attributes: Attributes): void;
  onClose?(name: string): void;
  /** @param element local name of the enclosing element */
  onText?(text: string, element: string): void;
}

/** Returns the target parts of the relationships whose type matches `type`. */
export type Related = (type: RegExp) => string[];

/**
 * Returns the name of the main document part, the relationships of this part, and the relationships of the package.
 * Throws `Unmeasurable` if the package has no main document.
 */
export async function openPackage(
  zip: Zip,
): Promise<{ document: string; ofPackage: Related; ofDocument: Related }> {
  const ofPackage = await relationshipsOf(zip, '_rels/.rels', '');
  const [document] = ofPackage(mainDocument);
  if (document === undefined) throw new Unmeasurable('no main document');
  const { dir, base } = path.posix.parse(document);
  const own = path.posix.join(dir, '_rels', `${base}.rels`);
  const ofDocument = zip.has(own) ? await relationshipsOf(zip, own, dir) : () => [];
  return { document, ofPackage, ofDocument: (type) => presentParts(zip, ofDocument(type)) };
}

/** Returns the given parts without duplicates and without parts that are missing from the archive. */
function presentParts(zip: Zip, parts: readonly string[]): string[] {
  return [...new Set(parts)].filter((part) => zip.has(part));
}

/**
 * Reads a relationships part (ECMA-376 part 2, 6.5). Targets are relative to `folder`, the folder of the source part.
 */
async function relationshipsOf(zip: Zip, part: string, folder: string): Promise<Related> {
  const all: { type: string; target: string }[] = [];
  await readPart(zip, part, {
    onElement: (_name, { Type = '', Target = '' }) => {
      const target = path.posix.join('/', Target.startsWith('/') ? '' : folder, Target).slice(1);
      all.push({ type: Type, target });
    },
  });
  return (type) => all.filter((one) => type.test(one.type)).map(({ target }) => target);
}

/** Parses a part and calls `listener`. Throws `Unmeasurable` if the part is not well-formed XML in UTF-8 or UTF-16. */
export async function readPart(zip: Zip, part: string, listener: Listener): Promise<void> {
  for await (const _ of parsePartInChunks(zip, part, listener));
}

/**
 * Parses a part chunk by chunk and yields after each chunk, so that the caller can process the events in between. The
 * parser ignores entity declarations, so it neither expands nor fetches entities.
 * @param fatal false to replace invalid characters by U+FFFD, so that the text after them is read
 */
export async function* parsePartInChunks(
  zip: Zip,
  part: string,
  listener: Listener,
  fatal = true,
): AsyncGenerator<void> {
  let decoder: InstanceType<typeof TextDecoder> | null = null;
  const parser = new SaxesParser();
  const open: string[] = [];
  parser.on('error', () => {
    throw new Unmeasurable(`malformed XML in part ${part}`);
  });
  parser.on('opentag', ({ name, attributes }) => {
    open.push(name.slice(name.indexOf(':') + 1));
    listener.onElement?.(open.at(-1)!, attributes);
  });
  parser.on('closetag', () => {
    const element = open.pop()!;
    listener.onClose?.(element);
  });
  const onText = (text: string) => listener.onText?.(text, open.at(-1) ?? '');
  parser.on('text', onText);
  parser.on('cdata', onText);
  const decode = (bytes?: Buffer) => {
    decoder ??= new TextDecoder(encodingOf(bytes), { fatal });
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw new Unmeasurable(`invalid characters in part ${part}: it is not in UTF-8 or UTF-16`);
    }
  };
  for await (const bytes of await zip.read(part)) {
    parser.write(decode(bytes));
    yield;
  }
  parser.write(decode()).close();
  yield;
}

/**
 * Returns the encoding of a part by its first bytes: a byte order mark, or `<` in UTF-16 (XML 1.0, appendix F). Parts
 * are in UTF-8 or UTF-16 (ECMA-376 part 2, 6.2.5).
 */
function encodingOf(bytes: Uint8Array = new Uint8Array()): string {
  const [first, second] = bytes;
  if (first === 0x3c && second === 0) return 'utf-16le';
  return first === 0 && second === 0x3c ? 'utf-16be' : (markedEncoding(bytes) ?? 'utf-8');
}
