import { expect, test } from 'vitest';
import { createBlockReader, blockBytes as block } from '../../formats/block-reader.ts';
import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';

function countedSource(sizeBytes: number): RangedSource & { reads: [number, number][] } {
  const bytes = Uint8Array.from({ length: sizeBytes }, (_, index) => (index * 7 + (index >> 8)) % 251);
  const reads: [number, number][] = [];
  return {
    sizeBytes,
    reads,
    read: (start, end) => {
      reads.push([start, end]);
      return Promise.resolve(bytes.slice(start, end));
    },
    download: () => Promise.reject(new Error('not needed')),
  };
}

test('a range has the bytes of the file', async () => {
  const source = countedSource(3 * block + 100);
  const whole = await source.read(0, source.sizeBytes);
  const reader = createBlockReader(source);
  for (const [start, end] of [
    [0, 10],
    [block - 5, block + 5],
    [100, 3 * block + 50],
    [3 * block + 90, 3 * block + 100],
    [block, 2 * block],
  ] as const) {
    expect(Buffer.from(await reader.read(start, end)).equals(Buffer.from(whole.subarray(start, end)))).toBe(
      true,
    );
  }
});

test('cached blocks are not read again, and missing neighbours take one read', async () => {
  const source = countedSource(5 * block);
  const reader = createBlockReader(source);
  await reader.read(block + 1, block + 2);
  await reader.read(0, 4 * block);
  await reader.read(10, 3 * block);
  expect(source.reads).toEqual([
    [block, 2 * block],
    [0, block],
    [2 * block, 4 * block],
  ]);
  expect(reader.bytesRead).toBe(4 * block);
});

test('a failed read rejects its callers only', async () => {
  const source = { ...countedSource(2 * block), read: () => Promise.reject(new Error('gone')) };
  await expect(createBlockReader(source).read(0, 2 * block)).rejects.toThrow('gone');
});
