import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { observe } from '../activities/sidekicks/observe-asset.ts';
import { catalogue } from '../activities/sidekicks/catalogue.ts';
import { make } from '../local/samples/ffmpeg.ts';
import type { Benchmark } from './benchmark.ts';
import { compare, meanMs, median } from './compare.ts';
import { sandboxedTools } from './media/sandboxed-tools.ts';
import { processorMs } from './processes-of.ts';

const run = promisify(execFile);
const seconds = 60;

/** All that look for something while a video is decoded; what they make of it afterwards takes milliseconds. */
export const videoSidekicks = catalogue
  .filter(({ decodes, assetTypes }) => decodes && (assetTypes as readonly string[]).includes('video'))
  .map(({ code }) => code);

export const analysisTime: Benchmark = {
  name: 'analysis-time',
  title: 'decoding a minute of 1080p for all sidekicks against decoding it alone',
  async run(bed) {
    const file = path.join(bed.directory, 'analysis.mp4');
    // Grain makes the decoder work as a camera's pictures do.
    const grainy = ['-vf', 'noise=alls=12:allf=t', '-c:v', 'libx264', '-preset', 'ultrafast', '-b:v', '10M'];
    await make(file, [
      ...['-f', 'lavfi', '-i', `testsrc2=size=1920x1080:rate=25:duration=${seconds}`],
      ...['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`],
      ...[...grainy, '-ac', '2'],
    ]);
    const tools = await sandboxedTools(bed.directory);
    const signal = new AbortController().signal;
    const observed = { tools, path: file, codes: videoSidekicks, signal, progress: () => {} };
    const processor: Record<'service' | 'bare', number[]> = { service: [], bare: [] };
    const timed = async (side: keyof typeof processor, work: () => Promise<unknown>) => {
      const before = await processorMs(process.pid);
      const ms = await meanMs(work, 1);
      processor[side].push((await processorMs(process.pid)) - before);
      return ms;
    };
    const medians = await compare(
      () => timed('service', () => observe(observed)),
      () => timed('bare', () => run('ffmpeg', ['-v', 'error', '-i', file, '-f', 'null', '-'])),
    );
    const [service, bare] = [median(processor.service), median(processor.bare)];
    return {
      measurement: { name: this.name, unit: 'ms', ...medians, goal: { atMost: 1.5 } },
      notes: [
        `Sidekicks: ${videoSidekicks.join(', ')}.`,
        `Processor time: ${service} ms against ${bare} ms, ${(service / bare).toFixed(2)} times.`,
      ],
    };
  },
};
