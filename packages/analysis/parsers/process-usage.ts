import { readFile } from 'node:fs/promises';
import { processStat } from '@assay/domain/lib/processes.ts';

export interface Usage {
  cpuMs: number;
  residentBytes: number;
}

/** Milliseconds per clock tick, the unit in which Linux reports processor time: 1/100 s (proc(5)). */
const msPerTick = 10;

/** Returns the processor time and memory of a process; null if it has ended or the system has no `/proc`. */
export async function processUsage(pid: number): Promise<Usage | null> {
  const [stat, status] = await Promise.all([
    processStat(pid),
    readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''),
  ]);
  const residentKb = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  if (stat === null || residentKb === undefined) return null;
  const [userTicks, systemTicks] = [stat(14), stat(15)];
  return {
    cpuMs: (Number(userTicks) + Number(systemTicks)) * msPerTick,
    residentBytes: Number(residentKb) * 1024,
  };
}

/** Returns the id of the only child of a process. In a sandbox, the process is bubblewrap. */
export async function childOf(pid: number): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return Number(children.trim().split(' ')[0]);
}
