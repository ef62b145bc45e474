import { readFile } from 'node:fs/promises';

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Reads `/proc/<pid>/stat`. Returns a function that returns a field by its number in proc(5), starting at 3.
 * Returns null if the system has no `/proc` or the process does not exist.
 */
export async function processStat(pid: number): Promise<((field: number) => string) | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat === null) return null;
  // Field 2 is a name in parentheses, and the name can contain parentheses too. Field 3 follows the last
  // closing parenthesis.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (field) => fields[field - 3] ?? '';
}
