import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { measureContent } from '../measure/measure-content.ts';
import { countLeafPages } from '../formats/pdf/leaf-pages.ts';
import { countPageObjects } from '../formats/pdf/page-objects.ts';
import { pdfPages } from '../measure/pdf-pages.ts';
import { Unmeasurable } from '../formats/format-errors.ts';
import { buildPdf } from '../../../tools/local/samples/pdf.ts';
import { pdfOfObjects } from '../../../tools/local/samples/pdf-writer.ts';
import { bytesSource } from './support/file-source.ts';

const count = async (pdf: string) => pdfPages(bytesSource(pdf));
const leavesOf = async (pdf: string) => (await countLeafPages(bytesSource(pdf)))?.leaves ?? null;

const page = '<< /Type /Page /MediaBox [0 0 10 10] >>';

/** Returns the objects of a page tree with `/Count` 1 and the given number of leaves. */
function leaves(pages: number): Record<number, string> {
  const numbers = Array.from({ length: pages }, (_, index) => index + 3);
  return {
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: `<< /Type /Pages /Count 1 /Kids [${numbers.map((number) => `${number} 0 R`).join(' ')}] >>`,
    ...Object.fromEntries(numbers.map((number) => [number, page])),
  };
}

/** Builds a PDF with object streams and a cross-reference stream (ISO 32000-2, 7.5.7 and 7.5.8). */
function compressedPdf(pages: number): Buffer {
  const objects = [
    [1, '<< /Type /Catalog /Pages 2 0 R >>'],
    [
      2,
      `<< /Type /Pages /Count ${pages} /Kids [${Array.from({ length: pages }, (_, i) => `${i + 3} 0 R`).join(' ')}] >>`,
    ],
    ...Array.from({ length: pages }, (_, i) => [
      i + 3,
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 10 10] >>',
    ]),
  ] as [number, string][];
  let offset = 0;
  const header = objects.map(([number, text]) => {
    const pair = `${number} ${offset}`;
    offset += text.length + 1;
    return pair;
  });
  const first = `${header.join(' ')}\n`;
  const content = deflateSync(Buffer.from(`${first}${objects.map(([, text]) => text).join('\n')}\n`));
  const streamNumber = pages + 3;
  const xrefNumber = streamNumber + 1;
  const start = Buffer.from('%PDF-1.7\n');
  const objectStream = Buffer.concat([
    Buffer.from(
      `${streamNumber} 0 obj\n<< /Type /ObjStm /N ${objects.length} /First ${first.length} /Filter /FlateDecode /Length ${content.length} >>\nstream\n`,
    ),
    content,
    Buffer.from('\nendstream\nendobj\n'),
  ]);
  const xrefOffset = start.length + objectStream.length;
  // Each row has a type (1 byte), an offset or stream number (4 bytes) and an index (2 bytes). A byte with the PNG
  // filter type "up", which is 2, precedes each row.
  const rows = Buffer.alloc((xrefNumber + 1) * 7);
  rows[0] = 0;
  for (const [index, [number]] of objects.entries()) {
    rows.writeUInt8(2, number * 7);
    rows.writeUInt32BE(streamNumber, number * 7 + 1);
    rows.writeUInt16BE(index, number * 7 + 5);
  }
  for (const [number, at] of [
    [streamNumber, start.length],
    [xrefNumber, xrefOffset],
  ] as const) {
    rows.writeUInt8(1, number * 7);
    rows.writeUInt32BE(at, number * 7 + 1);
  }
  const predicted = Buffer.alloc((xrefNumber + 1) * 8);
  for (let row = 0; row <= xrefNumber; row++) {
    predicted[row * 8] = 2;
    for (let i = 0; i < 7; i++) {
      const up = row > 0 ? rows[(row - 1) * 7 + i]! : 0;
      predicted[row * 8 + 1 + i] = rows[row * 7 + i]! - up;
    }
  }
  const xref = deflateSync(predicted);
  return Buffer.concat([
    start,
    objectStream,
    Buffer.from(
      `${xrefNumber} 0 obj\n<< /Type /XRef /Size ${xrefNumber + 1} /W [1 4 2] /Root 1 0 R /Filter /FlateDecode ` +
        `/DecodeParms << /Predictor 12 /Columns 7 >> /Length ${xref.length} >>\nstream\n`,
    ),
    xref,
    Buffer.from(`\nendstream\nendobj\nstartxref\n${xrefOffset}\n%%EOF\n`),
  ]);
}

describe('the pages of a PDF', () => {
  test.for([1, 3, 200])('are counted: %i', async (pages) => {
    expect(await count(buildPdf({ pages }))).toEqual({
      pages,
      declaredPages: pages,
      leafPages: pages,
      unreadableKids: 0,
    });
  });

  test.for([1, 3, 900])('are the 200 leaves, even if /Count is %i', async (claimedPages) => {
    expect(await count(buildPdf({ pages: 200, claimedPages }))).toMatchObject({
      pages: 200,
      leafPages: 200,
    });
  });

  test('are found in object streams and cross-reference streams', async () => {
    const result = await pdfPages(bytesSource(compressedPdf(40)));
    expect(result).toEqual({ pages: 40, declaredPages: 40, leafPages: 40, unreadableKids: 0 });
  });

  test.for([
    ['offsets that count from the header', `junk\n${buildPdf({ pages: 200, claimedPages: 1 })}`],
    ['offsets that count from the start', pdfOfObjects(leaves(200), 'junk\n%PDF-1.7\n')],
    [
      'offsets that lead nowhere',
      `junk\n${buildPdf({ pages: 200 }).replace(/startxref\n\d+/, 'startxref\n7')}`,
    ],
  ])('are found after other bytes, with %s', async ([, pdf]) => {
    expect(await count(pdf!)).toMatchObject({ pages: 200, leafPages: 200, unreadableKids: 0 });
  });

  test('are counted in nested nodes, by the newest revision of each object', async () => {
    const base = pdfOfObjects({
      1: '<< /Type /Catalog /Pages 2 0 R >>',
      2: '<< /Type /Pages /Count 3 /Kids [3 0 R 4 0 R] >>',
      3: '<< /Type /Pages /Parent 2 0 R /Count 2 /Kids [5 0 R 6 0 R] >>',
      4: page,
      5: page,
      6: page,
    });
    expect(await leavesOf(base)).toBe(3);
    const updated = `${base}3 0 obj\n<< /Type /Pages /Count 1 /Kids [5 0 R] >>\nendobj\n`;
    const previous = /startxref\n(\d+)/.exec(base)![1];
    const at = base.length;
    const revision = `${updated}xref\n3 1\n${String(at).padStart(10, '0')} 00000 n \ntrailer\n<< /Size 7 /Root 1 0 R /Prev ${previous} >>\nstartxref\n${updated.length}\n%%EOF\n`;
    expect(await leavesOf(revision)).toBe(2);
  });
});

describe('syntax that pdf.js tolerates does not hide leaves:', () => {
  const within = (entry: string) => ({
    ...leaves(300),
    2: leaves(300)[2]!.replace('<<', `<< ${entry}`),
  });

  test.for([
    ['two signs', within('/Rotate --0')],
    ['two decimal points', within('/X 1.2.3')],
    ['an unknown keyword', within('/X foo')],
    ['a brace', within('/X {')],
    ['a key that is not a name', within('5')],
    ['the end of an array as a value', within('/X ]')],
    ['deep nesting', within(`/X ${'['.repeat(70)}<< /Y (]) >>${']'.repeat(70)}`)],
    ['a number in the catalog', { ...leaves(300), 1: '<< /X --0 /Type /Catalog /Pages 2 0 R >>' }],
    [
      'references without spaces between them',
      { ...leaves(300), 2: leaves(300)[2]!.replaceAll(/(\d+) 0 R/g, '+$1. 0R') },
    ],
  ] as const)('%s', async ([, objects]) => {
    expect(await count(pdfOfObjects(objects))).toMatchObject({ pages: 300, leafPages: 300 });
  });

  test('objects without spaces in `n g obj`', async () => {
    const pdf = pdfOfObjects(leaves(300)).replaceAll(' 0 obj', ' 0obj');
    expect(await leavesOf(pdf)).toBe(300);
  });

  test('kids that a hybrid file hides from older readers', async () => {
    const plain = pdfOfObjects(leaves(300));
    const at = plain.lastIndexOf('xref\n0');
    const rows = Buffer.alloc(300 * 5);
    for (let i = 0; i < 300; i++) {
      rows.writeUInt8(1, i * 5);
      rows.writeUInt32BE(plain.indexOf(`\n${i + 3} 0 obj`) + 1, i * 5 + 1);
    }
    const beside =
      `400 0 obj\n<< /Type /XRef /W [1 4 0] /Index [3 300] /Size 401 /Length ${rows.length} >>stream\n` +
      `${rows.toString('latin1')}\nendstream\nendobj\n`;
    let line = 0;
    const table = plain
      .slice(at, plain.indexOf('startxref'))
      .replaceAll(/^\d{10} 00000 n/gm, (entry) => (line++ < 2 ? entry : '0000000000 00000 f'));
    const pdf = `${plain.slice(0, at)}${beside}${table.replace('/Root', `/XRefStm ${at} /Root`)}`;
    expect(await leavesOf(`${pdf}startxref\n${at + beside.length}\n%%EOF\n`)).toBe(300);
  });

  test.for([3, 1e15])('an object stream that declares %i objects', async (claimed) => {
    const pdf = compressedPdf(40).toString('latin1').replace('/N 42', `/N ${claimed}`);
    const moved = pdf.length - compressedPdf(40).length;
    // The cross-reference stream is after the moved objects, so its offset changes too.
    const start = /startxref\n(\d+)/.exec(pdf)![1]!;
    expect(await leavesOf(pdf.replace(/startxref\n\d+/, `startxref\n${Number(start) + moved}`))).toBe(40);
  });
});

describe('a page tree that cannot be read', () => {
  const long = leaves(50);
  // The root of the tree is longer than the parser's limit for one object.
  const root = long[2]!.replace('<<', `<< /X (${'x'.repeat(17 * 2 ** 20)})`);

  test('is replaced by the objects of type Page', async () => {
    const pdf = bytesSource(pdfOfObjects({ ...long, 2: root }));
    expect(await countLeafPages(pdf)).toBeNull();
    expect(await countPageObjects(pdf)).toBe(50);
  });

  test('is unmeasurable if some objects may be hidden', async () => {
    const hidden = '<< /Type /ObjStm /N 1 /First 4 /Filter /Unknown /Length 0 >>\nstream\n\nendstream';
    expect(await countPageObjects(bytesSource(pdfOfObjects({ ...long, 99: hidden })))).toBeNull();
    expect(await countPageObjects(bytesSource(pdfOfObjects({ 1: '<< /Type /Catalog >>' })))).toBeNull();
  });
});

describe('a page tree with cycles ends', () => {
  const root = '<< /Type /Catalog /Pages 2 0 R >>';

  test.for([
    [
      'a circle of nodes',
      {
        1: root,
        2: '<< /Type /Pages /Count 2 /Kids [3 0 R 4 0 R] >>',
        3: page,
        4: '<< /Type /Pages /Kids [2 0 R] >>',
      },
      1,
    ],
    [
      'a node that is its own kid',
      { 1: root, 2: '<< /Type /Pages /Count 1 /Kids [2 0 R 3 0 R] >>', 3: page },
      1,
    ],
    [
      'a leaf referred to twice',
      { 1: root, 2: '<< /Type /Pages /Count 2 /Kids [3 0 R 3 0 R] >>', 3: page },
      2,
    ],
    [
      'nodes that share an array of kids',
      {
        1: root,
        2: '<< /Type /Pages /Count 1 /Kids [3 0 R 4 0 R 3 0 R] >>',
        3: '<< /Type /Pages /Kids 5 0 R >>',
        4: '<< /Type /Pages /Kids 5 0 R >>',
        5: '[6 0 R << /Kids [6 0 R] >>]',
        6: page,
      },
      6,
    ],
    [
      'a leaf that has an array of kids',
      { 1: root, 2: '<< /Type /Pages /Count 1 /Kids [3 0 R 3 0 R] >>', 3: '<< /Type /Page /Kids [] >>' },
      2,
    ],
    ['a kid that is missing', { 1: root, 2: '<< /Type /Pages /Count 2 /Kids [3 0 R 9 0 R] >>', 3: page }, 1],
    ['a kid that is null', { 1: root, 2: '<< /Type /Pages /Count 2 /Kids [3 0 R null] >>', 3: page }, 1],
  ] as const)('%s', async ([, objects, leaves]) => {
    expect(await leavesOf(pdfOfObjects(objects))).toBe(leaves);
  });

  test('references that point at each other', async () => {
    const pdf = pdfOfObjects({ 1: root, 2: '3 0 R', 3: '2 0 R' });
    expect(await leavesOf(pdf)).toBeNull();
  });

  test('cross-references that point at themselves', async () => {
    const pdf = buildPdf({ pages: 2 });
    const offset = /startxref\n(\d+)/.exec(pdf)![1]!;
    const circular = pdf.replace('/Root', `/Prev ${offset} /Root`);
    expect(await leavesOf(circular)).toBe(2);
  });
});

describe('a kid that cannot be read', () => {
  const broken = '<< /Type /Page /MediaBox [0 0 10 10 >>';

  test('does not count; the others do', async () => {
    const tree = leaves(500);
    expect(await count(pdfOfObjects({ ...tree, 3: broken }))).toMatchObject({
      pages: 499,
      leafPages: 499,
      unreadableKids: 1,
    });
    const nested = pdfOfObjects({ ...tree, 3: '<< /Type /Pages /Kids 503 0 R >>', 503: broken });
    expect(await countLeafPages(bytesSource(nested))).toEqual({ leaves: 499, unreadableKids: 1 });
  });

  test('is found by a search of the file if only its cross-reference is wrong', async () => {
    const whole = pdfOfObjects(leaves(500));
    const [, offset] = /(\d{10}) 00000 n \n$/m.exec(whole.slice(0, whole.indexOf('trailer')))!;
    for (const elsewhere of ['0000000001', '0000000009']) {
      const astray = whole.replaceAll(`${offset} 00000 n`, `${elsewhere} 00000 n`);
      expect(await countLeafPages(bytesSource(astray))).toEqual({ leaves: 500, unreadableKids: 0 });
    }
  });

  test('makes the count null if it is the root', async () => {
    expect(await leavesOf(pdfOfObjects({ ...leaves(5), 2: broken }))).toBeNull();
  });
});

test('more than a million pages are rejected', { tags: 'long' }, async () => {
  const pdf = pdfOfObjects({
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: `<< /Type /Pages /Count 1 /Kids [${'<<>> '.repeat(1_000_001)}] >>`,
  });
  await expect(leavesOf(pdf)).rejects.toThrow('more than 1000000 pages');
});

describe('the pages of an encrypted PDF that opens without a password', () => {
  // The files were made with qpdf and have 20 pages in encrypted object streams.
  test.for(['revision-2', 'revision-3', 'revision-4', 'revision-4-rc4', 'revision-5', 'revision-6'])(
    'are counted by its leaves: %s',
    async (name) => {
      expect(await pdfPages(bytesSource(await encrypted(name)))).toEqual({
        pages: 20,
        declaredPages: 20,
        leafPages: 20,
        unreadableKids: 0,
      });
    },
  );

  test('are not counted if a password is needed', async () => {
    await expect(pdfPages(bytesSource(await encrypted('password')))).rejects.toThrow('password required');
  });
});

test.for([
  [
    'encryption with a certificate',
    buildPdf({ pages: 3 }).replace('/Root', '/Encrypt << /Filter /Adobe.PubSec /V 4 >> /ID [(a) (b)] /Root'),
    'unsupported encryption',
  ],
  [
    'syntax that pdf.js cannot parse',
    buildPdf({ pages: 3 }).replace('/Root', '/Something ) /Root'),
    'not a readable PDF: Illegal character: 41',
  ],
] as const)('a PDF with %s is unmeasurable, with the reason', async ([, pdf, reason]) => {
  const source = bytesSource(pdf);
  expect(await measureContent(source, { mimeType: 'application/pdf' })).toEqual({
    outcome: 'unmeasurable',
    reason,
  });
});

const encrypted = (name: string) =>
  readFile(path.join(import.meta.dirname, `fixtures/encrypted/${name}.pdf`));

describe('a file without a page tree', () => {
  test.for([
    ['nothing', ''],
    ['text', 'this is not a PDF at all'],
    ['a header alone', '%PDF-1.7\n'],
    ['a startxref beyond the file', '%PDF-1.7\nstartxref\n99999\n%%EOF'],
    [
      'deep nesting',
      `%PDF-1.7\n1 0 obj\n${'['.repeat(100_000)}\nendobj\nxref\n0 1\ntrailer\n${'['.repeat(100_000)}\nstartxref\n100029\n%%EOF`,
    ],
  ])('has no count: %s', async ([, content]) => {
    expect(await leavesOf(content!)).toBeNull();
  });

  test('is unmeasurable when pdf.js cannot open it either', async () => {
    await expect(count('%PDF-1.7\nnothing that follows is one')).rejects.toThrow(Unmeasurable);
  });

  test('is counted if the table is truncated', async () => {
    expect(await leavesOf(buildPdf({ pages: 3 }).slice(0, -200))).toBe(3);
  });

  test('is counted in object streams if the cross-references are broken', async () => {
    const whole = compressedPdf(40).toString('latin1');
    const broken = whole.replace(/startxref\n\d+/, 'startxref\n7');
    expect(await leavesOf(broken)).toBe(40);
    const withoutXref = broken.replace('/Type /XRef', '/Type /Nonsense');
    expect(await leavesOf(withoutXref)).toBeNull();
  });

  test('is counted if pdf.js can repair it', async () => {
    const broken = buildPdf({ pages: 3, claimedPages: 1 }).replace(/startxref\n\d+/, 'startxref\n7');
    expect(await count(broken)).toEqual({ pages: 3, declaredPages: 1, leafPages: 3, unreadableKids: 0 });
  });
});
