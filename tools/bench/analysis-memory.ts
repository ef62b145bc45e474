import path from 'node:path';
import { make } from '../local/samples/ffmpeg.ts';
import { decodingSidekicks } from './analysis-time.ts';
import type { BenchStack } from './bench-stack.ts';
import type { Benchmark } from './benchmark.ts';
import { listProcessTree, peakMemoryBytes } from './process-tree.ts';
import type { ObserveJob } from './processes/observe-file.ts';

const shortSeconds = 60;
const longSeconds = 1_800;
const mebibyte = 2 ** 20;
/**
 * Interval in milliseconds between reads of ffmpeg's peak memory. The kernel records the peak of each process, so
 * occasional reads are enough.
 */
const pollMs = 250;

interface Peaks {
  /** Peak memory of a process that only decodes and observes a file, as a media worker does. */
  workerBytes: number;
  /** Peak memory of the largest child process, which is ffmpeg. */
  ffmpegBytes: number;
  /** Length of the observations as JSON, in characters. */
  observationCharacters: number;
}

export const analysisMemory: Benchmark = {
  name: 'analysis-memory',
  title: 'peak memory of decoding 30 minutes of video for all sidekicks, against 1 minute',
  async run(bench) {
    const short = await measurePeaks(bench, shortSeconds);
    const long = await measurePeaks(bench, longSeconds);
    const total = ({ workerBytes, ffmpegBytes }: Peaks) => (workerBytes + ffmpegBytes) / mebibyte;
    const describe = (name: string, peaks: Peaks) =>
      `${name}: worker ${formatMebibytes(peaks.workerBytes)}, ffmpeg ${formatMebibytes(peaks.ffmpegBytes)}, observations ${Math.round(peaks.observationCharacters / 1024)} KiB.`;
    return {
      measurement: {
        name: this.name,
        unit: 'MiB',
        value: total(long),
        baseline: total(short),
        goal: { atMost: 1.3 },
      },
      notes: [describe('1 minute', short), describe('30 minutes', long)],
    };
  },
};

/** Measures the peaks in a new process, because the peak of an existing process may stem from an earlier file. */
async function measurePeaks(bench: BenchStack, seconds: number): Promise<Peaks> {
  const file = path.join(bench.directory, `memory-${seconds}.mp4`);
  // Flashing bars and a swelling tone cause many observations.
  const picture = `testsrc2=size=320x180:rate=10:duration=${seconds},drawbox=w=iw:h=24:color=black:thickness=fill:enable='lt(mod(t,1),0.5)'`;
  await make(file, [
    ...['-f', 'lavfi', '-i', picture],
    ...['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`],
    ...['-af', 'tremolo=f=0.2:d=0.9,volume=9', '-c:v', 'libx264', '-preset', 'ultrafast', '-ac', '2'],
  ]);
  const observer = bench.fork<ObserveJob, { characters: number }>('observe-file.ts');
  const tools = await bench.sandboxedTools();
  let ffmpegBytes = 0;
  const polling = setInterval(() => {
    void largestChildBytes(observer.pid).then((bytes) => (ffmpegBytes = Math.max(ffmpegBytes, bytes)));
  }, pollMs);
  try {
    const { characters } = await observer.run({ tools, path: file, codes: decodingSidekicks });
    const workerBytes = await peakMemoryBytes(observer.pid);
    return { workerBytes, ffmpegBytes, observationCharacters: characters };
  } finally {
    clearInterval(polling);
    observer.close();
  }
}

async function largestChildBytes(pid: number): Promise<number> {
  const [, ...children] = await listProcessTree(pid);
  return Math.max(0, ...(await Promise.all(children.map(peakMemoryBytes))));
}

function formatMebibytes(bytes: number): string {
  return `${Math.round(bytes / mebibyte)} MiB`;
}
