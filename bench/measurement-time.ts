import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { createIsolates } from '../activities/isolate/isolate.ts';
import { createMediaTools } from '../activities/media/media-tools.ts';
import { createProcessSandbox } from '../activities/media/process-sandbox.ts';
import { loadLocalConfig } from '../config.ts';
import type { Benchmark } from './benchmark.ts';
import { compare } from './compare.ts';
import { countedFile } from './media-files.ts';

const run = promisify(execFile);
const times = 10;

/** The mean time of a call, in milliseconds. */
async function meanMs(call: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  for (let time = 0; time < times; time++) await call();
  return (performance.now() - startedAt) / times;
}

const probe = (command: string, file: string) =>
  run(command, ['-v', 'error', '-show_entries', 'format=duration', path.basename(file)], {
    cwd: path.dirname(file),
  });

export const measurementTime: Benchmark = {
  name: 'measurement-time',
  title: 'measuring an MP4 of 150 MB in a warm isolate against ffprobe on a local copy',
  async run(bed) {
    const isolates = createIsolates();
    const file = (await bed.mediaFiles())['index-last.mp4']!;
    try {
      const measure = async () => {
        const { source, close } = await countedFile(file);
        await isolates.run('measureContent', { mimeType: 'video/mp4' }, source, {
          signal: new AbortController().signal,
          maxComputeMs: 60_000,
        });
        close();
      };
      await measure();
      const medians = await compare(
        () => meanMs(measure),
        () => meanMs(() => probe('ffprobe', file)),
      );
      return { measurement: { name: this.name, unit: 'ms', ...medians, goal: { atMost: 2 } } };
    } finally {
      isolates.close();
    }
  },
};

export const sandboxOverhead: Benchmark = {
  name: 'sandbox-overhead',
  title: 'ffprobe in the sandbox against ffprobe alone',
  async run(bed) {
    const file = (await bed.mediaFiles())['index-first.mp4']!;
    const scripts = path.join(bed.directory, 'scripts');
    const searchPath = loadLocalConfig().environment['PATH'] ?? '';
    const tools = await createMediaTools(await createProcessSandbox('auto', scripts, searchPath));
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
      notes: [`Held by ${tools.containment}: ${value.toFixed(1)} ms, alone ${baseline.toFixed(1)} ms.`],
    };
  },
};
