import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import { Unmeasurable } from '../format-errors.ts';
import { compoundKind, openCompound } from './compound.ts';
import { createBodyReader } from './docx-body.ts';
import { openPackage, readPart } from './package.ts';
import type { WordText } from './word-text.ts';
import { openZip, type Zip } from './zip.ts';

// Office Open XML (ECMA-376). The part [Content_Types].xml lists the types of all parts of a package.

const contentTypes = '[Content_Types].xml';
const wordDocument = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
const footnotesOrEndnotes = /\/(?:footnotes|endnotes)$/;
const extendedProperties = /\/(?:extended-properties|extendedProperties)$/;

/** Kinds of Office documents by the content type of their main part. */
const otherKinds: readonly (readonly [type: RegExp, kind: string])[] = [
  [/ms-word\.document\.macroEnabled/i, 'a Word document with macros (macro-enabled, DOCM); save it as DOCX'],
  [/wordprocessingml\.template/i, 'a Word template (DOTX); save it as a DOCX document'],
  [/ms-word\.template\.macroEnabled/i, 'a Word template with macros (DOTM); save it as a DOCX document'],
  [/spreadsheetml|ms-excel/i, 'an Excel workbook; export it as a PDF'],
  [/presentationml|ms-powerpoint/i, 'a PowerPoint presentation; export it as a PDF'],
];

/**
 * Returns the reason why a zip archive is not a Word document; null if it is one.
 * @param other the reason if the archive is no Office document
 */
export async function docxMismatch(source: RangedSource, other: string): Promise<string | null> {
  const zip = await openZip(source);
  if (!zip.has(contentTypes)) return other;
  const types = new Set<string | undefined>();
  await readPart(zip, contentTypes, {
    onElement: (_name, attributes) => void types.add(attributes['ContentType']),
  });
  if (types.has(wordDocument)) return null;
  const main = [...types].filter((type) => type?.endsWith('.main+xml'));
  const known = otherKinds.find(([pattern]) => main.some((type) => pattern.test(type!)));
  return known?.[1] ?? 'an Office document of another kind';
}

/**
 * Returns the reason why a compound file is not a DOCX document. Throws `Unmeasurable` if the file may be an
 * encrypted DOCX document. Word stores an encrypted document in a stream of a compound file ([MS-OFFCRYPTO] 2.3.4.4).
 */
export async function compoundMismatch(source: RangedSource): Promise<string> {
  const compound = await openCompound(source);
  if (compound.has('/EncryptedPackage')) throw new Unmeasurable('password required');
  return compoundKind(compound);
}

/**
 * Counts the characters and page breaks of a DOCX and reads its declared page count. Throws `Unmeasurable` if the DOCX
 * cannot be read or embeds other documents.
 */
export async function docxText(source: RangedSource): Promise<WordText> {
  const zip = await openZip(source);
  const { document, notes, properties } = await partsOf(zip);
  const body = await readBody(zip, document);
  let { characters } = body;
  for (const part of notes) characters += (await readBody(zip, part)).characters;
  return {
    characters,
    declaredPages: properties === null ? null : await declaredPages(zip, properties),
    pageBreaks: body.pageBreaks,
  };
}

async function readBody(zip: Zip, part: string): Promise<{ characters: number; pageBreaks: number }> {
  const body = createBodyReader();
  await readPart(zip, part, body);
  return body.result();
}

interface Parts {
  document: string;
  /** Names of the parts that contain footnotes and endnotes. */
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

async function declaredPages(zip: Zip, part: string): Promise<number | null> {
  let digits = '';
  await readPart(zip, part, {
    onText(text, element) {
      if (element === 'Pages') digits += text;
    },
  });
  return /^\s*\d{1,7}\s*$/.test(digits) ? Number(digits) : null;
}
