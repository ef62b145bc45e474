import { copyFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { DecodeFailed } from '../../decode/run-ffmpeg.ts';
import type { Finding } from '../../contract/finding.ts';
import { readFileText } from '../../text/read-file.ts';
import { readPages } from '../../text/read-pages.ts';
import { make } from '../../../../tools/local/samples/ffmpeg.ts';
import { bytesSource } from '../support/file-source.ts';
import { mediaTools } from '../../../../test/support/media-tools.ts';
import { useParsers } from '../../../../test/support/parsers.ts';
import { runSidekick } from '../support/run-sidekick.ts';
import { imageStream, pdfOfPages } from '../support/scanned-pdfs.ts';
import { textFonts } from '../../../../test/support/text-frames.ts';
import { useTextReaders } from '../../../../test/support/text-readers.ts';

const parsers = useParsers();
const readers = useTextReaders();
const { signal } = new AbortController();
const progress = () => undefined;
const [width, height] = [1_280, 720];

interface Drawn {
  text: string;
  size: number;
  left: number;
  top: number;
  /** Absent: always. */
  seconds?: readonly [from: number, to: number];
}

let font = '';
let files = 0;
beforeAll(async () => {
  font = (await textFonts()).find((file) => file.endsWith('/DejaVuSans.ttf'))!;
});

const scratch = (name: string) => path.join(inject('scratchDir'), `shown-claims-${files++}-${name}`);

/** Returns a filter that draws lines in white with a black border. */
async function drawing(lines: readonly Drawn[]): Promise<string> {
  const filters = lines.map(async ({ text, size, left, top, seconds }) => {
    const file = scratch('line.txt');
    await writeFile(file, text);
    const enable =
      seconds === undefined ? '' : `:enable=gte(t\\,${seconds[0] - 0.01})*lt(t\\,${seconds[1] - 0.01})`;
    return (
      `drawtext=fontfile=${font}:textfile=${file}:expansion=none:fontsize=${size}:x=${left}:y=${top}` +
      `:fontcolor=white:borderw=2${enable}`
    );
  });
  return ['null', ...(await Promise.all(filters))].join(',');
}

async function image(ground: string, lines: readonly Drawn[]): Promise<string> {
  const file = scratch('image.jpg');
  await make(file, ['-f', 'lavfi', '-i', `${ground},${await drawing(lines)}`, '-frames:v', '1', '-q:v', '4']);
  return file;
}

/** Returns a function that changes the marker of the frame of a JPEG, which states the coding. */
const withMarker = (marker: number) => (bytes: Buffer) => {
  const changed = Buffer.from(bytes);
  changed[changed.indexOf(Buffer.from([0xff, 0xc0])) + 1] = marker;
  return changed;
};

/** Reads the text of an image or a video, and returns the claims in it. */
async function examine(file: string): Promise<Finding[]> {
  // The local copies of the service have no extension, so ffmpeg must find the format from the content.
  const copy = scratch('copy');
  await copyFile(file, copy);
  const shownText = await readFileText({
    tools: await mediaTools(),
    path: copy,
    measuredSeconds: null,
    signal,
    parsers,
    progress,
    reader: readers.forTenant('claims'),
  });
  return runSidekick(parsers, 'claims', file, signal, undefined, shownText);
}

const quotesOf = (findings: readonly Finding[]) =>
  findings.map(({ evidence }) => (evidence[0]!.content as { quote: string }).quote).sort();

describe('the claims of an image', () => {
  test('over two lines, in two columns, are found in their places', async () => {
    const file = await image(`gradients=s=${width}x${height}:c0=0x204060:c1=0x806020:nb_colors=2:seed=1`, [
      { text: 'Kills 99.9%', size: 60, left: 80, top: 100 },
      { text: 'of bacteria', size: 60, left: 80, top: 172 },
      { text: 'Our lowest', size: 60, left: 720, top: 100 },
      { text: 'prices ever', size: 60, left: 720, top: 172 },
      { text: 'Results are not', size: 28, left: 80, top: 600 },
      { text: 'guaranteed.', size: 28, left: 80, top: 634 },
    ]);
    const findings = await examine(file);
    expect(quotesOf(findings)).toEqual(['Kills 99.9% of bacteria', 'lowest prices']);
    for (const { ruleCode, anchor } of findings) {
      if (anchor.kind !== 'region') throw new Error(`an anchor of kind ${anchor.kind}`);
      const left = ruleCode === 'price.lowest' ? 720 : 80;
      expect(Math.abs(anchor.x * width - left)).toBeLessThan(30);
      expect(Math.abs(anchor.y * height - 100)).toBeLessThan(30);
      expect(Math.abs((anchor.y + anchor.height) * height - 232)).toBeLessThan(30);
      expect(anchor.width * width).toBeLessThan(480);
    }
  });

  test.for([
    ['news', ['BREAKING NEWS', 'Migration: 10% more than forecast', 'Election desk, Westminster']],
    ['credits', ['Directed by Anna Hart', 'Best Boy Sam Cole', 'Filmed in Leeds']],
    ['small print', ['18+ only. T&Cs apply.', 'Capital at risk.', 'No guarantee of future results.']],
    ['nothing', []],
  ] as const)('with text of other kinds are none: %s', { tags: 'long' }, async ([, texts]) => {
    const lines = texts.map((text, row) => ({ text, size: 44, left: 90, top: 120 + 150 * row }));
    const ground = `mandelbrot=s=${width}x${height}:start_scale=0.6`;
    expect(await examine(await image(ground, lines))).toEqual([]);
  });

  test('in black letters on a transparent black ground are read on white', { tags: 'long' }, async () => {
    const file = scratch('transparent.png');
    const ground = `color=black:s=${width}x${height}`;
    const letters = await drawing([{ text: 'Kills 99.9% of bacteria', size: 60, left: 80, top: 100 }]);
    const graph = `${ground}[colour];${ground},${letters},format=gray[alpha];[colour][alpha]alphamerge`;
    await make(file, ['-f', 'lavfi', '-i', graph, '-frames:v', '1', '-pix_fmt', 'rgba']);
    expect(quotesOf(await examine(file))).toEqual(['Kills 99.9% of bacteria']);
  });

  test('cannot be sought if the image is damaged', async () => {
    const file = scratch('damaged.jpg');
    await writeFile(file, (await readFile(await image('color', []))).subarray(0, 100));
    await expect(examine(file)).rejects.toThrow(DecodeFailed);
  });

  test('are not sought in SVG, which a finding says', async () => {
    const file = scratch('drawing.svg');
    await writeFile(
      file,
      '<svg xmlns="http://www.w3.org/2000/svg"><text y="20">Clinically proven</text></svg>',
    );
    expect(await runSidekick(parsers, 'claims', file)).toMatchObject([
      { ruleCode: 'text.unread', severity: 'info', details: expect.stringContaining('SVG') },
    ]);
  });

  test.for([
    ['an animated WebP', 'animation.webp', (bytes: Buffer) => bytes],
    ['a JPEG in arithmetic coding', 'arithmetic.jpg', withMarker(0xc9)],
    ['a JPEG in hierarchical coding', 'hierarchical.jpg', withMarker(0xc5)],
  ] as const)('are not sought in %s, which a finding says', async ([, name, change]) => {
    const file = scratch(name);
    const whole = scratch(`whole-${name}`);
    const frames = name.endsWith('.webp') ? ['-loop', '0'] : ['-frames:v', '1'];
    await make(whole, ['-f', 'lavfi', '-i', 'testsrc2=size=64x64:rate=5:duration=1', ...frames]);
    await writeFile(file, change(await readFile(whole)));
    expect(await examine(file)).toMatchObject([
      { ruleCode: 'text.unread', severity: 'info', details: expect.stringContaining('its coding') },
    ]);
  });
});

describe('the claims of a video', () => {
  test('are found at their times, once', { tags: 'long', timeout: 300_000 }, async () => {
    const file = scratch('clip.mp4');
    const filter = await drawing([
      { text: 'Award-winning tea', size: 48, left: 100, top: 80 },
      { text: 'Twice as strong', size: 56, left: 100, top: 300, seconds: [0.8, 3.2] },
      { text: 'as the leading brand', size: 56, left: 100, top: 370, seconds: [0.8, 3.2] },
      { text: 'Terms apply', size: 30, left: 100, top: 640, seconds: [1, 4] },
    ]);
    const ground = `gradients=s=${width}x${height}:r=25:c0=0x204060:c1=0x602020:nb_colors=2:seed=3:speed=0.02`;
    await make(file, ['-f', 'lavfi', '-i', ground, '-vf', filter, '-t', '4', '-pix_fmt', 'yuv420p']);
    const findings = await examine(file);
    expect(quotesOf(findings)).toEqual(['Award-winning', 'Twice as strong as the leading brand']);
    const find = (code: string) => findings.find(({ ruleCode }) => ruleCode === code)!;
    const { anchor, details } = find('comparison.superiority');
    if (anchor.kind !== 'time') throw new Error(`an anchor of kind ${anchor.kind}`);
    expect(Math.abs(anchor.startSeconds - 0.8)).toBeLessThan(0.1);
    expect(Math.abs(anchor.endSeconds - 3.2)).toBeLessThan(0.1);
    const [left, top, , bottom] = anchor.bbox!;
    expect(Math.abs(left * width - 100)).toBeLessThan(30);
    expect(Math.abs(top * height - 300)).toBeLessThan(30);
    expect(Math.abs(bottom * height - 426)).toBeLessThan(30);
    expect(details).toContain('Text was read in 8 pictures, one every 0.5 s.');
    expect(find('superlative.ranking').anchor).toMatchObject({ startSeconds: 0 });
  });

  test('that has only sound are none', async () => {
    const file = scratch('sound.mp4');
    await make(file, ['-f', 'lavfi', '-i', 'sine=d=1', '-c:a', 'aac']);
    expect(await examine(file)).toEqual([]);
  });
});

test('the claims of a PDF are those of its text and of its scanned pages', { tags: 'long' }, async () => {
  const scan = await image(`color=c=0x303030:s=${width}x${height}`, [
    { text: 'Our serum is clinically', size: 40, left: 100, top: 200 },
    { text: 'proven to reduce lines', size: 40, left: 100, top: 250 },
    { text: 'Sold in shops near you', size: 40, left: 100, top: 500 },
  ]);
  const pdf = pdfOfPages([
    { content: 'BT /F0 12 Tf 20 20 Td (The lowest prices) Tj ET', entries: '/MediaBox [0 0 640 360]' },
    {
      content: 'q 640 0 0 360 0 0 cm /Im Do Q',
      entries: '/MediaBox [0 0 640 360]',
      objects: {
        Im: imageStream(
          { width, height },
          await readFile(scan),
          '/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode',
        ),
      },
    },
  ]);
  const file = scratch('scan.pdf');
  await writeFile(file, pdf);
  const reader = readers.forTenant('claims');
  const text = await readPages({ source: bytesSource(pdf), parsers, reader, pages: 2, signal, progress });
  const findings = await runSidekick(parsers, 'claims', file, signal, undefined, text);
  const proven = findings.find(({ ruleCode }) => ruleCode === 'health.proven')!;
  expect(proven.summary).toBe('Claim of proof on page 2: “clinically proven”');
  expect(proven.details).toContain('whose letters are pictures or shapes: 1, of which 1 were read.');
  if (proven.anchor.kind !== 'page') throw new Error(`an anchor of kind ${proven.anchor.kind}`);
  const [left, top, , bottom] = proven.anchor.bbox!;
  expect(Math.abs(left * width - 100)).toBeLessThan(30);
  expect(Math.abs(top * height - 200)).toBeLessThan(30);
  expect(Math.abs(bottom * height - 290)).toBeLessThan(30);
  expect(findings.find(({ ruleCode }) => ruleCode === 'price.lowest')!.anchor).toEqual({
    kind: 'page',
    page: 1,
  });
});
