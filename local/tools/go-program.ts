import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { findOnPath } from '../../analysis/media/find-on-path.ts';
import { SetupError, step } from '../progress.ts';
import { findGo, goIsNeeded } from './go.ts';
import { runTool } from './run-tool.ts';

/**
 * A Go program built from a folder of this repository into the cache that all clones share, once for each state of its files.
 * Throws `SetupError` with what is missing.
 * @param purpose what it is for, in that error
 */
export async function ensureGoProgram(
  folder: string,
  purpose: string,
  cacheDir: string,
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  const files = (await readdir(folder)).sort();
  const contents = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')));
  const state = createHash('sha256').update(contents.join('\0')).digest('hex').slice(0, 16);
  const program = path.join(cacheDir, `go-${path.basename(folder)}-${state}`);
  if ((await findOnPath(path.basename(program), cacheDir)) !== null) return program;
  await mkdir(cacheDir, { recursive: true });
  try {
    const go = await findGo(cacheDir, environment);
    await step(`Building ${purpose}`, () =>
      runTool('env', [...go, 'build', '-C', folder, '-o', program, '.']),
    );
  } catch (error) {
    throw new SetupError(
      `${purpose} could not be built.\n${(error as Error).message}\nThis is needed: ${goIsNeeded}`,
    );
  }
  return program;
}
