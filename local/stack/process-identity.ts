import { existsSync } from 'node:fs';
import { isAlive, processStat } from '../../lib/processes.ts';
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

async function startOf(pid: number): Promise<string> {
  if (existsSync('/proc/self/stat')) return (await processStat(pid))?.(22) ?? '';
  return runTool('ps', ['-o', 'lstart=', '-p', String(pid)]).then(
    (text) => text.trim(),
    () => '',
  );
}
