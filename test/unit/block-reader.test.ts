import { expect, test } from 'vitest';
import { createBlockReader, blockBytes as piece } from '../../analysis/measure/block-reader.ts';
import type { RangedSource } from '../../lib/ranged-source.ts';

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

test('any range comes back as it is in the file', async () => {
  const source = countedSource(3 * piece + 100);
  const whole = await source.read(0, source.sizeBytes);
  const reader = createBlockReader(source);
  for (const [start, end] of [
    [0, 10],
    [piece - 5, piece + 5],
    [100, 3 * piece + 50],
    [3 * piece + 90, 3 * piece + 100],
    [piece, 2 * piece],
  ] as const) {
    expect(Buffer.from(await reader.read(start, end)).equals(Buffer.from(whole.subarray(start, end)))).toBe(
      true,
    );
  }
});

test('what was read is not read again, and neighbours are read at once', async () => {
  const source = countedSource(5 * piece);
  const reader = createBlockReader(source);
  await reader.read(piece + 1, piece + 2);
  await reader.read(0, 4 * piece);
  await reader.read(10, 3 * piece);
  expect(source.reads).toEqual([
    [piece, 2 * piece],
    [0, piece],
    [2 * piece, 4 * piece],
  ]);
  expect(reader.bytesRead).toBe(4 * piece);
});

test('a failed read fails those who need it, and nobody else', async () => {
  const source = { ...countedSource(2 * piece), read: () => Promise.reject(new Error('gone')) };
  await expect(createBlockReader(source).read(0, 2 * piece)).rejects.toThrow('gone');
});
