import { createRandom } from '../../../../tools/chaos/random.ts';
import { make } from '../../../../tools/local/samples/ffmpeg.ts';
import type { Picture } from '../../decode/picture.ts';
import type { ReadLine, TextReader } from '../../text/text-reader.ts';

/** A line in a clip. Its times are those of the middle of its fades. */
export interface ClipLine {
  text: string;
  startSeconds: number;
  endSeconds: number;
  colour: readonly [number, number, number];
  /** In pixels. */
  box: [number, number, number, number];
}

export interface TextClip {
  name: string;
  frameSeconds: number;
  /** True if every picture differs from the one before. */
  isMoving: boolean;
  lines: ClipLine[];
}

const seconds = 6;
const font = '/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf';
const sizes = [
  [1920, 1080],
  [1280, 720],
  [720, 576],
] as const;
const rates = [
  ['25', 1 / 25],
  ['24', 1 / 24],
  ['30000/1001', 1001 / 30000],
  ['50', 1 / 50],
] as const;
const colours = [
  ['white', [255, 255, 255]],
  ['yellow', [255, 255, 0]],
] as const;
const grounds = ['fractal', 'test picture', 'plain', 'noise', 'cut'] as const;

/** Makes a clip of six seconds with three lines at random times. The same seed makes the same clip. */
export async function makeTextClip(seed: number, file: string): Promise<TextClip> {
  const random = createRandom(seed);
  const pick = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)]!;
  const ground = grounds[seed % grounds.length]!;
  const [width, height] = pick(sizes);
  const [rate, frameSeconds] = pick(rates);
  const source = `s=${width}x${height}:r=${rate}`;
  const cutSeconds = 1 + 4 * random();
  const plain = `color=c=0x${Math.floor(random() * 0x60)
    .toString(16)
    .padStart(2, '0')}4050:${source}`;
  const sources = {
    fractal: `mandelbrot=${source}:start_scale=${0.1 + random()}`,
    'test picture': `testsrc2=${source}`,
    plain,
    noise: `${plain},noise=alls=40:allf=t:all_seed=${seed}`,
    cut: `mandelbrot=${source}:start_scale=0.4,trim=duration=${cutSeconds}[a];testsrc=${source}[b];[a][b]concat=n=2`,
  };
  const onFrame = (time: number) => Math.round(time / frameSeconds) * frameSeconds;
  const lines: ClipLine[] = [];
  const filters: string[] = [];
  const size = Math.round(height / 18);
  // The second and the third line replace each other in the same place.
  const swapSeconds = onFrame(2 + 2 * random());
  const times = [
    [random() < 0.3 ? 0 : 0.6 + random(), random() < 0.3 ? seconds : 3 + 2 * random()],
    [0.5 + random(), swapSeconds],
    [swapSeconds, 4.6 + random()],
  ] as const;
  const texts = ['Only 9.99 a month', 'Terms and conditions apply', 'Offer ends on Sunday'];
  for (const [i, [from, to]] of times.entries()) {
    const isSwapped = i > 0;
    const fade = random() < 0.4 && !isSwapped && from > 0 && to < seconds ? 0.2 + 0.3 * random() : 0;
    const [startSeconds, endSeconds] = [onFrame(from), onFrame(to)];
    // Lines in the same place differ in colour.
    const [name, colour] = colours[i % 2]!;
    const left = Math.round(width / 10);
    const top = Math.round(height * (isSwapped ? 0.8 : 0.6));
    const half = frameSeconds / 2;
    const alpha =
      fade === 0 ? '1' : `clip(min((t-${startSeconds})/${fade}+0.5\\,(${endSeconds}-t)/${fade}+0.5)\\,0\\,1)`;
    const enable = `gte(t\\,${startSeconds - fade / 2 - half})*lt(t\\,${endSeconds + fade / 2 - half})`;
    filters.push(
      `drawtext=fontfile=${font}:text='${texts[i]!}':fontsize=${size}:fontcolor=${name}:x=${left}:y=${top}` +
        `:borderw=${ground === 'plain' ? 0 : 2}:alpha='${alpha}':enable='${enable}'`,
    );
    const box: ClipLine['box'] = [
      left - 6,
      top - 6,
      left + Math.round(0.62 * size * texts[i]!.length),
      top + size + 4,
    ];
    lines.push({ text: texts[i]!, startSeconds, endSeconds, colour, box });
  }
  const graph = `${sources[ground]}[ground];[ground]trim=duration=${seconds},${filters.join(',')}`;
  const coded = ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '23', '-pix_fmt', 'yuv420p', '-r', rate];
  await make(file, ['-filter_complex', graph, '-t', String(seconds), ...coded]);
  return {
    name: `${ground}, ${width} × ${height}, ${rate} a second, seed ${seed}`,
    frameSeconds,
    lines,
    isMoving: ground !== 'plain',
  };
}

/**
 * Returns a reader that finds the lines of a clip by the share of their colour in their boxes. On moving grounds, which
 * have these colours too, it reads every picture, and knows the times of the lines.
 */
export function clipReader({ lines, isMoving }: TextClip, intervalSeconds: number): TextReader {
  let last = -1;
  return {
    read(picture: Picture) {
      last++;
      const found = lines.filter(
        ({ startSeconds, endSeconds, ...line }) =>
          (!isMoving ||
            (last * intervalSeconds >= startSeconds - 1e-6 && last * intervalSeconds < endSeconds - 1e-6)) &&
          shareOf(picture, line) > 0.04,
      );
      return Promise.resolve(
        found.map(({ text, box }): ReadLine => ({ text, box, confidence: 0.99, letters: null })),
      );
    },
  };
}

/** Returns the share of the pixels of a box that have nearly the colour of a line. */
function shareOf({ width, rgb }: Picture, { box, colour }: Pick<ClipLine, 'box' | 'colour'>): number {
  let count = 0;
  for (let y = box[1]; y < box[3]; y++)
    for (let x = box[0]; x < box[2]; x++) {
      const at = 3 * (y * width + x);
      if (colour.every((level, i) => Math.abs(rgb[at + i]! - level) < 60)) count++;
    }
  return count / ((box[2] - box[0]) * (box[3] - box[1]));
}
