import { readdir, readFile } from 'node:fs/promises';
import { processStat } from '@assay/domain/lib/processes.ts';

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

/**
 * Returns the processor time in milliseconds that a process and all its descendants have used so far. The time of a
 * descendant that has ended counts once its parent has waited for it.
 */
export async function treeProcessorMs(pid: number): Promise<number> {
  const times = await Promise.all(
    (await listProcessTree(pid)).map(async (member) => {
      const field = await processStat(member);
      // User and system time of the process, and of its children that have ended.
      return field === null ? 0 : [14, 15, 16, 17].reduce((sum, number) => sum + Number(field(number)), 0);
    }),
  );
  return (times.reduce((sum, ticks) => sum + ticks, 0) * 1000) / ticksPerSecond;
}

/**
 * Returns the memory in bytes that a process and all its descendants use. Memory that several processes share is
 * divided between them (proportional set size, PSS). Pages of files count too.
 */
export async function treeMemoryBytes(pid: number): Promise<number> {
  const sizes = await Promise.all(
    (await listProcessTree(pid)).map(async (member) => {
      const rollup = await readFile(`/proc/${member}/smaps_rollup`, 'utf8').catch(() => '');
      return Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1] ?? 0) * 1024;
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Returns the peak resident memory of a process in bytes; 0 if the process has ended. */
export async function peakMemoryBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
}
