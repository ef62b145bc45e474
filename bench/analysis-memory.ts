import path from 'node:path';
import { make } from '../local/samples/ffmpeg.ts';
import { videoSidekicks } from './analysis-time.ts';
import type { Benchmark } from './benchmark.ts';
import type { Bed } from './bed.ts';
import { sandboxedTools } from './media/sandboxed-tools.ts';
import { peakBytes, treeOf } from './processes-of.ts';
import type { ObserveJob } from './processes/observe-file.ts';

const lengths = { short: 60, long: 1_800 };
const mebibyte = 2 ** 20;
/** The kernel keeps the peak of each process, so what is looked at now and then suffices. */
const lookEveryMs = 250;

interface ObservePeaks {
  /** Of a process that observes as a worker does, and does nothing else. */
  workerBytes: number;
  /** Of what it started, the largest: ffmpeg. */
  ffmpegBytes: number;
  /** Of what was seen, as JSON. */
  characters: number;
}

export const analysisMemory: Benchmark = {
  name: 'analysis-memory',
  title: 'memory for decoding half an hour for all sidekicks against that for a minute',
  async run(bed) {
    const short = await peaksOf(bed, lengths.short);
    const long = await peaksOf(bed, lengths.long);
    const total = ({ workerBytes, ffmpegBytes }: ObservePeaks) => (workerBytes + ffmpegBytes) / mebibyte;
    const describe = (name: string, peaks: ObservePeaks) =>
      `${name}: worker ${inMebibytes(peaks.workerBytes)}, ffmpeg ${inMebibytes(peaks.ffmpegBytes)}, observations ${Math.round(peaks.characters / 1024)} KiB.`;
    return {
      measurement: {
        name: this.name,
        unit: 'MiB',
        value: total(long),
        baseline: total(short),
        goal: { atMost: 1.3 },
      },
      notes: [describe('A minute', short), describe('Half an hour', long)],
    };
  },
};

/** In a process of its own, whose peak is of this file alone. */
async function peaksOf(bed: Bed, seconds: number): Promise<ObservePeaks> {
  const file = path.join(bed.directory, `memory-${seconds}.mp4`);
  // Bars that come and go and a tone that swells: much to be noted down.
  const picture = `testsrc2=size=320x180:rate=10:duration=${seconds},drawbox=w=iw:h=24:color=black:thickness=fill:enable='lt(mod(t,1),0.5)'`;
  await make(file, [
    ...['-f', 'lavfi', '-i', picture],
    ...['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`],
    ...['-af', 'tremolo=f=0.2:d=0.9,volume=9', '-c:v', 'libx264', '-preset', 'ultrafast', '-ac', '2'],
  ]);
  const observer = bed.start<ObserveJob, { characters: number }>('observe-file.ts');
  const tools = await sandboxedTools(bed.directory);
  let ffmpegBytes = 0;
  const looking = setInterval(() => {
    void largestBelow(observer.pid).then((bytes) => (ffmpegBytes = Math.max(ffmpegBytes, bytes)));
  }, lookEveryMs);
  try {
    const { characters } = await observer.ask({ tools, path: file, codes: videoSidekicks });
    return { workerBytes: await peakBytes(observer.pid), ffmpegBytes, characters };
  } finally {
    clearInterval(looking);
    observer.close();
  }
}

async function largestBelow(pid: number): Promise<number> {
  const [, ...children] = await treeOf(pid);
  return Math.max(0, ...(await Promise.all(children.map(peakBytes))));
}

function inMebibytes(bytes: number): string {
  return `${Math.round(bytes / mebibyte)} MiB`;
}
