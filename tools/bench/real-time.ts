import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { print } from '@assay/admin/output.ts';
import { examineFile } from '@assay/analysis/check/examine-file.ts';
import { createMediaRuntime } from '@assay/analysis/jobs/media-runtime.ts';
import { findShippedProfile } from '@assay/analysis/profiles/shipped/index.ts';
import { loadLocalConfig } from '@assay/runtime/config.ts';
import { ensureTextModels } from '../local/programs/text-models.ts';
import { SetupError } from '../local/progress.ts';
import { make } from '../local/samples/ffmpeg.ts';

// npm run tool -- real-time [--seconds N] [NAME…]: prints for clips of usual codecs how long `assay check` takes, as a
// multiple of their duration, without and with the reader of text.

const x264 = (rate: string) => [
  '-c:v',
  'libx264',
  '-preset',
  'veryfast',
  '-b:v',
  rate,
  '-pix_fmt',
  'yuv420p',
];
const x265 = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=error', '-b:v', '8M'];
const clips: Record<string, { size: string; coding: readonly string[] }> = {
  'h264-sd': { size: '720x576', coding: x264('3M') },
  'h264-hd': { size: '1920x1080', coding: x264('10M') },
  'h264-uhd': { size: '3840x2160', coding: x264('40M') },
  'hevc-hd': { size: '1920x1080', coding: [...x265, '-tag:v', 'hvc1', '-pix_fmt', 'yuv420p'] },
  'prores-hd': {
    size: '1920x1080',
    coding: ['-c:v', 'prores', '-profile:v', '3', '-pix_fmt', 'yuv422p10le'],
  },
  'dnxhr-hd': {
    size: '1920x1080',
    coding: ['-c:v', 'dnxhd', '-profile:v', 'dnxhr_hq', '-pix_fmt', 'yuv422p'],
  },
};

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '20' } },
});
const seconds = Number(values.seconds);
if (!(seconds >= 1)) throw new SetupError('--seconds must be at least 1');
const unknown = positionals.filter((name) => !Object.hasOwn(clips, name));
if (unknown.length > 0)
  throw new SetupError(`unknown: ${unknown.join(', ')}. Available: ${Object.keys(clips).join(', ')}`);

const run = promisify(execFile);
const { cacheDir, environment } = loadLocalConfig();
const searchPath = environment['PATH'] ?? '';
const directory = await mkdtemp(path.join(tmpdir(), 'assay-real-time-'));
const runtime = await createMediaRuntime({
  workDir: directory,
  sandbox: 'auto',
  searchPath,
  textModels: await ensureTextModels(cacheDir, searchPath),
});
const profile = findShippedProfile('everything');

/** Returns the elapsed seconds of an examination. The sidekicks that read text run only with `readsText`. */
async function examinedSeconds(file: string, readsText: boolean): Promise<number> {
  const textReaders = readsText ? runtime.textReaders : null;
  const { signal } = new AbortController();
  const { seconds: taken, problems } = await examineFile({
    file,
    profile,
    runtime: { ...runtime, textReaders },
    signal,
  });
  const failed = problems.filter(({ blocking }) => blocking);
  if (failed.length > 0) throw new Error(failed.map(({ message }) => message).join('; '));
  return taken.all;
}

const times = (taken: number) => `${(taken / seconds).toFixed(2)} ×`;
try {
  const rows: Record<string, string>[] = [];
  for (const [name, { size, coding }] of Object.entries(clips)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    const file = path.join(directory, `${name}.mov`);
    // A moving test picture with its frame number as text, and noise, which is as hard to decode as a real picture.
    await make(file, [
      ...['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=25:duration=${seconds}`],
      ...['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`],
      ...['-vf', 'noise=alls=12:allf=t', ...coding, '-ac', '2', '-c:a', 'pcm_s16le'],
    ]);
    const startedAt = performance.now();
    await run('ffmpeg', ['-v', 'error', '-i', file, '-f', 'null', '-']);
    const decoded = (performance.now() - startedAt) / 1000;
    const megabits = ((await stat(file)).size * 8) / seconds / 1e6;
    rows.push({
      clip: name,
      'Mbit/s': megabits.toFixed(1),
      ffmpeg: times(decoded),
      'without text': times(await examinedSeconds(file, false)),
      'with text': times(await examinedSeconds(file, true)),
    });
    await rm(file);
  }
  const [processor] = cpus();
  console.log(
    `${seconds} s each, ${availableParallelism()} × ${processor?.model}, Node ${process.versions.node}`,
  );
  print(rows, false);
} finally {
  runtime.parserPool.close();
  runtime.textReaders?.close();
  await rm(directory, { recursive: true, force: true });
}
