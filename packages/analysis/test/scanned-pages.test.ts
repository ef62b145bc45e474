import { describe, expect, test } from 'vitest';
import { ParserFailed } from '../parsers/run-job.ts';
import { readPages } from '../text/read-pages.ts';
import type { Picture } from '../decode/picture.ts';
import type { ReadLine, TextReader } from '../text/text-reader.ts';
import { buildPdf } from '../../../tools/local/samples/pdf.ts';
import { bytesSource } from './support/file-source.ts';
import { useParsers } from '../../../test/support/parsers.ts';
import { namelessFont, outlined } from './support/drawn-letters.ts';
import { greyImage, imageStream, pdfOfPages, rgbImage, type ScannedPage } from './support/scanned-pdfs.ts';
import { testPicture } from './support/test-picture.ts';

const parsers = useParsers();
const { signal } = new AbortController();
const image = greyImage(testPicture(96, 128));
const fullPage = 'q 96 0 0 128 0 0 cm /Im Do Q';
const scan: ScannedPage = { content: fullPage, objects: { Im: image } };
const withText = (text: string, mode = 0): ScannedPage => ({
  ...scan,
  content: `${fullPage} BT /F0 0.5 Tf ${mode} Tr 5 20 Td (${text}) Tj ET`,
});
const paragraph = 'Clinically proven to reduce wrinkles in a week. '.repeat(4);

const find = (pdf: Uint8Array | string, pages = 1_000) =>
  parsers.run('findScannedPages', { pages }, bytesSource(pdf), { signal, maxComputeMs: 20_000 });

const nothing = { first: [], count: 0, hidingPages: [], annotatedPages: [] };
const scanned = (page: number) => ({ page, letters: 'scan' });

describe('a page is scanned', () => {
  test.for<[string, ScannedPage]>([
    ['if an image covers it', scan],
    ['if an image covers more than half of it', { ...scan, content: 'q 96 0 0 70 0 0 cm /Im Do Q' }],
    [
      'if strips cover it',
      { ...scan, content: [0, 1, 2, 3].map((at) => `q 96 0 0 32 0 ${at * 32} cm /Im Do Q`).join(' ') },
    ],
    ['if an inline image covers it', { content: 'q 96 0 0 128 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G ID x EI Q' }],
    [
      'if its matrix is spread over content streams',
      { ...scan, content: ['q 96 0 0 128', '0 0 cm', '/Im Do Q'] },
    ],
    ['if a line is stamped on it', withText('Scanned with a scanner, page 1 of 3, 2026-11-25')],
    ['if it has blanks as text', withText(' '.repeat(500))],
    [
      'if a form paints the image',
      {
        content: '1 0 0 1 0 0 cm /Form Do',
        objects: {
          Im: image,
          Form: {
            entries:
              '/Type /XObject /Subtype /Form /BBox [0 0 1 1] /Matrix [96 0 0 128 0 0] /Resources << /XObject << /Im @Im >> >>',
            bytes: Buffer.from('/Im Do'),
          },
        },
      },
    ],
    [
      'if only its crop box is covered',
      { ...scan, entries: '/MediaBox [0 0 500 500] /CropBox [0 0 96 128]' },
    ],
  ])('%s', async ([, page]) => {
    expect(await find(pdfOfPages([page]))).toEqual({ ...nothing, first: [scanned(1)], count: 1 });
  });
});

describe('a page is not scanned', () => {
  test.for<[string, ScannedPage]>([
    ['without an image', { content: '0 0 96 128 re f' }],
    ['with text over an image', withText(paragraph)],
    ['with an invisible text layer', withText(paragraph, 3)],
    ['with a small image', { ...scan, content: 'q 40 0 0 40 0 0 cm /Im Do Q' }],
    ['with a small image that is painted twice', { ...scan, content: 'q 96 0 0 40 0 0 cm /Im Do /Im Do Q' }],
    ['with an image beside it', { ...scan, content: 'q 96 0 0 128 90 0 cm /Im Do Q' }],
    [
      'with an image that its form clips',
      {
        content: '/Form Do',
        objects: {
          Im: image,
          Form: {
            entries:
              '/Type /XObject /Subtype /Form /BBox [0 0 20 20] /Resources << /XObject << /Im @Im >> >>',
            bytes: Buffer.from(fullPage),
          },
        },
      },
    ],
  ])('%s', async ([, page]) => {
    expect(await find(pdfOfPages([page]))).toEqual(nothing);
  });

  test('in a document of text', async () => {
    expect(await find(buildPdf({ pages: 30 }))).toEqual(nothing);
  });

  test('beyond the pages that were charged', async () => {
    expect(await find(pdfOfPages([scan, scan, scan]), 2)).toMatchObject({
      first: [scanned(1), scanned(2)],
      count: 2,
    });
  });
});

const place = { x: 4, y: 60, height: 4 };
const headline = 'CURE PAIN NOT YOU';
const { font, glyphs, codes } = namelessFont(headline);
const nameless = { content: `BT /T3 4 Tf 4 60 Td ${codes} Tj ET`, objects: glyphs, fonts: { T3: font } };
const row = (shape: (at: number) => string) => Array.from({ length: 20 }, (_, at) => shape(at)).join(' ');

describe('letters are drawn', () => {
  test.for<[string, 'shapes' | 'glyphs', ScannedPage]>([
    ['if they are outlines', 'shapes', { content: outlined(headline, place) }],
    [
      'if they are outlines on a page that is turned',
      'shapes',
      {
        content: `0 1 -1 0 96 0 cm ${outlined(headline, place)}`,
        entries: '/MediaBox [0 0 96 128] /Rotate 90',
      },
    ],
    [
      'if they are outlines beside a line of text',
      'shapes',
      { content: `${outlined(headline, place)} BT /F0 4 Tf 4 20 Td (Sold in shops near you) Tj ET` },
    ],
    ['if their font has neither names nor characters', 'glyphs', nameless],
    [
      'if the characters of their font are for private use',
      'glyphs',
      {
        ...nameless,
        objects: {
          ...glyphs,
          Map: { entries: '', bytes: Buffer.from('1 beginbfrange <01> <20> <E001> endbfrange') },
        },
        fonts: { T3: font.replace('/Type3', '/Type3 /ToUnicode @Map') },
      },
    ],
  ])('%s', async ([, letters, page]) => {
    expect(await find(pdfOfPages([page]))).toEqual({ ...nothing, first: [{ page: 1, letters }], count: 1 });
  });

  test.for<[string, ScannedPage]>([
    [
      'if a few of them are a logo beside much text',
      { content: `${outlined(headline, place)} ${withText(paragraph).content as string}` },
    ],
    ['if the shapes are bars', { content: row((at) => `${at * 4} 20 3 ${at + 2} re f`) }],
    [
      'if the shapes are equal markers',
      { content: row((at) => `q 1 0 0 1 ${at * 4} 20 cm 0 0 m 1 2 3 2 3 0 c 3 -2 1 -2 0 0 c f Q`) },
    ],
    [
      'if the shapes are regions of a map',
      {
        content: row(
          (at) =>
            `${at * 4} ${(at * 37) % 90} m ${at * 4 + 9} ${(at * 53) % 90} ${at * 5} ${(at * 71) % 90} ${at * 3} 9 c f`,
        ),
      },
    ],
    ['if the shapes are lines', { content: outlined(headline, place).replaceAll('f*', 'S') }],
    [
      'if a nameless font has the right characters',
      {
        ...nameless,
        objects: {
          ...glyphs,
          Map: {
            entries: '',
            bytes: Buffer.from(
              `20 beginbfchar ${[...new Set(headline)].map((letter, at) => `<${(at + 1).toString(16).padStart(2, '0')}> <00${letter.charCodeAt(0).toString(16)}>`).join('\n')} endbfchar`,
            ),
          },
        },
        fonts: { T3: font.replace('/Type3', '/Type3 /ToUnicode @Map') },
      },
    ],
  ])('but not %s', async ([, page]) => {
    expect(await find(pdfOfPages([page]))).toEqual(nothing);
  });
});

test('pages with text that may not be shown, and with annotations that are text, are listed', async () => {
  const line = 'BT /F0 4 Tf 4 20 Td (A line of text) Tj ET';
  const pages: ScannedPage[] = [
    { content: `/OC /Hidden BDC ${line} EMC` },
    { content: line.replace('Tf', 'Tf 3 Tr') },
    withText(paragraph, 3),
    { content: line, entries: '/MediaBox [0 0 96 128] /Annots [<< /Subtype /FreeText /Rect [0 0 9 9] >>]' },
    { content: line, entries: '/MediaBox [0 0 96 128] /Annots [<< /Subtype /Link /Rect [0 0 9 9] >>]' },
  ];
  expect(await find(pdfOfPages(pages))).toEqual({ ...nothing, hidingPages: [1, 2], annotatedPages: [4] });
});

test('all scanned pages are counted, and the first 50 are listed', async () => {
  const pages = Array.from({ length: 130 }, (_, at) => (at % 2 === 0 ? { content: '' } : scan));
  const { first, count } = await find(pdfOfPages(pages));
  expect(count).toBe(65);
  expect(first).toEqual(Array.from({ length: 50 }, (_, at) => scanned(2 * at + 2)));
});

test('forms that draw each other many times end in time', { timeout: 30_000 }, async () => {
  const form = (name: string) => ({
    entries: `/Type /XObject /Subtype /Form /BBox [0 0 96 128] /Resources << /XObject << /Next @${name} >> >>`,
    bytes: Buffer.from('/Next Do '.repeat(1_000)),
  });
  const objects = { F0: form('F1'), F1: form('F2'), F2: form('F0') };
  expect(await find(pdfOfPages([{ content: '/F0 Do', objects }]))).toEqual(nothing);
});

describe('the text of scanned pages', () => {
  const line = (box: ReadLine['box']): ReadLine => ({ text: 'New', confidence: 0.9, box, letters: null });

  /** Returns a reader that keeps the pictures and returns the given lines. */
  function readerOf(read: (picture: Picture) => ReadLine[]) {
    const pictures: Picture[] = [];
    const reader: TextReader = {
      read: (picture) => {
        pictures.push(picture);
        return Promise.resolve().then(() => read(picture));
      },
    };
    return { pictures, reader };
  }
  const readWith = (reader: TextReader, pdf: Uint8Array, own = signal, progress = (_share: number) => {}) =>
    readPages({ source: bytesSource(pdf), parsers, reader, pages: 100, signal: own, progress });

  test('has boxes as shares of the page as displayed', async () => {
    const { pictures, reader } = readerOf(() => [
      line([32, 24, 64, 48]),
      line([-3, 90, 130, 97]),
      line([5, 5, 5, 9]),
    ]);
    const turned = { ...scan, entries: '/MediaBox [0 0 96 128] /Rotate 90' };
    const shares: number[] = [];
    expect(
      await readWith(reader, pdfOfPages([{ content: '' }, turned]), signal, (share) => shares.push(share)),
    ).toEqual({
      kind: 'pages',
      scannedPages: 1,
      hidingPages: [],
      annotatedPages: [],
      pages: [
        {
          page: 2,
          lines: [
            { text: 'New', confidence: 0.9, box: [0.25, 0.25, 0.5, 0.5], letters: null },
            { text: 'New', confidence: 0.9, box: [0, 0.9375, 1, 1], letters: null },
          ],
        },
      ],
    });
    expect(pictures.map(({ width, height, rgb }) => [width, height, rgb.length])).toEqual([
      [128, 96, 36_864],
    ]);
    expect(shares.at(-1)).toBe(1);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  });

  test('leaves out pages that cannot be decoded', async () => {
    const damaged = {
      content: fullPage,
      objects: {
        Im: imageStream(
          { width: 96, height: 128 },
          Buffer.from('x'),
          '/ColorSpace /DeviceGray /Filter /DCTDecode',
        ),
      },
    };
    const { reader } = readerOf(() => []);
    expect(await readWith(reader, pdfOfPages([damaged, damaged, damaged, scan, scan]))).toEqual({
      kind: 'pages',
      scannedPages: 5,
      hidingPages: [],
      annotatedPages: [],
      pages: [
        { page: 4, lines: [] },
        { page: 5, lines: [] },
      ],
    });
  });

  test('ends after three pages that make the reader fail', async () => {
    const { pictures, reader } = readerOf(() => {
      throw new ParserFailed('the reader crashed');
    });
    const { pages, scannedPages } = await readWith(reader, pdfOfPages(Array.from({ length: 6 }, () => scan)));
    expect([pages, scannedPages, pictures.length]).toEqual([[], 6, 3]);
  });

  test('ends after 5,000 lines', async () => {
    const { reader } = readerOf(() => Array.from({ length: 2_000 }, () => line([0, 0, 9, 9])));
    const { pages, scannedPages } = await readWith(reader, pdfOfPages(Array.from({ length: 6 }, () => scan)));
    expect([pages.length, scannedPages]).toEqual([3, 6]);
  });

  test('fails if the reader cannot work, or if the reading is cancelled', async () => {
    const broken = readerOf(() => {
      throw new TypeError('no weights');
    });
    await expect(readWith(broken.reader, pdfOfPages([scan]))).rejects.toThrow(new TypeError('no weights'));
    const cancelled = new AbortController();
    const { reader } = readerOf(() => {
      cancelled.abort(new Error('cancelled'));
      return [];
    });
    await expect(readWith(reader, pdfOfPages([scan, scan]), cancelled.signal)).rejects.toThrow('cancelled');
  });

  test('fails if the document cannot be parsed', async () => {
    const { reader } = readerOf(() => []);
    await expect(readWith(reader, Buffer.from('%PDF-1.7\nnothing'))).rejects.toThrow(ParserFailed);
  });

  test('is read in colour', async () => {
    const { pictures, reader } = readerOf(() => []);
    const picture = testPicture(96, 128);
    await readWith(reader, pdfOfPages([{ content: fullPage, objects: { Im: rgbImage(picture) } }]));
    expect(Buffer.from(pictures[0]!.rgb).equals(Buffer.from(picture.rgb))).toBe(true);
  });
});
