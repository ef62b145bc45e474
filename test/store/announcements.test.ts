import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { announcing } from '@assay/storage/webhooks/announcements.ts';
import { recordAssetEnd, recordSandboxEnds } from '@assay/storage/submissions/asset-ends.ts';
import { insertExample, reopenDelivery } from '@assay/storage/webhooks/redeliveries.ts';
import { openRetry } from '@assay/storage/submissions/asset-retries.ts';
import { newSandboxChannel } from '@assay/storage/submissions/sandbox-queue.ts';
import { announceDeliveries, newDeliveriesChannel } from '@assay/storage/webhooks/waiting-deliveries.ts';
import { until } from '../support/api.ts';
import { newWorkspace, useDatabase } from '../support/database.ts';
import { fireAgain, fireAt, subscribeAt } from '../support/deliveries.ts';
import { liveAsset, sandboxAsset, submit } from './fixtures.ts';

const own = useDatabase();
let listener: pg.Client;
let notifiedAt: number[] = [];
let sandboxNotices = 0;

beforeAll(async () => {
  listener = new pg.Client({ connectionString: own.url });
  await listener.connect();
  listener.on('notification', ({ channel }) => {
    if (channel === newSandboxChannel) sandboxNotices++;
    else notifiedAt.push(performance.now());
  });
  await listener.query(`listen ${newDeliveriesChannel}; listen ${newSandboxChannel}`);
});
beforeEach(async () => {
  // Earlier announcements have been sent by then.
  await new Promise((resolve) => setTimeout(resolve, 50));
  await listener.query('select 1');
  [notifiedAt, sandboxNotices] = [[], 0];
});
afterAll(() => listener.end());

/** Writes as a transaction does. Returns whether it sent the notification, and when it was committed. */
async function write(isNotifying: boolean) {
  await own.database.query(isNotifying ? `select ${announceDeliveries}` : 'select 1');
  return { isNotifying, committedAt: performance.now() };
}

test('many transactions at the same time are announced by few notifications, the last one after all', async () => {
  const writes = await Promise.all(Array.from({ length: 200 }, () => announcing(own.database, write)));
  const lastCommit = Math.max(...writes.map(({ committedAt }) => committedAt));
  await until(
    () => Promise.resolve(notifiedAt.at(-1) ?? 0),
    (last) => last >= lastCommit,
  );
  expect(notifiedAt.length).toBeLessThan(writes.length / 4);
});

test('a transaction that fails does not keep the next one from being announced', async () => {
  const [failed, { isNotifying, committedAt }] = await Promise.all([
    announcing(own.database, () => Promise.reject(new Error('rolled back'))).catch(String),
    announcing(own.database, write),
  ]);
  expect(failed).toBe('Error: rolled back');
  expect(isNotifying).toBe(false);
  await until(
    () => Promise.resolve(notifiedAt.at(-1) ?? 0),
    (last) => last >= committedAt,
  );
});

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
  await new Promise((resolve) => setTimeout(resolve, 50));
  notifiedAt = [];
  await work();
  await until(
    () => Promise.resolve(notifiedAt.length),
    (count) => count > 0,
  );
});

test('a sandbox submission and its retry are announced to orchestration workers, a live one is not', async () => {
  const workspaceId = await newWorkspace(own.database);
  await submit(own.database, workspaceId, [await liveAsset(own.database, workspaceId)]);
  await listener.query('select 1');
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
