import { lstat, readlink, realpath } from 'node:fs/promises';
import { release } from 'node:os';
import path from 'node:path';
import { findOnPath } from './find-on-path.ts';
import { fileMemoryBytes } from './memory-limits.ts';

/**
 * How a process is isolated:
 * - `bubblewrap`: the process has resource limits and no network, and can read only programs, libraries and its current
 *   directory.
 * - `limits`: the process has resource limits, but the same network and files as the worker.
 * - `none`: the process is not isolated.
 */
export type Containment = 'bubblewrap' | 'limits' | 'none';

export interface SandboxMethod {
  containment: Containment;
  /**
   * True to deny user namespaces. Requires bubblewrap 0.8 and a writable `/proc/sys`, which Docker does not provide.
   */
  deniesUserNamespaces?: boolean;
}

/** Maximum processor time in seconds, summed over all cores. The kernel then sends SIGXCPU each second. */
export const maxCpuSeconds = 4 * 60 * 60;
/** Seconds from the first SIGXCPU until the kernel kills the program. ffmpeg ends at the fourth signal. */
const endSeconds = 60;

/** Name of the only file that a program in the sandbox can write. It is in the working directory of the program. */
export const outputName = 'output';
/** Maximum size in bytes of `outputName`. A preview of four hours has up to 3 GB. S3 accepts 5 GB in one request. */
export const maxOutputBytes = 4 * 2 ** 30;
/** Maximum size in bytes of files written by programs that should write only to pipes. */
const maxOtherBytes = 2 ** 20;

/**
 * Maximum number of processes and threads in a sandbox. It must be below the limit of the container (1024 in
 * docker-compose.yml), so that one sandbox cannot use up the processes of its worker.
 */
export const maxProcesses = 256;

/**
 * Shell command that limits the processes of the sandbox and then runs its arguments. It runs inside the user
 * namespace of the sandbox, where the limit counts the processes of this namespace only. The kernel does not apply
 * the limit to root. `-p` is the option of dash, `-u` that of bash. The sandbox has no `/dev/null`.
 */
const limitProcesses = `/bin/sh -c 'ulimit -p ${maxProcesses} 2>&- || ulimit -u ${maxProcesses}; exec "$@"' sh`;

/** Returns true if the kernel counts processes per user namespace (since Linux 5.14), and not over all containers. */
function countsPerNamespace(): boolean {
  const [major = 0, minor = 0] = release().split('.').map(Number);
  return major > 5 || (major === 5 && minor >= 14);
}

const limits = (writesOutput: boolean) => [
  // `-d` limits the memory that the program allocates, in KiB. `-v` limits the address space, which also contains
  // libraries and reserved memory (64 MiB for each thread).
  `ulimit -d ${fileMemoryBytes / 2 ** 10}`,
  `ulimit -v ${4 * 2 ** 20}`,
  `ulimit -S -t ${maxCpuSeconds}`,
  `ulimit -H -t ${maxCpuSeconds + endSeconds}`,
  `ulimit -f ${(writesOutput ? maxOutputBytes : maxOtherBytes) / 512}`, // Maximum file size in blocks of 512 bytes.
  'ulimit -n 64',
  'ulimit -c 0',
];

/**
 * System directories that contain programs and libraries. The sandbox can read these directories. `/usr` as a whole is
 * not in the list, because container images often store the application in `/usr/src`. A hostile file that has taken
 * over ffmpeg must not be able to read the application.
 */
const systemPaths = [
  ...['/bin', '/sbin', '/lib', '/lib32', '/lib64'],
  ...['/usr/bin', '/usr/sbin', '/usr/lib', '/usr/lib32', '/usr/lib64'],
  ...['/usr/local/bin', '/usr/local/lib', '/etc/alternatives', '/etc/ld.so.cache'],
];
/** Directories in which each subdirectory contains one package or a package store. */
const packageDirectories = ['/opt', '/nix'];

/**
 * Returns a shell script that runs a program in the sandbox and passes the script's arguments on.
 * @param program absolute path of the program
 * @param searchPath value of PATH for finding the tools that the script runs
 * @param writesOutput true if the program may write the file `outputName`, which must exist, in its working directory
 */
export async function sandboxScript(
  method: SandboxMethod,
  program: string,
  searchPath: string,
  writesOutput = false,
): Promise<string> {
  const lines = [
    '#!/bin/sh -e',
    `export PATH=${quoted(searchPath)}`,
    ...(await commandLines(method, program, searchPath, writesOutput)),
  ];
  return `${lines.join('\n')}\n`;
}

/**
 * Returns a shell script that runs Node in bubblewrap and passes the script's arguments on. Node inherits the file
 * descriptor of its channel to the parent process. The address space is not limited, because V8 reserves much more than
 * it uses.
 * @param node absolute path of Node
 * @param readable absolute paths of the files and directories that Node may read besides system libraries
 */
export async function nodeSandboxScript(
  method: SandboxMethod,
  node: string,
  readable: readonly string[],
  searchPath: string,
): Promise<string> {
  const binds = readable.map((place) => `--ro-bind ${quoted(place)} ${quoted(place)}`);
  // With `--as-pid-1`, Node is the only child of bubblewrap. The parser pool can then find the process id of Node and
  // measure its memory.
  const call = await bubblewrapCall(method, node, ['--as-pid-1', ...binds, '--chdir /']);
  return ['#!/bin/sh -e', `export PATH=${quoted(searchPath)}`, 'ulimit -c 0', `exec ${call} "$@"`, ''].join(
    '\n',
  );
}

/** Maximum memory in KiB that a process which recognises speech can allocate. It needs 310 MiB, libraries included. */
const listenerKib = 400_000;

/** A program in Python, and the files that it may read. */
export interface PythonProgram {
  /** Absolute path of the interpreter, without links. */
  python: string;
  /** Directory of Python's standard library (`sys.base_prefix`), unless it is in a system directory. */
  prefix: string;
  script: string;
  /** Arguments: absolute paths of files and directories that the program may read. */
  readable: readonly string[];
}

/**
 * Returns a shell script that runs a program in Python, with one thread, and with the same limits as other programs but
 * less memory.
 * @param cpuSeconds maximum processor time in seconds
 */
export async function pythonSandboxScript(
  method: SandboxMethod,
  { python, prefix, script, readable }: PythonProgram,
  searchPath: string,
  cpuSeconds: number,
): Promise<string> {
  const settings = ['-i', 'OMP_NUM_THREADS=1', 'LC_ALL=C.UTF-8', 'OPENBLAS_NUM_THREADS=1'];
  const program = [...settings, python, '-I', '-B', script, ...readable].map(quoted).join(' ');
  const isSystem = systemPaths.some((directory) => `${prefix}/lib` === directory);
  const binds = [...(isSystem ? [] : [prefix]), script, ...readable].map(
    (place) => `--ro-bind ${quoted(place)} ${quoted(place)}`,
  );
  const call =
    method.containment === 'bubblewrap'
      ? `nice -n 10 ${await bubblewrapCall(method, '/usr/bin/env', ['--as-pid-1', ...binds, '--chdir /'])}`
      : 'nice -n 10 env';
  const bounds =
    method.containment === 'none'
      ? []
      : [
          `ulimit -d ${listenerKib}`,
          `ulimit -t ${cpuSeconds}`,
          `ulimit -f ${maxOtherBytes / 512}`,
          'ulimit -n 64',
          'ulimit -c 0',
        ].map((limit) => (method.containment === 'limits' ? `${limit} 2>/dev/null || :` : limit));
  return ['#!/bin/sh -e', `export PATH=${quoted(searchPath)}`, ...bounds, `exec ${call} ${program}`, ''].join(
    '\n',
  );
}

async function commandLines(
  method: SandboxMethod,
  program: string,
  searchPath: string,
  writesOutput: boolean,
): Promise<readonly string[]> {
  const command = `env -i ${quoted(program)} "$@"`;
  switch (method.containment) {
    case 'none':
      return [`exec ${command}`];
    case 'limits': {
      // macOS has no setpriv and cannot limit the address space.
      const setpriv = await findOnPath('setpriv', searchPath);
      const diesWithParent = setpriv === null ? '' : `${quoted(setpriv)} --pdeathsig KILL -- `;
      return [
        ...limits(writesOutput).map((limit) => `${limit} 2>/dev/null || :`),
        `exec nice -n 10 ${diesWithParent}${command}`,
      ];
    }
    case 'bubblewrap': {
      const options = [
        '--ro-bind "$PWD" /work',
        ...(writesOutput ? [`--bind "$PWD/${outputName}" /work/${outputName}`] : []),
        '--chdir /work',
      ];
      // `env -i` removes the variable PWD, which bwrap sets.
      const call = await bubblewrapCall(method, program, options, 'env -i');
      return [...limits(writesOutput), `exec nice -n 10 ${call} "$@"`];
    }
  }
}

/**
 * Returns the command that runs a program in bubblewrap. In the sandbox, the root directory contains only the bind
 * mounts and symbolic links in the command's arguments.
 * @param options further options of bubblewrap
 * @param runner command that runs the program in the sandbox; empty to run the program itself
 */
async function bubblewrapCall(
  { deniesUserNamespaces = false }: SandboxMethod,
  program: string,
  options: readonly string[],
  runner = '',
): Promise<string> {
  const target = await realpath(program);
  const isSystem = systemPaths.some((directory) => target.startsWith(`${directory}/`));
  const packageDirectory = packageDirectoryOf(target);
  // A program outside the system directories and package directories is mounted as a single file below `/program`. The
  // mount of the work directory could hide the program's original directory.
  const isSingleFile = !isSystem && packageDirectory === null;
  const copy = `/program/${path.basename(target)}`;
  const inside = systemPaths.includes(path.dirname(program)) ? program : target;
  return [
    'bwrap --unshare-all --die-with-parent --new-session --cap-drop ALL',
    ...(deniesUserNamespaces ? ['--unshare-user --disable-userns'] : []),
    ...(await readOnlyBinds(packageDirectory === null ? systemPaths : [...systemPaths, packageDirectory])),
    ...(isSingleFile ? [`--ro-bind ${quoted(target)} ${quoted(copy)}`] : []),
    ...options,
    '--remount-ro /',
    `-- ${countsPerNamespace() ? limitProcesses : ''} ${runner} ${quoted(isSingleFile ? copy : inside)}`,
  ].join(' ');
}

async function readOnlyBinds(places: readonly string[]): Promise<string[]> {
  const binds: string[] = [];
  for (const place of places) {
    const stats = await lstat(place).catch(() => null);
    if (stats === null) continue;
    binds.push(
      stats.isSymbolicLink()
        ? `--symlink ${quoted(await readlink(place))} ${quoted(place)}`
        : `--ro-bind ${quoted(place)} ${quoted(place)}`,
    );
  }
  return binds;
}

/** Returns the package directory of a program in `/opt` or `/nix`; null for other programs. */
function packageDirectoryOf(program: string): string | null {
  const [top, next] = program.split('/').slice(1);
  return packageDirectories.includes(`/${top}`) ? `/${top}/${next}` : null;
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
