import { readFile } from 'node:fs/promises';

/** True when some process has this id. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * A field of `/proc/<pid>/stat` by its number in proc(5), from 3 up; null where the system has none, or the process is
 * gone.
 */
export async function processStat(pid: number): Promise<((field: number) => string) | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat === null) return null;
  // The name in parentheses may hold anything; what follows the last one begins with field 3.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (field) => fields[field - 3] ?? '';
}
