import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { findOnPath } from '../../activities/media/find-on-path.ts';
import { SetupError, step } from '../progress.ts';
import { runTool } from './run-tool.ts';

const minPython = [3, 10] as const;

/**
 * A Python that has a package, in a virtual environment that all clones share. Throws `SetupError` with what is missing and
 * how to get it.
 * @param pinned as pip takes it, with its version: `name==1.2.3`
 */
export async function ensurePythonWith(
  pinned: string,
  cacheDir: string,
  searchPath: string,
): Promise<string> {
  const directory = path.join(cacheDir, `python-${pinned.replace('==', '-')}`);
  const cached = await findOnPath('python', path.join(directory, 'bin'));
  if (cached !== null) return cached;
  const python = await findPython(searchPath);
  const partial = `${directory}.${process.pid}`;
  try {
    await step(`Installing ${pinned} with pip`, async () => {
      await runTool(python, ['-m', 'venv', partial]);
      await runTool(path.join(partial, 'bin', 'python'), [
        ...['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', pinned],
      ]);
      // Whoever comes second has made the same.
      await rename(partial, directory).catch(() => rm(partial, { recursive: true, force: true }));
    });
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw new SetupError(
      `${pinned}, for the tests of what is written in Python, could not be installed.\n${(error as Error).message}\n` +
        'Both of these are needed:\n' +
        '  - the module venv: on Debian and Ubuntu "sudo apt-get install python3-venv"\n' +
        '  - a package index that pip reaches: https://pypi.org, or what PIP_INDEX_URL names',
    );
  }
  return path.join(directory, 'bin', 'python');
}

async function findPython(searchPath: string): Promise<string> {
  const python = await findOnPath('python3', searchPath);
  const [major = 0, minor = 0] =
    python === null
      ? []
      : (/(\d+)\.(\d+)/
          .exec(await runTool(python, ['--version']))
          ?.slice(1)
          .map(Number) ?? []);
  if (python !== null && (major > minPython[0] || (major === minPython[0] && minor >= minPython[1])))
    return python;
  const found = python === null ? 'python3 is not on PATH' : `python3 is ${major}.${minor}`;
  throw new SetupError(
    `The tests of what is written in Python need it in version ${minPython.join('.')} or newer with the module venv, and ${found}:\n` +
      '  - on Debian and Ubuntu "sudo apt-get install python3 python3-venv"\n' +
      '  - else see https://www.python.org/downloads/',
  );
}
