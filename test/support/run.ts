import { spawn } from 'node:child_process';

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
  /** Everything that the command printed. */
  output: string;
}

/** Runs a command until it ends. Returns its exit code and what it printed. */
export function run(
  command: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
    const ended: Ended = { code: null, stdout: '', stderr: '', output: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].on('data', (chunk: Buffer) => {
        ended[name] += chunk.toString();
        ended.output += chunk.toString();
      });
    }
    child.on('error', reject);
    child.on('close', (code) => resolve({ ...ended, code }));
  });
}
