import { SetupError, step } from '../progress.ts';
import { findOnPath, runTool } from './run-tool.ts';

const minMajor = 5;

/** How each package manager installs ffmpeg, without asking. */
const packageManagers: [command: string, ...calls: string[][]][] = [
  ['apt-get', ['update', '-qq'], ['install', '-y', '-qq', '--no-install-recommends', 'ffmpeg']],
  ['dnf', ['install', '-y', '-q', 'ffmpeg-free']],
  ['apk', ['add', '--quiet', 'ffmpeg']],
  ['pacman', ['-Sy', '--noconfirm', '--quiet', 'ffmpeg']],
  ['brew', ['install', '--quiet', 'ffmpeg']],
];

/**
 * Makes sure that ffmpeg and ffprobe, version 5 or newer, are on PATH: installed with the system's package
 * manager where that may be used without a password. Throws `SetupError` with the command to give otherwise.
 */
export async function ensureFfmpeg(searchPath: string): Promise<void> {
  const fault = await faultOfInstalled(searchPath);
  if (fault === null) return;
  for (const [command, ...calls] of packageManagers) {
    const tool = await findOnPath(command, searchPath);
    if (tool === null) continue;
    const prefix = await privilege(command, searchPath);
    const spelled = calls
      .map((call) => [...(command === 'brew' ? [] : ['sudo']), command, ...call].join(' '))
      .join(' && ');
    if (prefix === null) throw missing(fault, spelled);
    try {
      await step(`Installing ffmpeg with ${command}`, async () => {
        for (const call of calls) {
          const [first, ...rest] = [...prefix, tool, ...call] as [string, ...string[]];
          await runTool(first, rest, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
        }
      });
    } catch (error) {
      throw missing(
        `${fault}, and ${command} could not install it (${(error as Error).message.split('\n').at(-1)})`,
        spelled,
      );
    }
    const stillWrong = await faultOfInstalled(searchPath);
    if (stillWrong === null) return;
    throw missing(stillWrong, spelled);
  }
  throw missing(fault, 'see https://ffmpeg.org/download.html');
}

function missing(fault: string, command: string): SetupError {
  return new SetupError(
    `${fault}. ffmpeg and ffprobe ${minMajor} or newer are needed on PATH:\n  ${command}`,
  );
}

/** Null when what is installed will do. */
async function faultOfInstalled(searchPath: string): Promise<string | null> {
  for (const tool of ['ffmpeg', 'ffprobe']) {
    const file = await findOnPath(tool, searchPath);
    if (file === null) return `${tool} is not installed`;
    const version = /version n?(\S+)/.exec(await runTool(file, ['-version']))?.[1] ?? 'unknown';
    // A build from the main branch has no number, and is newer.
    const major = /^(\d+)\./.exec(version)?.[1];
    if (major !== undefined && Number(major) < minMajor) return `${tool} is version ${version}`;
  }
  return null;
}

/** What goes before the call of a package manager; null when it would ask for a password. */
async function privilege(command: string, searchPath: string): Promise<string[] | null> {
  if (command === 'brew' || process.getuid?.() === 0) return [];
  if ((await findOnPath('sudo', searchPath)) === null) return null;
  return runTool('sudo', ['-n', 'true']).then(
    () => ['sudo', '-n'],
    () => null,
  );
}
