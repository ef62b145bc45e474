import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { observeFile } from '@assay/analysis/jobs/observe-file.ts';
import { make } from '../local/samples/ffmpeg.ts';
import { builtInSidekicks } from './api-call.ts';
import type { Benchmark } from './benchmark.ts';
import { compare, meanMs } from './compare.ts';

const run = promisify(execFile);
const seconds = 60;

/** The video sidekicks that measure during decoding. The evaluation of their measurements takes only milliseconds. */
export const decodingSidekicks = builtInSidekicks('video')
  .filter(({ decodes }) => decodes)
  .map(({ code }) => code);

export const analysisTime: Benchmark = {
  name: 'analysis-time',
  title: 'decoding a minute of 1080p for all sidekicks, against decoding it with ffmpeg alone',
  async run(bench) {
    const tools = await bench.sandboxedTools();
    const file = path.join(bench.directory, 'analysis.mp4');
    // High profile at 10 Mbit/s, as produced by cameras and required by delivery specifications. Noise makes the
    // decoder work as hard as real pictures do.
    const coding = [
      '-c:v',
      'libx264',
      '-preset',
      'veryfast',
      '-profile:v',
      'high',
      '-b:v',
      '10M',
      '-ac',
      '2',
    ];
    await make(file, [
      ...['-f', 'lavfi', '-i', `testsrc2=size=1920x1080:rate=25:duration=${seconds}`],
      ...['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`],
      ...['-vf', 'noise=alls=12:allf=t,format=yuv420p', ...coding],
    ]);
    const job = {
      tools,
      path: file,
      codes: decodingSidekicks,
      signal: new AbortController().signal,
      progress: () => {},
    };
    const medians = await compare(
      () => meanMs(() => observeFile(job), 1),
      () => meanMs(() => run('ffmpeg', ['-v', 'error', '-i', file, '-f', 'null', '-']), 1),
    );
    return {
      measurement: { name: this.name, unit: 'ms', ...medians, goal: { atMost: 1.5 } },
      notes: [`Sidekicks: ${decodingSidekicks.join(', ')}.`],
    };
  },
};
