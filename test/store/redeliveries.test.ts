import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { readPendingDelivery } from '@assay/storage/webhooks/pending-deliveries.ts';
import { lease, isWaiting, recordAttempt } from '../support/deliveries.ts';
import {
  readSkippedReason,
  skipDelivery,
  skipIfUndeliverable,
  skipWaitingDeliveries,
} from '@assay/storage/webhooks/skipped-deliveries.ts';
import { insertFiredEvents } from '@assay/storage/webhooks/fired-events.ts';
import { markDeliveryStarted } from '@assay/storage/submissions/outbox.ts';
import {
  insertExample,
  type Replay,
  reopenDeliveries,
  reopenDelivery,
} from '@assay/storage/webhooks/redeliveries.ts';
import { rotateSecret } from '@assay/storage/webhooks/subscription-secrets.ts';
import {
  deleteSubscription,
  insertSubscription,
  setSubscriptionEnabled,
} from '@assay/storage/webhooks/subscriptions.ts';
import { newWorkspace, untilWaitingForLocks, useDatabase } from '../support/database.ts';
import { sandboxAsset, submit } from './fixtures.ts';
import { testCipher } from '../support/secrets.ts';
import { sampled } from '../support/sampled.ts';

const own = useDatabase();
const type = 'asset.processing.completed';

/**
 * Creates a workspace with a subscription, and `count` events for this subscription. Each delivery was
 * written one second after the previous one.
 */
async function fired(count: number) {
  const workspaceId = await newWorkspace(own.database);
  const subscriptionId = randomUUID();
  const secret = testCipher.encrypt('whsec_c2VjcmV0', subscriptionId);
  const endpoint = { endpointUrl: 'https://example.com/', eventTypes: [type], description: null } as const;
  await insertSubscription(own.database, { id: subscriptionId, workspaceId, secret, ...endpoint }, 20);
  const asset = sandboxAsset('pass');
  const submissionId = await submit(own.database, workspaceId, [asset]);
  const deliveries: { deliveryId: string; eventId: string }[] = [];
  for (let index = 0; index < count; index++) {
    const event = { id: randomUUID(), assetId: asset.assetId, version: null, type, payload: '{}' } as const;
    const [fired] = await insertFiredEvents(own.database, workspaceId, submissionId, [event]);
    const { deliveryId } = fired!;
    await own.database.query(
      `update deliveries set created_at = '2026-01-01Z'::timestamptz + make_interval(secs => $2) where id = $1`,
      [deliveryId, index],
    );
    deliveries.push({ deliveryId, eventId: event.id });
  }
  return { workspaceId, subscriptionId, submissionId, deliveries };
}

/**
 * Records the result of a delivery's pending attempt.
 * @param nextDelayMs milliseconds until the next attempt, or null if there is none
 * @param before number of attempts before the latest redelivery
 */
async function attempted(deliveryId: string, succeeded: boolean, nextDelayMs: number | null, before = 0) {
  const { attemptId } = (await readPendingDelivery(own.database, deliveryId, before))!;
  return recorded(deliveryId, attemptId, succeeded, nextDelayMs);
}

const recorded = (
  deliveryId: string,
  attemptId: string,
  succeeded: boolean,
  nextDelayMs: number | null,
  disableReason: string | null = null,
) =>
  recordAttempt(own.database, {
    deliveryId,
    attemptId,
    succeeded,
    nextDelayMs,
    disableReason,
    startedAt: new Date(),
    durationMs: 1,
    responseStatus: 500,
    error: null,
  });

const untilWaiting = (count: number) => untilWaitingForLocks(own.database, count);

async function attemptsOf(deliveryId: string): Promise<string[]> {
  const { rows } = await own.database.query<{ line: string }>(
    `select attempt_number || ' ' || status as line from attempts where delivery_id = $1 order by attempt_number`,
    [deliveryId],
  );
  return rows.map(({ line }) => line);
}

/** Gives a delivery the state in which a worker has leased it. */
const leased = (deliveryId: string) =>
  own.database.query(
    `update deliveries set workflow_started_at = null, leased_until = now() + interval '1 minute' where id = $1`,
    [deliveryId],
  );

const anHour = 3_600_000;

describe('a redelivery', () => {
  test('adds no attempt if a concurrent request has just made the pending attempt due', async () => {
    const { workspaceId, subscriptionId, deliveries } = await fired(1);
    const [{ deliveryId, eventId }] = deliveries as [{ deliveryId: string; eventId: string }];
    const other = await own.database.connect();
    try {
      await other.query('begin');
      await other.query('select from subscriptions where id = $1 for update', [subscriptionId]);
      const request = reopenDelivery(own.database, workspaceId, subscriptionId, eventId);
      await untilWaiting(1);
      await other.query('update attempts set next_attempt_at = clock_timestamp() where delivery_id = $1', [
        deliveryId,
      ]);
      await other.query('commit');
      expect(await request).toEqual([]);
    } finally {
      other.release();
    }
    expect(await attemptsOf(deliveryId)).toEqual(['1 pending']);
  });

  test('of an ended delivery lets it wait with a new attempt', async () => {
    const { workspaceId, subscriptionId, deliveries } = await fired(1);
    const [{ deliveryId, eventId }] = deliveries as [{ deliveryId: string; eventId: string }];
    await markDeliveryStarted(own.database, deliveryId);
    await attempted(deliveryId, true, null);
    expect(await reopenDelivery(own.database, workspaceId, subscriptionId, eventId)).toEqual([
      { deliveryId, sequence: 1 },
    ]);
    expect(await attemptsOf(deliveryId)).toEqual(['1 succeeded', '2 pending']);
    expect(await isWaiting(own.database, deliveryId)).toBe(true);
    // Report the workflow start of the previous sequence of attempts too late. This must change nothing.
    await markDeliveryStarted(own.database, deliveryId);
    expect(await isWaiting(own.database, deliveryId)).toBe(true);
    await markDeliveryStarted(own.database, deliveryId, 1);
    expect(await isWaiting(own.database, deliveryId)).toBe(false);
  });

  test('prevents the workflow of the previous sequence from making or skipping attempts', async () => {
    const { workspaceId, subscriptionId, deliveries } = await fired(1);
    const [{ deliveryId, eventId }] = deliveries as [{ deliveryId: string; eventId: string }];
    await attempted(deliveryId, false, anHour);
    expect(await reopenDelivery(own.database, workspaceId, subscriptionId, eventId)).toHaveLength(1);
    expect(await attemptsOf(deliveryId)).toEqual(['1 failed', '2 skipped', '3 pending']);
    expect(await readPendingDelivery(own.database, deliveryId)).toBeNull();
    await skipDelivery(own.database, deliveryId, 'cancelled: late');
    expect(await readPendingDelivery(own.database, deliveryId, 2)).toMatchObject({ attemptNumber: 3 });
    await attempted(deliveryId, true, null, 2);
    expect(await attemptsOf(deliveryId)).toEqual(['1 failed', '2 skipped', '3 succeeded']);
  });

  test('replaces a scheduled attempt while the workflow that will make it is being started', async () => {
    const { workspaceId, subscriptionId, deliveries } = await fired(1);
    const [{ deliveryId, eventId }] = deliveries as [{ deliveryId: string; eventId: string }];
    await attempted(deliveryId, false, anHour);
    await leased(deliveryId);
    expect(await reopenDelivery(own.database, workspaceId, subscriptionId, eventId)).toHaveLength(1);
    expect(await attemptsOf(deliveryId)).toEqual(['1 failed', '2 skipped', '3 pending']);
    // The worker then marks the delivery as started. The new attempt still waits for a worker.
    await markDeliveryStarted(own.database, deliveryId);
    expect(await isWaiting(own.database, deliveryId)).toBe(true);
  });

  test('does nothing while the attempt is due, unless it has been due for over ten minutes', async () => {
    const { workspaceId, subscriptionId, deliveries } = await fired(1);
    const [{ deliveryId, eventId }] = deliveries as [{ deliveryId: string; eventId: string }];
    expect(await reopenDelivery(own.database, workspaceId, subscriptionId, eventId)).toEqual([]);
    expect(await attemptsOf(deliveryId)).toEqual(['1 pending']);
    await own.database.query(
      `update attempts set next_attempt_at = now() - interval '11 minutes' where delivery_id = $1`,
      [deliveryId],
    );
    // The delivery still waits for a worker.
    expect(await reopenDelivery(own.database, workspaceId, subscriptionId, eventId)).toEqual([]);
    await markDeliveryStarted(own.database, deliveryId);
    expect(await reopenDelivery(own.database, workspaceId, subscriptionId, eventId)).toHaveLength(1);
    expect(await attemptsOf(deliveryId)).toEqual(['1 skipped', '2 pending']);
  });

  test.for([true, false])(
    'during an attempt keeps the result of that attempt (succeeded: %s) and adds another attempt',
    async (succeeded) => {
      const { workspaceId, subscriptionId, deliveries } = await fired(1);
      const [{ deliveryId, eventId }] = deliveries as [{ deliveryId: string; eventId: string }];
      await attempted(deliveryId, false, anHour);
      const { attemptId } = (await readPendingDelivery(own.database, deliveryId))!;
      await reopenDelivery(own.database, workspaceId, subscriptionId, eventId);
      const late = { deliveryId, attemptId, startedAt: new Date(), durationMs: 1, disableReason: null };
      await recordAttempt(own.database, {
        ...late,
        ...(succeeded
          ? { succeeded, responseStatus: 200, error: null, nextDelayMs: null }
          : { succeeded, responseStatus: 500, error: 'status: HTTP 500', nextDelayMs: anHour }),
      });
      expect(await attemptsOf(deliveryId)).toEqual([
        '1 failed',
        succeeded ? '2 succeeded' : '2 failed',
        '3 pending',
      ]);
      expect(await readPendingDelivery(own.database, deliveryId, 2)).toMatchObject({ attemptNumber: 3 });
      await attempted(deliveryId, true, null, 2);
      expect(await readPendingDelivery(own.database, deliveryId, 2)).toBeNull();
    },
  );

  // A statement that has waited for a lock for a second checks for deadlocks, and Postgres cancels it if there is one.
  // The pause decides which statement is cancelled: the redelivery or the recording of the attempt.
  const pauses = [0, 1_500];
  for (const [cases, options] of sampled(pauses, (pauseMs) => pauseMs === 0))
    test.for(cases)(
      'and recording a concurrent attempt both succeed despite a deadlock (%i ms)',
      options,
      async (pauseMs) => {
        const { workspaceId, subscriptionId, deliveries } = await fired(1);
        const [{ deliveryId, eventId }] = deliveries as [{ deliveryId: string; eventId: string }];
        // The endpoint is failing, so recording a success also updates the subscription's row. A redelivery locks the
        // subscription's row before the delivery's row.
        await attempted(deliveryId, false, anHour);
        const holder = await own.database.connect();
        try {
          await holder.query('begin');
          await holder.query('select 1 from deliveries where id = $1 for update', [deliveryId]);
          const recorded = attempted(deliveryId, true, null);
          await untilWaiting(1);
          const replayed = reopenDelivery(own.database, workspaceId, subscriptionId, eventId);
          await untilWaiting(2);
          await setTimeout(pauseMs);
          await holder.query('commit');
          await recorded;
          expect(await replayed).toHaveLength(1);
        } finally {
          holder.release(true);
        }
        expect(await attemptsOf(deliveryId)).toEqual(['1 failed', '2 succeeded', '3 pending']);
        expect(await readPendingDelivery(own.database, deliveryId, 2)).toMatchObject({ attemptNumber: 3 });
      },
    );

  test('restarts a delivery that ended while the request waited for a lock', async () => {
    const { workspaceId, subscriptionId, deliveries } = await fired(1);
    const [{ deliveryId, eventId }] = deliveries as [{ deliveryId: string; eventId: string }];
    await attempted(deliveryId, false, anHour);
    const { attemptId } = (await readPendingDelivery(own.database, deliveryId))!;
    const other = await own.database.connect();
    try {
      await other.query('begin');
      await other.query(`update attempts set status = 'succeeded', next_attempt_at = null where id = $1`, [
        attemptId,
      ]);
      await other.query(`update deliveries set status = 'succeeded', completed_at = now() where id = $1`, [
        deliveryId,
      ]);
      const request = reopenDelivery(own.database, workspaceId, subscriptionId, eventId);
      await untilWaiting(1);
      await other.query('commit');
      expect(await request).toHaveLength(1);
    } finally {
      other.release();
    }
    expect(await attemptsOf(deliveryId)).toEqual(['1 failed', '2 succeeded', '3 pending']);
  });

  test('happens once when it is requested concurrently', async () => {
    const { workspaceId, subscriptionId, deliveries } = await fired(1);
    const [{ deliveryId, eventId }] = deliveries as [{ deliveryId: string; eventId: string }];
    await attempted(deliveryId, false, null);
    const since = '2025-01-01T00:00:00Z';
    const all = { since, until: null, statuses: ['failed', 'pending'] };
    const restarted = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        if (index % 2 === 0) return reopenDelivery(own.database, workspaceId, subscriptionId, eventId);
        const replayed = await reopenDeliveries(own.database, workspaceId, subscriptionId, all, 10);
        return typeof replayed === 'string' ? replayed : replayed.deliveries;
      }),
    );
    expect(restarted.flat()).toHaveLength(1);
    expect(await attemptsOf(deliveryId)).toEqual(['1 failed', '2 pending']);
  });

  test('is rejected for another workspace and for a disabled or deleted subscription', async () => {
    const { workspaceId, subscriptionId, deliveries } = await fired(1);
    const { eventId } = deliveries[0]!;
    const stranger = await newWorkspace(own.database);
    expect(await reopenDelivery(own.database, stranger, subscriptionId, eventId)).toBe('unknown');
    await setSubscriptionEnabled(own.database, workspaceId, subscriptionId, false);
    expect(await reopenDelivery(own.database, workspaceId, subscriptionId, eventId)).toBe('disabled');
    await deleteSubscription(own.database, workspaceId, subscriptionId);
    expect(await reopenDelivery(own.database, workspaceId, subscriptionId, eventId)).toBe('unknown');
  });
});

describe('a disabled subscription', () => {
  const reason = 'disabled: by the workspace';

  /**
   * Creates `count` deliveries that wait for their second attempt, and `more` deliveries whose first attempt
   * is in progress.
   */
  async function waiting(count: number, more = 0) {
    const { workspaceId, subscriptionId, deliveries } = await fired(count + more);
    const ids = deliveries.map(({ deliveryId }) => deliveryId);
    for (const id of ids.slice(0, count)) await attempted(id, false, anHour);
    await own.database.query(
      `update deliveries set leased_until = now() + interval '1 minute' where id = any($1)`,
      [ids.slice(count)],
    );
    const skip = () => skipWaitingDeliveries(own.database, workspaceId, subscriptionId);
    const enable = async (enabled: boolean) => {
      await setSubscriptionEnabled(own.database, workspaceId, subscriptionId, enabled);
      if (!enabled) await skip();
    };
    return { workspaceId, subscriptionId, ids, enable, skip };
  }

  async function errorsOf(deliveryId: string) {
    const { rows } = await own.database.query<{ error: string | null }>(
      'select error from attempts where delivery_id = $1 order by attempt_number',
      [deliveryId],
    );
    return rows.map(({ error }) => error);
  }

  test('has its waiting deliveries skipped, but not those whose attempt is in progress', async () => {
    const { enable, ids } = await waiting(2, 1);
    const [one, other, due] = ids as [string, string, string];
    const elsewhere = await waiting(1);
    await enable(false);
    for (const id of [one, other]) {
      expect(await attemptsOf(id)).toEqual(['1 failed', '2 skipped']);
      expect(await errorsOf(id)).toEqual([null, reason]);
      expect(await readSkippedReason(own.database, id, 0)).toBe(reason);
      expect(await readPendingDelivery(own.database, id)).toBeNull();
    }
    expect(await attemptsOf(due)).toEqual(['1 pending']);
    expect(await attemptsOf(elsewhere.ids[0]!)).toEqual(['1 failed', '2 pending']);
    // The attempt is completed. After its failure, no further attempt is scheduled, and the delivery is skipped.
    expect(await attempted(due, false, anHour)).toEqual({ status: 'skipped', disabledSubscription: false });
    expect(await attemptsOf(due)).toEqual(['1 failed', '2 skipped']);
    expect(await errorsOf(due)).toEqual([null, reason]);
  });

  test('has deliveries skipped that wait for a worker', async () => {
    const { workspaceId, subscriptionId, deliveries } = await fired(1);
    await setSubscriptionEnabled(own.database, workspaceId, subscriptionId, false);
    await skipWaitingDeliveries(own.database, workspaceId, subscriptionId);
    expect(await attemptsOf(deliveries[0]!.deliveryId)).toEqual(['1 skipped']);
  });

  test('has a delivery skipped whose first attempt has failed, while its workflow is being started', async () => {
    const { enable, ids } = await waiting(1);
    await leased(ids[0]!);
    await enable(false);
    expect(await attemptsOf(ids[0]!)).toEqual(['1 failed', '2 skipped']);
  });

  test('has an attempt in progress recorded with its real result', async () => {
    const { enable, ids } = await waiting(0, 2);
    await enable(false);
    expect(await attempted(ids[0]!, true, null)).toEqual({
      status: 'succeeded',
      disabledSubscription: false,
    });
    expect(await attempted(ids[1]!, false, null)).toEqual({ status: 'failed', disabledSubscription: false });
    expect(await attemptsOf(ids[0]!)).toEqual(['1 succeeded']);
  });

  test.for([
    { succeeded: true, again: false, status: 'succeeded' },
    { succeeded: false, again: false, status: 'skipped' },
    { succeeded: false, again: true, status: 'skipped' },
  ])(
    'has an attempt recorded that was skipped while it was sent: succeeded $succeeded, enabled again $again',
    async ({ succeeded, again, status }) => {
      const { enable, ids } = await waiting(1);
      const [id] = ids as [string];
      const { attemptId } = (await readPendingDelivery(own.database, id))!;
      await enable(false);
      if (again) await enable(true);
      expect(await recorded(id, attemptId, succeeded, succeeded ? null : anHour)).toMatchObject({
        status,
      });
      expect(await attemptsOf(id)).toEqual(['1 failed', succeeded ? '2 succeeded' : '2 failed']);
    },
  );

  test('that is enabled again gets no earlier deliveries unless it requests them', async () => {
    const { workspaceId, subscriptionId, enable, ids } = await waiting(2);
    await enable(false);
    await enable(true);
    for (const id of ids) expect(await readPendingDelivery(own.database, id)).toBeNull();
    const skipped = { since: '2025-01-01T00:00:00Z', until: null, statuses: ['skipped'] };
    const replayed = await reopenDeliveries(own.database, workspaceId, subscriptionId, skipped, 10);
    if (typeof replayed === 'string') throw new Error(replayed);
    expect(replayed.deliveries.map(({ deliveryId }) => deliveryId).sort()).toEqual(ids.toSorted());
    expect(await attemptsOf(ids[0]!)).toEqual(['1 failed', '2 skipped', '3 pending']);
  });

  test('that is enabled again does not get a delivery that a crash left pending', async () => {
    const { workspaceId, subscriptionId, enable, ids } = await waiting(1);
    await setSubscriptionEnabled(own.database, workspaceId, subscriptionId, false);
    await enable(true);
    expect(await readPendingDelivery(own.database, ids[0]!)).toMatchObject({ isDeliverable: false });
    expect(await skipIfUndeliverable(own.database, ids[0]!, 0)).toBe(true);
    expect(await errorsOf(ids[0]!)).toEqual([null, 'disabled: before it was enabled again']);
  });

  test('that is enabled again does not get earlier due deliveries, and their failures do not count', async () => {
    const { subscriptionId, workspaceId, enable, ids } = await waiting(0, 3);
    const [unmade, made, gone] = ids as [string, string, string];
    await enable(false);
    await enable(true);
    expect(await readPendingDelivery(own.database, unmade)).toMatchObject({ isDeliverable: false });
    expect(await skipIfUndeliverable(own.database, unmade, 0)).toBe(true);
    expect(await errorsOf(unmade)).toEqual(['disabled: before it was enabled again']);
    expect(await attempted(made, false, anHour)).toEqual({ status: 'skipped', disabledSubscription: false });
    const { attemptId } = (await readPendingDelivery(own.database, gone))!;
    expect(await recorded(gone, attemptId, false, null, 'gone')).toEqual({
      status: 'failed',
      disabledSubscription: false,
    });
    // Deliveries that are requested now are attempted, because the subscription is enabled.
    const all = { since: '2025-01-01T00:00:00Z', until: null, statuses: ['skipped'] };
    expect(await reopenDeliveries(own.database, workspaceId, subscriptionId, all, 10)).toMatchObject({
      deliveries: [{}, {}],
    });
    expect(await readPendingDelivery(own.database, unmade, 1)).toMatchObject({ isDeliverable: true });
  });

  test('that is enabled again gets an earlier due delivery that it requests', async () => {
    const { workspaceId, subscriptionId, deliveries } = await fired(1);
    const [{ deliveryId, eventId }] = deliveries as [{ deliveryId: string; eventId: string }];
    for (const enabled of [false, true])
      await setSubscriptionEnabled(own.database, workspaceId, subscriptionId, enabled);
    expect(await reopenDelivery(own.database, workspaceId, subscriptionId, eventId)).toHaveLength(1);
    expect(await readPendingDelivery(own.database, deliveryId)).toBeNull();
    expect(await readPendingDelivery(own.database, deliveryId, 1)).toMatchObject({ isDeliverable: true });
    expect(await attemptsOf(deliveryId)).toEqual(['1 skipped', '2 pending']);
    // A second request does nothing, since the new attempt is already due.
    expect(await reopenDelivery(own.database, workspaceId, subscriptionId, eventId)).toEqual([]);
  });

  test('cannot be enabled while its deliveries are being skipped', async () => {
    const { workspaceId, subscriptionId, enable, ids } = await waiting(1);
    await own.database.query('update subscriptions set enabled = false where id = $1', [subscriptionId]);
    const holder = await own.database.connect();
    try {
      await holder.query('begin');
      await holder.query('select 1 from deliveries where id = $1 for update', [ids[0]]);
      const skipped = skipWaitingDeliveries(own.database, workspaceId, subscriptionId);
      await untilWaiting(1);
      const enabled = enable(true);
      await untilWaiting(2);
      const all = { since: '2025-01-01T00:00:00Z', until: null, statuses: ['pending', 'skipped'] };
      const replayed = reopenDeliveries(own.database, workspaceId, subscriptionId, all, 10);
      await untilWaiting(3);
      await holder.query('commit');
      await Promise.all([skipped, enabled]);
      expect(await replayed).toMatchObject({ deliveries: [{ deliveryId: ids[0] }] });
    } finally {
      holder.release(true);
    }
    expect(await attemptsOf(ids[0]!)).toEqual(['1 failed', '2 skipped', '3 pending']);
  });

  test('that is deleted has its waiting deliveries skipped too', async () => {
    const { workspaceId, subscriptionId, ids, skip } = await waiting(1);
    await deleteSubscription(own.database, workspaceId, subscriptionId);
    await skip();
    expect(await errorsOf(ids[0]!)).toEqual([null, 'disabled: the subscription was deleted']);
  });

  test('has no deliveries skipped by another workspace; neither has an enabled one', async () => {
    const { workspaceId, subscriptionId, ids } = await waiting(1);
    await skipWaitingDeliveries(own.database, workspaceId, subscriptionId);
    await own.database.query('update subscriptions set enabled = false where id = $1', [subscriptionId]);
    await skipWaitingDeliveries(own.database, await newWorkspace(own.database), subscriptionId);
    expect(await attemptsOf(ids[0]!)).toEqual(['1 failed', '2 pending']);
  });

  test('that is enabled while a delivery is being skipped keeps the delivery', async () => {
    const { subscriptionId, enable, ids } = await waiting(0, 1);
    const [id] = ids as [string];
    await enable(false);
    const other = await own.database.connect();
    try {
      await other.query('begin');
      await other.query('update subscriptions set enabled = true where id = $1', [subscriptionId]);
      const skipped = skipIfUndeliverable(own.database, id, 0);
      await untilWaiting(1);
      await other.query('commit');
      expect(await skipped).toBe(false);
    } finally {
      other.release();
    }
    expect(await attemptsOf(id)).toEqual(['1 pending']);
  });

  test('has all waiting deliveries skipped, even more than one batch', async () => {
    const { subscriptionId, enable, ids } = await waiting(1);
    await own.database.query(
      `with e as (
         insert into events (id, workspace_id, submission_id, asset_id, type, payload)
         select gen_random_uuid(), workspace_id, submission_id, asset_id, type, payload
         from events, generate_series(1, 5000) where id = (select event_id from deliveries where id = $1)
         returning id
       ), d as (
         insert into deliveries (id, event_id, subscription_id) select gen_random_uuid(), id, $2 from e returning id
       )
       insert into attempts (id, delivery_id, subscription_id, attempt_number, next_attempt_at)
       select gen_random_uuid(), id, $2, 1, now() + interval '1 hour' from d`,
      [ids[0], subscriptionId],
    );
    const counts = async () => {
      const { rows } = await own.database.query<{ status: string; count: number }>(
        'select status, count(*) from deliveries where subscription_id = $1 group by status',
        [subscriptionId],
      );
      return rows;
    };
    expect(await counts()).toEqual([{ status: 'pending', count: 5001 }]);
    await enable(false);
    expect(await counts()).toEqual([{ status: 'skipped', count: 5001 }]);
  });
});

describe('a replay', () => {
  test('continues after its last batch, and keeps deliveries of the same time in one batch', async () => {
    const { workspaceId, subscriptionId, deliveries } = await fired(6);
    await own.database.query(
      `update deliveries set created_at = '2026-01-01 00:00:02.000001Z' where id = any($1::uuid[])`,
      [deliveries.slice(2, 5).map(({ deliveryId }) => deliveryId)],
    );
    for (const { deliveryId } of deliveries) await attempted(deliveryId, true, null);
    const replay = async (asked: Partial<Replay>, limit: number) => {
      const all = { since: '2026-01-01T00:00:00Z', until: null, statuses: ['succeeded'], ...asked };
      const replayed = await reopenDeliveries(own.database, workspaceId, subscriptionId, all, limit);
      if (typeof replayed === 'string') throw new Error(replayed);
      const indexes = replayed.deliveries.map((one) =>
        deliveries.findIndex(({ deliveryId }) => deliveryId === one.deliveryId),
      );
      return { indexes: indexes.sort(), next: replayed.next };
    };
    const first = await replay({}, 2);
    expect(first).toEqual({ indexes: [0, 1], next: '2026-01-01T00:00:02.000001Z' });
    const second = await replay({ since: first.next! }, 1);
    expect(second).toEqual({ indexes: [2, 3, 4], next: '2026-01-01T00:00:05.000000Z' });
    expect(await replay({ since: second.next!, until: second.next! }, 1)).toEqual({
      indexes: [],
      next: null,
    });
    expect(await replay({ since: second.next! }, 1)).toEqual({ indexes: [5], next: null });
  });
});

describe('an example event', () => {
  test('has no submission, and its delivery waits for a worker', async () => {
    const { workspaceId, subscriptionId } = await fired(0);
    const event = { id: randomUUID(), assetId: null, version: null, type, payload: '{}' } as const;
    const written = await insertExample(own.database, workspaceId, subscriptionId, event);
    if (typeof written === 'string') throw new Error(written);
    const { deliveryId } = written;
    expect(await lease(own.database, 1000)).toContainEqual(
      expect.objectContaining({
        deliveryId,
        sequence: 0,
        workspaceId,
        submissionId: null,
        eventType: type,
        asset: null,
        traceparent: null,
      }),
    );
  });
});

describe('a rotated-out secret', () => {
  test('signs until the overlap ends, and is deleted with the subscription', async () => {
    const { workspaceId, subscriptionId, deliveries } = await fired(1);
    const signing = async () => {
      const { secret, previousSecret } = (await readPendingDelivery(
        own.database,
        deliveries[0]!.deliveryId,
      ))!;
      return [secret, previousSecret].map((each) => each && testCipher.decrypt(each, subscriptionId));
    };
    expect(await signing()).toEqual(['whsec_c2VjcmV0', null]);
    await rotateSecret(own.database, testCipher, workspaceId, subscriptionId, 'whsec_bmV3', 3600);
    expect(await signing()).toEqual(['whsec_bmV3', 'whsec_c2VjcmV0']);
    const longer = await rotateSecret(
      own.database,
      testCipher,
      workspaceId,
      subscriptionId,
      'whsec_bmV3',
      7200,
    );
    const { previousSecretExpiresAt } = JSON.parse(longer!) as { previousSecretExpiresAt: string };
    expect(Date.parse(previousSecretExpiresAt) - Date.now()).toBeLessThan(3_700_000);
    await own.database.query(
      `update subscriptions set previous_secret_until = now() - interval '1 second' where id = $1`,
      [subscriptionId],
    );
    expect(await signing()).toEqual(['whsec_bmV3', null]);
    const over = await rotateSecret(
      own.database,
      testCipher,
      workspaceId,
      subscriptionId,
      'whsec_bmV3',
      3600,
    );
    expect(JSON.parse(over!)).toEqual({ subscriptionId, previousSecretExpiresAt: null });
    expect(
      await rotateSecret(
        own.database,
        testCipher,
        await newWorkspace(own.database),
        subscriptionId,
        'whsec_bmV3',
        0,
      ),
    ).toBeNull();
    await rotateSecret(own.database, testCipher, workspaceId, subscriptionId, 'whsec_bmV3Mg==', 3600);
    await deleteSubscription(own.database, workspaceId, subscriptionId);
    const { rows } = await own.database.query(
      'select secret, previous_secret, previous_secret_until from subscriptions where id = $1',
      [subscriptionId],
    );
    expect(rows).toEqual([{ secret: null, previous_secret: null, previous_secret_until: null }]);
  });
});
