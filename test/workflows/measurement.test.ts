import { randomUUID } from 'node:crypto';
import { Client } from '@temporalio/client';
import { expect, test } from 'vitest';
import { createKey } from '@assay/storage/accounts/create-key.ts';
import { createMeasurer } from '../../api/submit/measurer.ts';
import { measurementWorkflowId } from '@assay/domain/workflow-ids.ts';
import { insertMeasurement, reserveMeasurements } from '@assay/storage/uploads/measurements.ts';
import { insertSubmission } from '@assay/storage/submissions/submissions.ts';
import { insertUpload } from '@assay/storage/uploads/uploads.ts';
import type { BlobStore } from '@assay/storage/s3/blob-store.ts';
import { type Caller, caller, until, uploadFile } from '../support/api.ts';
import { useApps } from '../support/app.ts';
import { aviChunk } from '../support/avi-files.ts';
import { useBlobs } from '../support/blobs.ts';
import { newWorkspace, useDatabase } from '../support/database.ts';
import { mediaOf, pdfOf } from '../support/live.ts';
import { newPlan } from '../support/plans.ts';
import { testConverter, useTemporal } from '../support/temporal.ts';
import { sampled } from '../support/sampled.ts';

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

/** Returns a measurer with a separate client. The client of the test environment skips time while it waits. */
function newMeasurer() {
  const { connection, namespace } = temporal.env;
  return createMeasurer(
    new Client({ connection, namespace: namespace ?? 'default', dataConverter: testConverter(namespace) }),
    own.database,
  );
}

/** Creates a workspace. Returns a function that calls an API process with the workspace's key. */
async function newCaller(plan?: string): Promise<{ call: Caller; workspaceId: string }> {
  const workspaceId = await newWorkspace(own.database, plan);
  const { key } = await createKey(own.database, workspaceId, 'live', null);
  return { call: caller(key, await startApp(own.database, { measure: newMeasurer() })), workspaceId };
}

/** Returns the number of measurements of a workspace that are in progress. */
async function inProgress(workspaceId: string): Promise<number> {
  const { rows } = await own.database.query<{ count: number }>(
    'select count(*)::integer as count from measurements_in_progress where workspace_id = $1',
    [workspaceId],
  );
  return rows[0]!.count;
}

/** Writes a charge for the bytes of an upload. */
async function charge(workspaceId: string, assetId: string, etag: string): Promise<void> {
  const submissionId = randomUUID();
  await insertSubmission(own.database, {
    submissionId,
    workspaceId,
    environment: 'live',
    sidekickIds: [randomUUID()],
    simulationDelaySeconds: 0,
    priceBookVersion: 1,
    assets: [
      {
        assetId,
        blobPath: `${assetId}/a.txt`,
        filename: 'a.txt',
        assetType: 'document',
        mimeType: 'text/plain',
        metric: 'pages',
        metricValue: 1,
        credits: 1,
        etag,
        sizeBytes: 1,
        sandboxOutcome: null,
        ledgerEntryId: randomUUID(),
      },
    ],
  });
}

test('fifty concurrent estimates of a file by two API processes measure it once', async () => {
  const key = (await createKey(own.database, await newWorkspace(own.database), 'live', null)).key;
  const urls = await Promise.all([1, 2].map(() => startApp(own.database, { measure: newMeasurer() })));
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

/** Returns an AVI file of 3 s without an index, padded by the given number of bytes. */
async function aviWithoutIndex(paddingBytes: number): Promise<Buffer> {
  const avi = await mediaOf('avi', ['-f', 'lavfi', '-i', 'testsrc=size=64x48:rate=10:duration=3']);
  avi.write('JUNK', avi.lastIndexOf('idx1'), 'latin1');
  return Buffer.concat([avi, aviChunk('JUNK', Buffer.alloc(paddingBytes))]);
}

const videos = [
  { size: 'small', paddingBytes: 0, queues: ['assay-measurement'] },
  { size: 'large', paddingBytes: 65 * 2 ** 20, queues: ['assay-measurement', 'assay-long-measurement'] },
];
for (const [cases, options] of sampled(videos, ({ size }) => size === 'small'))
  test.for(cases)(
    'a $size video without an index is measured on $queues',
    options,
    async ({ paddingBytes, queues }) => {
      const { call, workspaceId } = await newCaller();
      const blobPath = await uploadFile(
        call,
        'a.avi',
        'video/x-msvideo',
        await aviWithoutIndex(paddingBytes),
      );
      await temporal.withWorkers(async () => {
        const { body } = await call('POST', '/api/pricing/estimate', { files: [{ blobPath }] });
        expect(body.files[0]).toMatchObject({ metricValue: 3, priceable: true });
      });
      const { rows } = await own.database.query<{ etag: string }>(
        'select etag from measurements where asset_id = $1',
        [blobPath.split('/')[0]],
      );
      const workflowId = measurementWorkflowId({ assetId: blobPath.split('/')[0]!, etag: rows[0]!.etag });
      const { events } = await temporal.env.client.workflow.getHandle(workflowId).fetchHistory();
      const scheduled = events!.flatMap(({ activityTaskScheduledEventAttributes: attributes }) =>
        attributes ? [attributes.taskQueue!.name] : [],
      );
      expect(scheduled).toEqual(queues);
      expect(await inProgress(workspaceId)).toBe(0);
    },
  );

test(
  'a workspace with too many measurements in progress gets 429, and other workspaces do not',
  { tags: 'long' },
  async () => {
    const limited = await newCaller(await newPlan(own.database, { maxMeasurements: 2 }));
    const other = await newCaller();
    const estimate = ({ call }: { call: Caller }, ...blobPaths: string[]) =>
      call('POST', '/api/pricing/estimate', { files: blobPaths.map((blobPath) => ({ blobPath })) });
    const uploads = await Promise.all(Array.from({ length: 4 }, () => uploadPages(limited.call)));
    // No worker runs, so the measurements stay in progress.
    await temporal.stopWorkers();
    // Three files exceed the limit, but nothing else is in progress.
    const first = estimate(limited, ...uploads.slice(0, 3));
    await until(
      () => inProgress(limited.workspaceId),
      (count) => count === 3,
    );
    const rejected = await estimate(limited, uploads[3]!);
    expect([rejected.status, rejected.headers.get('retry-after'), rejected.body]).toEqual([
      429,
      '5',
      { error: 'Too many files of this workspace are being measured' },
    ]);
    const again = estimate(limited, uploads[0]!);
    const others = estimate(other, await uploadPages(other.call));
    await temporal.withWorkers(async () => {
      for (const answer of [first, again, others]) expect((await answer).status).toBe(200);
      expect((await estimate(limited, uploads[3]!)).status).toBe(200);
    });
    expect(await inProgress(limited.workspaceId)).toBe(0);
  },
);

test('the limit does not count measurements whose process died an hour ago', async () => {
  const limited = await newCaller(await newPlan(own.database, { maxMeasurements: 1 }));
  const { rows } = await own.database.query<{ asset_id: string }>(
    `insert into uploads (asset_id, workspace_id, filename, content_type, expires_at)
     values (gen_random_uuid(), $1, 'a.pdf', 'application/pdf', now()) returning asset_id`,
    [limited.workspaceId],
  );
  await own.database.query(
    `insert into measurements_in_progress (asset_id, etag, workspace_id, started_at)
     values ($1, 'dead', $2, now() - interval '61 minutes')`,
    [rows[0]!.asset_id, limited.workspaceId],
  );
  const uploaded = [{ assetId: rows[0]!.asset_id, etag: 'new' }];
  expect(await reserveMeasurements(own.database, limited.workspaceId, uploaded, 1)).toBe(true);
  const more = [{ assetId: rows[0]!.asset_id, etag: 'more' }];
  expect(await reserveMeasurements(own.database, limited.workspaceId, more, 1)).toBe(false);
});

test('only the latest ten measurements of an upload are kept, and those that were charged', async () => {
  const { workspaceId } = await newCaller();
  const assetId = randomUUID();
  await insertUpload(own.database, {
    assetId,
    workspaceId,
    filename: 'a.txt',
    contentType: 'text/plain',
    contentLength: null,
    environment: 'live' as const,
    maxBytes: 2 ** 20,
    expiresAt: new Date(),
  });
  for (let each = 0; each < 15; each++) {
    await insertMeasurement(own.database, {
      assetId,
      etag: `etag ${each}`,
      sizeBytes: 1,
      outcome: 'measured',
      metric: 'pages',
      metricValue: 1,
      details: {},
    });
    if (each === 0) await charge(workspaceId, assetId, 'etag 0');
  }
  const { rows } = await own.database.query<{ etag: string }>(
    'select etag from measurements where asset_id = $1 order by created_at',
    [assetId],
  );
  const latest = Array.from({ length: 10 }, (_, index) => `etag ${index + 5}`);
  expect(rows.map(({ etag }) => etag)).toEqual(['etag 0', ...latest]);
});
