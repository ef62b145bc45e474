import { statfsSync, statSync } from 'node:fs';

/** Share (0–1) of a disk that stays free, for other programs and for files that `DiskSpace` does not count. */
const reservedShare = 0.05;
const maxReservedBytes = 2 ** 30;

/** Thrown if a disk has too little free space for a file. A retry may succeed after other files have been removed. */
export class NoDiskSpace extends Error {}

/** Thrown if a file would not fit even on an empty disk. */
export class DiskTooSmall extends Error {}

/** Checks that a disk has space for files before they are written. */
export interface DiskSpace {
  /**
   * Runs `write`, which writes `sizeBytes` bytes to `file`. First checks that the disk has space for it, in addition to
   * the reserve and to the bytes that other writes of this process have not written yet.
   * @throws {NoDiskSpace}
   * @throws {DiskTooSmall}
   */
  write(file: string, sizeBytes: number, write: () => Promise<void>): Promise<void>;
}

export function createDiskSpace(directory: string): DiskSpace {
  /** Final sizes in bytes of the files that are being written, by path. */
  const writing = new Map<string, number>();

  /** Reserves space. Runs synchronously, for microseconds, so that concurrent calls see each other's reservations. */
  function reserve(file: string, sizeBytes: number): void {
    const { bsize, blocks, bavail } = statfsSync(directory);
    const totalBytes = bsize * blocks;
    const reservedBytes = Math.min(maxReservedBytes, Math.ceil(totalBytes * reservedShare));
    if (sizeBytes > totalBytes - reservedBytes)
      throw new DiskTooSmall(
        `${directory} is on a disk of ${totalBytes} bytes, which is too small for a file of ${sizeBytes} bytes`,
      );
    let freeBytes = bsize * bavail - reservedBytes;
    for (const [path, bytes] of writing) freeBytes -= Math.max(0, bytes - writtenBytes(path));
    if (sizeBytes > freeBytes)
      throw new NoDiskSpace(
        `${directory} has ${Math.max(0, freeBytes)} bytes free, too few for a file of ${sizeBytes} bytes`,
      );
    writing.set(file, sizeBytes);
  }

  return {
    async write(file, sizeBytes, write) {
      reserve(file, sizeBytes);
      try {
        await write();
      } catch (error) {
        throw asNoDiskSpace(directory, error);
      } finally {
        writing.delete(file);
      }
    },
  };
}

/** Returns `NoDiskSpace` if the disk or the quota of the user is full. Returns any other error unchanged. */
export function asNoDiskSpace(directory: string, error: unknown): unknown {
  const { code = '' } = error as NodeJS.ErrnoException;
  return ['ENOSPC', 'EDQUOT'].includes(code)
    ? new NoDiskSpace(`${directory} is full`, { cause: error })
    : error;
}

function writtenBytes(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
