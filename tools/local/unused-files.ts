import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

const maxUnusedMs = 30 * 24 * 3_600_000;

/**
 * Removes the entries of a cache directory whose modification time is older than 30 days. A cache sets this time when
 * it uses an entry. Does nothing if the directory does not exist.
 */
export async function removeUnusedFiles(directory: string): Promise<void> {
  for (const name of await readdir(directory).catch(() => [])) {
    const file = path.join(directory, name);
    // Another process may have removed the entry.
    const entry = await stat(file).catch(() => null);
    if (entry !== null && Date.now() - entry.mtimeMs > maxUnusedMs)
      await rm(file, { recursive: true, force: true });
  }
}
