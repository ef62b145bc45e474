import { mkdtemp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import { isAlive } from '@assay/domain/lib/processes.ts';
import { asNoDiskSpace, createDiskSpace, type DiskSpace } from './disk-space.ts';

/** The directory that contains the work directories of a media worker, and the free space of its disk. */
export interface WorkRoot {
  path: string;
  space: DiskSpace;
}

export function createWorkRoot(directory: string): WorkRoot {
  return { path: directory, space: createDiskSpace(directory) };
}

export interface WorkDirectory {
  path: string;
  /**
   * Returns a function that downloads the source on its first call. Each call returns the path of the same local
   * copy. Throws `NoDiskSpace` or `DiskTooSmall` before the download if the copy does not fit on the disk.
   * @param onBytes called with the downloaded bytes in their order
   */
  localCopyOf(source: RangedSource, onBytes?: (bytes: Uint8Array) => void): () => Promise<string>;
}

const prefix = 'assay-work-';

/** Creates a directory that other users cannot access. If this process dies, a later worker removes the directory. */
export async function createWorkDirectory(parent: string): Promise<string> {
  return mkdtemp(path.join(parent, `${prefix}${process.pid}-`));
}

/** Creates a directory, calls `use` with it and removes it afterwards. */
export async function inWorkDirectory<T>(
  root: WorkRoot,
  use: (directory: WorkDirectory) => Promise<T>,
): Promise<T> {
  const directory = await createWorkDirectory(root.path).catch((error: unknown) => {
    throw asNoDiskSpace(root.path, error);
  });
  try {
    return await use({
      path: directory,
      localCopyOf(source, onBytes) {
        let copy: Promise<string> | null = null;
        return () => {
          const file = path.join(directory, 'media');
          copy ??= root.space
            .write(file, source.sizeBytes, () => source.download(file, onBytes))
            .then(() => file);
          return copy;
        };
      },
    });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/**
 * Removes the work directories of processes that have died. Must be called before this process creates a directory. In
 * a restarted container, this process may have the process id of the dead process that created a directory.
 */
export async function sweepWorkDirectories(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1];
    if (pid === undefined || (Number(pid) !== process.pid && isAlive(Number(pid)))) continue;
    await rm(path.join(parent, name), { recursive: true, force: true });
  }
}
