import { existsSync, readFileSync } from 'node:fs';
import { runTool } from '../tools/run-tool.ts';

/** A process that can be told from a later one with the same id. */
export interface ProcessIdentity {
  pid: number;
  /** When it started, in whatever words the system has for it. */
  started: string;
}

export async function identityOf(pid: number): Promise<ProcessIdentity> {
  return { pid, started: await startOf(pid) };
}

/** True when this very process is running. */
export async function isRunning({ pid, started }: ProcessIdentity): Promise<boolean> {
  return isAlive(pid) && started !== '' && (await startOf(pid)) === started;
}

/** True when some process has this id. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function startOf(pid: number): Promise<string> {
  if (existsSync('/proc/self/stat')) {
    try {
      // proc(5): the name in parentheses may hold anything; starttime is the 20th field after it.
      return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')[19] ?? '';
    } catch {
      return '';
    }
  }
  return runTool('ps', ['-o', 'lstart=', '-p', String(pid)]).then(
    (text) => text.trim(),
    () => '',
  );
}
