import { describe, expect, test } from 'vitest';
import { measureContent } from '../measure/measure-content.ts';
import { bytesSource } from './support/file-source.ts';
import {
  compound,
  doc,
  docx,
  entityBomb,
  paragraph,
  wordDocument,
} from '../../../test/support/word-files.ts';

const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const docType = 'application/msword';

const word6 = { identifier: 0xa5dc, ccpTextOffset: 0x34 };

const measured = (bytes: Buffer, mimeType: string) => measureContent(bytesSource(bytes), { mimeType });
const pages = (value: number) => ({ outcome: 'measured', value, details: {} });

const office = (kind: string) => `application/vnd.openxmlformats-officedocument.${kind}.main+xml`;
const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`;
const breakBefore = (attributes = '') =>
  `<w:p><w:pPr><w:pageBreakBefore${attributes}/></w:pPr>${run('a')}</w:p>`;
const sectPr = (type?: string) =>
  `<w:sectPr>${type === undefined ? '' : `<w:type w:val="${type}"/>`}</w:sectPr>`;
/** Returns a paragraph that contains section properties, which end a section. */
const section = (type?: string) => `<w:p><w:pPr>${sectPr(type)}</w:pPr>${run('a')}</w:p>`;
const lastSection = (type?: string) => paragraph('a') + sectPr(type);

/** A main document of two pages in UTF-16 with the little end first, and a byte order mark. */
const utf16Document = Buffer.from(
  `\uFEFF<?xml version="1.0" encoding="UTF-16"?><w:document xmlns:w="w"><w:body>${paragraph('é'.repeat(1_801))}</w:body></w:document>`,
  'utf16le',
);

describe('a DOCX document has', () => {
  test.for([
    ['one page when it is empty', docx({ body: '' }), 1],
    ['standard pages if it has no page count', docx({ body: paragraph('x'.repeat(1_801)) }), 2],
    ['the page count in its properties', docx({ body: paragraph('x'.repeat(9_000)), pages: '7' }), 7],
    ['at least the pages that its text needs', docx({ body: paragraph('x'.repeat(12_001)), pages: '1' }), 3],
    ['standard pages if its page count is negative', docx({ pages: '-3' }), 1],
    ['its text counted in code points, not in UTF-16', docx({ body: paragraph('😀'.repeat(1_800)) }), 1],
    [
      'only text that is shown: neither deleted text nor field codes',
      docx({
        body: `<w:p><w:r><w:delText>${'x'.repeat(9_000)}</w:delText><w:instrText>${'x'.repeat(9_000)}</w:instrText></w:r></w:p>`,
      }),
      1,
    ],
    ['all the text of many runs', docx({ body: paragraph('x'.repeat(18)).repeat(200) }), 2],
    ['all the text in w:t, however deep', docx({ body: paragraph(`<x>${'x'.repeat(1_801)}</x>`) }), 2],
    [
      'the text of the longer of two alternatives',
      docx({
        body: `<w:p><AlternateContent><Choice/><Choice>${run('x'.repeat(1_700))}</Choice><Fallback>${run('x'.repeat(900))}</Fallback></AlternateContent>${run('x'.repeat(101))}</w:p>`,
      }),
      2,
    ],
    [
      'the text of its footnotes and endnotes',
      docx({
        parts: {
          'word/_rels/document.xml.rels':
            '<Relationships><Relationship Type="x/footnotes" Target="footnotes.xml"/><Relationship Type="x/endnotes" Target="/word/Endnotes.xml"/></Relationships>',
          'word/footnotes.xml': `<w:footnotes>${paragraph('x'.repeat(1_800))}</w:footnotes>`,
          'word/endnotes.xml': `<w:endnotes>${paragraph('x'.repeat(1_799))}</w:endnotes>`,
        },
      }),
      2,
    ],
    ['pages in UTF-16', docx({ parts: { 'word/document.xml': utf16Document } }), 2],
    [
      'pages in UTF-16 with the big end first',
      docx({ parts: { 'word/document.xml': Buffer.from(utf16Document).swap16() } }),
      2,
    ],
    [
      'pages in UTF-16 without a byte order mark',
      docx({ parts: { 'word/document.xml': utf16Document.subarray(2) } }),
      2,
    ],
    ['its text if a large part precedes it', docx({ parts: { 'a/first.bin': 'y'.repeat(300_000) } }), 1],
  ] as const)('%s', async ([, bytes, value]) => {
    expect(await measured(bytes, docxType)).toEqual(pages(value));
  });

  test.for([
    ['page breaks', `<w:p><w:r><w:t>a</w:t><w:br w:type="page"/></w:r></w:p>`.repeat(9), 10],
    ['no line or column breaks', '<w:p><w:r><w:br/><w:br w:type="column"/></w:r></w:p>'.repeat(9), 1],
    ['paragraphs with pageBreakBefore', breakBefore().repeat(9), 9],
    ['no paragraphs that switch pageBreakBefore off', breakBefore(' w:val="0"').repeat(9), 1],
    [
      'no paragraphs whose pageBreakBefore was removed in a tracked change',
      breakBefore()
        .replace('<w:pPr>', '<w:pPr><w:pPrChange>')
        .replace('</w:pPr>', '</w:pPrChange></w:pPr>')
        .repeat(9),
      1,
    ],
    [
      'one for a page break followed by pageBreakBefore',
      `<w:p><w:r><w:br w:type="page"/></w:r></w:p>${breakBefore()}`.repeat(4),
      5,
    ],
    ['sections', section().repeat(8) + lastSection(), 9],
    ['sections that start on odd pages', section('oddPage').repeat(8) + lastSection(), 9],
    ['no continuous sections', section('continuous').repeat(8) + lastSection('continuous'), 1],
    [
      'one for a section that starts with pageBreakBefore',
      section().repeat(8).replaceAll('<w:pPr>', '<w:pPr><w:pageBreakBefore/>') + lastSection(),
      9,
    ],
    [
      'pageBreakBefore in a continuous section',
      section('continuous').repeat(8).replaceAll('<w:pPr>', '<w:pPr><w:pageBreakBefore/>') +
        lastSection('continuous'),
      8,
    ],
    [
      'one for each table row with pageBreakBefore',
      `<w:tbl>${`<w:tr><w:tc>${breakBefore()}</w:tc><w:tc>${breakBefore()}</w:tc></w:tr>`.repeat(5)}</w:tbl>`,
      5,
    ],
  ] as const)('at least its explicit page breaks + 1: %s', async ([, body, value]) => {
    expect(await measured(docx({ body, pages: '1' }), docxType)).toEqual(pages(value));
  });

  test('and is measured with few reads, even if it has hundreds of parts', async () => {
    const names = Array.from({ length: 500 }, (_, index) => [`part${index}`, 'x']);
    const source = bytesSource(docx({ parts: Object.fromEntries(names) as Record<string, string> }));
    let reads = 0;
    const counted = {
      ...source,
      read: (start: number, end: number) => {
        reads++;
        return source.read(start, end);
      },
    };
    expect(await measureContent(counted, { mimeType: docxType })).toEqual(pages(1));
    expect(reads).toBeLessThanOrEqual(3 * Math.ceil(source.sizeBytes / 32_768));
  });

  test.for([
    [
      'embedded documents',
      docx({ body: '<w:altChunk r:id="1"/>' }),
      'embedded documents (altChunk), which cannot be counted',
    ],
    ['two parts with the same name', withSecondDocument(), 'two parts with the same name'],
    [
      'a very long name',
      docx({
        parts: {
          '_rels/.rels': `<Relationships><Relationship Type="x/officeDocument" Target="a&#x85;${'b'.repeat(300)}"/></Relationships>`,
        },
      }),
      `missing part a${'b'.repeat(186)}`,
    ],
    [
      'a password',
      compound({ EncryptedPackage: Buffer.alloc(5_000), EncryptionInfo: Buffer.alloc(200) }),
      'password required',
    ],
    [
      'a password, and stream names in upper case',
      compound({ ENCRYPTEDPACKAGE: Buffer.alloc(5_000) }),
      'password required',
    ],
    ['no main document', docx({ parts: { '_rels/.rels': '<Relationships/>' } }), 'no main document'],
    [
      'a main document that is missing',
      docx({
        parts: {
          '_rels/.rels':
            '<Relationships><Relationship Type="x/officeDocument" Target="elsewhere.xml"/></Relationships>',
        },
      }),
      'missing part elsewhere.xml',
    ],
    ['malformed text', docx({ body: '<w:p>' }), 'malformed XML in part word/document.xml'],
    [
      'internal entities that would expand',
      docx({ parts: { 'word/document.xml': `${entityBomb('d')}<w:t xmlns:w="w">&e9;</w:t>` } }),
      'malformed XML in part word/document.xml',
    ],
    [
      'external entities',
      docx({
        parts: {
          'word/document.xml':
            '<!DOCTYPE d [<!ENTITY e SYSTEM "file:///etc/passwd">]><w:t xmlns:w="w">&e;</w:t>',
        },
      }),
      'malformed XML in part word/document.xml',
    ],
  ] as const)('no pages with %s', async ([, bytes, reason]) => {
    expect(await measured(bytes, docxType)).toEqual({ outcome: 'unmeasurable', reason });
  });

  test('no pages if a part unpacks to more than its declared size', async () => {
    const bytes = docx({ body: paragraph('x'.repeat(100_000)) });
    const at = bytes.lastIndexOf('word/document.xml') - 46;
    expect(bytes.readUInt32LE(at)).toBe(0x02014b50);
    bytes.writeUInt32LE(10, at + 24);
    expect(await measured(bytes, docxType)).toEqual({
      outcome: 'unmeasurable',
      reason: 'damaged archive',
    });
  });

  test.for([
    ['newlines', '\n'],
    ['zeros', '\0'.repeat(60_000)],
  ])('its pages even if %s follow its end', async ([, trail]) => {
    const bytes = docx({ body: paragraph('x'.repeat(9_000)), pages: '7' });
    expect(await measured(Buffer.concat([bytes, Buffer.from(trail!)]), docxType)).toEqual(pages(7));
  });

  test('no pages wherever it is truncated', async () => {
    const bytes = docx({ body: paragraph('x'.repeat(10_000)), pages: '2' });
    for (let part = 1; part < 20; part++) {
      const { outcome } = await measured(bytes.subarray(0, Math.floor((bytes.length * part) / 20)), docxType);
      expect(['unmeasurable', 'content_mismatch']).toContain(outcome);
    }
  });
});

describe('a DOC document has', () => {
  test.for([
    ['standard pages if it has no page count', doc(3_601, null), 3],
    ['the page count in its properties', doc(9_000, 7), 7],
    ['at least the pages that its text needs', doc(18_001, 1), 4],
    ['one page when it is empty', doc(0, null), 1],
    ['at least the pages of its text in Word 6 and 95', doc(18_001, 1, word6), 4],
    ['the same in East Asian Word 95', doc(18_001, 1, { ...word6, identifier: 0xa699, flags: 0x1024 }), 4],
  ] as const)('%s', async ([, bytes, value]) => {
    expect(await measured(bytes, docType)).toEqual(pages(value));
  });

  test.for([
    ['a negative length', doc(-1, null), 'negative number of characters'],
    [
      'a WordDocument stream of zeros',
      compound({ WordDocument: Buffer.alloc(200) }),
      'no Word document in the file',
    ],
    [
      'text longer than the file',
      doc(1_000_000, null, { textBytes: 0 }),
      'declared text longer than the file',
    ],
    ['a password', doc(5, 1, { flags: 0x0100 }), 'password required'],
    ['a password, encrypted', doc(0x48e7_1046, 1, { flags: 0x13f0, textBytes: 0 }), 'password required'],
    ['a password of Word 6', doc(5, 1, { ...word6, flags: 0x0100 }), 'password required'],
    ['a truncated file', doc(5, null).subarray(0, 700), 'damaged compound file'],
  ] as const)('no pages with %s', async ([, bytes, reason]) => {
    expect(await measured(bytes, docType)).toEqual({ outcome: 'unmeasurable', reason });
  });

  test('only its own text counted, not that of an embedded document', async () => {
    const bytes = compound({ 'A/WordDocument': wordDocument(10), WordDocument: wordDocument(180_000) });
    expect(await measured(bytes, docType)).toEqual(pages(100));
  });

  test('pages by its text if its properties are damaged', async () => {
    const set = Buffer.alloc(72, 0xff);
    expect(await measured(doc(1, null, { others: { '\u0005SummaryInformation': set } }), docType)).toEqual(
      pages(1),
    );
  });
});

describe('a file with the type of a Word document is rejected if it is', () => {
  test.for([
    [
      'a package without a main part',
      docx({ parts: { '[Content_Types].xml': '<Types/>' } }),
      docxType,
      /another kind$/,
    ],
    [
      'a spreadsheet',
      docx({ mainType: office('spreadsheetml.sheet') }),
      docxType,
      /^an Excel workbook; export/,
    ],
    ['a presentation', docx({ mainType: office('presentationml.presentation') }), docxType, /^a PowerPoint/],
    [
      'a template',
      docx({ mainType: office('wordprocessingml.template') }),
      docxType,
      /^a Word template.+save/,
    ],
    [
      'a document with macros',
      docx({ mainType: 'application/vnd.ms-word.document.macroEnabled.main+xml' }),
      docxType,
      /^a Word document with macros .+save it as DOCX$/,
    ],
    [
      'a template with macros',
      docx({ mainType: 'application/vnd.ms-word.template.macroEnabledTemplate.main+xml' }),
      docxType,
      /^a Word template with macros/,
    ],
    ['a DOC file', doc(1, null), docxType, /^a Word 97–2003 document; name the file \.doc$/],
    [
      'a DOC file with an embedded document',
      doc(1, null, { others: { 'A/EncryptedPackage': Buffer.alloc(9) } }),
      docxType,
      /^a Word 97/,
    ],
    [
      'a DOCX file with a password',
      compound({ EncryptedPackage: Buffer.alloc(5_000) }),
      docType,
      /with a password; save it without/,
    ],
    ['an old spreadsheet', compound({ Workbook: Buffer.alloc(100) }), docType, /^an Excel workbook \(XLS\)/],
    [
      'an old spreadsheet with an embedded document',
      compound({ Workbook: Buffer.alloc(100), 'MBD0/WordDocument': Buffer.alloc(100) }),
      docType,
      /^an Excel/,
    ],
    ['a DOCX file', docx({}), docType, /name the file \.docx$/],
  ] as const)('%s', async ([, bytes, mimeType, reason]) => {
    const result = await measured(bytes, mimeType);
    expect(result).toMatchObject({ outcome: 'content_mismatch', reason: expect.stringMatching(reason) });
  });
});

function withSecondDocument(): Buffer {
  const packed = docx({ parts: { 'word/another_.xml': 'x' } }).toString('latin1');
  return Buffer.from(packed.replaceAll('word/another_.xml', 'word/Document.xml'), 'latin1');
}
