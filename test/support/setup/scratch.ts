import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { loadLocalConfig } from '@assay/runtime/config.ts';
import { sweepMadeMedia } from '../../../tools/local/samples/ffmpeg.ts';
import { ensureFfmpeg } from '../../../tools/local/programs/ffmpeg.ts';
import { share } from './shared.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A directory for files that tests write. It is removed after the run. */
    scratchDir: string;
  }
}

/** Creates the directory of this run, and ensures that ffmpeg is on `PATH`. */
export function shareDirectory() {
  return share('directory', async (resources) => {
    const { localDir, cacheDir, environment } = loadLocalConfig();
    await ensureFfmpeg(cacheDir, environment['PATH'] ?? '');
    await sweepMadeMedia();
    const directory = path.resolve(localDir, 'tests', String(process.pid));
    resources.defer(() => rm(directory, { recursive: true, force: true }));
    await mkdir(path.join(directory, 'scratch'), { recursive: true });
    return directory;
  });
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { value: directory, release } = await shareDirectory();
  project.provide('scratchDir', path.join(directory, 'scratch'));
  return release;
}
