import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { identityOf, isRunning, type ProcessIdentity } from './process-identity.ts';

const pollMs = 200;

export type Unlock = () => Promise<void>;

/** Acquires a lock file for this process. Returns null if another running process holds the lock. */
export async function tryLock(file: string): Promise<Unlock | null> {
  await mkdir(path.dirname(file), { recursive: true });
  // The lock file names its owner. It is created as a link to a complete file, so it never exists without content.
  const own = `${file}.${randomUUID()}`;
  await writeFile(own, JSON.stringify(await identityOf(process.pid)));
  try {
    for (;;) {
      try {
        await link(own, file);
        return () => rm(file, { force: true });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      const text = await readLock(file);
      if (text === null) continue;
      const owner = parseOwner(text);
      if (owner !== null && (await isRunning(owner))) return null;
      // The owner has exited without releasing the lock.
      await rm(file, { force: true });
    }
  } finally {
    await rm(own, { force: true });
  }
}

export async function lock(file: string): Promise<Unlock> {
  for (;;) {
    const unlock = await tryLock(file);
    if (unlock !== null) return unlock;
    await setTimeout(pollMs);
  }
}

/** Returns the text of a lock file; null if the lock has been released. */
async function readLock(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Returns the process that a lock file names as the owner; null if the file is damaged. */
function parseOwner(text: string): ProcessIdentity | null {
  try {
    return JSON.parse(text) as ProcessIdentity;
  } catch {
    return null;
  }
}
