import { describe, expect, test } from 'vitest';
import { measureContent } from '../../analysis/measure/measure-content.ts';
import { bytesSource } from '../support/file-source.ts';
import { compound, doc, docx, entityBomb, paragraph, wordDocument } from '../support/word-files.ts';

const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const docType = 'application/msword';

const word6 = { identifier: 0xa5dc, ccpTextOffset: 0x34 };

const measured = (bytes: Buffer, mimeType: string) => measureContent(bytesSource(bytes), { mimeType });
const pages = (value: number) => ({ outcome: 'measured', value, details: {} });

const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`;
const breakBefore = (attributes = '') =>
  `<w:p><w:pPr><w:pageBreakBefore${attributes}/></w:pPr>${run('a')}</w:p>`;
const sectPr = (type?: string) =>
  `<w:sectPr>${type === undefined ? '' : `<w:type w:val="${type}"/>`}</w:sectPr>`;
/** Returns a paragraph that contains section properties, which end a section. */
const section = (type?: string) => `<w:p><w:pPr>${sectPr(type)}</w:pPr>${run('a')}</w:p>`;
const lastSection = (type?: string) => paragraph('a') + sectPr(type);

describe('a DOCX document has', () => {
  test.for([
    ['one page when it is empty', docx({ body: '' }), 1],
    ['standard pages when it does not say', docx({ body: paragraph('x'.repeat(1_801)) }), 2],
    ['the pages that its properties say', docx({ body: paragraph('x'.repeat(9_000)), pages: '7' }), 7],
    ['no fewer than its text could fit on', docx({ body: paragraph('x'.repeat(12_001)), pages: '1' }), 3],
    ['standard pages when its properties talk nonsense', docx({ pages: '-3' }), 1],
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
      'one of two alternatives, the longer',
      docx({
        body: `<w:p><AlternateContent><Choice/><Choice>${run('x'.repeat(1_700))}</Choice><Fallback>${run('x'.repeat(900))}</Fallback></AlternateContent>${run('x'.repeat(101))}</w:p>`,
      }),
      2,
    ],
    [
      'its footnotes and endnotes',
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
    ['large parts before it', docx({ parts: { 'a/first.bin': 'y'.repeat(300_000) } }), 1],
  ] as const)('%s', async ([, bytes, value]) => {
    expect(await measured(bytes, docxType)).toEqual(pages(value));
  });

  test.for([
    ['breaks', `<w:p><w:r><w:t>a</w:t><w:br w:type="page"/></w:r></w:p>`.repeat(9), 10],
    ['no other breaks', '<w:p><w:r><w:br/><w:br w:type="column"/></w:r></w:p>'.repeat(9), 1],
    ['paragraphs that begin one', breakBefore().repeat(9), 9],
    ['none that do not', breakBefore(' w:val="0"').repeat(9), 1],
    [
      'none that did',
      breakBefore()
        .replace('<w:pPr>', '<w:pPr><w:pPrChange>')
        .replace('</w:pPr>', '</w:pPrChange></w:pPr>')
        .repeat(9),
      1,
    ],
    [
      'one where a break and such a paragraph meet',
      `<w:p><w:r><w:br w:type="page"/></w:r></w:p>${breakBefore()}`.repeat(4),
      5,
    ],
    ['sections', section().repeat(8) + lastSection(), 9],
    ['sections of odd pages', section('oddPage').repeat(8) + lastSection(), 9],
    ['none for sections within a page', section('continuous').repeat(8) + lastSection('continuous'), 1],
    [
      'one where a section and such a paragraph meet',
      section().repeat(8).replaceAll('<w:pPr>', '<w:pPr><w:pageBreakBefore/>') + lastSection(),
      9,
    ],
    [
      'such a paragraph in a section within a page',
      section('continuous').repeat(8).replaceAll('<w:pPr>', '<w:pPr><w:pageBreakBefore/>') +
        lastSection('continuous'),
      8,
    ],
    [
      'one for each row of a table',
      `<w:tbl>${`<w:tr><w:tc>${breakBefore()}</w:tc><w:tc>${breakBefore()}</w:tc></w:tr>`.repeat(5)}</w:tbl>`,
      5,
    ],
  ] as const)('at least its explicit page breaks + 1: %s', async ([, body, value]) => {
    expect(await measured(docx({ body, pages: '1' }), docxType)).toEqual(pages(value));
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
      'a password, in other letters',
      compound({ ENCRYPTEDPACKAGE: Buffer.alloc(5_000) }),
      'password required',
    ],
    ['no document', docx({ parts: { '_rels/.rels': '<Relationships/>' } }), 'no main document'],
    [
      'a document that is not there',
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
      'entities of its own, which would expand',
      docx({ parts: { 'word/document.xml': `${entityBomb('d')}<w:t xmlns:w="w">&e9;</w:t>` } }),
      'malformed XML in part word/document.xml',
    ],
    [
      'entities from elsewhere',
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
    ['a newline', '\n'],
    ['zeros', '\0'.repeat(60_000)],
  ])('its pages with %s after its end', async ([, trail]) => {
    const bytes = docx({ body: paragraph('x'.repeat(9_000)), pages: '7' });
    expect(await measured(Buffer.concat([bytes, Buffer.from(trail!)]), docxType)).toEqual(pages(7));
  });

  test('a result wherever it is truncated', async () => {
    const bytes = docx({ body: paragraph('x'.repeat(10_000)), pages: '2' });
    for (let part = 1; part < 20; part++) {
      const { outcome } = await measured(bytes.subarray(0, Math.floor((bytes.length * part) / 20)), docxType);
      expect(['unmeasurable', 'content_mismatch']).toContain(outcome);
    }
  });
});

describe('a DOC document has', () => {
  test.for([
    ['standard pages when it does not say', doc(3_601, null), 3],
    ['the pages that its properties say', doc(9_000, 7), 7],
    ['no fewer than its text could fit on', doc(18_001, 1), 4],
    ['one page when it is empty', doc(0, null), 1],
    ['as many with Word 6 and 95', doc(18_001, 1, word6), 4],
    ['as many with Word 95 of East Asia', doc(18_001, 1, { ...word6, identifier: 0xa699, flags: 0x1024 }), 4],
  ] as const)('%s', async ([, bytes, value]) => {
    expect(await measured(bytes, docType)).toEqual(pages(value));
  });

  test.for([
    ['a negative length', doc(-1, null), 'negative number of characters'],
    [
      'a stream that is no document',
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
    ['half of it', doc(5, null).subarray(0, 700), 'damaged compound file'],
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

describe('a file named as a Word document is rejected by', () => {
  test.for([
    ['a zip archive', docx({ parts: { '[Content_Types].xml': '<Types/>' } }), docxType],
    [
      'a spreadsheet',
      docx({ mainType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml' }),
      docxType,
    ],
    ['a DOC file', doc(1, null), docxType],
    [
      'a document with another in it',
      doc(1, null, { others: { 'A/EncryptedPackage': Buffer.alloc(9) } }),
      docxType,
    ],
    ['a DOCX file that takes a password', compound({ EncryptedPackage: Buffer.alloc(5_000) }), docType],
    ['an old spreadsheet', compound({ Workbook: Buffer.alloc(100) }), docType],
    [
      'one with a document in it',
      compound({ Workbook: Buffer.alloc(100), 'MBD0/WordDocument': Buffer.alloc(100) }),
      docType,
    ],
    ['a DOCX file', docx({}), docType],
  ] as const)('%s', async ([, bytes, mimeType]) => {
    expect((await measured(bytes, mimeType)).outcome).toBe('content_mismatch');
  });
});

function withSecondDocument(): Buffer {
  const packed = docx({ parts: { 'word/another_.xml': 'x' } }).toString('latin1');
  return Buffer.from(packed.replaceAll('word/another_.xml', 'word/Document.xml'), 'latin1');
}
