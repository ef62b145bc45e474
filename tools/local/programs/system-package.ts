import path from 'node:path';
import { findOnPath } from '@assay/analysis/decode/find-on-path.ts';
import { SetupError, step } from '../progress.ts';
import { lock } from '../stack/lock.ts';
import { runTool } from './run-tool.ts';

type PackageManager = 'apt-get' | 'dnf' | 'apk' | 'pacman' | 'brew';

/** Arguments with which each package manager installs a package non-interactively: one list for each call. */
const installCalls: Record<PackageManager, (name: string) => string[][]> = {
  'apt-get': (name) => [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', name],
  ],
  dnf: (name) => [['install', '-y', '-q', name]],
  apk: (name) => [['add', '--quiet', name]],
  pacman: (name) => [['-Sy', '--noconfirm', '--quiet', name]],
  brew: (name) => [['install', '--quiet', name]],
};

export interface SystemPackage {
  title: string;
  /** Name of the package by package manager. Package managers without a name are not used. */
  names: Partial<Record<PackageManager, string>>;
  /** Returns a problem with the installed version, such as `ffmpeg is not installed`; null if there is none. */
  problem: () => Promise<string | null>;
  /** Sentence for error messages about what is needed and why, without a full stop. */
  needed: string;
  /** Web page with the package, for systems without a known package manager. */
  homepage: string;
}

/**
 * Ensures that a system package is installed. Installs it with the package manager of the system if this needs no
 * password. Otherwise throws `SetupError` with the command to run.
 */
export async function ensureSystemPackage(
  wanted: SystemPackage,
  cacheDir: string,
  searchPath: string,
): Promise<void> {
  if ((await wanted.problem()) === null) return;
  // Test files run in parallel, but a package manager cannot run twice at the same time.
  const unlock = await lock(path.join(cacheDir, 'system-package.lock'));
  try {
    const problem = await wanted.problem();
    if (problem !== null) await install(wanted, problem, searchPath);
  } finally {
    await unlock();
  }
}

async function install(wanted: SystemPackage, problem: string, searchPath: string): Promise<void> {
  const missing = (reason: string, command: string) =>
    new SetupError(`${reason}. ${wanted.needed}:\n  ${command}`);
  for (const [command, name] of Object.entries(wanted.names) as [PackageManager, string][]) {
    const tool = await findOnPath(command, searchPath);
    if (tool === null) continue;
    const calls = installCalls[command](name);
    const prefix = await findPrivilege(command, searchPath);
    const commandLine = calls
      .map((call) => [...(command === 'brew' ? [] : ['sudo']), command, ...call].join(' '))
      .join(' && ');
    if (prefix === null) throw missing(problem, commandLine);
    try {
      await step(`Installing ${wanted.title} with ${command}`, async () => {
        for (const call of calls) {
          const [first, ...rest] = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', tool, ...call] as [
            string,
            ...string[],
          ];
          await runTool(first, rest);
        }
      });
    } catch (error) {
      const reason = (error as Error).message.split('\n').at(-1);
      throw missing(`${problem}, and ${command} could not install it (${reason})`, commandLine);
    }
    const remaining = await wanted.problem();
    if (remaining === null) return;
    throw missing(remaining, commandLine);
  }
  throw missing(problem, `see ${wanted.homepage}`);
}

/**
 * Returns the command that runs a package manager as root: `sudo`, or an empty list if this is not necessary. Returns
 * null if sudo is missing or would ask for a password.
 */
async function findPrivilege(command: PackageManager, searchPath: string): Promise<string[] | null> {
  if (command === 'brew' || process.getuid?.() === 0) return [];
  if ((await findOnPath('sudo', searchPath)) === null) return null;
  return runTool('sudo', ['-n', 'true']).then(
    () => ['sudo', '-n'],
    () => null,
  );
}
