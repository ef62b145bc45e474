import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { identityOf, isRunning, type ProcessIdentity } from './process-identity.ts';

const pollMs = 200;

/** A function that releases the lock. */
export type Unlock = () => Promise<void>;

/** Acquires a lock file for this process. Returns null if another running process holds the lock. */
export async function tryLock(file: string): Promise<Unlock | null> {
  await mkdir(path.dirname(file), { recursive: true });
  for (;;) {
    try {
      await writeFile(file, JSON.stringify(await identityOf(process.pid)), { flag: 'wx' });
      return () => rm(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const owner = await readOwner(file);
    if (owner !== null && (await isRunning(owner))) return null;
    // The owner has exited without releasing the lock.
    await rm(file, { force: true });
  }
}

/** Acquires a lock file. Waits while another process holds the lock. */
export async function lock(file: string): Promise<Unlock> {
  for (;;) {
    const unlock = await tryLock(file);
    if (unlock !== null) return unlock;
    await setTimeout(pollMs);
  }
}

async function readOwner(file: string): Promise<ProcessIdentity | null> {
  const read = async () => JSON.parse(await readFile(file, 'utf8')) as ProcessIdentity;
  try {
    return await read();
  } catch {
    // Another process is writing or releasing the lock, which takes less than one poll interval.
    await setTimeout(pollMs);
    return read().catch(() => null);
  }
}
