import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { MediaTools } from '../analysis/media/media-tools.ts';
import { observe } from '../activities/analyse/observe-asset.ts';
import { make } from '../local/samples/ffmpeg.ts';
import type { Benchmark } from './benchmark.ts';
import { compare, meanMs, median } from './compare.ts';
import { sandboxedTools } from './media/sandboxed-tools.ts';
import { processorMs } from './processes-of.ts';
import { sidekicksFor } from './sidekicks-for.ts';

const run = promisify(execFile);
const seconds = 60;

/** All that look for something while a video is decoded; what they make of it afterwards takes milliseconds. */
export const videoSidekicks = sidekicksFor('video')
  .filter(({ decodes }) => decodes)
  .map(({ code }) => code);

/**
 * High profile, as cameras and delivery specifications have it, and Constrained Baseline, which of all H.264 takes the least
 * to decode.
 */
const codings = {
  high: ['-preset', 'veryfast', '-profile:v', 'high'],
  baseline: ['-preset', 'ultrafast', '-profile:v', 'baseline'],
};

export const analysisTime: Benchmark = {
  name: 'analysis-time',
  title: 'decoding a minute of 1080p for all sidekicks against decoding it alone',
  async run(bed) {
    const tools = await sandboxedTools(bed.directory);
    const high = await timesOf(tools, await minuteOfVideo(bed.directory, 'high'));
    const baseline = await timesOf(tools, await minuteOfVideo(bed.directory, 'baseline'));
    return {
      measurement: { name: this.name, unit: 'ms', ...high.wall, goal: { atMost: 1.5 } },
      notes: [
        `Sidekicks: ${videoSidekicks.join(', ')}.`,
        `High profile: ${inWords(high)}. Constrained Baseline: ${inWords(baseline)}.`,
      ],
    };
  },
};

async function minuteOfVideo(directory: string, coding: keyof typeof codings): Promise<string> {
  const file = path.join(directory, `analysis-${coding}.mp4`);
  await make(file, [
    ...['-f', 'lavfi', '-i', `testsrc2=size=1920x1080:rate=25:duration=${seconds}`],
    ...['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`],
    // Grain makes the decoder work as a camera's pictures do.
    ...[
      '-vf',
      'noise=alls=12:allf=t,format=yuv420p',
      '-c:v',
      'libx264',
      ...codings[coding],
      '-b:v',
      '10M',
      '-ac',
      '2',
    ],
  ]);
  return file;
}

/** In milliseconds. */
interface Times {
  value: number;
  baseline: number;
}

/** Of all sidekicks together and of decoding alone, by the clock and of processors. */
async function timesOf(tools: MediaTools, file: string): Promise<{ wall: Times; processor: Times }> {
  const signal = new AbortController().signal;
  const observed = { tools, path: file, codes: videoSidekicks, signal, progress: () => {} };
  const spent: Record<keyof Times, number[]> = { value: [], baseline: [] };
  const timed = async (side: keyof Times, work: () => Promise<unknown>) => {
    const before = await processorMs(process.pid);
    const ms = await meanMs(work, 1);
    spent[side].push((await processorMs(process.pid)) - before);
    return ms;
  };
  const wall = await compare(
    () => timed('value', () => observe(observed)),
    () => timed('baseline', () => run('ffmpeg', ['-v', 'error', '-i', file, '-f', 'null', '-'])),
  );
  return { wall, processor: { value: median(spent.value), baseline: median(spent.baseline) } };
}

function inWords({ wall, processor }: { wall: Times; processor: Times }): string {
  const ratio = ({ value, baseline }: Times) => (value / baseline).toFixed(2);
  return (
    `${ratio(wall)} times by the clock and ${ratio(processor)} by processor time ` +
    `(${processor.value} ms against ${processor.baseline} ms)`
  );
}
