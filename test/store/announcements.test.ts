import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { recordAssetEnd, recordSandboxEnds } from '@assay/storage/submissions/asset-ends.ts';
import { insertEvents } from '@assay/storage/webhooks/events.ts';
import { inTransaction } from '@assay/storage/database/database.ts';
import { insertExample, reopenDelivery } from '@assay/storage/webhooks/redeliveries.ts';
import { openRetry } from '@assay/storage/submissions/asset-retries.ts';
import { newSandboxChannel } from '@assay/storage/submissions/sandbox-queue.ts';
import { newDeliveriesChannel } from '@assay/storage/webhooks/waiting-deliveries.ts';
import { until } from '../support/api.ts';
import { newWorkspace, useDatabase } from '../support/database.ts';
import { fireAgain, fireAt, subscribeAt } from '../support/deliveries.ts';
import { liveAsset, sandboxAsset, submit } from './fixtures.ts';

const own = useDatabase();
let listener: pg.Client;
let deliveryNotices = 0;
let sandboxNotices = 0;

beforeAll(async () => {
  listener = new pg.Client({ connectionString: own.url });
  await listener.connect();
  listener.on('notification', ({ channel }) => {
    if (channel === newSandboxChannel) sandboxNotices++;
    else deliveryNotices++;
  });
  await listener.query(`listen ${newDeliveriesChannel}; listen ${newSandboxChannel}`);
});
beforeEach(async () => {
  await receiveAll();
  [deliveryNotices, sandboxNotices] = [0, 0];
});
afterAll(() => listener.end());

/** Waits for the notifications of committed transactions. Postgres sends them before the response. */
async function receiveAll(): Promise<void> {
  await listener.query('select 1');
}

const resultless = { issueCount: 0, ruleCounts: [], issuesKey: null, topicsKey: null };
const type = 'asset.processing.completed' as const;

test.for<[name: string, prepare: () => Promise<() => Promise<unknown>>]>([
  [
    'fired events',
    async () => {
      const workspaceId = await newWorkspace(own.database);
      await subscribeAt(own.database, workspaceId, 'https://example.com/');
      return () => fireAgain(own.database, workspaceId);
    },
  ],
  [
    'the end of a live asset',
    async () => {
      const workspaceId = await newWorkspace(own.database);
      await subscribeAt(own.database, workspaceId, 'https://example.com/');
      const asset = await liveAsset(own.database, workspaceId);
      const submissionId = await submit(own.database, workspaceId, [asset]);
      const end = { assetId: asset.assetId, failure: null, ...resultless };
      const event = {
        id: randomUUID(),
        workspaceId,
        assetId: asset.assetId,
        version: 1,
        type,
        payload: '{}',
      } as const;
      return () => recordAssetEnd(own.database, submissionId, 1, end, event, null);
    },
  ],
  [
    'a redelivery',
    async () => {
      const { workspaceId, subscriptionId, event, deliveryId } = await fireAt(own.database, 'https://a.com/');
      await own.database.query(
        `update deliveries set status = 'failed', completed_at = now() where id = $1`,
        [deliveryId],
      );
      return () => reopenDelivery(own.database, workspaceId, subscriptionId, event.id);
    },
  ],
  [
    'an example event',
    async () => {
      const workspaceId = await newWorkspace(own.database);
      const subscriptionId = await subscribeAt(own.database, workspaceId, 'https://example.com/');
      const event = { id: randomUUID(), assetId: null, version: null, type, payload: '{}' } as const;
      return () => insertExample(own.database, workspaceId, subscriptionId, event);
    },
  ],
])('delivery workers are notified of %s', async ([, prepare]) => {
  const work = await prepare();
  await receiveAll();
  deliveryNotices = 0;
  await work();
  await until(
    () => Promise.resolve(deliveryNotices),
    (count) => count === 1,
  );
});

test('deliveries that are rolled back are not announced', async () => {
  const workspaceId = await newWorkspace(own.database);
  const subscriptionId = await subscribeAt(own.database, workspaceId, 'https://example.com/');
  const event = { id: randomUUID(), assetId: null, version: null, type, payload: '{}' } as const;
  const rolledBack = inTransaction(own.database, async (tx) => {
    expect(await insertEvents(tx, workspaceId, null, [event], subscriptionId)).toHaveLength(1);
    throw new Error('rolled back');
  });
  await expect(rolledBack).rejects.toThrow('rolled back');
  await receiveAll();
  expect(deliveryNotices).toBe(0);
});

test('a sandbox submission and its retry are announced to orchestration workers, a live one is not', async () => {
  const workspaceId = await newWorkspace(own.database);
  await submit(own.database, workspaceId, [await liveAsset(own.database, workspaceId)]);
  await receiveAll();
  expect(sandboxNotices).toBe(0);

  const asset = sandboxAsset('retryable_error');
  const submissionId = await submit(own.database, workspaceId, [asset]);
  await until(
    () => Promise.resolve(sandboxNotices),
    (count) => count === 1,
  );
  const failure = { errorType: 'x', errorMessage: 'x', isRetryable: true };
  await recordSandboxEnds(own.database, submissionId, 1, [
    { assetId: asset.assetId, failure, ...resultless },
  ]);
  await openRetry(own.database, workspaceId, submissionId, asset.assetId);
  await until(
    () => Promise.resolve(sandboxNotices),
    (count) => count === 2,
  );
});
