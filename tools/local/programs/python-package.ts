import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { findOnPath } from '@assay/analysis/decode/find-on-path.ts';
import { SetupError, step } from '../progress.ts';
import { runTool } from './run-tool.ts';
import { ensureSystemPackage } from './system-package.ts';

const minPython = [3, 10] as const;

/**
 * Returns the path of a Python interpreter that can import the given packages. Installs the packages in a virtual
 * environment in the user's cache folder. Throws `SetupError` if the installation fails.
 * @param pinned names and versions of the packages for pip, separated by white space, such as `name==1.2.3`
 */
export async function ensurePythonWith(
  pinned: string,
  cacheDir: string,
  searchPath: string,
): Promise<string> {
  const packages = pinned.split(/\s+/);
  const directory = path.join(cacheDir, `python-${packages.join('-').replaceAll('==', '-')}`);
  const cached = await findOnPath('python', path.join(directory, 'bin'));
  if (cached !== null) return cached;
  const python = await ensurePython(cacheDir, searchPath);
  const partial = `${directory}.${process.pid}`;
  try {
    await step(`Installing ${packages.join(', ')} with pip`, async () => {
      await runTool(python, ['-m', 'venv', partial]);
      await runTool(path.join(partial, 'bin', 'python'), [
        ...['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'],
        ...packages,
      ]);
      // `rename` fails if another process has installed the same version in the meantime.
      await rename(partial, directory).catch(() => rm(partial, { recursive: true, force: true }));
    });
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw new SetupError(
      `${packages.join(', ')}, which this needs, could not be installed.\n${(error as Error).message}\n` +
        'This is needed: a package index that pip reaches, https://pypi.org or the one in PIP_INDEX_URL',
    );
  }
  return path.join(directory, 'bin', 'python');
}

/** Returns the path of Python 3 with the module venv. Installs both if necessary, or throws `SetupError`. */
export async function ensurePython(cacheDir: string, searchPath: string): Promise<string> {
  await ensureSystemPackage(
    {
      title: 'Python',
      names: { 'apt-get': 'python3-venv', dnf: 'python3', apk: 'python3', pacman: 'python', brew: 'python3' },
      problem: () => findProblem(searchPath),
      needed: `This needs Python ${minPython.join('.')} or newer with the module venv`,
      homepage: 'https://www.python.org/downloads/',
    },
    cacheDir,
    searchPath,
  );
  return (await findOnPath('python3', searchPath))!;
}

/** Returns a problem with the installed Python, such as `python3 is not installed`; null if there is none. */
async function findProblem(searchPath: string): Promise<string | null> {
  const python = await findOnPath('python3', searchPath);
  if (python === null) return 'python3 is not installed';
  const version = await runTool(python, ['--version']);
  const [, major = 0, minor = 0] = /(\d+)\.(\d+)/.exec(version)?.map(Number) ?? [];
  if (major < minPython[0] || (major === minPython[0] && minor < minPython[1]))
    return `python3 is ${major}.${minor}`;
  // Debian has a separate package for venv. Without that package `venv` exists, but `ensurepip` does not.
  return runTool(python, ['-c', 'import ensurepip, venv']).then(
    () => null,
    () => `python3 ${major}.${minor} has no module venv`,
  );
}
