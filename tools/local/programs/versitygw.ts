import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { findOnPath } from '@assay/analysis/decode/find-on-path.ts';
import { SetupError } from '../progress.ts';
import { goRequirement, installWithGo } from './go.ts';

const version = 'v1.8.0';

/**
 * Returns the path of versitygw, an S3 server for tests that need conditional requests. Uses versitygw on PATH or in
 * the user's cache folder, or builds it with Go. If the build fails, throws `SetupError` with the ways to get it.
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
      `versitygw, an S3 server for the tests, is missing and could not be installed (${(error as Error).message.split('\n')[0]}).\n` +
        'Do one of these:\n' +
        '  - install versitygw: https://github.com/versity/versitygw/releases\n' +
        `  - to have it built from source, install ${goRequirement}`,
    );
  }
  return path.join(directory, 'versitygw');
}
