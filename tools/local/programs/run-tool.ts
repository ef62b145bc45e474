import { type ChildProcess, spawn } from 'node:child_process';

const maxOutputCharacters = 20_000;

const running = new Set<ChildProcess>();

/** Terminates all running commands that `runTool` started, and waits for their end. */
export async function endTools(): Promise<void> {
  await Promise.all(
    [...running].map((child) => {
      const closed = new Promise((resolve) => child.once('close', resolve));
      child.kill('SIGTERM');
      return closed;
    }),
  );
}

/** Thrown if a command fails or cannot be started. `message` has the last lines of the command's output. */
export class ToolFailed extends Error {}

/** Runs a command until it ends and returns its standard output. Throws `ToolFailed` if the command fails. */
export function runTool(
  command: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; uid?: number; gid?: number } = {},
) {
  return new Promise<string>((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    running.add(child);
    child.on('close', () => running.delete(child));
    let stdout = '';
    let all = '';
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => (all = (all + chunk.toString()).slice(-maxOutputCharacters)));
    }
    child.on('error', (error) => reject(new ToolFailed(`${command}: ${error.message}`)));
    child.on('close', (code) => {
      if (code === 0) return resolve(stdout);
      reject(
        new ToolFailed(
          `${command} ended with exit code ${code}:\n${all.trim().split('\n').slice(-8).join('\n')}`,
        ),
      );
    });
  });
}
