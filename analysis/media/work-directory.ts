import { mkdtemp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { RangedSource } from '../../lib/ranged-source.ts';
import { isAlive } from '../../lib/processes.ts';

export interface WorkDirectory {
  /** Its path. */
  path: string;
  /** A local copy of the source, fetched when it is first asked for. */
  localCopyOf(source: RangedSource): () => Promise<string>;
}

const prefix = 'assay-work-';

/** Makes a directory that nobody else can enter, and that a later worker removes when this one has ended. */
export async function createWorkDirectory(parent: string): Promise<string> {
  return mkdtemp(path.join(parent, `${prefix}${process.pid}-`));
}

/** Lets `use` work in a directory of its own, which is gone afterwards however it ends. */
export async function inWorkDirectory<T>(
  parent: string,
  use: (directory: WorkDirectory) => Promise<T>,
): Promise<T> {
  const directory = await createWorkDirectory(parent);
  try {
    return await use({
      path: directory,
      localCopyOf(source) {
        let copy: Promise<string> | null = null;
        return () => {
          const file = path.join(directory, 'media');
          copy ??= source.download(file).then(() => file);
          return copy;
        };
      },
    });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/**
 * Removes what workers left behind that did not live to do it themselves. To be called before the first directory is made: in
 * a container that starts again, one that is named after this very process is of its predecessor.
 */
export async function sweepWorkDirectories(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1];
    if (pid === undefined || (Number(pid) !== process.pid && isAlive(Number(pid)))) continue;
    await rm(path.join(parent, name), { recursive: true, force: true });
  }
}
