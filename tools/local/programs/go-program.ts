import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { findOnPath } from '@assay/analysis/decode/find-on-path.ts';
import { SetupError, step } from '../progress.ts';
import { findGo, goRequirement } from './go.ts';
import { runTool } from './run-tool.ts';

/**
 * Returns the path of a Go program in the user's cache folder. Builds the program from `folder`, a folder of this
 * repository, unless it was already built from the same files. Throws `SetupError` if the build fails.
 * @param purpose name of the program in messages
 */
export async function ensureGoProgram(
  folder: string,
  purpose: string,
  cacheDir: string,
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  const files = (await readdir(folder)).sort();
  const contents = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')));
  const hash = createHash('sha256').update(contents.join('\0')).digest('hex').slice(0, 16);
  const program = path.join(cacheDir, `go-${path.basename(folder)}-${hash}`);
  if ((await findOnPath(path.basename(program), cacheDir)) !== null) return program;
  await mkdir(cacheDir, { recursive: true });
  try {
    const go = await findGo(cacheDir, environment);
    await step(`Building ${purpose}`, () =>
      runTool('env', [...go, 'build', '-C', folder, '-o', program, '.']),
    );
  } catch (error) {
    throw new SetupError(
      `${purpose} could not be built.\n${(error as Error).message}\nThis is needed: ${goRequirement}`,
    );
  }
  return program;
}
