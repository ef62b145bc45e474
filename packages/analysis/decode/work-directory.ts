import { mkdtemp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '@assay/domain/lib/pausable-timeout.ts';
import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import { isAlive } from '@assay/domain/lib/processes.ts';
import { asNoDiskSpace, createDiskSpace, type DiskSpace } from './disk-space.ts';

/** The directory that contains the work directories of a media worker, and the free space of its disk. */
export interface WorkRoot {
  path: string;
  space: DiskSpace;
}

/** @param maxWaitMs maximum time in milliseconds to wait for space; absent: the default of `createDiskSpace` */
export function createWorkRoot(directory: string, maxWaitMs?: number): WorkRoot {
  return { path: directory, space: createDiskSpace(directory, maxWaitMs) };
}

export interface WorkDirectory {
  path: string;
  /**
   * Returns a function that downloads the source on its first call. Each call returns the path of the same local
   * copy. Before the download, waits for space on the disk (`DiskSpace`), and throws its errors.
   */
  localCopyOf(source: RangedSource, options?: LocalCopyOptions): () => Promise<string>;
}

export interface LocalCopyOptions {
  /** Called with the downloaded bytes in their order. */
  onBytes?: (bytes: Uint8Array) => void;
  /** Maximum bytes that will be written to the directory besides the copy. Absent: 0. */
  furtherBytes?: number;
}

const prefix = 'assay-work-';

/** Creates a directory that other users cannot access. If this process dies, a later worker removes the directory. */
export async function createWorkDirectory(parent: string): Promise<string> {
  return mkdtemp(path.join(parent, `${prefix}${process.pid}-`));
}

/**
 * Creates a directory, calls `use` with it and removes it afterwards.
 * @param workspaceId workspace whose share of the disk the directory uses
 * @param signal ends a wait for space
 * @param clock is paused during a wait for space; absent or null: there is no time limit
 */
export async function inWorkDirectory<T>(
  { path: parent, space }: WorkRoot,
  { workspaceId, signal, clock = null }: { workspaceId: string; signal: AbortSignal; clock?: Clock | null },
  use: (directory: WorkDirectory) => Promise<T>,
): Promise<T> {
  const directory = await createWorkDirectory(parent).catch((error: unknown) => {
    throw asNoDiskSpace(parent, error);
  });
  let freeSpace: (() => void) | null = null;
  const ending = new AbortController();
  const waitSignal = AbortSignal.any([signal, ending.signal]);
  try {
    return await use({
      path: directory,
      localCopyOf(source, { onBytes, furtherBytes = 0 } = {}) {
        let copy: Promise<string> | null = null;
        return () => {
          copy ??= download();
          // If `use` fails during the download, nobody may wait for the copy any more.
          copy.catch(() => undefined);
          return copy;
        };

        async function download(): Promise<string> {
          const sizeBytes = source.sizeBytes + furtherBytes;
          clock?.pause();
          freeSpace = await space
            .reserve(directory, { workspaceId, sizeBytes }, waitSignal)
            .finally(() => clock?.resume());
          const file = path.join(directory, 'media');
          await source.download(file, onBytes).catch((error: unknown) => {
            throw asNoDiskSpace(parent, error);
          });
          return file;
        }
      },
    });
  } finally {
    // `use` can fail while it waits for space.
    ending.abort();
    await rm(directory, { recursive: true, force: true }).finally(() => freeSpace?.());
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
