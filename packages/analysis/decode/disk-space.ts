import { readdirSync, statfsSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NeededSpace } from '@assay/domain/outages.ts';

/** Share (0–1) of a disk that stays free, for other programs and for files that `DiskSpace` does not count. */
const keptShare = 0.05;
const maxKeptBytes = 2 ** 30;

/**
 * Maximum time in milliseconds for which a work directory waits for space, in an activity that occupies a slot. Then
 * the workflow waits. The wait also keeps a worker whose disk is full from failing all tasks of its queue at once.
 */
const defaultMaxWaitMs = 30_000;
const pollMs = 500;

/** Thrown if a disk has too little free space for a file. A retry may succeed after other files have been removed. */
export class NoDiskSpace extends Error {
  /** The space for which the file waited. Null if the disk was full during a write, although space was reserved. */
  readonly needed: NeededSpace | null;

  constructor(message: string, needed: NeededSpace | null, options?: ErrorOptions) {
    super(message, options);
    this.needed = needed;
  }
}

/** Thrown if a file would not fit even on an empty disk. */
export class DiskTooSmall extends Error {}

/** Space that the files of a work directory use, from the reservation until the directory has been removed. */
interface Reservation extends NeededSpace {
  directory: string;
}

export interface DiskUse {
  /** Free bytes of the disk, without the share that stays free and the bytes that reservations will still write. */
  freeBytes: number;
  /** Bytes of all reservations. */
  reservedBytes: number;
  /** Number of work directories that wait for space. */
  waiting: number;
}

/** Shares the space of a disk between workspaces. */
export interface DiskSpace {
  /**
   * Reserves space for the files of a work directory before they are written. Waits for space. While several
   * directories wait, the workspace that occupies the fewest bytes is next. Returns the function that frees the space.
   * @param signal ends the wait
   * @throws {NoDiskSpace} if there was no space within the maximum wait
   * @throws {DiskTooSmall}
   */
  reserve(directory: string, needed: NeededSpace, signal: AbortSignal): Promise<() => void>;
  /** Returns whether a work directory could reserve this space now. */
  hasRoom(needed: NeededSpace): boolean;
  use(): DiskUse;
}

/**
 * Returns whether a workspace may occupy `sizeBytes` more. It must leave as many bytes free as it then occupies, so it
 * occupies at most half of the disk, and less while others use the disk (dynamic thresholds, Choudhury and Hahne 1998).
 * A workspace that occupies nothing needs only the space for its file. Otherwise a file larger than half of the disk
 * would wait forever.
 * @param freeBytes bytes that no workspace occupies
 * @param ownBytes bytes that the workspace occupies
 */
export function fitsShare(freeBytes: number, ownBytes: number, sizeBytes: number): boolean {
  const left = freeBytes - sizeBytes;
  return left >= (ownBytes === 0 ? 0 : ownBytes + sizeBytes);
}

export function createDiskSpace(root: string, maxWaitMs = defaultMaxWaitMs): DiskSpace {
  const reservations = new Set<Reservation>();
  /** In the order of their requests. */
  const waiting = new Set<Reservation>();

  function readDisk(): { totalBytes: number; keptBytes: number; freeBytes: number } {
    const { bsize, blocks, bavail } = statfsSync(root);
    const totalBytes = bsize * blocks;
    const keptBytes = Math.min(maxKeptBytes, Math.ceil(totalBytes * keptShare));
    let freeBytes = bsize * bavail - keptBytes;
    for (const { directory, sizeBytes } of reservations)
      freeBytes -= Math.max(0, sizeBytes - writtenBytes(directory));
    return { totalBytes, keptBytes, freeBytes: Math.max(0, freeBytes) };
  }

  function occupiedBy(workspaceId: string): number {
    let bytes = 0;
    for (const reservation of reservations)
      if (reservation.workspaceId === workspaceId) bytes += reservation.sizeBytes;
    return bytes;
  }

  /** Skips work directories that have no room now, so that they do not delay others. */
  function next(): Reservation | undefined {
    const { freeBytes } = readDisk();
    return [...waiting]
      .map((reservation) => ({ reservation, ownBytes: occupiedBy(reservation.workspaceId) }))
      .toSorted((a, b) => a.ownBytes - b.ownBytes)
      .find(({ reservation, ownBytes }) => fitsShare(freeBytes, ownBytes, reservation.sizeBytes))
      ?.reservation;
  }

  return {
    async reserve(directory, needed, signal) {
      const { workspaceId, sizeBytes } = needed;
      const { totalBytes, keptBytes } = readDisk();
      if (sizeBytes > totalBytes - keptBytes)
        throw new DiskTooSmall(
          `${root} is on a disk of ${totalBytes} bytes, which is too small for ${sizeBytes} bytes`,
        );
      const reservation = { directory, ...needed };
      const giveUpAt = Date.now() + maxWaitMs;
      waiting.add(reservation);
      try {
        while (next() !== reservation) {
          if (Date.now() >= giveUpAt)
            throw new NoDiskSpace(
              `${root} has ${readDisk().freeBytes} bytes free, too few for ${sizeBytes} bytes ` +
                `of a workspace that occupies ${occupiedBy(workspaceId)} bytes`,
              needed,
            );
          await sleep(pollMs, undefined, { signal });
        }
        reservations.add(reservation);
      } finally {
        waiting.delete(reservation);
      }
      return () => void reservations.delete(reservation);
    },
    hasRoom: ({ workspaceId, sizeBytes }) =>
      fitsShare(readDisk().freeBytes, occupiedBy(workspaceId), sizeBytes),
    use: () => ({
      freeBytes: readDisk().freeBytes,
      reservedBytes: [...reservations].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
      waiting: waiting.size,
    }),
  };
}

/** Returns `NoDiskSpace` if the disk or the quota of the user is full. Returns any other error unchanged. */
export function asNoDiskSpace(directory: string, error: unknown): unknown {
  const { code = '' } = error as NodeJS.ErrnoException;
  return ['ENOSPC', 'EDQUOT'].includes(code)
    ? new NoDiskSpace(`${directory} is full`, null, { cause: error })
    : error;
}

/** Returns the bytes of all files in a work directory. Returns 0 while the directory is being removed. */
function writtenBytes(directory: string): number {
  try {
    return readdirSync(directory).reduce((sum, name) => sum + statSync(path.join(directory, name)).size, 0);
  } catch {
    return 0;
  }
}
