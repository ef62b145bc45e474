import { readdir, readFile } from 'node:fs/promises';
import { processStat } from '../lib/processes.ts';

/** Returns the ids of a process and of all its running descendants. Without /proc, returns only the given id. */
export async function listProcessTree(pid: number): Promise<number[]> {
  const parents = new Map<number, number>();
  const names = await readdir('/proc').catch(() => []);
  await Promise.all(
    names
      .filter((name) => /^\d+$/.test(name))
      .map(async (name) => {
        const field = await processStat(Number(name));
        if (field !== null) parents.set(Number(name), Number(field(4)));
      }),
  );
  const tree = [pid];
  for (const member of tree) {
    for (const [child, parent] of parents) if (parent === member) tree.push(child);
  }
  return tree;
}

/** Number of clock ticks a second in /proc (`USER_HZ`), which is 100 on all architectures of Linux. */
const ticksPerSecond = 100;

/** Returns the processor time in milliseconds that processes have used so far. Processes that have ended count as 0. */
export async function processorMs(pids: readonly number[]): Promise<number> {
  const times = await Promise.all(
    pids.map(async (pid) => {
      const field = await processStat(pid);
      return field === null ? 0 : Number(field(14)) + Number(field(15));
    }),
  );
  return (times.reduce((sum, ticks) => sum + ticks, 0) * 1000) / ticksPerSecond;
}

/** Returns the peak resident memory of a process in bytes; 0 if the process has ended. */
export async function peakMemoryBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
}
