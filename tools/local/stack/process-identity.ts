import { existsSync } from 'node:fs';
import { isAlive, processStat } from '@assay/domain/lib/processes.ts';
import { runTool } from '../programs/run-tool.ts';

/** A process id and the start time of the process. The id alone is ambiguous, because the system reuses ids. */
export interface ProcessIdentity {
  pid: number;
  /** The start time, in the format of `/proc` or, on systems without `/proc`, of `ps`. */
  started: string;
}

export async function identityOf(pid: number): Promise<ProcessIdentity> {
  return { pid, started: await startTimeOf(pid) };
}

/** Returns whether the process still runs. Returns false for a later process with the same id, and for a zombie. */
export async function isRunning({ pid, started }: ProcessIdentity): Promise<boolean> {
  return isAlive(pid) && started !== '' && (await startTimeOf(pid)) === started;
}

async function startTimeOf(pid: number): Promise<string> {
  if (existsSync('/proc/self/stat')) {
    const field = await processStat(pid);
    return field === null || field(3) === 'Z' ? '' : field(22);
  }
  return runTool('ps', ['-o', 'lstart=', '-p', String(pid)]).then(
    (text) => text.trim(),
    () => '',
  );
}
