import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { promisify } from 'node:util';
import { loadLocalConfig } from '@assay/runtime/config.ts';
import { make } from '../local/samples/ffmpeg.ts';
import type { Benchmark } from './benchmark.ts';
import { compare, meanMs, percentile } from './compare.ts';

const run = promisify(execFile);
const main = path.join(import.meta.dirname, '../../packages/analysis/check/main.ts');
const seconds = 20;
/** Milliseconds for the start of the command, its parser processes and the sandbox, which do not grow with the file. */
const startMs = 1_000;

/** Returns the environment of the command without the reader of text, which takes longer than the decoding. */
function environment(): NodeJS.ProcessEnv {
  const { TEXT_MODELS: _, ...others } = loadLocalConfig().environment;
  return others;
}

/** Returns the milliseconds from the start of `assay check` to its first output. */
async function firstOutputMs(file: string): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [main, 'check', file, '--profile', 'web-video'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: environment(),
  });
  const ended = once(child, 'close');
  const [output] = (await once(child.stdout, 'data')) as [Buffer];
  const ms = performance.now() - startedAt;
  await ended;
  if (!output.toString().includes('requirement.container'))
    throw new Error(`assay check did not print the finding: ${output.toString()}`);
  return ms;
}

export const checkTime: Benchmark = {
  name: 'check-time',
  title: `\`assay check\` of ${seconds} s of 720p to the first output, less ${startMs} ms, against ffmpeg alone`,
  async run({ directory }) {
    // MOV is not the container that the profile asks for, so there is a finding.
    const file = path.join(directory, 'check.mov');
    await make(file, [
      ...['-f', 'lavfi', '-i', `testsrc2=size=1280x720:rate=25:duration=${seconds}`],
      ...['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`],
      ...[
        '-vf',
        'noise=alls=12:allf=t,format=yuv420p',
        '-c:v',
        'libx264',
        '-preset',
        'veryfast',
        '-b:v',
        '5M',
      ],
    ]);
    const medians = await compare(
      async () => Math.max(0, (await firstOutputMs(file)) - startMs),
      () => meanMs(() => run('ffmpeg', ['-v', 'error', '-i', file, '-f', 'null', '-']), 1),
    );
    return {
      measurement: { name: this.name, unit: 'ms', ...medians, goal: { atMost: 1.5 } },
      notes: ['Without the reader of text, with the profile web-video, from the TypeScript sources.'],
    };
  },
};

export const checkStart: Benchmark = {
  name: 'check-start',
  title: 'start of `assay --version`',
  async run() {
    const times: number[] = [];
    for (let round = 0; round < 5; round++)
      times.push(await meanMs(() => run(process.execPath, [main, '--version']), 1));
    const value = percentile(times, 0.5);
    return { measurement: { name: this.name, unit: 'ms', value, baseline: null, goal: { atMost: 400 } } };
  },
};
