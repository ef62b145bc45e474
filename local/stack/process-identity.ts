import { existsSync } from 'node:fs';
import { isAlive, processStat } from '../../lib/processes.ts';
import { runTool } from '../tools/run-tool.ts';

/** A process id with a start time, because the system reuses ids. */
export interface ProcessIdentity {
  pid: number;
  /** The start time, in the format of `/proc` or of `ps`. */
  started: string;
}

export async function identityOf(pid: number): Promise<ProcessIdentity> {
  return { pid, started: await startTimeOf(pid) };
}

/** Returns whether this process is still running, and not a later one with the same id. */
export async function isRunning({ pid, started }: ProcessIdentity): Promise<boolean> {
  return isAlive(pid) && started !== '' && (await startTimeOf(pid)) === started;
}

async function startTimeOf(pid: number): Promise<string> {
  if (existsSync('/proc/self/stat')) return (await processStat(pid))?.(22) ?? '';
  return runTool('ps', ['-o', 'lstart=', '-p', String(pid)]).then(
    (text) => text.trim(),
    () => '',
  );
}
