import path from 'node:path';
import { createMediaRuntime } from '@assay/analysis/jobs/media-runtime.ts';
import { readFileText } from '@assay/analysis/text/read-file.ts';
import type { ShownText } from '@assay/analysis/text/shown-text.ts';
import { loadLocalConfig } from '@assay/runtime/config.ts';
import { make } from '../local/samples/ffmpeg.ts';
import { ensureTextModels } from '../local/programs/text-models.ts';
import { WrongResult } from './api-call.ts';
import type { BenchStack } from './bench-stack.ts';
import type { Benchmark, Outcome } from './benchmark.ts';
import { compare, meanMs } from './compare.ts';
import { listProcessTree, peakMemoryBytes } from './process-tree.ts';
import type { DetectJob } from './processes/detect-text.ts';

/**
 * A line of text in an ad. `size` is the size of the font and `top` its distance from the top, both in lines of a
 * picture of 1,080 lines.
 */
interface Super {
  text: string;
  startSeconds: number;
  endSeconds: number;
  size: number;
  top: number;
}

const supers: readonly Super[] = [
  { text: 'Only £9.99 a month for the first year', startSeconds: 2, endSeconds: 7, size: 64, top: 760 },
  { text: 'Terms and conditions apply. Over 18s only', startSeconds: 6, endSeconds: 12, size: 34, top: 1000 },
  { text: 'Save up to 45% today', startSeconds: 13, endSeconds: 18, size: 96, top: 420 },
  { text: 'Offer ends on Sunday. See website', startSeconds: 21, endSeconds: 28, size: 34, top: 1000 },
];
const font = '/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf';
const picturesPerSecond = 2;

export const textReading: Benchmark = {
  name: 'text-reading',
  title: 'reading an ad of 30 s with four supers, against finding the text of its pictures',
  run: (bench) => run(bench, textReading, { seconds: 30, lines: supers, goal: { atMost: 3 } }),
};

export const textReadingNone: Benchmark = {
  name: 'text-reading-none',
  title: 'reading 20 s of movement without text, against finding the text of its pictures',
  run: (bench) => run(bench, textReadingNone, { seconds: 20, lines: [], goal: { atMost: 1 } }),
};

interface Video {
  seconds: number;
  lines: readonly Super[];
  goal: { atMost: number };
}

async function run(
  bench: BenchStack,
  { name }: Benchmark,
  { seconds, lines, goal }: Video,
): Promise<Outcome> {
  const file = path.join(bench.directory, `${name}.mp4`);
  await makeVideo(file, seconds, lines);
  const { cacheDir, environment } = loadLocalConfig();
  const searchPath = environment['PATH'] ?? '';
  const models = await ensureTextModels(cacheDir, searchPath);
  if (models === null) throw new Error('the weights that read text could not be downloaded');
  const workDir = path.join(bench.directory, name);
  const runtime = await createMediaRuntime({ workDir, sandbox: 'auto', searchPath, textModels: models });
  const detector = bench.fork<DetectJob, null>('detect-text.ts');
  const pictures = seconds * picturesPerSecond;
  const read = async () => {
    const text = await readFileText({
      tools: runtime.tools,
      path: file,
      reader: runtime.textReaders!.forTenant(name),
      parsers: runtime.parserPool.forTenant(name),
      measuredSeconds: seconds,
      signal: new AbortController().signal,
      progress: () => undefined,
    });
    checkLines(text, lines);
  };
  try {
    // The first calls load the networks, which must not be measured.
    await runtime.textReaders!.forTenant(name).read(plain, { signal: new AbortController().signal });
    await detector.run({ models, pictures: 1 });
    const medians = await compare(
      () => meanMs(read, 1),
      () => meanMs(() => detector.run({ models, pictures }), 1),
    );
    const [, ...children] = await listProcessTree(process.pid);
    const readers = children.filter((pid) => pid !== detector.pid);
    const peaks = await Promise.all(readers.map(peakMemoryBytes));
    return {
      measurement: { name, unit: 'ms', ...medians, goal },
      notes: [`Peak memory of the largest child process: ${Math.round(Math.max(...peaks) / 2 ** 20)} MiB.`],
    };
  } finally {
    detector.close();
    runtime.parserPool.close();
    runtime.textReaders!.close();
  }
}

const plain = { width: 32, height: 32, rgb: new Uint8Array(3 * 32 * 32) };

/** Makes a video of 1,920 × 1,080 in which every picture differs from the one before. The clock is below the crop. */
async function makeVideo(file: string, seconds: number, lines: readonly Super[]): Promise<void> {
  const ground = `testsrc2=size=1920x1140:rate=25:duration=${seconds},crop=1920:1080:0:60`;
  const drawn = lines.map(
    ({ text, startSeconds, endSeconds, size, top }) =>
      `drawtext=fontfile=${font}:expansion=none:text='${text}':fontsize=${size}:fontcolor=white:borderw=3:x=160:y=${top}` +
      `:enable='gte(t\\,${startSeconds - 0.02})*lt(t\\,${endSeconds - 0.02})'`,
  );
  const filters = [ground, ...drawn, 'format=yuv420p'].join(',');
  await make(file, ['-f', 'lavfi', '-i', filters, '-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '20']);
}

function checkLines(text: ShownText | null, expected: readonly Super[]): void {
  const found = text?.kind === 'video' ? text.lines : [];
  const missing = expected.filter((line) => !found.some((shown) => shown.text === line.text));
  if (missing.length > 0 || found.length !== expected.length)
    throw new WrongResult(`the lines read were ${JSON.stringify(found.map((line) => line.text))}`);
}
