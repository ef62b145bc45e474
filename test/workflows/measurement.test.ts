import { Client } from '@temporalio/client';
import { expect, test } from 'vitest';
import { createKey } from '../../admin/keys.ts';
import { createMeasurer } from '../../api/submit/measurer.ts';
import type { BlobStore } from '../../storage/s3/blob-store.ts';
import { type Caller, caller, uploadFile } from '../support/api.ts';
import { useApps } from '../support/app.ts';
import { useBlobs } from '../support/blobs.ts';
import { newWorkspace, useDatabase } from '../support/database.ts';
import { pdfOf } from '../support/live.ts';
import { useTemporal } from '../support/temporal.ts';

const own = useDatabase();
const blobs = useBlobs();
const startApp = useApps();

/** Number of reads and of bytes that the workers have read, by storage key. */
const read = new Map<string, { reads: number; bytes: number }>();
const counted: BlobStore = {
  ...blobs,
  openRanged(key, ...rest) {
    const source = blobs.openRanged(key, ...rest);
    return {
      ...source,
      read(start, end) {
        const before = read.get(key) ?? { reads: 0, bytes: 0 };
        read.set(key, { reads: before.reads + 1, bytes: before.bytes + end - start });
        return source.read(start, end);
      },
    };
  },
};
const temporal = useTemporal(own, counted);

const uploadPages = (call: Caller) => uploadFile(call, 'a.pdf', 'application/pdf', pdfOf({ pages: 3 }));

test('fifty concurrent estimates of a file by two API processes measure it once', async () => {
  const key = (await createKey(own.database, await newWorkspace(own.database), 'live', null)).key;
  // A separate client is used, because the client of the test environment skips time while it waits for a result.
  const { connection, namespace } = temporal.env;
  const measure = () => createMeasurer(new Client({ connection, namespace: namespace ?? 'default' }));
  const urls = await Promise.all([1, 2].map(() => startApp(own.database, { measure: measure() })));
  const calls = urls.map((url) => caller(key, url));
  const estimates = (times: number, blobPath: string) =>
    Promise.all(
      Array.from({ length: times }, (_, index) =>
        calls[index % calls.length]!('POST', '/api/pricing/estimate', { files: [{ blobPath }] }),
      ),
    );
  await temporal.withWorkers(async () => {
    await estimates(1, await uploadPages(calls[0]!));
    const answers = await estimates(50, await uploadPages(calls[0]!));
    for (const { status, body } of answers) expect([status, body.totalCredits]).toEqual([200, 3]);
  });
  const [once, fiftyTimes] = [...read.values()];
  expect(once!.reads).toBeGreaterThan(0);
  expect(fiftyTimes).toEqual(once);
});
