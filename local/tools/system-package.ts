import path from 'node:path';
import { findOnPath } from '../../analysis/media/find-on-path.ts';
import { SetupError, step } from '../progress.ts';
import { lock } from '../stack/lock.ts';
import { runTool } from './run-tool.ts';

type PackageManager = 'apt-get' | 'dnf' | 'apk' | 'pacman' | 'brew';

/** How each package manager installs something without asking. */
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
  /** What it is called where; a package manager that is not named is not asked. */
  names: Partial<Record<PackageManager, string>>;
  /** What is wrong with what is installed; null when it will do. */
  fault: () => Promise<string | null>;
  /** What is needed, in a sentence, and where it is to be had where no package manager has it. */
  needed: string;
  homepage: string;
}

/**
 * Makes sure that something is there: installed with the system's package manager where that may be used without a
 * password. Throws `SetupError` with the command to give otherwise.
 */
export async function ensureSystemPackage(
  wanted: SystemPackage,
  cacheDir: string,
  searchPath: string,
): Promise<void> {
  if ((await wanted.fault()) === null) return;
  // A package manager works for one at a time, and test files run side by side.
  const unlock = await lock(path.join(cacheDir, 'system-package.lock'));
  try {
    const fault = await wanted.fault();
    if (fault !== null) await install(wanted, fault, searchPath);
  } finally {
    await unlock();
  }
}

async function install(wanted: SystemPackage, fault: string, searchPath: string): Promise<void> {
  const missing = (reason: string, command: string) =>
    new SetupError(`${reason}. ${wanted.needed}:\n  ${command}`);
  for (const [command, name] of Object.entries(wanted.names) as [PackageManager, string][]) {
    const tool = await findOnPath(command, searchPath);
    if (tool === null) continue;
    const calls = installCalls[command](name);
    const prefix = await privilege(command, searchPath);
    const spelled = calls
      .map((call) => [...(command === 'brew' ? [] : ['sudo']), command, ...call].join(' '))
      .join(' && ');
    if (prefix === null) throw missing(fault, spelled);
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
      throw missing(`${fault}, and ${command} could not install it (${reason})`, spelled);
    }
    const stillWrong = await wanted.fault();
    if (stillWrong === null) return;
    throw missing(stillWrong, spelled);
  }
  throw missing(fault, `see ${wanted.homepage}`);
}

/** What goes before the call of a package manager; null when it would ask for a password. */
async function privilege(command: PackageManager, searchPath: string): Promise<string[] | null> {
  if (command === 'brew' || process.getuid?.() === 0) return [];
  if ((await findOnPath('sudo', searchPath)) === null) return null;
  return runTool('sudo', ['-n', 'true']).then(
    () => ['sudo', '-n'],
    () => null,
  );
}
