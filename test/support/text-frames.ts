import { execFile } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Picture } from '@assay/analysis/decode/picture.ts';
import { createRandom, type Random } from '../../tools/chaos/random.ts';

const run = promisify(execFile);
const [width, height] = [1920, 1080];

/** A picture with known lines of text. */
export interface TextFrame {
  picture: Picture;
  lines: FrameLine[];
  /** Name of the background, and whether the picture went through an encoder. */
  kind: string;
}

export interface FrameLine {
  text: string;
  size: number;
  font: string;
}

/** Backgrounds without text, as sources of ffmpeg. The crop of `testsrc2` removes its clock. */
const grounds: Record<string, (random: Random) => string> = {
  plain: (random) => `color=c=${colour(random, 0, 255)}:s=${width}x${height}`,
  bar: (random) => `mandelbrot=s=${width}x${height}:start_scale=${0.02 + random()}`,
  gradient: (random) =>
    `gradients=s=${width}x${height}:c0=${colour(random, 0, 255)}:c1=${colour(random, 0, 255)}:nb_colors=2:seed=${Math.floor(random() * 1e6)}`,
  'test picture': () => `testsrc2=s=${width}x${height + 60},crop=${width}:${height}:0:60`,
  bars: () => `smptehdbars=s=${width}x${height}`,
  fractal: (random) => `mandelbrot=s=${width}x${height}:start_scale=${0.02 + random()}`,
  noise: (random) =>
    `color=c=${colour(random, 40, 160)}:s=${width}x${height},noise=alls=${20 + Math.floor(60 * random())}:allf=t:all_seed=${Math.floor(random() * 1e6)}`,
};
export const groundNames = Object.keys(grounds);

const brands = ['Aurora', 'Brightwell', 'Northgate', 'Velora', 'Kestrel', 'Pinewood', 'Solace', 'Tamarind'];
const things = [
  'coffee',
  'broadband',
  'car',
  'mattress',
  'yoghurt',
  'mortgage',
  'phone',
  'shampoo',
  'cruise',
];
const numbers = ['9', '12', '18', '24', '30', '36', '45', '50', '60', '75', '99'];
const phrases: ((random: Random) => string)[] = [
  (random) => `Only £${number(random)}.99 a month`,
  (random) => `Save up to ${number(random)}% today`,
  (random) => `Was €${number(random)} now €${number(random)}`,
  () => '0% APR representative',
  (random) => `${number(random)}.9% APR representative variable`,
  () => 'Terms and conditions apply',
  () => '18+ only. UK residents. Subject to status',
  (random) => `New ${pick(random, brands)} ${pick(random, things)}`,
  (random) => `${pick(random, brands)}: the ${pick(random, things)} you can trust`,
  (random) => `Kills 99.9% of bacteria in ${number(random)} seconds`,
  (random) => `Recommended by 9 out of 10 ${pick(random, ['dentists', 'vets', 'mothers', 'experts'])}`,
  (random) => `Offer ends ${number(random)} March 2026. See website for details`,
  (random) => `Order now for £${number(random)} off your first ${pick(random, things)}`,
  (random) => `Clinically proven to reduce wrinkles by ${number(random)}%`,
  () => 'Serving suggestion. Enjoy as part of a balanced diet',
  (random) => `Calls cost ${number(random)}p per minute plus network charges`,
  (random) => `${pick(random, brands).toUpperCase()} ${pick(random, things).toUpperCase()}`,
  (random) => `HALF PRICE ${pick(random, things).toUpperCase()} £${number(random)}`,
  () => "Nobody's cheaper",
  () => 'Capital at risk. T&Cs apply',
  (random) => `www.${pick(random, brands).toLowerCase()}.co.uk`,
  () => '100% natural ingredients',
  (random) => `Free delivery on orders over $${number(random)}`,
  () => 'Drink responsibly. Over 18s only',
];

const pick = <T>(random: Random, items: readonly T[]) => items[Math.floor(random() * items.length)]!;
const number = (random: Random) => pick(random, numbers);
const hex = (value: number) => Math.round(value).toString(16).padStart(2, '0');
const colour = (random: Random, from: number, to: number) =>
  `0x${[0, 0, 0].map(() => hex(from + (to - from) * random())).join('')}`;

/** Returns the paths of the fonts on this machine that advertisements could use. */
export async function textFonts(directory = '/usr/share/fonts'): Promise<string[]> {
  const files = await readdir(directory, { recursive: true });
  return files
    .filter((name) =>
      /(DejaVu(Sans|Serif)|Liberation|Roboto|Lato|OpenSans|NotoS(ans|erif)-)[^/]*\.ttf$/.test(name),
    )
    .filter((name) => !/Symbol|Math|Thin|Hairline|ExtraLight|Extra/.test(name))
    .sort()
    .map((name) => path.join(directory, name));
}

/** Draws lines of text on a background with ffmpeg. The same seed draws the same picture. */
export async function drawTextFrame(
  seed: number,
  fonts: readonly string[],
  scratch: string,
): Promise<TextFrame> {
  const random = createRandom(seed);
  const kind = groundNames[seed % groundNames.length]!;
  const lines: FrameLine[] = [];
  const filters: string[] = [];
  let top = 30 + 60 * random();
  for (let i = 0; i < 4; i++) {
    const font = pick(random, fonts);
    const text = pick(random, phrases)(random);
    const fits = (width - 120) / (text.length * (/Mono/.test(font) ? 0.62 : 0.6));
    const size = Math.floor(Math.min(fits, i === 3 ? 22 + 10 * random() : 22 + 118 * random() ** 2));
    const file = path.join(scratch, `${seed}-${i}.txt`);
    await writeFile(file, text);
    if (top + 1.5 * size > height - 20) break;
    const left = Math.floor(40 + random() * Math.max(0, width - 100 - text.length * 0.62 * size));
    filters.push(
      [
        `drawtext=fontfile=${font}:textfile=${file}:expansion=none:fontsize=${size}:x=${left}:y=${Math.floor(top)}`,
        ...styleOf(kind, random),
      ].join(':'),
    );
    lines.push({ text, size, font: path.basename(font) });
    top += size * 1.4 + 20 + 120 * random();
  }
  const isEncoded = random() < 0.4;
  const raw = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-'];
  const draw = [
    '-v',
    'error',
    '-f',
    'lavfi',
    '-i',
    `${grounds[kind]!(random)},format=rgb24,${filters.join(',')}`,
  ];
  const options = { encoding: 'buffer', maxBuffer: 2 ** 26 } as const;
  if (!isEncoded)
    return {
      picture: asPicture((await run('ffmpeg', [...draw, '-frames:v', '1', ...raw], options)).stdout),
      lines,
      kind,
    };
  const clip = path.join(scratch, `${seed}.mp4`);
  const encode = [
    '-frames:v',
    '8',
    '-c:v',
    'libx264',
    '-crf',
    '32',
    '-pix_fmt',
    'yuv420p',
    '-threads',
    '1',
    '-y',
    clip,
  ];
  await run('ffmpeg', [...draw, ...encode]);
  const { stdout } = await run(
    'ffmpeg',
    ['-v', 'error', '-i', clip, '-vf', 'select=eq(n\\,5)', '-frames:v', '1', ...raw],
    options,
  );
  return { picture: asPicture(stdout), lines, kind: `${kind}, crf 32` };
}

/** Returns options of the filter `drawtext` with which text can be read on a background. */
function styleOf(kind: string, random: Random): string[] {
  const light = () => pick(random, ['white', '0xf8f0c0', 'yellow', '0xe0f0ff']);
  switch (kind) {
    case 'bar':
      return [
        `fontcolor=${light()}`,
        'box=1',
        `boxcolor=black@${(0.75 + 0.25 * random()).toFixed(2)}`,
        'boxborderw=12',
      ];
    case 'plain':
      return random() < 0.5
        ? ['fontcolor=white', 'borderw=2', 'bordercolor=black']
        : ['fontcolor=black', 'borderw=2', 'bordercolor=white'];
    default:
      return [`fontcolor=${light()}`, `borderw=${2 + Math.floor(random() * 3)}`, 'bordercolor=black'];
  }
}

/** Returns a picture of a source of ffmpeg that shows no text. The seed selects the part or the size of the texture. */
export async function drawTexture(name: keyof typeof textures, seed: number): Promise<Picture> {
  const source = ['-v', 'error', '-f', 'lavfi', '-i', textures[name](seed), '-frames:v', '1'];
  const raw = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-'];
  const { stdout } = await run('ffmpeg', [...source, ...raw], { encoding: 'buffer', maxBuffer: 2 ** 26 });
  return asPicture(stdout);
}

export const textures = {
  mandelbrot: (seed: number) => `mandelbrot=s=${width}x${height}:start_scale=0.0${seed}`,
  noise: (seed: number) =>
    `color=c=gray:s=${width}x${height},noise=alls=${20 * seed}:allf=t:all_seed=${seed}`,
  life: (seed: number) => `life=s=480x270:mold=10:ratio=0.1:seed=${seed},scale=${width}:${height}`,
  cellauto: (seed: number) =>
    `cellauto=s=960x540:rule=${18 + 30 * seed}:random_seed=${seed},scale=${width}:${height}`,
  gradients: (seed: number) => `gradients=s=${width}x${height}:seed=${seed}`,
  bars: () => `smptehdbars=s=${width}x${height}`,
};

const asPicture = (rgb: Buffer): Picture => ({ width, height, rgb });

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== '');
const isAmount = (word: string) => /\d/.test(word) && /[£€$%]/.test(word);

/** Numbers of words in lower case: `drawn`, `read`, and `right`, which were drawn and read. */
export interface Score {
  drawn: number;
  read: number;
  right: number;
  amounts: number;
  rightAmounts: number;
  missed: string[];
  extra: string[];
}

export function compareWords(drawn: readonly string[], read: readonly string[]): Score {
  const left = read.flatMap(wordsOf);
  const words = drawn.flatMap(wordsOf);
  const missed: string[] = [];
  const readCount = left.length;
  for (const word of words) {
    const index = left.indexOf(word);
    if (index < 0) missed.push(word);
    else left.splice(index, 1);
  }
  const amounts = words.filter(isAmount);
  return {
    drawn: words.length,
    read: readCount,
    right: words.length - missed.length,
    amounts: amounts.length,
    rightAmounts: amounts.length - missed.filter(isAmount).length,
    missed,
    extra: left,
  };
}
