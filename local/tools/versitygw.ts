import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { findOnPath } from '../../analysis/media/find-on-path.ts';
import { SetupError } from '../progress.ts';
import { goIsNeeded, installWithGo } from './go.ts';

const version = 'v1.8.0';

/**
 * versitygw, an S3 server that holds to conditional requests, for the tests: on PATH, else from the cache that all
 * clones share, else built with Go. Throws `SetupError` naming every way when none works.
 */
export async function findVersitygw(cacheDir: string, environment: NodeJS.ProcessEnv): Promise<string> {
  const onPath = await findOnPath('versitygw', environment['PATH'] ?? '');
  if (onPath !== null) return onPath;
  const directory = path.join(cacheDir, `versitygw-${version}`);
  const cached = await findOnPath('versitygw', directory);
  if (cached !== null) return cached;
  await mkdir(directory, { recursive: true });
  const source = `github.com/versity/versitygw/cmd/versitygw@${version}`;
  try {
    await installWithGo({ title: `versitygw ${version}`, source }, directory, cacheDir, environment);
  } catch (error) {
    throw new SetupError(
      `versitygw, a strict S3 server for the tests, is missing, and could not be had (${(error as Error).message.split('\n')[0]}).\n` +
        'Any of these helps:\n' +
        '  - install versitygw: https://github.com/versity/versitygw/releases\n' +
        `  - to build it from source: ${goIsNeeded}`,
    );
  }
  return path.join(directory, 'versitygw');
}
