import { copyFile, open, stat } from 'node:fs/promises';
import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';

/** A ranged source that records which ranges were read. */
export interface CountingSource extends RangedSource {
  reads: { start: number; end: number }[];
}

/** Returns a local file as a ranged source that records its reads. */
export async function fileSource(path: string): Promise<CountingSource> {
  const { size } = await stat(path);
  const reads: CountingSource['reads'] = [];
  return {
    sizeBytes: size,
    reads,
    async read(start, end) {
      refuseOutside(size, start, end);
      reads.push({ start, end });
      const file = await open(path);
      try {
        const bytes = new Uint8Array(end - start);
        await file.read(bytes, 0, bytes.length, start);
        return bytes;
      } finally {
        await file.close();
      }
    },
    download: (target) => copyFile(path, target),
  };
}

/** Returns bytes in memory as a ranged source. */
export function bytesSource(content: Uint8Array | string): RangedSource {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : content;
  return {
    sizeBytes: bytes.length,
    async read(start, end) {
      await Promise.resolve();
      refuseOutside(bytes.length, start, end);
      return new Uint8Array(bytes.subarray(start, end));
    },
    download: () => Promise.reject(new Error('not on disk')),
  };
}

/** Throws if a range is not within the file. S3 also rejects such a range. */
function refuseOutside(sizeBytes: number, start: number, end: number): void {
  if (start < 0 || start >= end || end > sizeBytes)
    throw new RangeError(`range ${start} to ${end} is outside of ${sizeBytes} bytes`);
}
