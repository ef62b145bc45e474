import path from 'node:path';
import { SaxesParser } from 'saxes';
import type { RangedSource } from '../../../domain/ranged-source.ts';
import { Unmeasurable } from '../unmeasurable.ts';
import { openCompound } from './compound.ts';
import { createBodyReader } from './docx-body.ts';
import { wordPages } from './word-pages.ts';
import { openZip, type Zip } from './zip.ts';

// Office Open XML, ECMA-376: the package's relationships name its parts, and [Content_Types].xml what they are.

const contentTypes = '[Content_Types].xml';
const wordDocument = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
/** Transitional and strict documents name their relationships differently up to the last word. */
const mainDocument = /\/officeDocument$/;
const footnotesOrEndnotes = /\/(?:footnotes|endnotes)$/;
const extendedProperties = /\/(?:extended-properties|extendedProperties)$/;

type Attributes = Record<string, string>;

/** What is told of a part. */
interface Listener {
  onElement?(name: string, attributes: Attributes): void;
  onClose?(name: string): void;
  /** @param element what it is directly in */
  onText?(text: string, element: string): void;
}

/** Why an archive is not a Word document; null when it is. */
export async function docxMismatch(source: RangedSource): Promise<string | null> {
  const zip = await openZip(source);
  if (!zip.has(contentTypes)) return 'its content is application/zip';
  const types = new Set<string | undefined>();
  await parse(zip, contentTypes, {
    onElement: (_name, attributes) => void types.add(attributes['ContentType']),
  });
  return types.has(wordDocument) ? null : 'its content is an Office document of another kind';
}

/**
 * Why a compound file is not a Word document of this kind. Throws `Unmeasurable` where it may be one that takes a
 * password: such a document is a stream of a compound file ([MS-OFFCRYPTO] 2.3.4.4).
 */
export async function compoundMismatch(source: RangedSource): Promise<string> {
  const compound = await openCompound(source);
  if (compound.has('/EncryptedPackage')) throw new Unmeasurable('a password is needed to open it');
  return 'its content is a compound file';
}

/** The pages of a DOCX document. Throws `Unmeasurable` when it cannot be read, or takes in other documents. */
export async function docxPages(source: RangedSource): Promise<number> {
  const zip = await openZip(source);
  const { document, notes, properties } = await partsOf(zip);
  const body = await readBody(zip, document);
  let { characters } = body;
  for (const part of notes) characters += (await readBody(zip, part)).characters;
  const claimed = properties === null ? null : await claimedPages(zip, properties);
  return Math.max(wordPages(characters, claimed), body.pageBreaks + 1);
}

async function readBody(zip: Zip, part: string): Promise<{ characters: number; pageBreaks: number }> {
  const body = createBodyReader();
  await parse(zip, part, body);
  return body.result();
}

interface Parts {
  document: string;
  /** Of footnotes and endnotes. */
  notes: string[];
  properties: string | null;
}

async function partsOf(zip: Zip): Promise<Parts> {
  const ofPackage = await relationshipsOf(zip, '_rels/.rels', '');
  const [document] = ofPackage(mainDocument);
  if (document === undefined) throw new Unmeasurable('it has no main document');
  const [properties] = ofPackage(extendedProperties);
  const folder = path.posix.dirname(document);
  const own = path.posix.join(folder, '_rels', `${path.posix.basename(document)}.rels`);
  const found = zip.has(own) ? (await relationshipsOf(zip, own, folder))(footnotesOrEndnotes) : [];
  return {
    document,
    notes: [...new Set(found)].filter((part) => zip.has(part)),
    properties: properties !== undefined && zip.has(properties) ? properties : null,
  };
}

/** ECMA-376 part 2, 6.5: what a part of relationships leads to, by type. Targets are relative to the source's folder. */
async function relationshipsOf(zip: Zip, part: string, folder: string): Promise<(type: RegExp) => string[]> {
  const all: { type: string; target: string }[] = [];
  await parse(zip, part, {
    onElement: (_name, { Type = '', Target = '' }) => {
      const target = path.posix.join('/', Target.startsWith('/') ? '' : folder, Target).slice(1);
      all.push({ type: Type, target });
    },
  });
  return (type) => all.filter((one) => type.test(one.type)).map(({ target }) => target);
}

async function claimedPages(zip: Zip, part: string): Promise<number | null> {
  let digits = '';
  await parse(zip, part, {
    onText(text, element) {
      if (element === 'Pages') digits += text;
    },
  });
  return /^\s*\d{1,7}\s*$/.test(digits) ? Number(digits) : null;
}

/**
 * Goes through a part, telling of elements and their text by local names. Entities that the part declares itself are
 * not known to the parser, so nothing expands and nothing is fetched.
 */
async function parse(zip: Zip, part: string, listener: Listener): Promise<void> {
  const parser = new SaxesParser();
  const open: string[] = [];
  parser.on('error', () => {
    throw new Unmeasurable(`its part ${part} is not well-formed XML`);
  });
  parser.on('opentag', ({ name, attributes }) => {
    open.push(name.slice(name.indexOf(':') + 1));
    listener.onElement?.(open.at(-1)!, attributes);
  });
  parser.on('closetag', () => listener.onClose?.(open.pop()!));
  const tell = (text: string) => listener.onText?.(text, open.at(-1) ?? '');
  parser.on('text', tell);
  parser.on('cdata', tell);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (bytes?: Buffer) => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw new Unmeasurable(`its part ${part} is not in UTF-8`);
    }
  };
  for await (const bytes of await zip.read(part)) parser.write(decode(bytes));
  parser.write(decode()).close();
}
