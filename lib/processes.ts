import { readFile } from 'node:fs/promises';

/** Returns whether a process with this id exists. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Returns a function that returns a field of `/proc/<pid>/stat` by its number in proc(5), from 3 up. Returns
 * null when the system has no `/proc` or the process does not exist.
 */
export async function processStat(pid: number): Promise<((field: number) => string) | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat === null) return null;
  // Field 2 is a name in parentheses that can contain parentheses itself. Field 3 follows the last one.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (field) => fields[field - 3] ?? '';
}
