import { randomUUID } from 'node:crypto';
import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import { type Disk, mountDisk, unmountDisks } from '../../../tools/chaos/stack/disk.ts';
import { DiskTooSmall, NoDiskSpace } from '../decode/disk-space.ts';
import { createWorkRoot, inWorkDirectory, type WorkRoot } from '../decode/work-directory.ts';
import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';

const MB = 2 ** 20;
const disks = path.join(inject('scratchDir'), 'disks');
afterAll(() => unmountDisks(disks));

/** Disk size in MiB. 5 % of it, 3.2 MiB, stay free. */
const diskMegabytes = 64;

async function newDisk(
  skip: (reason: string) => never,
  maxWaitMs = 0,
): Promise<{ disk: Disk; root: WorkRoot }> {
  const directory = path.join(disks, randomUUID());
  await mkdir(directory, { recursive: true });
  const disk =
    (await mountDisk(directory, diskMegabytes)) ?? skip('only root on Linux may mount a file system');
  return { disk, root: createWorkRoot(directory, maxWaitMs) };
}

/** A file whose download writes `firstMegabytes` at once, and the rest when `finish` is called. */
function slowFile(megabytes: number, firstMegabytes: number) {
  const [started, rest] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()];
  const source: RangedSource = {
    sizeBytes: megabytes * MB,
    read: () => Promise.reject(new Error('not read')),
    async download(file) {
      const handle = await open(file, 'w');
      try {
        await handle.write(Buffer.alloc(firstMegabytes * MB));
        started.resolve(null);
        await rest.promise;
        await handle.write(Buffer.alloc((megabytes - firstMegabytes) * MB));
      } finally {
        await handle.close();
      }
    },
  };
  return { source, started: started.promise, finish: () => rest.resolve(null) };
}

const { signal } = new AbortController();

/** Downloads a file of a workspace, and removes it. */
async function copy(root: WorkRoot, megabytes: number, workspaceId: string = randomUUID()): Promise<void> {
  const { source, finish } = slowFile(megabytes, megabytes);
  finish();
  await download(root, source, workspaceId);
}

const download = (root: WorkRoot, source: RangedSource, workspaceId: string) =>
  inWorkDirectory(root, { workspaceId, signal }, (directory) => directory.localCopyOf(source)());

/** Reserves space for a file that is not written. */
const reserve = ({ path: directory, space }: WorkRoot, workspaceId: string, megabytes: number) =>
  space.reserve(path.join(directory, randomUUID()), { workspaceId, sizeBytes: megabytes * MB }, signal);

test('a copy is made only if the disk has space for it, besides what other copies will still write', async ({
  skip,
}) => {
  const { root } = await newDisk(skip);
  const { source, started, finish } = slowFile(40, 10);
  await inWorkDirectory(root, { workspaceId: 'any', signal }, async (directory) => {
    const copying = directory.localCopyOf(source)();
    await started;
    // 54 MiB are free. The copy in progress will write 30 of them, and 3.2 stay free.
    await expect(copy(root, 21)).rejects.toThrow(NoDiskSpace);
    await copy(root, 20);
    finish();
    await copying;
    await expect(copy(root, 21)).rejects.toThrow(NoDiskSpace);
    await copy(root, 20);
  });
  await copy(root, 60);
});

test('of two concurrent copies that fit only one by one, one is made', async ({ skip }) => {
  const { root } = await newDisk(skip);
  const outcomes = await Promise.allSettled([copy(root, 35), copy(root, 35)]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('a full disk is reported before and during a copy, and the rest of the copy is removed', async ({
  skip,
}) => {
  const { disk, root } = await newDisk(skip);
  const { source, started, finish } = slowFile(20, 1);
  const copying = download(root, source, 'any');
  await started;
  await disk.fill();
  finish();
  await expect(copying).rejects.toThrow(NoDiskSpace);
  await expect(copy(root, 1)).rejects.toThrow('has 0 bytes free, too few for 1048576 bytes');
  await disk.free();
  await copy(root, 60);
});

test('a file that is larger than the disk without its reserve is rejected for good', async ({ skip }) => {
  const { root } = await newDisk(skip);
  await expect(copy(root, 61)).rejects.toThrow(DiskTooSmall);
  await expect(copy(root, 61)).rejects.toThrow('is on a disk of 67108864 bytes, which is too small for');
  const furtherBytes = 20 * MB;
  const converting = inWorkDirectory(root, { workspaceId: 'any', signal }, (directory) =>
    directory.localCopyOf(slowFile(41, 41).source, { furtherBytes })(),
  );
  await expect(converting).rejects.toThrow(DiskTooSmall);
});

test('a copy that fails for another reason makes room, and its error is not changed', async ({ skip }) => {
  const { root } = await newDisk(skip);
  const { source } = slowFile(60, 0);
  const failing = { ...source, download: () => Promise.reject(new Error('interrupted')) };
  await expect(download(root, failing, 'any')).rejects.toThrow('interrupted');
  await copy(root, 60);
});

test('a workspace leaves as many bytes free as it occupies, so a file of another workspace fits', async ({
  skip,
}) => {
  const { root } = await newDisk(skip);
  // 60.8 MiB are usable.
  await reserve(root, 'first', 20);
  await expect(reserve(root, 'first', 15)).rejects.toMatchObject({
    needed: { workspaceId: 'first', sizeBytes: 15 * MB },
  });
  await reserve(root, 'first', 10);
  expect(root.space.hasRoom({ workspaceId: 'first', sizeBytes: 1 * MB })).toBe(false);
  await copy(root, 30);
  await reserve(root, 'second', 15);
  await expect(reserve(root, 'second', 1)).rejects.toThrow(NoDiskSpace);
  await copy(root, 15);
  expect(root.space.use()).toEqual({ freeBytes: 16_567_500, reservedBytes: 45 * MB, waiting: 0 });
});

test('a wait ends when space is free, first for the workspace that occupies the fewest bytes', async ({
  skip,
}) => {
  const { root } = await newDisk(skip, 10_000);
  const [free] = [await reserve(root, 'first', 20), await reserve(root, 'first', 10)];
  await reserve(root, 'second', 15);
  const order: string[] = [];
  const waitFor = async (workspaceId: string, megabytes: number) => {
    const freeAgain = await reserve(root, workspaceId, megabytes);
    order.push(workspaceId);
    freeAgain();
  };
  const waiting = [waitFor('first', 8), waitFor('third', 20)];
  expect(root.space.use().waiting).toBe(2);
  free();
  await Promise.all(waiting);
  expect(order).toEqual(['third', 'first']);
});

test('a wait ends when its work is cancelled or fails', async ({ skip }) => {
  const { root } = await newDisk(skip, 10_000);
  await reserve(root, 'first', 60);
  let copying: Promise<string>;
  const failing = inWorkDirectory(root, { workspaceId: 'second', signal }, (directory) => {
    copying = directory.localCopyOf(slowFile(1, 1).source)();
    return Promise.reject(new Error('unreadable'));
  });
  await expect(failing).rejects.toThrow('unreadable');
  await expect(copying!).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
  const cancelling = new AbortController();
  const needed = { workspaceId: 'second', sizeBytes: MB };
  const waiting = root.space.reserve('unused', needed, cancelling.signal);
  cancelling.abort();
  await expect(waiting).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
  expect(root.space.use().waiting).toBe(0);
});
