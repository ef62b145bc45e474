import { beforeEach, describe, expect, test } from 'vitest';
import type { Queryable } from '@assay/storage/database/database.ts';
import { markDeliveryStarted } from '@assay/storage/submissions/outbox.ts';
import { readPendingDelivery } from '@assay/storage/webhooks/pending-deliveries.ts';
import { recordFailure } from '@assay/storage/webhooks/record-attempt.ts';
import {
  leaseDeliveries,
  type LeasedDelivery,
  releaseLeases,
} from '@assay/storage/webhooks/waiting-deliveries.ts';
import { statementOf, useDatabase } from '../support/database.ts';
import { prepareToCountRows } from '../support/visited-rows.ts';
import { confirm, lease, fireAgain, fireAt, recordAttempt, subscribeAt } from '../support/deliveries.ts';

const own = useDatabase();
const leased = (limit: number, capacity = {}) => lease(own.database, limit, capacity);
const ids = (deliveries: readonly LeasedDelivery[]) => deliveries.map(({ deliveryId }) => deliveryId);
const workspacesOf = (deliveries: readonly LeasedDelivery[]) => deliveries.map((one) => one.workspaceId);

// Deliveries of other tests would take their turns too.
beforeEach(async () => {
  await own.database.query(
    `update deliveries set workflow_started_at = now() where workflow_started_at is null`,
  );
});

/** Creates a workspace with one subscription and `count` waiting deliveries. By default, the endpoint is confirmed. */
async function waiting(count: number, endpointUrl = 'https://example.com/a', isConfirmed = true) {
  const { workspaceId, subscriptionId, deliveryId } = await fireAt(own.database, endpointUrl);
  if (isConfirmed) await confirm(own.database, { subscriptionId });
  const deliveryIds = [deliveryId];
  while (deliveryIds.length < count)
    deliveryIds.push((await fireAgain(own.database, workspaceId)).deliveryId);
  return { workspaceId, subscriptionId, deliveryIds };
}

describe('a lease of waiting deliveries', () => {
  test('takes the oldest of an endpoint first, and none twice', async () => {
    const { deliveryIds } = await waiting(4);
    expect(ids(await leased(3))).toEqual(deliveryIds.slice(0, 3));
    expect(ids(await leased(3))).toEqual(deliveryIds.slice(3));
    expect(await leased(3)).toEqual([]);
  });

  test('takes a delivery again when its lease has ended, or its lease', async () => {
    const [id] = (await waiting(1)).deliveryIds as [string];
    const ended = await leased(1, { leaseSeconds: 0 });
    const current = await leased(1);
    expect([ids(ended), ids(current)]).toEqual([[id], [id]]);
    // A worker that was stalled for longer than its lease does not end the lease of another worker.
    await releaseLeases(own.database, ended);
    expect(await leased(1)).toEqual([]);
    await releaseLeases(own.database, current);
    const [again] = (await leased(1)) as [LeasedDelivery];
    expect(again.deliveryId).toBe(id);
    await releaseLeases(own.database, [again], 60);
    expect(await leased(1)).toEqual([]);
  });

  test('reports that an earlier lease ended without a release', async () => {
    await waiting(1);
    const isInterrupted = async (leaseSeconds: number) => {
      const [one] = (await leased(1, { leaseSeconds })) as [LeasedDelivery];
      return { one, value: one.isInterrupted };
    };
    expect((await isInterrupted(0)).value).toBe(false);
    const { one, value } = await isInterrupted(60);
    expect(value).toBe(true);
    await releaseLeases(own.database, [one]);
    expect((await isInterrupted(60)).value).toBe(false);
  });

  test('releases only the leases that are current', async () => {
    const [first, second] = (await waiting(2)).deliveryIds as [string, string];
    const ended = await leased(1, { leaseSeconds: 0 });
    const current = await leased(2);
    expect([ids(ended), ids(current)]).toEqual([[first], [first, second]]);
    await releaseLeases(own.database, [...ended, current[1]!]);
    expect(ids(await leased(2))).toEqual([second]);
  });

  test('ends when the workflow is started', async () => {
    const [id] = (await waiting(1)).deliveryIds as [string];
    const isLeased = async () => (await readPendingDelivery(own.database, id))!.isLeased;
    const [ended] = await leased(1, { leaseSeconds: 0 });
    const [current] = await leased(1);
    await markDeliveryStarted(own.database, id, 0, ended!.leasedUntil);
    // The lease of the other worker stays.
    expect(await isLeased()).toBe(true);
    await markDeliveryStarted(own.database, id, 0, current!.leasedUntil);
    expect(await isLeased()).toBe(false);
  });

  test('leaves started deliveries', async () => {
    const [id] = (await waiting(1)).deliveryIds as [string];
    await markDeliveryStarted(own.database, id);
    expect(await leased(1)).toEqual([]);
  });

  test('takes workspaces in turn, those with the fewest attempts in progress first', async () => {
    const many = await waiting(5);
    const few = await waiting(2);
    const busy = await waiting(2);
    const inProgress = [{ workspaceId: busy.workspaceId, starting: 2, free: 9 }];
    const taken = workspacesOf(await leased(6, { workspaces: inProgress }));
    expect(taken.filter((id) => id === few.workspaceId)).toHaveLength(2);
    expect(taken.slice(0, 4).filter((id) => id === many.workspaceId)).toHaveLength(2);
    expect(taken.slice(4).sort()).toEqual([many.workspaceId, busy.workspaceId].sort());
  });

  test('takes the endpoints of a workspace in turn', async () => {
    const { workspaceId, deliveryIds } = await waiting(3);
    const other = await subscribeAt(own.database, workspaceId, 'https://example.com/b');
    await fireAgain(own.database, workspaceId);
    const { rows } = await own.database.query<{ id: string }>(
      'select id from deliveries where subscription_id = $1',
      [other],
    );
    expect(ids(await leased(2))).toEqual([deliveryIds[0], rows[0]!.id]);
  });

  test('takes the workspace and the endpoint first whose last attempt began first', async () => {
    const [a, b, c] = [await waiting(2), await waiting(1), await waiting(1)];
    await subscribeAt(own.database, a.workspaceId, 'https://example.com/b');
    await fireAgain(own.database, a.workspaceId);
    const served = [b, a].map(({ workspaceId }) => ({ workspaceId, starting: 0, free: 9 }));
    const endpoints = [
      { workspaceId: a.workspaceId, endpointUrl: 'https://example.com/a', isConfirmed: true, free: 9 },
    ];
    const taken = await leased(3, { workspaces: served, endpoints });
    expect(workspacesOf(taken)).toEqual([c.workspaceId, b.workspaceId, a.workspaceId]);
    expect(taken[2]!.endpointUrl).toBe('https://example.com/b');
  });

  test('takes no more than an endpoint and a workspace have room for', async () => {
    const { workspaceId, subscriptionId } = await waiting(8);
    const endpoint = { workspaceId, endpointUrl: 'https://example.com/a', isConfirmed: true };
    expect(await leased(9, { endpoints: [{ ...endpoint, free: 0 }] })).toEqual([]);
    expect(await leased(9, { endpoints: [{ ...endpoint, free: 1 }] })).toHaveLength(1);
    expect(await leased(9, { workspaces: [{ workspaceId, starting: 1, free: 1 }] })).toHaveLength(1);
    // The number of an endpoint without attempts in progress.
    const rest = await leased(9);
    expect(rest).toHaveLength(5);
    expect(new Set(rest.map((one) => one.subscriptionId))).toEqual(new Set([subscriptionId]));
  });

  test('counts the deliveries of all subscriptions with the same URL for one endpoint', async () => {
    const { workspaceId } = await waiting(3);
    const subscriptionId = await subscribeAt(own.database, workspaceId, 'https://example.com/a');
    await confirm(own.database, { subscriptionId });
    for (let each = 0; each < 3; each++) await fireAgain(own.database, workspaceId);
    expect(await leased(9)).toHaveLength(5);
  });

  test('takes one delivery at a time of an endpoint that is not confirmed, the oldest, until an attempt succeeds', async () => {
    const { workspaceId, deliveryIds } = await waiting(6, 'https://example.com/a', false);
    const beside = await waiting(1, 'https://example.com/b');
    const first = await leased(9);
    expect(ids(first)).toEqual([deliveryIds[0], ...beside.deliveryIds]);
    // Another worker does not know the capacity of the first one.
    expect(await leased(9)).toEqual([]);
    const record = ({ deliveryId, attemptId }: LeasedDelivery, responseStatus: number) =>
      recordAttempt(own.database, {
        ...{ deliveryId, attemptId, responseStatus, startedAt: new Date(), durationMs: 5 },
        ...{ succeeded: responseStatus === 204, error: 'status', nextDelayMs: 60_000, disableReason: null },
      });
    await record(first[0]!, 500);
    const second = await leased(9);
    expect(ids(second)).toEqual([deliveryIds[1]]);
    expect(second[0]!.isConfirmed).toBe(false);
    await record(second[0]!, 204);
    const endpoint = { workspaceId, endpointUrl: 'https://example.com/a', isConfirmed: false, free: 0 };
    expect(ids(await leased(9, { endpoints: [endpoint] }))).toEqual(deliveryIds.slice(2));
  });

  test('takes one delivery of all subscriptions with the same URL that is not confirmed', async () => {
    const { workspaceId } = await waiting(1, 'https://example.com/a', false);
    await subscribeAt(own.database, workspaceId, 'https://example.com/a');
    await fireAgain(own.database, workspaceId);
    expect(await leased(9)).toHaveLength(1);
  });

  test('takes a delivery only once when several workers lease at the same time', async () => {
    await Promise.all(Array.from({ length: 6 }, (_, index) => waiting(4, `https://example.com/${index}`)));
    const taken = (await Promise.all(Array.from({ length: 5 }, () => leased(10)))).flatMap(ids);
    expect(new Set(taken).size).toBe(taken.length);
    const rest = ids(await leased(30));
    expect(new Set([...taken, ...rest]).size).toBe(24);
  });

  test('leaves deliveries that another worker is leasing, and reports that it chose them', async () => {
    await waiting(2);
    const other = await own.database.connect();
    try {
      await other.query('begin');
      expect(await lease(other, 2)).toHaveLength(2);
      expect(
        await leaseDeliveries(own.database, { limit: 5, leaseSeconds: 60, endpoints: [], workspaces: [] }),
      ).toEqual({ leased: [], chosenCount: 2 });
    } finally {
      await other.query('rollback');
      other.release();
    }
    expect(await leased(5)).toHaveLength(2);
  });

  test('finds a delivery that failed without a workflow, once its lease has ended', async () => {
    const [id] = (await waiting(1)).deliveryIds as [string];
    const [{ attemptId }] = (await leased(1)) as [LeasedDelivery];
    const startedAt = new Date('2026-02-03T04:05:06.789Z');
    await recordFailure(own.database, {
      deliveryId: id,
      attemptId,
      startedAt,
      durationMs: 5,
      responseStatus: 500,
      error: 'status: HTTP 500',
      nextDelayMs: 60_000,
      disableReason: null,
      hasWorkflow: false,
    });
    expect(await leased(1)).toEqual([]);
    await own.database.query('update deliveries set leased_until = now() where id = $1', [id]);
    const [again] = await leased(1);
    expect(again).toMatchObject({ deliveryId: id, attemptNumber: 2, sequence: 0 });
    expect(again!.lateMs).toBeLessThan(-50_000);
  });

  test('costs the same, however many deliveries wait', async () => {
    const limit = 20;
    const subscribers = [await waiting(1), await waiting(1), await waiting(1)];
    const client = await own.database.connect();
    const insert = (
      { workspaceId, subscriptionId }: (typeof subscribers)[number],
      count: number,
      startedAt: string | null,
    ) =>
      client.query(
        `with made as (
           insert into events (id, workspace_id, type, payload)
           select gen_random_uuid(), $1, 'asset.processing.completed', '{}' from generate_series(1, $3) returning id
         )
         insert into deliveries (id, event_id, subscription_id, created_at, workflow_started_at)
         select gen_random_uuid(), id, $2, '2026-01-01Z', $4::timestamptz from made`,
        [workspaceId, subscriptionId, count, startedAt],
      );
    try {
      await client.query('begin');
      // The statistics are those of a time at which no delivery waits.
      await client.query('update deliveries set workflow_started_at = now()');
      await insert(subscribers[0]!, 1_000, '2026-01-01Z');
      await client.query('analyze deliveries');
      for (const subscriber of subscribers) await insert(subscriber, 1, null);
      const visitedRows = await prepareToCountRows(
        client,
        await statementOf((db: Queryable) => lease(db, limit)),
        'bigint, float8, uuid[], text[], boolean[], integer[], uuid[], integer[], integer[]',
        `${limit}, 0, '{}', '{}', '{}', '{}', '{}', '{}', '{}'`,
        'deliveries',
      );
      const before = await visitedRows();
      // The older deliveries of one subscription must not be read for each subscription.
      await insert(subscribers[0]!, 5_000, null);
      expect((await visitedRows()) - before).toBeLessThanOrEqual(6 * limit);
    } finally {
      await client.query('rollback');
      client.release(true);
    }
  });
});
