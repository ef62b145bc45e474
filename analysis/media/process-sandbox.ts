import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from './find-on-path.ts';
import { type Containment, sandboxScript, type Way, WayClosed } from './sandbox-script.ts';

const run = promisify(execFile);

/** `auto`: the strictest that this machine allows; `required`: a private root or nothing; `off`: none. */
export type SandboxSetting = 'auto' | 'required' | 'off';

export interface ProcessSandbox {
  containment: Containment;
  /** The path of a script that runs a program inside, with the arguments it is given. */
  script(program: string): Promise<string>;
}

/** The machine has nothing to hold a process with, and it was required. */
export class NoSandbox extends Error {}

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
    const script = await sandboxScript(way, await findProgram(program, searchPath), directory, searchPath);
    await writeFile(file, script, { mode: 0o755 });
    return file;
  };
  // What is tried is what will be used.
  const holds = (way: Way) =>
    write(way, '/bin/sh').then(
      (script) => works(script, directory),
      (error: unknown) => {
        if (error instanceof WayClosed) return false;
        throw error;
      },
    );
  for (const way of ways[setting]) {
    if (way.containment !== 'none' && !(await holds(way))) continue;
    return { containment: way.containment, script: (program) => write(way, program) };
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
  return /^(\/.+-in-\w+|(\/.+\/)?(sh|nice|setpriv|unshare|mount|env|bwrap)): |^\s+dmesg\(1\) /.test(line);
}

async function works(script: string, cwd: string): Promise<boolean> {
  return run(script, ['-c', ':'], { cwd, timeout: 10_000 }).then(
    () => true,
    () => false,
  );
}
