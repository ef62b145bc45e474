import { readFile } from 'node:fs/promises';
import { processStat } from '../../lib/processes.ts';

export interface Usage {
  cpuMs: number;
  residentBytes: number;
}

/** Linux counts processor time in hundredths of a second for everybody who asks (proc(5)). */
const msPerTick = 10;

/** What a process has used; null where the system does not tell, or the process is gone. */
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
