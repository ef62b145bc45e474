import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Benchmark } from './benchmark.ts';
import { compare, meanMs } from './compare.ts';
import { withWarmParser } from './media/warm-parser.ts';

const run = promisify(execFile);

const probe = (command: string, file: string) =>
  run(command, ['-v', 'error', '-show_entries', 'format=duration', path.basename(file)], {
    cwd: path.dirname(file),
  });

export const measurementTime: Benchmark = {
  name: 'measurement-time',
  title: 'measuring an MP4 of 150 MB in a warm parser process, against ffprobe on a local copy',
  async run(bench) {
    const { path: file } = (await bench.mediaFiles())['index-last-150m.mp4']!;
    const medians = await withWarmParser(file, 'video/mp4', (measure) =>
      compare(
        () => meanMs(measure),
        () => meanMs(() => probe('ffprobe', file)),
      ),
    );
    return { measurement: { name: this.name, unit: 'ms', ...medians, goal: { atMost: 2 } } };
  },
};

export const sandboxOverhead: Benchmark = {
  name: 'sandbox-overhead',
  title: 'ffprobe in the process sandbox, against ffprobe alone',
  async run(bench) {
    const file = (await bench.mediaFiles())['index-first-150m.mp4']!.path;
    const tools = await bench.sandboxedTools();
    const { value, baseline } = await compare(
      () => meanMs(() => probe(tools.ffprobe, file)),
      () => meanMs(() => probe('ffprobe', file)),
    );
    return {
      measurement: {
        name: this.name,
        value: value - baseline,
        unit: 'ms more',
        baseline: null,
        goal: { atMost: 10 },
      },
      notes: [
        `${value.toFixed(1)} ms in the sandbox (${tools.containment}), ${baseline.toFixed(1)} ms alone.`,
      ],
    };
  },
};
