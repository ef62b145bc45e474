import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { constants } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from './find-on-path.ts';
import {
  type Containment,
  nodeSandboxScript,
  type PythonProgram,
  pythonSandboxScript,
  type SandboxMethod,
  sandboxScript,
} from './sandbox-script.ts';

const run = promisify(execFile);

/**
 * Which sandbox to use. `required`: bubblewrap, or an error if it does not work. `auto`: bubblewrap if it works,
 * otherwise resource limits alone, otherwise none. `off`: no sandbox. With resource limits alone, an exploited decoder
 * can read the worker's environment in `/proc` and has the worker's network. Use `auto` and `off` only in development.
 */
export type SandboxSetting = 'auto' | 'required' | 'off';

export interface ProcessSandbox {
  containment: Containment;
  /**
   * Writes a script that runs a program in the sandbox and passes the script's arguments on to the program. Returns the
   * path of the script.
   * @param options `writesOutput`: the program may write the file `outputName` in its working directory
   */
  script(program: string, options?: { writesOutput: boolean }): Promise<string>;
  /**
   * Writes a script that runs this version of Node in bubblewrap, where it reads the given files and directories only.
   * Returns the path of the script, or null if the sandbox does not use bubblewrap.
   * @param name part of the name of the script. Scripts that read different files need different names
   */
  nodeScript(readable: readonly string[], name?: string): Promise<string | null>;
  /**
   * Writes a script that runs a program in Python, and returns its path.
   * @param cpuSeconds maximum processor time in seconds
   */
  pythonScript(name: string, program: PythonProgram, cpuSeconds: number): Promise<string>;
}

/** Thrown if MEDIA_SANDBOX is `required` and bubblewrap does not work on this machine. */
export class NoSandbox extends Error {}

const withBubblewrap: readonly SandboxMethod[] = [
  { containment: 'bubblewrap', deniesUserNamespaces: true },
  { containment: 'bubblewrap' },
];
/** The methods that each setting allows, strictest first. */
const methods: Record<SandboxSetting, readonly SandboxMethod[]> = {
  auto: [...withBubblewrap, { containment: 'limits' }, { containment: 'none' }],
  required: withBubblewrap,
  off: [{ containment: 'none' }],
};

/**
 * Creates a sandbox with the strictest method that works on this machine. Throws `NoSandbox` if no method that
 * `setting` allows works.
 * @param scriptDirectory directory for the scripts; other users must not be able to write to it
 * @param searchPath value of PATH for the scripts
 */
export async function createProcessSandbox(
  setting: SandboxSetting,
  scriptDirectory: string,
  searchPath: string,
): Promise<ProcessSandbox> {
  // The scripts run in other working directories, so their paths must be absolute.
  const directory = path.resolve(scriptDirectory);
  await mkdir(directory, { recursive: true });
  const writeScript = async (method: SandboxMethod, name: string, script: string) => {
    const file = path.join(directory, `${path.basename(name)}-in-${method.containment}`);
    await writeFile(file, script, { mode: 0o755 });
    return file;
  };
  const write = async (method: SandboxMethod, program: string, writesOutput = false) =>
    writeScript(
      method,
      writesOutput ? `${program}-writing` : program,
      await sandboxScript(method, await findProgram(program, searchPath), searchPath, writesOutput),
    );
  let fault = '';
  for (const method of methods[setting]) {
    const found =
      method.containment === 'none' ? null : await faultOf(await write(method, '/bin/sh'), directory);
    if (found === null)
      return {
        containment: method.containment,
        script: (program, options) => write(method, program, options?.writesOutput),
        nodeScript: async (readable, name = 'node') =>
          method.containment === 'bubblewrap'
            ? writeScript(
                method,
                name,
                await nodeSandboxScript(method, process.execPath, readable, searchPath),
              )
            : null,
        pythonScript: async (name, program, cpuSeconds) =>
          writeScript(method, name, await pythonSandboxScript(method, program, searchPath, cpuSeconds)),
      };
    fault = found;
  }
  throw new NoSandbox(
    `MEDIA_SANDBOX is required, but bubblewrap does not work (${fault}). Install bubblewrap. In a container, allow ` +
      'user namespaces and mounts (seccomp, AppArmor), as docs/deployment.md describes.',
  );
}

/**
 * Returns whether a line of standard error comes from a program of the sandbox. Then the cause of the failure is the
 * machine and not the file.
 */
export function isSandboxFault(line: string): boolean {
  return /^(\/.+-in-\w+|(\/.+\/)?(sh|nice|setpriv|env|bwrap)): /.test(line);
}

/**
 * How a program ended: with its own exit code, by a crash, at its limit of processor time, or `killed` by another
 * process or the kernel. Only for `killed`, the cause is the machine and not the file.
 */
export type ProgramEnd = 'exited' | 'crashed' | 'timed out' | 'killed';

const { SIGKILL, SIGTERM, SIGXCPU } = constants.signals;

/** Returns how a program ended. bwrap exits with 128 + signal number; without bwrap, Node reports the signal's name. */
export function programEnd(exitCode: number | null, signalName: NodeJS.Signals | null = null): ProgramEnd {
  const signal = exitCode === null ? constants.signals[signalName ?? 'SIGKILL'] : exitCode - 128;
  if (signal === SIGXCPU) return 'timed out';
  if (signal === SIGKILL || signal === SIGTERM) return 'killed';
  return signal > 0 && signal < 32 ? 'crashed' : 'exited';
}

/** Runs a script of the sandbox. Returns the reason why the sandbox does not work; null if it works. */
async function faultOf(script: string, cwd: string): Promise<string | null> {
  try {
    await run(script, ['-c', ':'], { cwd, timeout: 10_000 });
    return null;
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string };
    return stderr.trim() || message;
  }
}
