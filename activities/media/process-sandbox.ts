import { execFile } from 'node:child_process';
import { access, constants, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What holds a process, from the strictest down. `limits` leaves it the network, `none` everything. */
export type Containment = 'namespaces' | 'bubblewrap' | 'limits' | 'none';

/** `auto`: the strictest that this machine allows; `required`: no network or nothing; `off`: none. */
export type SandboxSetting = 'auto' | 'required' | 'off';

export interface ProcessSandbox {
  containment: Containment;
  /** The path of a script that runs a program inside, with the arguments it is given. */
  script(program: string): Promise<string>;
}

/** The machine has nothing to hold a process with, and it was required. */
export class NoSandbox extends Error {}

/** Address space: decoding 8K needs less. CPU: two cores for the longest run. Nothing is written but to pipes. */
const limits = [
  `--as=${4 * 2 ** 30}`,
  `--cpu=${4 * 60 * 60}`,
  `--fsize=${2 ** 20}`,
  '--nofile=64',
  '--core=0',
];
const limited = ['prlimit', ...limits, 'nice', '-n', '10'];
/** Ends with its parent: the worker, however that ends. */
const withParent = ['setpriv', '--pdeathsig', 'KILL'];

function callOf(containment: Containment, asRoot: boolean): string[] {
  switch (containment) {
    case 'namespaces': {
      // An ordinary user needs a user namespace for the others.
      const user = asRoot ? [] : ['--user', '--map-current-user'];
      const spaces = ['--net', '--ipc', '--pid', '--fork', '--kill-child=SIGKILL'];
      return [...withParent, 'unshare', ...user, ...spaces, '--', ...limited];
    }
    case 'bubblewrap':
      return [
        'bwrap',
        '--unshare-all',
        '--die-with-parent',
        '--ro-bind',
        '/',
        '/',
        '--dev',
        '/dev',
        ...limited,
      ];
    case 'limits':
      return [...withParent, ...limited];
    case 'none':
      return [];
  }
}

const candidates: Record<SandboxSetting, readonly Containment[]> = {
  auto: ['namespaces', 'bubblewrap', 'limits', 'none'],
  required: ['namespaces', 'bubblewrap'],
  off: ['none'],
};

/**
 * Finds out what this machine can hold processes with. Throws `NoSandbox` when it is less than was asked for.
 * @param directory where the scripts are written
 * @param searchPath as PATH
 */
export async function createProcessSandbox(
  setting: SandboxSetting,
  directory: string,
  searchPath: string,
): Promise<ProcessSandbox> {
  const asRoot = process.getuid?.() === 0;
  for (const containment of candidates[setting]) {
    const call = callOf(containment, asRoot);
    if (!(await works(call, searchPath))) continue;
    return {
      containment,
      async script(program) {
        const file = path.join(directory, `${path.basename(program)}-in-${containment}`);
        const words = [...call, 'env', '-i', await findProgram(program, searchPath)].map(quoted);
        await mkdir(directory, { recursive: true });
        await writeFile(file, `#!/bin/sh\nexec ${words.join(' ')} "$@"\n`, { mode: 0o755 });
        return file;
      },
    };
  }
  throw new NoSandbox(
    'MEDIA_SANDBOX=required, and neither unshare, setpriv and prlimit (util-linux) nor bwrap (bubblewrap) can take ' +
      'the network from a process here. In a container, allow user namespaces or give CAP_SYS_ADMIN.',
  );
}

async function works(call: string[], searchPath: string): Promise<boolean> {
  const [command, ...rest] = call;
  if (command === undefined) return true;
  return run(command, [...rest, 'true'], { env: { PATH: searchPath }, timeout: 10_000 }).then(
    () => true,
    () => false,
  );
}

async function findProgram(program: string, searchPath: string): Promise<string> {
  if (path.isAbsolute(program)) return program;
  for (const directory of searchPath.split(path.delimiter)) {
    const file = path.join(directory, program);
    const found = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (found) return file;
  }
  throw new Error(`${program} is not on PATH`);
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
