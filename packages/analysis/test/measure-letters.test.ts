import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { measureLetters } from '../text/measure-letters.ts';
import type { Picture } from '../decode/picture.ts';
import { createRandom } from '../../../tools/chaos/random.ts';

// Letters are drawn by ffmpeg. Their true heights are those of an H and an x in a plain picture of the same font.

const run = promisify(execFile);
const [width, height] = [1500, 160];
const [left, top] = [60, 50];
/** Fonts that come with pdf.js. */
const fonts = ['LiberationSans-Regular.ttf', 'LiberationSans-Bold.ttf', 'FoxitSerif.pfb'];
const directory = path.resolve('node_modules/pdfjs-dist/standard_fonts');
const text = 'Offer ends 31 May. Excludes Northern Ireland';

const grounds = {
  plain: ['color=c=0x101830', 'fontcolor=white'],
  light: ['color=c=white', 'fontcolor=0x303030'],
  gradient: ['gradients=c0=0x203050:c1=0x506070:seed=3', 'fontcolor=yellow'],
  'test picture': ['testsrc2', 'fontcolor=white'],
  fractal: ['mandelbrot=start_scale=2.2', 'fontcolor=white'],
  outline: ['mandelbrot=start_scale=0.01', 'fontcolor=white:borderw=2:bordercolor=black'],
  block: ['mandelbrot=start_scale=0.01', 'fontcolor=white:box=1:boxcolor=0x202020:boxborderw=12'],
  'dark block': ['color=c=0x203040', 'fontcolor=white:box=1:boxcolor=0x18202c:boxborderw=12'],
} as const;
type Ground = keyof typeof grounds;

async function draw(
  source: string,
  content: string,
  font: string,
  size: number,
  style: string,
): Promise<Picture> {
  const face = `fontfile=${directory}/${font}`;
  const drawn = `drawtext=${face}:text='${content}':expansion=none:fontsize=${size}:x=${left}:y=${top}:${style}`;
  const sized = `${source}${source.includes('=') ? ':' : '='}s=${width}x${height}`;
  const output = ['-frames:v', '1', '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-'];
  const input = ['-v', 'error', '-f', 'lavfi', '-i', `${sized},${drawn}`];
  const { stdout } = await run('ffmpeg', [...input, ...output], { encoding: 'buffer', maxBuffer: 2 ** 24 });
  return { width, height, rgb: stdout };
}

/** Returns the same picture after it was compressed by x264. */
async function compress({ rgb }: Picture): Promise<Picture> {
  const raw = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${width}x${height}`];
  const file = path.join(inject('scratchDir'), `letters-${process.pid}.mkv`);
  const encoding = run('ffmpeg', [
    ...['-v', 'error', '-y', ...raw, '-i', '-'],
    ...['-c:v', 'libx264', '-crf', '26', '-preset', 'veryfast', '-pix_fmt', 'yuv420p', file],
  ]);
  encoding.child.stdin!.end(rgb);
  await encoding;
  const { stdout } = await run('ffmpeg', ['-v', 'error', '-i', file, ...raw, '-'], {
    encoding: 'buffer',
    maxBuffer: 2 ** 24,
  });
  return { width, height, rgb: stdout };
}

/** Returns the box of the bright pixels. */
function inkOf({ rgb }: Picture): [number, number, number, number] {
  const box: [number, number, number, number] = [width, height, 0, 0];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (rgb[(y * width + x) * 3]! <= 127) continue;
      box[0] = Math.min(box[0], x);
      box[1] = Math.min(box[1], y);
      box[2] = Math.max(box[2], x + 1);
      box[3] = Math.max(box[3], y + 1);
    }
  }
  return box;
}

const ink = async (content: string, font: string, size: number) =>
  inkOf(await draw('color=c=black', content, font, size, 'fontcolor=white'));
const heightOf = ([, upper, , lower]: number[]) => lower! - upper!;

const random = createRandom(24);
const size = 41;

/** Measures the line on a ground, in one of the fonts. */
async function measure(ground: Ground, font: string, isCompressed: boolean) {
  const [source, style] = grounds[ground];
  const drawn = await draw(source, text, font, size, style);
  const picture = isCompressed ? await compress(drawn) : drawn;
  const box = await ink(text, font, size);
  const margin = () => heightOf(box) * (0.1 + 0.2 * random());
  return measureLetters(picture, {
    text,
    box: [box[0] - margin(), box[1] - margin(), box[2] + margin(), box[3] + margin()],
  });
}

test.for(
  Object.keys(grounds).map((ground, index) => [ground as Ground, fonts[index % fonts.length]!] as const),
)(
  'letters are measured to a pixel on %s, in %s, also after compression',
  { tags: 'long' },
  async ([ground, font]) => {
    const [capital, lower] = [heightOf(await ink('H', font, size)), heightOf(await ink('x', font, size))];
    for (const isCompressed of [false, true]) {
      const measures = await measure(ground, font, isCompressed);
      expect(Math.abs(measures!.capitalHeight! - capital)).toBeLessThanOrEqual(1);
      expect(Math.abs(measures!.lowerCaseHeight! - lower)).toBeLessThanOrEqual(1.5);
      // Only an opaque block of one colour around the letters is a block.
      expect(measures!.isOnBlock).toBe(ground.endsWith('block'));
    }
  },
);

test('letters that vanish in a part of the picture do not change the others', { tags: 'long' }, async () => {
  for (const font of fonts) {
    const picture = await draw('color=c=0x101830', text, font, size, 'fontcolor=white');
    const box = await ink(text, font, size);
    for (let pixel = 0; pixel < width * height; pixel++)
      if (pixel % width > (box[0] + box[2]) / 2) picture.rgb.fill(255, 3 * pixel, 3 * pixel + 3);
    const measures = measureLetters(picture, {
      text,
      box: [box[0] - 8, box[1] - 8, box[2] + 8, box[3] + 8],
    });
    expect(Math.abs(measures!.capitalHeight! - heightOf(await ink('H', font, size)))).toBeLessThanOrEqual(1);
  }
});

test('the contrast is that of WCAG 2.2, at the worst letters', async () => {
  const contrast = async (ground: Ground) => (await measure(ground, fonts[0]!, false))!.contrast;
  // White has a relative luminance of 1; 0x101830 has 0.0095, and yellow has 0.93.
  expect(await contrast('plain')).toBeCloseTo(1.05 / 0.0595, 0);
  expect(await contrast('test picture')).toBeLessThan(1.5);
});

test('the contrast of narrow letters is near that of their colour', async () => {
  const [source, style] = ['color=c=white', 'fontcolor=0x303030'];
  const wide = await draw(source, text, fonts[1]!, 26, style);
  const drawn = await ink(text, fonts[1]!, 26);
  // Each pixel is the mean of two rows and three columns.
  const [columns, rows] = [3, 2];
  const picture: Picture = {
    width: width / columns,
    height: height / rows,
    rgb: Uint8Array.from({ length: (3 * width * height) / columns / rows }, (_, at) => {
      const [x, y] = [Math.floor(at / 3) % (width / columns), Math.floor(at / width)];
      let sum = 0;
      for (let row = 0; row < rows; row++)
        for (let column = 0; column < columns; column++)
          sum += wide.rgb[3 * ((rows * y + row) * width + columns * x + column)]!;
      return sum / columns / rows;
    }),
  };
  const [left, top, right, bottom] = drawn.map((side, at) => side / (at % 2 === 0 ? columns : rows));
  const { contrast } = measureLetters(picture, {
    text,
    box: [left! - 3, top! - 3, right! + 3, bottom! + 3],
  })!;
  // 0x303030 on white has 13 : 1.
  expect(contrast).toBeGreaterThan(5);
});

test('a block ends near its text, and a plain background does not', async () => {
  const small = 15;
  const [ground, other] = [0x20, 0xc0];
  const drawn = await draw('color=c=0x202020', text, fonts[0]!, small, 'fontcolor=white');
  const box = await ink(text, fonts[0]!, small);
  const rowsAbove = 400;
  /** Returns the picture with other columns beside the text, and above it either its background or another one. */
  const below = (above: number): Picture => {
    const rgb = new Uint8Array(3 * width * (rowsAbove + height)).fill(above);
    rgb.set(drawn.rgb, 3 * width * rowsAbove);
    for (let pixel = 0; pixel < rgb.length / 3; pixel++)
      if (pixel % width > width * 0.45) rgb.fill(other, 3 * pixel, 3 * pixel + 3);
    return { width, height: rowsAbove + height, rgb };
  };
  const isOnBlock = (picture: Picture) =>
    measureLetters(picture, {
      text,
      box: [box[0] - 3, box[1] + rowsAbove - 3, box[2] + 3, box[3] + rowsAbove + 3],
    })!.isOnBlock;
  expect(isOnBlock(below(ground))).toBe(false);
  expect(isOnBlock(below(other))).toBe(true);
});

describe('any box of any picture takes little time', { tags: 'long' }, () => {
  let noise: Picture;
  beforeAll(() => {
    const rgb = Uint8Array.from({ length: 3 * 3000 * 3000 }, () => 256 * random());
    noise = { width: 3000, height: 3000, rgb };
  });
  const line = (box: number[]) => ({ text: 'W'.repeat(10_000), box: box as never });
  test.for([
    [[0, 0, 3000, 3000]],
    [[0, 0, 3000, 5]],
    [[-1e9, -1e9, 1e9, 1e9]],
    [[10, 10, 5, 5]],
    [[NaN, 0, 10, 10]],
    [[0, Infinity, 10, 10]],
  ])('%j', ([box]) => {
    const before = process.cpuUsage();
    const measures = measureLetters(noise, line(box!));
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1e6).toBeLessThan(10);
    if (measures !== null) expect(measures.capitalHeight).toBeGreaterThan(0);
  });
});

test('a picture with too few bytes has no measures', () => {
  const empty = { width: 100, height: 100, rgb: new Uint8Array(10) };
  expect(measureLetters(empty, { text: 'Text', box: [0, 0, 100, 100] })).toBeNull();
});
