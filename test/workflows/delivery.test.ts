import { readFile } from 'node:fs/promises';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import { describe, expect, test } from 'vitest';
import type { AttemptOutcome } from '../../activities/deliver/attempt-delivery.ts';
import { defaultDeliveryLimits, type DeliveryLimits } from '../../activities/deliver/delivery-limiter.ts';
import { createHttpsSender, type HttpsSender } from '@assay/sender/https-sender.ts';
import { defaultRetrySchedule } from '@assay/domain/retry-schedule.ts';
import { searchAttributes } from '@assay/domain/search-attributes.ts';
import { deliveryWorkflowId } from '@assay/domain/workflow-ids.ts';
import { readInWorkspace } from '@assay/storage/accounts/workspace-read.ts';
import { reopenDelivery } from '@assay/storage/webhooks/redeliveries.ts';
import {
  deleteSubscription,
  setSubscriptionEnabled,
  subscriptionBody,
} from '@assay/storage/webhooks/subscriptions.ts';
import { createPool, type Database } from '@assay/storage/database/database.ts';
import { markDeliveryStarted } from '@assay/storage/submissions/outbox.ts';
import type { SecretCipher } from '@assay/storage/accounts/secret-cipher.ts';
import { until } from '../support/api.ts';
import { useBlobs } from '../support/blobs.ts';
import { untilWaitingForLocks, useDatabase } from '../support/database.ts';
import {
  attemptsOf,
  confirm,
  createAttemptDelivery,
  type Fired,
  fireAgain,
  fireAt,
  secret,
  startDelivery,
  subscribeAt,
} from '../support/deliveries.ts';
import { useReceiver, verified } from '../support/receiver.ts';
import { durationMs, testConverter, useTemporal } from '../support/temporal.ts';
import { cipherOf, encryptionKey, testCipher } from '../support/secrets.ts';

const own = useDatabase();
const blobs = useBlobs();
const receiver = useReceiver();
const temporal = useTemporal(own, blobs, { caFile: () => receiver.caFile, webhookTimeoutMs: 1_000 });

/** Creates an event for one subscription. Returns the delivery, which is ready to be started. */
const fired = (name: string, endpointUrl = receiver.url(name)) => fireAt(own.database, endpointUrl);
const start = (one: Fired) => startDelivery(temporal, one);

async function delivered(one: Fired): Promise<string> {
  return temporal.withWorkers(async () => (await (await start(one)).result()) as string, ['delivery']);
}

const history = (one: Fired) => attemptsOf(own.database, one);

/** Creates a sender that can reach the test receiver. */
const newSender = async (timeoutMs = 1_000) =>
  createHttpsSender({
    allowedCidrs: ['127.0.0.0/8', '::1/128'],
    timeoutMs,
    extraCa: await readFile(receiver.caFile, 'utf8'),
  });

/** Creates the activity that makes an attempt, with its own state as in another worker. */
const attemptWith = (sender: HttpsSender, schedule: number[]) =>
  createAttemptDelivery({ database: own.database, secrets: testCipher, sender, schedule });

describe('a delivery', () => {
  test('is signed according to Standard Webhooks, and attempted once if it succeeds', async () => {
    const one = await fired('taken');
    expect(await delivered(one)).toBe('succeeded');
    const [request, ...more] = receiver.requests('taken');
    expect(more).toEqual([]);
    expect(request!.headers).toMatchObject({
      'webhook-id': one.event.id,
      'content-type': 'application/json',
      'user-agent': 'Assay-Webhooks/0.1 (+abuse@example.com)',
    });
    expect(request!.headers['webhook-timestamp']).toMatch(/^\d{10}$/);
    expect(request!.body).toBe(one.event.payload);
    expect(verified(secret, request!)).toMatchObject({ id: one.event.id });
    expect(() => verified(`whsec_${Buffer.alloc(32, 1).toString('base64')}`, request!)).toThrow();
    expect(await history(one)).toMatchObject([
      { status: 'succeeded', responseStatus: 204, error: null, nextAttemptAt: null },
    ]);
  });

  test('is attempted ten times over about 75 hours, with the same id and bytes, and then exhausted', async () => {
    receiver.answer('down', { status: 500 });
    const one = await fired('down');
    expect(await delivered(one)).toBe('exhausted');
    const hours = (await durationMs(temporal.env, deliveryWorkflowId(one.deliveryId))) / 3_600_000;
    const nominal = defaultRetrySchedule.reduce((sum, seconds) => sum + seconds, 0) / 3600;
    expect(hours).toBeGreaterThan(nominal * 0.8);
    expect(hours).toBeLessThan(nominal * 1.2);
    const requests = receiver.requests('down');
    expect(requests).toHaveLength(10);
    for (const request of requests) {
      expect(request.headers['webhook-id']).toBe(one.event.id);
      expect(request.body).toBe(one.event.payload);
      verified(secret, request);
    }
    const attempts = await history(one);
    expect(attempts.map(({ attemptNumber, status }) => [attemptNumber, status])).toEqual(
      Array.from({ length: 10 }, (_, index) => [index + 1, 'failed']),
    );
    expect(attempts[8].nextAttemptAt).not.toBeNull();
    expect(attempts[9]).toMatchObject({
      nextAttemptAt: null,
      responseStatus: 500,
      error: 'status: HTTP 500',
    });
    const description = await temporal.env.client.workflow
      .getHandle(deliveryWorkflowId(one.deliveryId))
      .describe();
    expect(description.typedSearchAttributes.get(searchAttributes.outcome)).toBe('exhausted');
    expect(description.typedSearchAttributes.get(searchAttributes.failureType)).toBe('status');
  });

  test('whose secret cannot be decrypted waits, and uses up no attempt', async () => {
    const one = await fired('undecryptable');
    const store = (secrets: SecretCipher) =>
      own.database.query('update subscriptions set secret = $2 where id = $1', [
        one.subscriptionId,
        secrets.encrypt(secret, one.subscriptionId),
      ]);
    await store(cipherOf(encryptionKey('missing', 2)));
    await temporal.withWorkers(async () => {
      const handle = await startDelivery(temporal, one);
      const failed = await until(
        async () => (await handle.describe()).raw.pendingActivities?.[0],
        (activity) => (activity?.attempt ?? 0) > 2,
      );
      const [reason] = await testConverter().payloadCodecs![0]!.decode([
        failed!.lastFailure!.encodedAttributes!,
      ]);
      expect(Buffer.from(reason!.data!).toString()).toContain('the encryption key missing is not configured');
      await store(testCipher);
      expect(await handle.result()).toBe('succeeded');
    }, ['delivery']);
    const [request, ...more] = receiver.requests('undecryptable');
    expect(more).toEqual([]);
    verified(secret, request!);
    expect(await history(one)).toMatchObject([{ attemptNumber: 1, status: 'succeeded' }]);
  });

  test('succeeds with the first attempt that gets a 2xx', async () => {
    receiver.answer(
      'third',
      { status: 500 },
      { status: 302, headers: { location: 'https://localhost:1/' } },
      { status: 200 },
    );
    const one = await fired('third');
    expect(await delivered(one)).toBe('succeeded');
    expect((await history(one)).map(({ status, responseStatus }) => [status, responseStatus])).toEqual([
      ['failed', 500],
      ['failed', 302],
      ['succeeded', 200],
    ]);
  });

  test('waits as long as Retry-After asks', async () => {
    receiver.answer('busy', { status: 429, headers: { 'retry-after': '3600' } }, { status: 204 });
    const one = await fired('busy');
    expect(await delivered(one)).toBe('succeeded');
    const tookMs = await durationMs(temporal.env, deliveryWorkflowId(one.deliveryId));
    expect(tookMs).toBeGreaterThanOrEqual(3_600_000);
    expect(tookMs).toBeLessThan(3_700_000);
  });

  test('that gets a 410 ends at once and disables the subscription', async () => {
    receiver.answer('gone', { status: 410 });
    const one = await fired('gone');
    expect(await delivered(one)).toBe('gone');
    expect(await history(one)).toMatchObject([
      {
        status: 'failed',
        responseStatus: 410,
        nextAttemptAt: null,
        error: 'status: HTTP 410; the subscription was disabled: the endpoint answered 410 Gone',
      },
    ]);
    const body = JSON.parse(
      (await readInWorkspace(own.database, subscriptionBody, one.workspaceId, one.subscriptionId))!,
    ) as unknown;
    expect(body).toMatchObject({ enabled: false });
    // Deliveries of later events record why they were skipped.
    await fireAgain(own.database, one.workspaceId);
    expect((await history(one)).at(-1)).toMatchObject({
      status: 'skipped',
      error: 'disabled: the endpoint answered 410 Gone',
    });
  });

  test('to a receiver that never responds fails within the time limit', async () => {
    receiver.answer('hangs', 'hang', { status: 204 });
    const one = await fired('hangs');
    expect(await delivered(one)).toBe('succeeded');
    const [first] = await history(one);
    expect(first).toMatchObject({
      status: 'failed',
      responseStatus: null,
      error: 'timeout: no complete answer within 1 s',
    });
    expect(first.durationMs).toBeLessThan(2_000);
  });

  test('is skipped when its subscription is disabled', async () => {
    const one = await fired('disabled');
    await setSubscriptionEnabled(own.database, one.workspaceId, one.subscriptionId, false);
    expect(await delivered(one)).toBe('skipped');
    expect(receiver.requests('disabled')).toEqual([]);
    expect(await history(one)).toMatchObject([{ status: 'skipped', error: 'disabled: by the workspace' }]);
  });

  test('stops when its subscription is deleted', async () => {
    const one = await fired('deleted');
    await deleteSubscription(own.database, one.workspaceId, one.subscriptionId);
    expect(await delivered(one)).toBe('skipped');
    expect(receiver.requests('deleted')).toEqual([]);
  });

  test('that is scheduled stops without another request when its subscription is deleted', async () => {
    receiver.answer('waiting', { status: 500 });
    const one = await fired('waiting');
    await temporal.withWorkers(async () => {
      const handle = await start(one);
      await until(
        () => history(one),
        (attempts) => attempts.length === 2,
      );
      await deleteSubscription(own.database, one.workspaceId, one.subscriptionId);
      expect(await handle.result()).toBe('skipped');
    }, ['delivery']);
    expect(receiver.requests('waiting')).toHaveLength(1);
  });

  test('to an endpoint that has failed for five days disables the subscription, and scheduled deliveries are skipped', async () => {
    receiver.answer('failing', { status: 500 });
    const one = await fired('failing');
    const other = { ...one, ...(await fireAgain(own.database, one.workspaceId)) };
    await own.database.query(
      `update subscriptions set failing_since = now() - interval '5 days' where id = $1`,
      [one.subscriptionId],
    );
    expect(await delivered(one)).toBe('skipped');
    expect(await delivered(other)).toBe('skipped');
    expect(receiver.requests('failing')).toHaveLength(1);
    const reason = 'disabled: every attempt failed for five days';
    expect((await history(one)).map(({ error }) => error).sort()).toEqual([
      reason,
      reason,
      `status: HTTP 500; the subscription was ${reason}`,
    ]);
    const { rows } = await own.database.query(
      'select enabled, disabled_reason as reason from subscriptions where id = $1',
      [one.subscriptionId],
    );
    expect(rows).toEqual([{ enabled: false, reason: 'every attempt failed for five days' }]);
  });

  test('continues on another worker when the first stops between attempts', async () => {
    receiver.answer('survivor', { status: 500 }, { status: 204 });
    const one = await fired('survivor');
    await temporal.withWorkers(async () => {
      await start(one);
      await receiver.received('survivor', 1);
      await until(
        () => history(one),
        (attempts) => attempts.length === 2,
      );
    }, ['delivery']);
    await temporal.stopWorkers();
    const outcome = await temporal.withWorkers(
      () =>
        temporal.env.client.workflow
          .getHandle(deliveryWorkflowId(one.deliveryId))
          .result() as Promise<string>,
      ['delivery'],
    );
    expect(outcome).toBe('succeeded');
    expect(receiver.requests('survivor')).toHaveLength(2);
  });

  test('whose request was cut off with its worker has a note of that request in the history', async () => {
    receiver.answer('cut-off', 'hang', { status: 503 });
    const one = await fired('cut-off');
    const sender = await newSender();
    const ofWorker = () => attemptWith(sender, [0, 7200, 7200]);
    const input = { deliveryId: one.deliveryId, sequence: 0, attemptNumber: 1, waited: false };
    // The first run never records its request. Its last heartbeat is what Temporal passes to the second run.
    const first = new MockActivityEnvironment();
    const heartbeats: unknown[] = [];
    first.on('heartbeat', (details: unknown) => heartbeats.push(details));
    void first.run(ofWorker(), input).catch(() => undefined);
    await until(
      () => receiver.requests('cut-off').length,
      (count) => count === 1,
    );
    expect(await attemptsOf(own.database, one)).toMatchObject([{ status: 'pending', error: null }]);
    const second = new MockActivityEnvironment({ attempt: 2, heartbeatDetails: heartbeats.at(-1) });
    await second.run(ofWorker(), input);
    const [attempt] = await attemptsOf(own.database, one);
    expect(attempt).toMatchObject({ attemptNumber: 1, status: 'failed', responseStatus: 503 });
    expect(attempt.error).toBe(
      'status: HTTP 503; interrupted: a worker stopped before it recorded an earlier request of this attempt',
    );
    expect(receiver.requests('cut-off')).toHaveLength(2);
    sender.close();
  });

  test('is not attempted early when a worker died after recording the attempt', async () => {
    receiver.answer('recorded', { status: 500 }, { status: 204 });
    const one = await fired('recorded');
    const sender = await newSender();
    const attemptDelivery = attemptWith(sender, [0, 7200, 7200]);
    const activity = new MockActivityEnvironment();
    const input = { deliveryId: one.deliveryId, sequence: 0, attemptNumber: 1, waited: false };
    expect(await activity.run(attemptDelivery, input)).toMatchObject({ outcome: 'retry' });
    const again = await activity.run<[typeof input], AttemptOutcome, typeof attemptDelivery>(
      attemptDelivery,
      input,
    );
    if (again.outcome !== 'retry') throw new Error(again.outcome);
    expect(again.delayMs / 3_600_000).toBeGreaterThan(1.5);
    expect(receiver.requests('recorded')).toHaveLength(1);
    sender.close();
  });

  test('continues with the recorded result when another worker records the same attempt first', async () => {
    receiver.answer('both', { status: 204 }, { status: 500 });
    const one = await fired('both');
    const sender = await newSender();
    const deps = { database: own.database, secrets: testCipher, schedule: [0, 7200, 7200] };
    const other = createAttemptDelivery({ ...deps, sender });
    const activity = new MockActivityEnvironment();
    const input = { deliveryId: one.deliveryId, sequence: 0, attemptNumber: 1, waited: false };
    const slow = createAttemptDelivery({
      ...deps,
      sender: {
        ...sender,
        async post(...request) {
          const sent = await sender.post(...request);
          expect(await activity.run(other, input)).toMatchObject({ outcome: 'retry' });
          return sent;
        },
      },
    });
    expect(await activity.run(slow, input)).toMatchObject({ outcome: 'retry', result: 'status: HTTP 500' });
    expect((await history(one)).map(({ status, responseStatus }) => [status, responseStatus])).toEqual([
      ['failed', 500],
      ['pending', null],
    ]);
    sender.close();
  });

  test('whose attempt cannot be recorded is not sent repeatedly', async () => {
    const one = await fired('unrecorded');
    await markDeliveryStarted(own.database, one.deliveryId);
    const readOnly = createPool({
      databaseUrl: `${own.url}?options=-c%20default_transaction_read_only%3Don`,
      applicationName: 'test',
      maxConnections: 2,
      onIdleError: () => undefined,
    });
    const sender = await newSender();
    const input = { deliveryId: one.deliveryId, sequence: 0, attemptNumber: 1, waited: false };
    const attempt = (database: Database, number: number) =>
      new MockActivityEnvironment({ attempt: number }, { logger: new DefaultLogger('ERROR') }).run(
        createAttemptDelivery({ database, secrets: testCipher, sender, schedule: [0] }),
        input,
      );
    for (const number of [1, 2, 3]) await expect(attempt(readOnly, number)).rejects.toThrow('read-only');
    expect(receiver.requests('unrecorded')).toHaveLength(1);
    expect(await attempt(own.database, 4)).toMatchObject({ outcome: 'succeeded' });
    expect(receiver.requests('unrecorded')).toHaveLength(2);
    sender.close();
    await readOnly.end();
  });

  describe('with others that fail concurrently at the end of five days,', () => {
    /**
     * Fails two concurrent attempts at an endpoint that has been failing for five days. While they wait for a lock,
     * another transaction commits the SQL statement `change`. Returns the statuses of all attempts, and the attempts
     * that disabled the subscription.
     */
    async function atOnce(name: string, change: string) {
      receiver.answer(name, { status: 500 });
      const one = await fired(name);
      const other = { ...one, ...(await fireAgain(own.database, one.workspaceId)) };
      await own.database.query(
        `update subscriptions set failing_since = now() - interval '5 days' where id = $1`,
        [one.subscriptionId],
      );
      const sender = await newSender();
      const attemptDelivery = attemptWith(sender, [0, 7200]);
      const holder = await own.database.connect();
      try {
        await holder.query('begin');
        await holder.query(change, [one.subscriptionId]);
        const attempts = [one, other].map(({ deliveryId }) =>
          new MockActivityEnvironment().run(attemptDelivery, {
            deliveryId,
            sequence: 0,
            attemptNumber: 1,
            waited: false,
          }),
        );
        await untilWaitingForLocks(own.database, 2);
        await holder.query('commit');
        await Promise.all(attempts);
      } finally {
        holder.release(true);
        sender.close();
      }
      const made = await history(one);
      return {
        statuses: made.map(({ status }) => status as string).sort(),
        disabling: made.filter(({ error }) =>
          /^status: .*the subscription was disabled/.test(error as string),
        ),
      };
    }

    test('leaves none of them scheduled, and exactly one records that it disabled the subscription', async () => {
      const locking = 'select from subscriptions where id = $1 for update';
      const { statuses, disabling } = await atOnce('at-once', locking);
      expect(statuses).toEqual(['failed', 'failed', 'skipped', 'skipped']);
      expect(disabling).toHaveLength(1);
    });

    test('continues without disabling the subscription if another delivery has succeeded', async () => {
      const forgetting = 'update subscriptions set failing_since = null where id = $1';
      const { statuses, disabling } = await atOnce('meanwhile', forgetting);
      expect(statuses).toEqual(['failed', 'failed', 'pending', 'pending']);
      expect(disabling).toEqual([]);
    });
  });

  test('to an endpoint that returns 410 skips the scheduled deliveries too', async () => {
    receiver.answer('last', { status: 500 }, { status: 410 });
    const one = await fired('last');
    const other = { ...one, ...(await fireAgain(own.database, one.workspaceId)) };
    await temporal.withWorkers(async () => {
      const first = await start(one);
      await until(
        () => history(one),
        (attempts) => attempts.length === 3,
      );
      expect(await (await start(other)).result()).toBe('gone');
      const reason = 'disabled: the endpoint answered 410 Gone';
      expect((await history(one)).map(({ error }) => error).sort()).toEqual([
        ...[reason, `status: HTTP 410; the subscription was ${reason}`, 'status: HTTP 500'],
      ]);
      expect(await first.result()).toBe('skipped');
    }, ['delivery']);
    expect(receiver.requests('last')).toHaveLength(2);
  });

  test('that is started twice is delivered once', async () => {
    const one = await fired('twice');
    await temporal.withWorkers(async () => {
      const handle = await start(one);
      await start(one);
      await handle.result();
    }, ['delivery']);
    expect(receiver.requests('twice')).toHaveLength(1);
  });
});

describe('a schedule with a delay before the first attempt', { tags: 'long' }, () => {
  const slow = useTemporal(own, blobs, { caFile: () => receiver.caFile, schedule: [60, 60] });

  test('is followed', async () => {
    const one = await fired('later');
    await slow.withWorkers(async () => {
      await startDelivery(slow, one);
      await slow.env.client.workflow.getHandle(deliveryWorkflowId(one.deliveryId)).result();
    }, ['delivery']);
    expect(await durationMs(slow.env, deliveryWorkflowId(one.deliveryId))).toBeGreaterThanOrEqual(48_000);
    expect(receiver.requests('later')).toHaveLength(1);
  });
});

describe('a delayed attempt', () => {
  async function attempted(one: Fired, schedule: number[], limits?: DeliveryLimits) {
    const sender = await newSender(3_000);
    const attemptDelivery = createAttemptDelivery({
      database: own.database,
      secrets: testCipher,
      sender,
      schedule,
      ...(limits === undefined ? {} : { limits }),
    });
    return (sequence = 0, deliveryId = one.deliveryId) => {
      const input = {
        deliveryId,
        sequence,
        attemptNumber: sequence + 1,
        waited: false,
      };
      return new MockActivityEnvironment().run<[typeof input], AttemptOutcome, typeof attemptDelivery>(
        attemptDelivery,
        input,
      );
    };
  }
  const dueInMs = async (one: Fired) =>
    Date.parse((await history(one)).at(-1).nextAttemptAt as string) - Date.now();

  test('shows the delay of the schedule in the history', async () => {
    const one = await fired('not-yet');
    expect(await (await attempted(one, [60]))()).toMatchObject({ outcome: 'wait' });
    expect(await dueInMs(one)).toBeGreaterThan(40_000);
    expect(receiver.requests('not-yet')).toEqual([]);
    // A redelivery is attempted immediately.
    await reopenDelivery(own.database, one.workspaceId, one.subscriptionId, one.event.id);
    expect(await (await attempted(one, [60]))(1)).toMatchObject({ outcome: 'succeeded' });
  });

  test(
    'shows the time of the next attempt in the history if its endpoint has no free slot',
    { tags: 'long' },
    async () => {
      receiver.answer('occupied', 'hang');
      const one = await fired('occupied');
      const full = { quick: 1, slow: 1 };
      const attempt = await attempted(one, [0], {
        ...defaultDeliveryLimits,
        endpoint: full,
        workspace: full,
      });
      const first = attempt();
      await receiver.received('occupied', 1);
      expect(await attempt()).toMatchObject({ outcome: 'wait' });
      expect(await dueInMs(one)).toBeGreaterThan(500);
      expect(await first).toMatchObject({ outcome: 'exhausted' });
    },
  );

  test(
    'waits if another subscription of the workspace uses all slots of the same endpoint',
    { tags: 'long' },
    async () => {
      receiver.answer('shared', 'hang');
      const one = await fired('shared');
      const other = await subscribeAt(own.database, one.workspaceId, receiver.url('shared'));
      await fireAgain(own.database, one.workspaceId);
      const { rows } = await own.database.query<{ id: string }>(
        'select id from deliveries where subscription_id = $1',
        [other],
      );
      const [endpoint, workspace] = [1, 4].map((places) => ({ quick: places, slow: places }));
      const attempt = await attempted(one, [0], {
        ...defaultDeliveryLimits,
        endpoint: endpoint!,
        workspace: workspace!,
      });
      const first = attempt();
      await receiver.received('shared', 1);
      expect(await attempt(0, rows[0]!.id)).toMatchObject({ outcome: 'wait' });
      await first;
    },
  );
});

describe('a schedule with many attempts', () => {
  const attempts = 50;
  const long = useTemporal(own, blobs, {
    caFile: () => receiver.caFile,
    schedule: [0, ...Array.from({ length: attempts - 1 }, () => 60)],
  });

  test(
    'is executed in several runs, each with a short history',
    { tags: 'long', timeout: 180_000 },
    async () => {
      receiver.answer('long', { status: 500 });
      const one = await fired('long');
      const workflowId = deliveryWorkflowId(one.deliveryId);
      await long.withWorkers(async () => {
        await startDelivery(long, one);
        expect(await long.env.client.workflow.getHandle(workflowId).result()).toBe('exhausted');
      }, ['delivery']);
      expect(receiver.requests('long')).toHaveLength(attempts);
      expect(new Set(receiver.requests('long').map(({ headers }) => headers['webhook-id'])).size).toBe(1);
      const last = await long.env.client.workflow.getHandle(workflowId).describe();
      expect(last.historyLength).toBeLessThan(attempts * 11 - 400);
    },
  );
});

describe('a worker with six slots', () => {
  const limits = {
    ...defaultDeliveryLimits,
    slots: 6,
    endpoint: { quick: 3, slow: 1 },
    workspace: { quick: 3, slow: 1 },
  };
  const busy = useTemporal(own, blobs, {
    caFile: () => receiver.caFile,
    webhookTimeoutMs: 8_000,
    schedule: [0],
    deliveryLimits: limits,
    maxCachedWorkflows: 1000,
  });

  test(
    'delivers to other endpoints while more attempts hang than it has slots',
    { tags: 'long' },
    async () => {
      receiver.answer('hanging', 'hang');
      const hanging = await fired('hanging');
      await confirm(own.database, hanging);
      const more = await Promise.all(
        Array.from({ length: 12 }, () => fireAgain(own.database, hanging.workspaceId)),
      );
      const others = await Promise.all(['first', 'second', 'third'].map((name) => fired(name)));
      await busy.withWorkers(async () => {
        const all = [hanging, ...more.map((one) => ({ ...hanging, ...one }))];
        for (const delivery of all) await startDelivery(busy, delivery);
        await receiver.received('hanging', 3);
        for (const delivery of others) await startDelivery(busy, delivery);
        for (const { deliveryId } of others) {
          const handle = busy.env.client.workflow.getHandle(deliveryWorkflowId(deliveryId));
          expect(await handle.result()).toBe('succeeded');
        }
        // No attempt at the hanging endpoint has ended.
        expect((await history(hanging)).map(({ status }) => status)).toEqual(
          Array.from({ length: 13 }, () => 'pending'),
        );
        expect(receiver.requests('hanging')).toHaveLength(3);
      }, ['delivery']);
    },
  );
});
