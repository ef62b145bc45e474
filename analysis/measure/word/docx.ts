import type { RangedSource } from '../../../lib/ranged-source.ts';
import { Unmeasurable } from '../unmeasurable.ts';
import { openCompound } from './compound.ts';
import { createBodyReader } from './docx-body.ts';
import { openPackage, readPart } from './package.ts';
import { wordPages } from './word-pages.ts';
import { openZip, type Zip } from './zip.ts';

// Office Open XML, ECMA-376: [Content_Types].xml says what the parts of a package are.

const contentTypes = '[Content_Types].xml';
const wordDocument = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
const footnotesOrEndnotes = /\/(?:footnotes|endnotes)$/;
const extendedProperties = /\/(?:extended-properties|extendedProperties)$/;

/** Why an archive is not a Word document; null when it is. */
export async function docxMismatch(source: RangedSource): Promise<string | null> {
  const zip = await openZip(source);
  if (!zip.has(contentTypes)) return 'its content is application/zip';
  const types = new Set<string | undefined>();
  await readPart(zip, contentTypes, {
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
  await readPart(zip, part, body);
  return body.result();
}

interface Parts {
  document: string;
  /** Of footnotes and endnotes. */
  notes: string[];
  properties: string | null;
}

async function partsOf(zip: Zip): Promise<Parts> {
  const { document, ofPackage, ofDocument } = await openPackage(zip);
  const [properties] = ofPackage(extendedProperties);
  return {
    document,
    notes: ofDocument(footnotesOrEndnotes),
    properties: properties !== undefined && zip.has(properties) ? properties : null,
  };
}

async function claimedPages(zip: Zip, part: string): Promise<number | null> {
  let digits = '';
  await readPart(zip, part, {
    onText(text, element) {
      if (element === 'Pages') digits += text;
    },
  });
  return /^\s*\d{1,7}\s*$/.test(digits) ? Number(digits) : null;
}
