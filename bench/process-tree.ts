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

/** Returns the peak resident memory of a process in bytes; 0 if the process has ended. */
export async function peakMemoryBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
}
