import { utils, write } from 'cfb';

const relationship = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const wordMain = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

export interface DocxParts {
  /** Content of the element `w:body`. */
  body?: string;
  /** Page count in docProps/app.xml. Absent to leave out docProps/app.xml. */
  pages?: string;
  mainType?: string;
  /** Parts that are added to the file or replace its default parts. */
  parts?: Record<string, string | Uint8Array>;
}

export const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;

export function docx({ body = paragraph('x'), pages, mainType = wordMain, parts = {} }: DocxParts): Buffer {
  const file = utils.cfb_new();
  const all: Record<string, string | Uint8Array> = {
    '[Content_Types].xml': `<Types><Override PartName="/word/document.xml" ContentType="${mainType}"/></Types>`,
    '_rels/.rels':
      `<Relationships><Relationship Id="1" Type="${relationship}/officeDocument" Target="word/document.xml"/>` +
      `<Relationship Id="2" Type="${relationship}/extended-properties" Target="docProps/app.xml"/></Relationships>`,
    'word/document.xml': `<w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`,
    ...(pages === undefined
      ? {}
      : { 'docProps/app.xml': `<Properties><Pages>${pages}</Pages></Properties>` }),
    ...parts,
  };
  for (const [name, content] of Object.entries(all))
    utils.cfb_add(file, `/${name}`, Buffer.from(content as Uint8Array));
  return write(file, { type: 'buffer', fileType: 'zip', compression: true }) as Buffer;
}

export interface DocOptions {
  /** Identifier at the start of the file information block (FIB). */
  identifier?: number;
  ccpTextOffset?: number;
  flags?: number;
  /** Number of bytes for the text. The default is one byte per character. */
  textBytes?: number;
  others?: Record<string, Buffer>;
}

/** Returns a DOC file with these character and page counts. Null leaves out the summary information. */
export function doc(characters: number, pages: number | null, options: DocOptions = {}): Buffer {
  return compound({
    WordDocument: wordDocument(characters, options),
    ...(pages === null ? {} : { '\u0005SummaryInformation': properties(pages) }),
    ...options.others,
  });
}

/** Returns the WordDocument stream, which consists of the file information block and the text. */
export function wordDocument(
  characters: number,
  {
    identifier = 0xa5ec,
    ccpTextOffset = 0x4c,
    flags = 0,
    textBytes = Math.max(0, characters),
  }: DocOptions = {},
): Buffer {
  const bytes = Buffer.alloc(1_500 + textBytes);
  bytes.writeUInt16LE(identifier, 0);
  bytes.writeUInt16LE(flags, 0x0a);
  bytes.writeInt32LE(characters, ccpTextOffset);
  return bytes;
}

export function compound(streams: Record<string, Buffer>): Buffer {
  const file = utils.cfb_new();
  for (const [name, bytes] of Object.entries(streams)) utils.cfb_add(file, `/${name}`, bytes);
  return write(file, { type: 'buffer' }) as Buffer;
}

/** Returns a property set that contains only the page count. */
function properties(pages: number): Buffer {
  const set = Buffer.alloc(72);
  set.writeUInt16LE(0xfffe, 0);
  set.writeUInt32LE(1, 24);
  set.writeUInt32LE(48, 44);
  set.writeUInt32LE(24, 48);
  set.writeUInt32LE(1, 52);
  set.writeUInt32LE(0x0e, 56);
  set.writeUInt32LE(16, 60);
  set.writeUInt16LE(3, 64);
  set.writeInt32LE(pages, 68);
  return set;
}

/**
 * Returns the document type declaration of a "billion laughs" attack. It declares ten entities, each of which
 * repeats the previous one ten times.
 */
export function entityBomb(root: string): string {
  const entities = Array.from({ length: 10 }, (_, level) =>
    level === 0 ? '<!ENTITY e0 "ha">' : `<!ENTITY e${level} "${`&e${level - 1};`.repeat(10)}">`,
  );
  return `<!DOCTYPE ${root} [${entities.join('')}]>`;
}
