import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { findOnPath } from '../../activities/media/find-on-path.ts';
import { SetupError } from '../progress.ts';
import { installWithGo } from './go-install.ts';

const version = 'v1.8.0';
const minGo = [1, 25] as const;

/**
 * versitygw, an S3 server that holds to conditional requests, for the tests: on PATH, else from the cache that all
 * clones share, else built with Go. Throws `SetupError` naming every way when none works.
 */
export async function findVersitygw(cacheDir: string, searchPath: string): Promise<string> {
  const onPath = await findOnPath('versitygw', searchPath);
  if (onPath !== null) return onPath;
  const directory = path.join(cacheDir, `versitygw-${version}`);
  const cached = await findOnPath('versitygw', directory);
  if (cached !== null) return cached;
  await mkdir(directory, { recursive: true });
  const source = `github.com/versity/versitygw/cmd/versitygw@${version}`;
  try {
    await installWithGo({ title: `versitygw ${version}`, source, minGo }, directory, searchPath);
  } catch (error) {
    throw new SetupError(
      `versitygw, a strict S3 server for the tests, is missing, and could not be had (${(error as Error).message.split('\n')[0]}).\n` +
        'Any of these helps:\n' +
        '  - install versitygw: https://github.com/versity/versitygw/releases\n' +
        `  - install Go ${minGo.join('.')} or newer (https://go.dev/dl/), and it is built from source`,
    );
  }
  return path.join(directory, 'versitygw');
}
