import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, inject, test } from 'vitest';
import { readPages } from '../text/read-pages.ts';
import { make } from '../../../tools/local/samples/ffmpeg.ts';
import { bytesSource } from './support/file-source.ts';
import { namelessFont, outlined } from './support/drawn-letters.ts';
import { useParsers } from '../../../test/support/parsers.ts';
import { imageStream, pdfOfPages } from './support/scanned-pdfs.ts';
import { textFonts } from '../../../test/support/text-frames.ts';
import { useTextReaders } from '../../../test/support/text-readers.ts';

const parsers = useParsers();
const readers = useTextReaders();

/** An A4 page at 150 pixels per inch. */
const [width, height] = [1_240, 1_754];
/** The lines of the page, with the height of their font and their place in pixels. */
const lines = [
  { text: 'Feel Young Again', size: 90, left: 120, top: 140 },
  { text: 'Clinically proven to reduce wrinkles by 30%', size: 44, left: 120, top: 330 },
  { text: 'Only £19.99 a month, cancel anytime.', size: 32, left: 120, top: 560 },
  { text: 'Voted the best face cream of 2025 by our readers', size: 26, left: 120, top: 900 },
  { text: 'Tested on 112 women over eight weeks; 87% agreed.', size: 18, left: 120, top: 1_500 },
  { text: 'Offer ends 31 December. See website for details.', size: 16, left: 120, top: 1_560 },
];
let jpeg = Buffer.alloc(0);

beforeAll(async () => {
  const font = (await textFonts()).find((file) => file.endsWith('/DejaVuSans.ttf'));
  expect(font).toBeDefined();
  const draw: string[] = [];
  for (const [index, { text, size, left, top }] of lines.entries()) {
    const file = path.join(inject('scratchDir'), `scanned-line-${index}.txt`);
    await writeFile(file, text);
    draw.push(
      `drawtext=fontfile=${font}:textfile=${file}:expansion=none:fontsize=${size}:x=${left}:y=${top}`,
    );
  }
  const scan = path.join(inject('scratchDir'), 'scanned-page.jpg');
  // A scanner adds noise, and paper is not quite white.
  const filters = [...draw, 'noise=alls=12:allf=t:all_seed=7', 'eq=contrast=0.9'].join(',');
  await make(scan, [
    '-f',
    'lavfi',
    '-i',
    `color=c=white:s=${width}x${height}`,
    '-vf',
    filters,
    '-frames:v',
    '1',
    '-q:v',
    '6',
  ]);
  jpeg = await readFile(scan);
});

test('reads the text of a scan on a turned page, with its places', async () => {
  const pdf = pdfOfPages([
    { content: 'BT /F0 12 Tf 20 20 Td (A page of text) Tj ET' },
    {
      // The page is stored with its top to the right, and is displayed turned to the left.
      content: 'q 0 -595 842 0 0 595 cm /Im Do Q',
      entries: '/MediaBox [0 0 842 595] /Rotate 270',
      objects: {
        Im: imageStream(
          { width, height },
          jpeg,
          '/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode',
        ),
      },
    },
  ]);
  const read = await readAll(pdf);
  expect(read).toMatchObject({ kind: 'pages', scannedPages: 1, pages: [{ page: 2 }] });
  const found = read.pages[0]!.lines;
  expect(found.map(({ text }) => text)).toEqual(lines.map(({ text }) => text));
  for (const [index, { box }] of found.entries()) {
    const { size, left, top } = lines[index]!;
    expect(Math.abs(box[0] * width - left)).toBeLessThan(size);
    expect(Math.abs(box[1] * height - top)).toBeLessThan(size);
    expect((box[3] - box[1]) * height).toBeLessThan(2 * size);
  }
});

test(
  'reads letters that are outlines, and glyphs of a font without characters',
  { tags: 'long' },
  async () => {
    const [first, second] = ['PROVEN TO CURE YOUR EAR', 'LET NATURE CURE YOU'];
    const { font, glyphs, codes } = namelessFont(second);
    const pdf = pdfOfPages([
      {
        content: `1 1 0 rg 0 0 400 200 re f 0 0 0 rg ${outlined(first, { x: 20, y: 130, height: 16 })} BT /T3 20 Tf 20 60 Td ${codes} Tj ET`,
        objects: glyphs,
        fonts: { T3: font },
        entries: '/MediaBox [0 0 400 200]',
      },
    ]);
    const { pages } = await readAll(pdf);
    expect(pages[0]!.lines.map(({ text }) => text)).toEqual([first, second]);
  },
);

function readAll(pdf: Uint8Array) {
  const { signal } = new AbortController();
  return readPages({
    source: bytesSource(pdf),
    parsers,
    reader: readers.forTenant('test'),
    pages: 2,
    signal,
    progress: () => undefined,
  });
}
