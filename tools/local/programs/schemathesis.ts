import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { findOnPath } from '@assay/analysis/decode/find-on-path.ts';
import { SetupError, step } from '../progress.ts';
import { runTool } from './run-tool.ts';

const version = '4.32.5';

/**
 * Installs schemathesis, an API fuzzer, with pip in the user's cache folder if it is missing. Returns the command
 * line that runs schemathesis.
 */
export async function ensureSchemathesis(
  cacheDir: string,
  searchPath: string,
): Promise<[command: string, ...args: string[]]> {
  const python = await findOnPath('python3', searchPath);
  if (python === null) throw new SetupError('python3 with pip is needed for npm run tool -- fuzz');
  const directory = path.join(cacheDir, `schemathesis-${version}`);
  if (!existsSync(directory)) {
    await step(`Installing schemathesis ${version} with pip`, async () => {
      const partial = `${directory}.${process.pid}`;
      await runTool(python, [
        ...['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--root-user-action=ignore'],
        ...['--target', partial, `schemathesis==${version}`],
      ]);
      // `rename` fails if another process has installed the same version in the meantime.
      await rename(partial, directory).catch(() => rm(partial, { recursive: true, force: true }));
    });
  }
  return ['env', `PYTHONPATH=${directory}`, python, path.join(directory, 'bin', 'schemathesis')];
}
