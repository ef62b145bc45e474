import { SaxesParser } from 'saxes';
import type { RangedSource } from '../../../domain/ranged-source.ts';
import { Unmeasurable } from '../unmeasurable.ts';
import { openCompound } from './compound.ts';
import { wordPages } from './word-pages.ts';
import { openZip, type Zip } from './zip.ts';

// Office Open XML, ECMA-376: the package's relationships name its parts, and [Content_Types].xml what they are.

const contentTypes = '[Content_Types].xml';
const wordDocument = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
/** Transitional and strict documents name their relationships differently up to the last word. */
const mainDocument = /\/officeDocument$/;
const extendedProperties = /\/(?:extended-properties|extendedProperties)$/;

type Attributes = Record<string, string>;

/** Why an archive is not a Word document; null when it is. */
export async function docxMismatch(source: RangedSource): Promise<string | null> {
  const zip = await openZip(source);
  if (!zip.has(contentTypes)) return 'its content is application/zip';
  const types = new Set<string | undefined>();
  await parse(zip, contentTypes, (_name, attributes) => types.add(attributes['ContentType']));
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

/** The pages of a DOCX document. Throws `Unmeasurable` when it cannot be read. */
export async function docxPages(source: RangedSource): Promise<number> {
  const zip = await openZip(source);
  const { document, properties } = await partsOf(zip);
  let characters = 0;
  await parse(zip, document, undefined, (text, element) => {
    // Text that was deleted with changes tracked is w:delText, and field codes are w:instrText: neither is shown.
    if (element === 't') for (const _ of text) characters++;
  });
  return wordPages(characters, properties === null ? null : await claimedPages(zip, properties));
}

async function partsOf(zip: Zip): Promise<{ document: string; properties: string | null }> {
  const relationships: { type: string; part: string }[] = [];
  await parse(zip, '_rels/.rels', (_name, { Type = '', Target = '' }) => {
    relationships.push({ type: Type, part: Target.replace(/^\//, '') });
  });
  const find = (type: RegExp) => relationships.find((one) => type.test(one.type))?.part ?? null;
  const document = find(mainDocument);
  const properties = find(extendedProperties);
  if (document === null) throw new Unmeasurable('it has no main document');
  return { document, properties: properties !== null && zip.has(properties) ? properties : null };
}

async function claimedPages(zip: Zip, part: string): Promise<number | null> {
  let digits = '';
  await parse(zip, part, undefined, (text, element) => {
    if (element === 'Pages') digits += text;
  });
  return /^\s*\d{1,7}\s*$/.test(digits) ? Number(digits) : null;
}

/**
 * Goes through a part, telling of elements and their text by local names. Entities that the part declares itself are
 * not known to the parser, so nothing expands and nothing is fetched.
 */
async function parse(
  zip: Zip,
  part: string,
  onElement?: (name: string, attributes: Attributes) => void,
  onText?: (text: string, element: string) => void,
): Promise<void> {
  const parser = new SaxesParser();
  const open: string[] = [];
  parser.on('error', () => {
    throw new Unmeasurable(`its part ${part} is not well-formed XML`);
  });
  parser.on('opentag', ({ name, attributes }) => {
    open.push(name.slice(name.indexOf(':') + 1));
    onElement?.(open.at(-1)!, attributes);
  });
  parser.on('closetag', () => open.pop());
  const tell = (text: string) => onText?.(text, open.at(-1) ?? '');
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
