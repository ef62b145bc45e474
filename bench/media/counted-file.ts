import { closeSync, openSync, readSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { RangedSource } from '../../lib/ranged-source.ts';

/** Requests, and the bytes of all of them. */
export interface ReadCounts {
  gets: number;
  bytes: number;
}

/** A local file as a source that counts what is read of it. */
export async function countedFile(file: string) {
  const { size } = await stat(file);
  const descriptor = openSync(file, 'r');
  const counts: ReadCounts = { gets: 0, bytes: 0 };
  const source: RangedSource = {
    sizeBytes: size,
    read(start, end) {
      counts.gets++;
      counts.bytes += end - start;
      const bytes = new Uint8Array(end - start);
      readSync(descriptor, bytes, 0, bytes.length, start);
      return Promise.resolve(bytes);
    },
    download: () => Promise.reject(new Error('a benchmark of ranged reads has no use for a copy')),
  };
  return { source, counts, close: () => closeSync(descriptor) };
}
