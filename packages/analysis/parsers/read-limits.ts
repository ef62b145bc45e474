import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';

/** Maximum size of one read in bytes. Files that are read as a whole are smaller. */
const maxReadBytes = 128 * 2 ** 20;
/** Maximum number of reads in progress, and of their bytes, which the parent process has in memory. */
const maxOpenReads = 64;
const maxOpenBytes = 2 * maxReadBytes;
/**
 * Limits of the reads that a parser process requests at the same time. The parent process allows twice as much, because
 * it counts a read as in progress for longer than the parser process.
 */
export const maxRequestedReads = maxOpenReads / 2;
export const maxRequestedBytes = maxOpenBytes / 2;

// A read is a request to S3, which costs money. These limits allow a job to read the whole file in blocks of 32 KiB, or
// four times in larger reads.
const minReads = 5_000;
const bytesPerRead = 32 * 1024;
const minTotalBytes = 256 * 2 ** 20;
const maxRounds = 4;

export function isWithin({ sizeBytes }: RangedSource, start: number, end: number): boolean {
  return start >= 0 && start < end && end <= sizeBytes && end - start <= maxReadBytes;
}

/** Counts the reads of one job on a file of `sizeBytes`. */
export function createReadLimits(sizeBytes: number) {
  const maxReads = minReads + Math.ceil(sizeBytes / bytesPerRead);
  const maxTotalBytes = minTotalBytes + maxRounds * sizeBytes;
  let reads = 0;
  let totalBytes = 0;
  let openReads = 0;
  let openBytes = 0;

  return {
    isOpen: () => openReads > 0,
    /** Counts a read that starts. Returns the reason if the read exceeds a limit; otherwise null. */
    open(bytes: number): string | null {
      openReads++;
      openBytes += bytes;
      totalBytes += bytes;
      if (++reads > maxReads) return `more than ${maxReads} reads`;
      if (totalBytes > maxTotalBytes) return `more than ${maxTotalBytes} bytes read`;
      return null;
    },
    /** Returns whether more reads or bytes are in progress than an honest parser requests. */
    isExcessive: () => openReads > maxOpenReads || openBytes > maxOpenBytes,
    /** Counts a read whose bytes the parser process has received. */
    close(bytes: number): void {
      openReads--;
      openBytes -= bytes;
    },
  };
}
