import { readdir, readFile } from 'node:fs/promises';
import { processStat } from '../lib/processes.ts';

/** The kernel counts processor time for programs in hundredths of a second. */
const tickMs = 10;

/** A process and all that it and its children have started and that still run. Empty where there is no /proc. */
export async function treeOf(pid: number): Promise<number[]> {
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

/**
 * The processor time, in milliseconds, that a process and all below it have used so far, those that have ended included:
 * their time becomes their parent's when it hears of their end.
 */
export async function processorMs(pid: number): Promise<number> {
  const times = await Promise.all(
    (await treeOf(pid)).map(async (member) => {
      const field = await processStat(member);
      // utime, stime, cutime and cstime in proc(5).
      return field === null ? 0 : [14, 15, 16, 17].reduce((sum, at) => sum + Number(field(at)), 0);
    }),
  );
  return times.reduce((sum, time) => sum + time, 0) * tickMs;
}

/** The most memory that a process has had in use at once, in bytes; 0 when it is gone. */
export async function peakBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
}

/** The processor time, in milliseconds, that everything on this machine has used so far; 0 where there is no /proc. */
export async function machineBusyMs(): Promise<number> {
  const stat = await readFile('/proc/stat', 'utf8').catch(() => '');
  // user, nice, system, idle, iowait, irq, softirq and steal in proc(5), of which two are rest.
  const times = /^cpu +(.*)$/m.exec(stat)?.[1]?.split(' ').map(Number).slice(0, 8) ?? [];
  return times.filter((_, at) => at !== 3 && at !== 4).reduce((sum, time) => sum + time, 0) * tickMs;
}
