import type { WorkflowHandle } from '@temporalio/client';
import { WorkflowUpdateFailedError } from '@temporalio/client';
import { pino } from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import { dispatchOnce } from '@assay/runtime/temporal/dispatcher.ts';
import { searchAttributes } from '@assay/domain/search-attributes.ts';
import { deliveryWorkflowId } from '@assay/domain/workflow-ids.ts';
import { skipWaitingDeliveries } from '@assay/storage/webhooks/skipped-deliveries.ts';
import { reopenDelivery } from '@assay/storage/webhooks/redeliveries.ts';
import { rotateSecret } from '@assay/storage/webhooks/subscription-secrets.ts';
import { setSubscriptionEnabled } from '@assay/storage/webhooks/subscriptions.ts';
import { until } from '../support/api.ts';
import { useBlobs } from '../support/blobs.ts';
import { useDatabase } from '../support/database.ts';
import { attemptsOf, type Fired, fireAt, secret, startDelivery } from '../support/deliveries.ts';
import { useReceiver, verified } from '../support/receiver.ts';
import { durationMs, useTemporal } from '../support/temporal.ts';
import { testCipher } from '../support/secrets.ts';

// The Temporal test server skips time only while a test waits for the result of a workflow. Otherwise, the timer before
// the next attempt runs until an update ends it.

const own = useDatabase();
const blobs = useBlobs();
const receiver = useReceiver();
const temporal = useTemporal(own, blobs, { caFile: () => receiver.caFile, schedule: [0, 3600, 7200] });

const fired = (name: string) => fireAt(own.database, receiver.url(name));
const history = (one: Fired) => attemptsOf(own.database, one);
const statuses = async (one: Fired) => (await history(one)).map(({ status }) => status as string);
const deliverNow = (handle: WorkflowHandle) => handle.executeUpdate<string, []>('deliverNow');
const cancel = (handle: WorkflowHandle) => handle.executeUpdate<string, []>('cancel');

/** Starts a delivery whose first attempt fails. Resolves once the second attempt is scheduled. */
async function waiting(one: Fired): Promise<WorkflowHandle> {
  const handle = await startDelivery(temporal, one);
  await until(
    async () => (await handle.describe()).raw.pendingActivities?.length === 0 && (await statuses(one)).length,
    (count) => count === 2,
  );
  return handle;
}

/** Requests the second attempt of a delivery to an endpoint that hangs. Resolves once that attempt is in progress. */
async function hurried(one: Fired, name: string) {
  const handle = await waiting(one);
  const answer = deliverNow(handle);
  await receiver.received(name, 2);
  return { handle, answer };
}

/** Requests a redelivery. Returns the delivery whose workflow must be started. */
async function reopened(one: Fired) {
  const begun = await reopenDelivery(own.database, one.workspaceId, one.subscriptionId, one.event.id);
  if (typeof begun === 'string' || begun.length !== 1) throw new Error(JSON.stringify(begun));
  const { sequence } = begun[0]!;
  return { ...one, sequence, attemptNumber: sequence + 1 };
}

async function refusalOf(update: Promise<unknown>): Promise<string> {
  const error: unknown = await update.then(() => null).catch((reason: unknown) => reason);
  if (!(error instanceof WorkflowUpdateFailedError)) throw new Error(String(error));
  return error.cause!.message;
}

describe('an operator’s update', () => {
  test('deliverNow makes the next attempt at once and returns its result', async () => {
    receiver.answer('now', { status: 500 }, { status: 503 }, { status: 204 });
    const one = await fired('now');
    await temporal.withWorkers(async () => {
      const handle = await waiting(one);
      expect(await deliverNow(handle)).toBe('status: HTTP 503');
      expect(await statuses(one)).toEqual(['failed', 'failed', 'pending']);
      expect(await deliverNow(handle)).toBe('status: HTTP 204');
      expect(await handle.result()).toBe('succeeded');
    }, ['delivery']);
    expect(receiver.requests('now')).toHaveLength(3);
    expect(await durationMs(temporal.env, deliveryWorkflowId(one.deliveryId))).toBeLessThan(600_000);
  });

  test('deliverNow does not change the schedule of later attempts', async () => {
    receiver.answer('then', { status: 500 }, { status: 500 }, { status: 204 });
    const one = await fired('then');
    await temporal.withWorkers(async () => {
      const handle = await waiting(one);
      await deliverNow(handle);
      expect(await handle.result()).toBe('succeeded');
    }, ['delivery']);
    const tookMs = await durationMs(temporal.env, deliveryWorkflowId(one.deliveryId));
    expect(tookMs).toBeGreaterThan(7_200_000 * 0.8);
    expect(receiver.requests('then')).toHaveLength(3);
  });

  test('deliverNow makes an attempt that the API shows as in progress', { tags: 'long' }, async () => {
    receiver.answer('hurried', { status: 500 }, 'hang');
    const one = await fired('hurried');
    await temporal.withWorkers(async () => {
      const { handle, answer } = await hurried(one, 'hurried');
      expect(Date.parse((await history(one)).at(-1).nextAttemptAt)).toBeLessThanOrEqual(Date.now());
      expect(await reopenDelivery(own.database, one.workspaceId, one.subscriptionId, one.event.id)).toEqual(
        [],
      );
      await skipWaitingDeliveries(own.database, one.workspaceId, one.subscriptionId);
      expect(await answer).toBe('timeout: no complete answer within 3 s');
      expect(await statuses(one)).toEqual(['failed', 'failed', 'pending']);
      await cancel(handle);
    }, ['delivery']);
  });

  test(
    'deliverNow to a disabled subscription records both the attempt and the skip',
    { tags: 'long' },
    async () => {
      receiver.answer('unwanted', { status: 500 }, 'hang');
      const one = await fired('unwanted');
      await temporal.withWorkers(async () => {
        const { handle, answer } = await hurried(one, 'unwanted');
        await setSubscriptionEnabled(own.database, one.workspaceId, one.subscriptionId, false);
        await skipWaitingDeliveries(own.database, one.workspaceId, one.subscriptionId);
        expect(await answer).toBe('timeout: no complete answer within 3 s');
        expect(await handle.result()).toBe('skipped');
      }, ['delivery']);
      expect(await history(one)).toMatchObject([
        { error: 'status: HTTP 500' },
        { error: 'timeout: no complete answer within 3 s' },
        { status: 'skipped', error: 'disabled: by the workspace' },
      ]);
    },
  );

  test('deliverNow is rejected while an attempt is in progress', { tags: 'long' }, async () => {
    receiver.answer('under-way', 'hang');
    const one = await fired('under-way');
    await temporal.withWorkers(async () => {
      const handle = await startDelivery(temporal, one);
      await receiver.received('under-way', 1);
      expect(await refusalOf(deliverNow(handle))).toBe('Attempt 1 is being made');
      // The attempt in progress finishes, and no further attempt is made.
      expect(await cancel(handle)).toBe('cancelled');
      expect(await handle.result()).toBe('cancelled');
    }, ['delivery']);
    expect(receiver.requests('under-way')).toHaveLength(1);
    expect(await history(one)).toMatchObject([
      { status: 'failed', error: 'timeout: no complete answer within 3 s' },
      { status: 'skipped', error: 'cancelled: by the operator', nextAttemptAt: null },
    ]);
  });

  test('cancel ends a scheduled delivery, and only once', async () => {
    receiver.answer('cancelled', { status: 500 });
    const one = await fired('cancelled');
    await temporal.withWorkers(async () => {
      const handle = await waiting(one);
      const answers = await Promise.allSettled([cancel(handle), cancel(handle)]);
      expect(answers.filter(({ status }) => status === 'fulfilled')).toMatchObject([{ value: 'cancelled' }]);
      expect(await handle.result()).toBe('cancelled');
      const { typedSearchAttributes } = await handle.describe();
      expect(typedSearchAttributes.get(searchAttributes.outcome)).toBe('cancelled');
    }, ['delivery']);
    expect(await statuses(one)).toEqual(['failed', 'skipped']);
    expect(receiver.requests('cancelled')).toHaveLength(1);
  });

  test('cancel of a delivery that was redelivered returns that it had ended', async () => {
    receiver.answer('anew-meanwhile', { status: 500 });
    const one = await fired('anew-meanwhile');
    await temporal.withWorkers(async () => {
      const handle = await waiting(one);
      await reopened(one);
      expect(await cancel(handle)).toBe('ended');
      expect(await handle.result()).toBe('ended');
      const { typedSearchAttributes } = await handle.describe();
      expect(typedSearchAttributes.get(searchAttributes.outcome)).toBe('ended');
    }, ['delivery']);
    expect(await statuses(one)).toEqual(['failed', 'skipped', 'pending']);
  });

  test('cancel of a delivery whose subscription was disabled returns that it was skipped', async () => {
    receiver.answer('disabled-before', { status: 500 });
    const one = await fired('disabled-before');
    await temporal.withWorkers(async () => {
      const handle = await waiting(one);
      await setSubscriptionEnabled(own.database, one.workspaceId, one.subscriptionId, false);
      await skipWaitingDeliveries(own.database, one.workspaceId, one.subscriptionId);
      expect(await cancel(handle)).toBe('skipped');
    }, ['delivery']);
    expect((await history(one)).at(-1)).toMatchObject({ error: 'disabled: by the workspace' });
  });

  test('a cancellation by Temporal is recorded too', async () => {
    receiver.answer('requested', { status: 500 });
    const one = await fired('requested');
    await temporal.withWorkers(async () => {
      const handle = await waiting(one);
      await handle.cancel();
      expect(await handle.result()).toBe('cancelled');
    }, ['delivery']);
    expect(await statuses(one)).toEqual(['failed', 'skipped']);
  });
});

describe('a delivery that is cancelled before it starts', () => {
  beforeEach(() => temporal.stopWorkers());

  test('is not attempted, and the cancellation is recorded', async () => {
    const one = await fired('unbegun');
    const handle = await startDelivery(temporal, one);
    await handle.cancel();
    await temporal.withWorkers(async () => {
      expect(await handle.result()).toBe('cancelled');
    }, ['delivery']);
    expect(await history(one)).toMatchObject([{ status: 'skipped', error: 'cancelled: by the operator' }]);
    expect(receiver.requests('unbegun')).toEqual([]);
  });

  test('by an update is not attempted either', async () => {
    const one = await fired('unbegun-update');
    const handle = await startDelivery(temporal, one);
    const answer = cancel(handle);
    await temporal.withWorkers(async () => {
      expect(await answer).toBe('cancelled');
      expect(await handle.result()).toBe('cancelled');
    }, ['delivery']);
    expect(receiver.requests('unbegun-update')).toEqual([]);
  });
});

describe('a redelivery', () => {
  test('of a finished delivery is sent with the same id and bytes, with a new schedule', async () => {
    receiver.answer('anew', ...Array(5).fill({ status: 500 }), { status: 204 });
    const one = await fired('anew');
    await temporal.withWorkers(async () => {
      expect(await (await startDelivery(temporal, one)).result()).toBe('exhausted');
      const again = await reopened(one);
      expect(await (await startDelivery(temporal, again)).result()).toBe('succeeded');
    }, ['delivery']);
    const tookMs = await durationMs(temporal.env, deliveryWorkflowId(one.deliveryId, 3));
    expect(tookMs / 1000).toBeGreaterThan((3600 + 7200) * 0.8);
    expect(tookMs / 1000).toBeLessThan((3600 + 7200) * 1.2 + 60);
    const requests = receiver.requests('anew');
    expect(requests).toHaveLength(6);
    for (const request of requests) {
      expect(request.headers['webhook-id']).toBe(one.event.id);
      expect(request.body).toBe(one.event.payload);
      verified(secret, request);
    }
    expect((await history(one)).map(({ attemptNumber }) => attemptNumber)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('of a scheduled delivery ends the previous workflow, which sends nothing more', async () => {
    receiver.answer('superseded', { status: 500 }, { status: 204 });
    const one = await fired('superseded');
    await temporal.withWorkers(async () => {
      const before = await waiting(one);
      const handle = await startDelivery(temporal, await reopened(one));
      expect(await handle.result()).toBe('succeeded');
      expect(await before.result()).toBe('ended');
    }, ['delivery']);
    expect(receiver.requests('superseded')).toHaveLength(2);
    expect(await statuses(one)).toEqual(['failed', 'skipped', 'succeeded']);
  });

  test('is started by the dispatcher if necessary, and only once if several processes start it', async () => {
    const one = await fired('dispatched');
    const silent = pino({ level: 'silent' });
    await temporal.withWorkers(async () => {
      await (await startDelivery(temporal, one)).result();
      const again = await reopened(one);
      await dispatchOnce(own.database, temporal.starter, silent, 0);
      await startDelivery(temporal, again);
      await dispatchOnce(own.database, temporal.starter, silent, 0);
      const handle = temporal.env.client.workflow.getHandle(deliveryWorkflowId(one.deliveryId, 1));
      expect(await handle.result()).toBe('succeeded');
    }, ['delivery']);
    expect(receiver.requests('dispatched')).toHaveLength(2);
  });

  test('is signed with the current secrets', async () => {
    const one = await fired('secrets');
    const next = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    await temporal.withWorkers(async () => {
      await (await startDelivery(temporal, one)).result();
      await rotateSecret(own.database, testCipher, one.workspaceId, one.subscriptionId, next, 60);
      await (await startDelivery(temporal, await reopened(one))).result();
    }, ['delivery']);
    const [first, second] = receiver.requests('secrets');
    expect(() => verified(next, first!)).toThrow();
    for (const known of [secret, next]) verified(known, second!);
  });
});
