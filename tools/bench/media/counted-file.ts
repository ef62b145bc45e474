import { closeSync, openSync, readSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';

export interface ReadCounts {
  gets: number;
  bytes: number;
}

export async function openCountedFile(file: string) {
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
    download: () => Promise.reject(new Error('a benchmark of ranged reads must not download the file')),
  };
  return { source, counts, close: () => closeSync(descriptor) };
}
