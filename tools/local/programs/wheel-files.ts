import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { SetupError } from '../progress.ts';
import { runTool } from './run-tool.ts';

/** Creates a virtual environment of Python, and returns the path of its interpreter. */
export async function createVenv(python: string, directory: string): Promise<string> {
  await runTool(python, ['-m', 'venv', directory]);
  return path.join(directory, 'bin', 'python');
}

/**
 * Unpacks the wheels of a requirements file, which has their digests, into the folder `target`. pip checks the digests
 * and runs no package. Dependencies that the file does not name are left out.
 * @param python interpreter of a virtual environment
 */
export function unpackWheels(python: string, requirements: string, target: string): Promise<unknown> {
  return runTool(python, [
    ...['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--retries', '1'],
    ...['--only-binary', ':all:', '--no-deps', '--no-compile', '--require-hashes'],
    ...['--target', target, '--requirement', requirements],
  ]);
}

/** Throws `SetupError` if a file has another SHA-256 hash than the given one. Null: any hash is right. */
export async function requireDigest(file: string, sha256: string | null): Promise<void> {
  if (sha256 === null) return;
  const found = createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
  if (found !== sha256)
    throw new SetupError(`${path.basename(file)} has the SHA-256 ${found} instead of ${sha256}`);
}

/**
 * Makes a directory beside its final place, and moves it there when it is complete. If another process was faster, its
 * directory stays.
 * @param make writes the folder that it is given, and may use the folder around it
 */
export async function makeDirectory(
  directory: string,
  isComplete: (directory: string) => Promise<boolean>,
  make: (folder: string, around: string) => Promise<void>,
): Promise<void> {
  const around = `${directory}.part-${process.pid}`;
  const folder = path.join(around, 'files');
  try {
    await mkdir(folder, { recursive: true });
    await make(folder, around);
    // `rename` fails if another process has made the directory in the meantime.
    await rename(folder, directory).catch(async (error: unknown) => {
      if (!(await isComplete(directory))) throw error;
    });
  } finally {
    await rm(around, { recursive: true, force: true });
  }
}
