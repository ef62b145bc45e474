import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { identityOf, isRunning, type ProcessIdentity } from './process-identity.ts';

const pollMs = 200;

export type Unlock = () => Promise<void>;

/** Takes a lock that only one running process can hold; null while another holds it. */
export async function tryLock(file: string): Promise<Unlock | null> {
  await mkdir(path.dirname(file), { recursive: true });
  for (;;) {
    try {
      await writeFile(file, JSON.stringify(await identityOf(process.pid)), { flag: 'wx' });
      return () => rm(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = await readHolder(file);
    if (holder !== null && (await isRunning(holder))) return null;
    // Whoever held it is gone.
    await rm(file, { force: true });
  }
}

/** Waits for the lock as long as another process holds it. */
export async function lock(file: string): Promise<Unlock> {
  for (;;) {
    const unlock = await tryLock(file);
    if (unlock !== null) return unlock;
    await setTimeout(pollMs);
  }
}

async function readHolder(file: string): Promise<ProcessIdentity | null> {
  const read = async () => JSON.parse(await readFile(file, 'utf8')) as ProcessIdentity;
  try {
    return await read();
  } catch {
    // It was let go this moment, or is being written, which takes less than a poll.
    await setTimeout(pollMs);
    return read().catch(() => null);
  }
}
