import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { findOnPath } from './find-on-path.ts';
import { createPrivateRoot, fstabOf, pathInside } from './private-root.ts';

const run = promisify(execFile);

/**
 * What holds a process, from the strictest down. The first two leave it the current directory as `/work`, the
 * system's libraries, and nothing else; `limits` leaves it network and files, `none` everything.
 */
export type Containment = 'namespaces' | 'bubblewrap' | 'limits' | 'none';

/** `auto`: the strictest that this machine allows; `required`: a private root or nothing; `off`: none. */
export type SandboxSetting = 'auto' | 'required' | 'off';

export interface ProcessSandbox {
  containment: Containment;
  /** The path of a script that runs a program inside, with the arguments it is given. */
  script(program: string): Promise<string>;
}

/** The machine has nothing to hold a process with, and it was required. */
export class NoSandbox extends Error {}

/** A way to hold a process. */
interface Way {
  containment: Containment;
  /** Namespaces: within one of users, in which an ordinary user may make the others. */
  userSpace?: boolean;
}

const limits = [
  `ulimit -v ${4 * 2 ** 20}`, // KiB of address space: decoding 8K needs less
  `ulimit -t ${4 * 60 * 60}`, // seconds of processor time: two cores for the longest run
  `ulimit -f ${2 ** 11}`, // blocks of 512 bytes: nothing is written but to pipes
  'ulimit -n 64',
  'ulimit -c 0',
];
/** Ends with its parent: the worker, however that ends. */
const withParent = 'setpriv --pdeathsig KILL --';
/** After this, not even root is more than anybody; and a process in a chroot cannot make user namespaces. */
const powerless = 'setpriv --no-new-privs --bounding-set=-all --inh-caps=-all -- env -i';

/** The command that runs a program and its arguments, which follow as the shell's own, inside. */
async function commandOf(way: Way, program: string, directory: string): Promise<string> {
  if (way.containment === 'none') return `env -i ${quoted(program)} "$@"`;
  if (way.containment === 'limits') return `nice -n 10 ${withParent} env -i ${quoted(program)} "$@"`;
  const name = path.basename(program);
  const root = await createPrivateRoot(path.join(directory, `${name}-root`), program);
  const call = `${quoted(await pathInside(program))} "$@"`;
  if (way.containment === 'bubblewrap') {
    const binds = root.mounts.map((mount) => `--ro-bind ${quoted(mount)} ${quoted(mount)}`);
    return [
      'nice -n 10 bwrap --unshare-all --die-with-parent --new-session --cap-drop ALL',
      `--ro-bind ${quoted(root.directory)} / ${binds.join(' ')}`,
      `--ro-bind "$PWD" /work --chdir /work -- env -i ${call}`,
    ].join(' ');
  }
  const fstab = path.join(directory, `${name}.fstab`);
  await writeFile(fstab, fstabOf(root));
  const inner = [
    `mount --no-mtab --all --fstab ${quoted(fstab)}`,
    `exec unshare --root=${quoted(root.directory)} --wd=/work -- ${powerless} ${call}`,
  ].join(' && ');
  return [
    `nice -n 10 ${withParent} unshare ${way.userSpace === true ? '--user --map-root-user' : ''}`,
    `--mount --net --ipc --pid --fork --kill-child=SIGKILL -- sh -c ${quoted(inner)} sh "$@"`,
  ].join(' ');
}

const privateRoots: readonly Way[] = [
  { containment: 'namespaces', userSpace: true },
  { containment: 'namespaces' },
  { containment: 'bubblewrap' },
];
const ways: Record<SandboxSetting, readonly Way[]> = {
  auto: [...privateRoots, { containment: 'limits' }, { containment: 'none' }],
  required: privateRoots,
  off: [{ containment: 'none' }],
};

/**
 * Finds out what this machine can hold processes with. Throws `NoSandbox` when it is less than was asked for.
 * @param scriptDirectory where scripts and private roots are written; nobody else may write there
 * @param searchPath as PATH
 */
export async function createProcessSandbox(
  setting: SandboxSetting,
  scriptDirectory: string,
  searchPath: string,
): Promise<ProcessSandbox> {
  // Scripts are called from elsewhere.
  const directory = path.resolve(scriptDirectory);
  await mkdir(directory, { recursive: true });
  const write = async (way: Way, program: string) => {
    const file = path.join(directory, `${path.basename(program)}-in-${way.containment}`);
    const lines = ['#!/bin/sh -e', `export PATH=${quoted(searchPath)}`];
    if (way.containment !== 'none') lines.push(...limits);
    lines.push(`exec ${await commandOf(way, program, directory)}`, '');
    await writeFile(file, lines.join('\n'), { mode: 0o755 });
    return file;
  };
  for (const way of ways[setting]) {
    // What is tried is what will be used.
    if (way.containment !== 'none' && !(await works(await write(way, '/bin/sh'), directory))) continue;
    return {
      containment: way.containment,
      script: async (program) => write(way, await findProgram(program, searchPath)),
    };
  }
  throw new NoSandbox(
    'MEDIA_SANDBOX=required, and neither unshare, setpriv and mount (util-linux) nor bwrap (bubblewrap) can give a ' +
      'process a root and a network of its own here. In a container, allow user namespaces and mounts (seccomp, ' +
      'AppArmor), or give CAP_SYS_ADMIN.',
  );
}

/**
 * Whether a line that a script wrote comes from what sets up the sandbox, not from the program inside: a fault of
 * this machine, and not of the file.
 */
export function isSandboxFault(line: string): boolean {
  // The last is the advice that mount(8) may add.
  return /^(\/.+-in-\w+|sh|nice|setpriv|unshare|mount|env|bwrap): |^\s+dmesg\(1\) /.test(line);
}

async function works(script: string, cwd: string): Promise<boolean> {
  return run(script, ['-c', ':'], { cwd, timeout: 10_000 }).then(
    () => true,
    () => false,
  );
}

async function findProgram(program: string, searchPath: string): Promise<string> {
  const file = path.isAbsolute(program) ? program : await findOnPath(program, searchPath);
  if (file === null) throw new Error(`${program} is not on PATH`);
  return file;
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
