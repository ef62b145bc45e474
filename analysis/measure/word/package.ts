import path from 'node:path';
import { SaxesParser } from 'saxes';
import { Unmeasurable } from '../unmeasurable.ts';
import type { Zip } from './zip.ts';

// Office Open XML, ECMA-376 part 2: a package's relationships name its parts, which are XML.

/** Transitional and strict documents name their relationships differently up to the last word. */
const mainDocument = /\/officeDocument$/;

export type Attributes = Record<string, string>;

/** What is told of a part, by local names. */
export interface Listener {
  onElement?(name: string, attributes: Attributes): void;
  onClose?(name: string): void;
  /** @param element what it is directly in */
  onText?(text: string, element: string): void;
}

/** The parts that relationships lead to, by a pattern for their type. */
export type Related = (type: RegExp) => string[];

/** The main document, and what it and the package refer to. Throws `Unmeasurable` when there is no main document. */
export async function openPackage(
  zip: Zip,
): Promise<{ document: string; ofPackage: Related; ofDocument: Related }> {
  const ofPackage = await relationshipsOf(zip, '_rels/.rels', '');
  const [document] = ofPackage(mainDocument);
  if (document === undefined) throw new Unmeasurable('it has no main document');
  const { dir, base } = path.posix.parse(document);
  const own = path.posix.join(dir, '_rels', `${base}.rels`);
  const ofDocument = zip.has(own) ? await relationshipsOf(zip, own, dir) : () => [];
  return { document, ofPackage, ofDocument: (type) => present(zip, ofDocument(type)) };
}

/** Without repetitions, and without those that are not there. */
function present(zip: Zip, parts: readonly string[]): string[] {
  return [...new Set(parts)].filter((part) => zip.has(part));
}

/** ECMA-376 part 2, 6.5: what a part of relationships leads to, by type. Targets are relative to the source's folder. */
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

/** Goes through a part; throws `Unmeasurable` where it is not well-formed XML in UTF-8. */
export async function readPart(zip: Zip, part: string, listener: Listener): Promise<void> {
  for await (const _ of piecesOfPart(zip, part, listener));
}

/**
 * Goes through a part piece by piece, so that what it told can be taken between them. Entities that the part declares
 * itself are not known to the parser, so nothing expands and nothing is fetched.
 * @param decoder for its bytes; where it throws, so does this
 */
export async function* piecesOfPart(
  zip: Zip,
  part: string,
  listener: Listener,
  decoder = new TextDecoder('utf-8', { fatal: true }),
): AsyncGenerator<void> {
  const parser = new SaxesParser();
  const open: string[] = [];
  parser.on('error', () => {
    throw new Unmeasurable(`its part ${part} is not well-formed XML`);
  });
  parser.on('opentag', ({ name, attributes }) => {
    open.push(name.slice(name.indexOf(':') + 1));
    listener.onElement?.(open.at(-1)!, attributes);
  });
  parser.on('closetag', () => {
    const element = open.pop()!;
    listener.onClose?.(element);
  });
  const tell = (text: string) => listener.onText?.(text, open.at(-1) ?? '');
  parser.on('text', tell);
  parser.on('cdata', tell);
  const decode = (bytes?: Buffer) => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw new Unmeasurable(`its part ${part} is not in UTF-8`);
    }
  };
  for await (const bytes of await zip.read(part)) {
    parser.write(decode(bytes));
    yield;
  }
  parser.write(decode()).close();
  yield;
}
