import { describe, expect, test } from 'vitest';
import { defaultDeliveryLimits } from '../../activities/deliver/delivery-limiter.ts';
import { searchAttributes } from '@assay/domain/search-attributes.ts';
import { taskQueues } from '@assay/domain/task-queues.ts';
import { deliveryWorkflowId } from '@assay/domain/workflow-ids.ts';
import { readPendingDelivery } from '@assay/storage/webhooks/pending-deliveries.ts';
import { reopenDelivery } from '@assay/storage/webhooks/redeliveries.ts';
import { skipWaitingDeliveries } from '@assay/storage/webhooks/skipped-deliveries.ts';
import { setSubscriptionEnabled } from '@assay/storage/webhooks/subscriptions.ts';
import { cancelUpdate, deliverNowUpdate, type deliverWebhook } from '../../workflows/deliver-webhook.ts';
import type { FirstAttempt } from '../../workers/start-waiting-deliveries.ts';
import { until } from '../support/api.ts';
import { useBlobs } from '../support/blobs.ts';
import { leaseWhileStopping, useDatabase } from '../support/database.ts';
import {
  attemptsOf,
  confirm,
  lease,
  type Fired,
  fireAgain,
  fireAt,
  secret,
  startDelivery,
  subscribeAt,
} from '../support/deliveries.ts';
import { useReceiver, verified } from '../support/receiver.ts';
import { cipherOf, encryptionKey, testCipher } from '../support/secrets.ts';
import { historyText, useTemporal } from '../support/temporal.ts';

// Deliveries that wait in Postgres are started by a delivery worker, with both settings of WEBHOOK_FIRST_ATTEMPT.

const own = useDatabase();
const blobs = useBlobs();
const receiver = useReceiver();
const temporal = useTemporal(own, blobs, {
  caFile: () => receiver.caFile,
  webhookTimeoutMs: 3_000,
  schedule: [0, 60, 60],
  maxCachedWorkflows: 1000,
});

const fired = (name: string) => fireAt(own.database, receiver.url(name));
const history = (one: Fired) => attemptsOf(own.database, one);
const handleOf = ({ deliveryId }: Fired, sequence = 0) =>
  temporal.env.client.workflow.getHandle(deliveryWorkflowId(deliveryId, sequence));

/** Returns the times at which the attempts of a subscription began and ended, in order. */
async function spans(one: Fired): Promise<{ fromMs: number; toMs: number }[]> {
  const made = (await history(one)).filter(({ durationMs }) => durationMs !== null);
  return made
    .map(({ createdAt, durationMs }) => ({
      fromMs: Date.parse(createdAt as string),
      toMs: Date.parse(createdAt as string) + (durationMs as number),
    }))
    .sort((a, b) => a.fromMs - b.fromMs);
}

/** Waits until a delivery has ended, and returns its status. */
async function ended({ deliveryId }: Fired): Promise<string> {
  const { rows } = await until(
    () => own.database.query<{ status: string }>('select status from deliveries where id = $1', [deliveryId]),
    ({ rows: [row] }) => row!.status !== 'pending',
  );
  return rows[0]!.status;
}

/** Starts the workflow of a delivery, like a worker that then dies. */
const startLikeWorker = ({ deliveryId, sequence, attemptNumber }: Fired) =>
  temporal.env.client.workflow.start<typeof deliverWebhook>('deliverWebhook', {
    workflowId: deliveryWorkflowId(deliveryId),
    taskQueue: taskQueues.delivery,
    args: [{ deliveryId, sequence, attemptNumber }],
  });

/** Returns the current details of the workflow of a delivery, which list its attempts. */
async function detailsOf(one: Fired, sequence = 0): Promise<string> {
  const metadata = await handleOf(one, sequence).query<{ currentDetails: string }>(
    '__temporal_workflow_metadata',
  );
  return metadata.currentDetails;
}

/** Returns whether a delivery has or had a workflow. */
const hasWorkflow = async (one: Fired) =>
  (await handleOf(one)
    .describe()
    .catch(() => null)) !== null;

/** Waits until a delivery has a workflow, and until the workflow succeeds. Skips the time of its timers. */
async function untilWorkflowSucceeds(one: Fired): Promise<void> {
  await until(
    () => hasWorkflow(one),
    (exists) => exists,
  );
  expect(await handleOf(one).result()).toBe('succeeded');
}

describe('workflow: a delivery', () => testDeliveries('workflow'));
describe('direct: a delivery', { tags: 'long' }, () => testDeliveries('direct'));

function testDeliveries(firstAttempt: FirstAttempt): void {
  const name = (of: string) => `${firstAttempt}-${of}`;
  const whileStarting = <T>(use: () => Promise<T>) => temporal.withDeliveryStarter(firstAttempt, use);

  test('is attempted at once, signed, and recorded', async () => {
    const one = await fired(name('taken'));
    const status = await whileStarting(async () => {
      const first = await ended(one);
      if (firstAttempt === 'workflow') {
        expect(await handleOf(one).result()).toBe('succeeded');
        const { typedSearchAttributes } = await handleOf(one).describe();
        expect(typedSearchAttributes.get(searchAttributes.outcome)).toBe('succeeded');
        expect(await historyText(temporal.env, deliveryWorkflowId(one.deliveryId))).toContain(
          'status: HTTP 204',
        );
      }
      return first;
    });
    expect(status).toBe('succeeded');
    const [request, ...more] = receiver.requests(name('taken'));
    expect(more).toEqual([]);
    expect(verified(secret, request!)).toMatchObject({ id: one.event.id });
    expect(request!.body).toBe(one.event.payload);
    expect(await history(one)).toMatchObject([
      { attemptNumber: 1, status: 'succeeded', responseStatus: 204, error: null, nextAttemptAt: null },
    ]);
    expect(await hasWorkflow(one)).toBe(firstAttempt === 'workflow');
  });

  test('that was written while the worker waits is started by a notification', async () => {
    await whileStarting(async () => {
      const first = await fired(name('first'));
      await ended(first);
      const one = await fired(name('notified'));
      expect(await ended(one)).toBe('succeeded');
    });
  });

  test.for(['pending', 'skipped'])(
    'that is %s and requested again ends the waiting workflow',
    async (state) => {
      const of = name(`replaced-${state}`);
      receiver.answer(of, { status: 500 }, { status: 500 }, { status: 204 });
      const one = await fired(of);
      const again = () => reopenDelivery(own.database, one.workspaceId, one.subscriptionId, one.event.id);
      const isRunning = async (sequence: number) => {
        const { status } = await handleOf(one, sequence)
          .describe()
          .catch(() => ({ status: null }));
        return status?.name === 'RUNNING';
      };
      /** Returns whether the timer of a workflow runs. Before, its first activity may still read the delivery. */
      const isWaiting = async (sequence: number) =>
        (await isRunning(sequence)) && / due \d{4}-/.test(await detailsOf(one, sequence));
      const enable = (enabled: boolean) =>
        setSubscriptionEnabled(own.database, one.workspaceId, one.subscriptionId, enabled);
      await whileStarting(async () => {
        // Each sequence has an attempt that failed, and one that is scheduled.
        for (const sequence of [0, 2]) {
          await until(
            async () => (await isWaiting(sequence)) && (await history(one)).length === sequence + 2,
            (waits) => waits,
          );
          if (state === 'skipped') {
            await enable(false);
            await skipWaitingDeliveries(own.database, one.workspaceId, one.subscriptionId);
            await enable(true);
          }
          expect(await again()).toHaveLength(1);
          await until(
            () => isRunning(sequence),
            (runs) => !runs,
            10_000,
          );
          // Waiting for the result would skip the time until the next attempt.
          const { typedSearchAttributes } = await handleOf(one, sequence).describe();
          expect(typedSearchAttributes.get(searchAttributes.outcome)).toBe('ended');
        }
        expect(await ended(one)).toBe('succeeded');
      });
      expect(receiver.requests(of)).toHaveLength(3);
    },
  );

  test('that fails is tried again by its workflow, which shows every attempt', async () => {
    receiver.answer(name('again'), { status: 500 }, { status: 204 });
    const one = await fired(name('again'));
    await whileStarting(async () => {
      await untilWorkflowSucceeds(one);
    });
    expect(receiver.requests(name('again')).map(({ headers }) => headers['webhook-id'])).toEqual([
      one.event.id,
      one.event.id,
    ]);
    expect((await history(one)).map((each) => [each.attemptNumber, each.status, each.error])).toEqual([
      [1, 'failed', 'status: HTTP 500'],
      [2, 'succeeded', null],
    ]);
    const text = await historyText(temporal.env, deliveryWorkflowId(one.deliveryId));
    expect(text).toContain('status: HTTP 500');
    expect(text).toContain('status: HTTP 204');
    const { typedSearchAttributes } = await handleOf(one).describe();
    expect(typedSearchAttributes.get(searchAttributes.outcome)).toBe('succeeded');
  });

  test('that fails is delivered at once on request, or cancelled', async () => {
    receiver.answer(name('now'), { status: 500 }, { status: 204 });
    receiver.answer(name('cancelled'), { status: 500 });
    const now = await fired(name('now'));
    const cancelled = await fired(name('cancelled'));
    await whileStarting(async () => {
      for (const one of [now, cancelled])
        await until(
          async () => (await history(one)).length === 2 && hasWorkflow(one),
          (isWaiting) => isWaiting,
        );
      const deliver = () =>
        handleOf(now)
          .executeUpdate(deliverNowUpdate)
          .catch(() => '');
      expect(await until(deliver, (result) => result !== '')).toBe('status: HTTP 204');
      const cancel = () =>
        handleOf(cancelled)
          .executeUpdate(cancelUpdate)
          .catch(() => '');
      expect(await until(cancel, (result) => result !== '')).toBe('cancelled');
    });
    expect((await history(cancelled)).map(({ error }) => error)).toEqual([
      'status: HTTP 500',
      'cancelled: by the operator',
    ]);
  });

  test('that gets a 410 ends, and its subscription is disabled', async () => {
    receiver.answer(name('gone'), { status: 410 });
    const one = await fired(name('gone'));
    await whileStarting(async () => {
      expect(await ended(one)).toBe('failed');
      if (firstAttempt === 'direct') return;
      expect(await handleOf(one).result()).toBe('gone');
      const { typedSearchAttributes } = await handleOf(one).describe();
      expect(typedSearchAttributes.get(searchAttributes.outcome)).toBe('gone');
      expect(typedSearchAttributes.get(searchAttributes.failureType)).toBe('status');
    });
    const { rows } = await own.database.query('select enabled from subscriptions where id = $1', [
      one.subscriptionId,
    ]);
    expect(rows).toEqual([{ enabled: false }]);
  });

  test(
    'to an endpoint that takes seconds is sent once, and its response counts',
    { tags: 'long' },
    async () => {
      receiver.answer(name('late'), { status: 204, delayMs: 2_000 });
      const one = await fired(name('late'));
      await whileStarting(async () => {
        expect(await ended(one)).toBe('succeeded');
        if (firstAttempt === 'workflow') expect(await handleOf(one).result()).toBe('succeeded');
      });
      expect(receiver.requests(name('late'))).toHaveLength(1);
      expect((await history(one))[0].durationMs).toBeGreaterThanOrEqual(1_900);
    },
  );

  test(
    'waits without a workflow while its endpoint hangs, and others do not wait for it',
    { tags: 'long' },
    async () => {
      receiver.answer(name('never-answers'), 'hang');
      receiver.answer(name('hanging'), { status: 500, delayMs: 200 }, { status: 204, delayMs: 200 }, 'hang');
      const unconfirmed = await fired(name('never-answers'));
      const hanging = await fired(name('hanging'));
      const all = [unconfirmed, hanging];
      while (all.length < 20)
        for (const each of [unconfirmed, hanging])
          all.push({ ...each, ...(await fireAgain(own.database, each.workspaceId)) });
      await whileStarting(async () => {
        // After the two responses, five attempts are in progress.
        await receiver.received(name('hanging'), 7);
        const one = await fired(name('beside'));
        expect(await ended(one)).toBe('succeeded');
        expect(receiver.requests(name('hanging'))).toHaveLength(7);
        const workflows = (await Promise.all(all.map(hasWorkflow))).filter(Boolean);
        const requests = ['hanging', 'never-answers'].flatMap((of) => receiver.requests(name(of)));
        expect(workflows.length).toBeLessThanOrEqual(requests.length);
        for (const { workspaceId, subscriptionId } of [unconfirmed, hanging])
          await setSubscriptionEnabled(own.database, workspaceId, subscriptionId, false);
      });
      // Until the 204, each attempt began after the end of the one before. Times are rounded to milliseconds.
      const [first, second, ...others] = await spans(hanging);
      expect(second!.fromMs).toBeGreaterThan(first!.toMs - 2);
      for (const { fromMs } of others) expect(fromMs).toBeGreaterThan(second!.toMs - 2);
      const alone = await spans(unconfirmed);
      for (const [index, { fromMs }] of alone.slice(1).entries())
        expect(fromMs).toBeGreaterThan(alone[index]!.toMs - 2);
    },
  );

  test('does not wait while another workspace cannot record its deliveries', async () => {
    const locked = await fired(name('locked'));
    const lock = await own.database.connect();
    try {
      await lock.query('begin');
      await lock.query('select from attempts where delivery_id = $1 for update', [locked.deliveryId]);
      await whileStarting(async () => {
        await receiver.received(name('locked'), 1);
        expect(await ended(await fired(name('unlocked')))).toBe('succeeded');
        await lock.query('rollback');
        expect(await ended(locked)).toBe('succeeded');
      });
    } finally {
      lock.release(true);
    }
    expect(receiver.requests(name('locked'))).toHaveLength(1);
  });

  test('whose subscription was disabled is skipped without a request', async () => {
    const one = await fired(name('disabled'));
    await setSubscriptionEnabled(own.database, one.workspaceId, one.subscriptionId, false);
    await whileStarting(async () => {
      expect(await ended(one)).toBe('skipped');
      if (firstAttempt === 'workflow') expect(await handleOf(one).result()).toBe('skipped');
    });
    expect(receiver.requests(name('disabled'))).toEqual([]);
  });

  test('whose subscription is disabled during the failed first attempt is skipped', async () => {
    receiver.answer(name('disabled-meanwhile'), { status: 500, delayMs: 500 });
    const one = await fired(name('disabled-meanwhile'));
    await whileStarting(async () => {
      await receiver.received(name('disabled-meanwhile'), 1);
      await setSubscriptionEnabled(own.database, one.workspaceId, one.subscriptionId, false);
      expect(await ended(one)).toBe('skipped');
      if (firstAttempt === 'direct') return;
      await until(
        () => hasWorkflow(one),
        (exists) => exists,
      );
      expect(await handleOf(one).result()).toBe('skipped');
    });
    expect((await history(one)).map(({ status }) => status)).toEqual(['failed', 'skipped']);
  });

  test('whose secret cannot be decrypted waits in a workflow, and uses up no attempt', async () => {
    const one = await fired(name('undecryptable'));
    const store = (cipher: typeof testCipher) =>
      own.database.query('update subscriptions set secret = $2 where id = $1', [
        one.subscriptionId,
        cipher.encrypt(secret, one.subscriptionId),
      ]);
    await store(cipherOf(encryptionKey('missing', 2)));
    await whileStarting(async () => {
      await until(
        async () =>
          (
            await handleOf(one)
              .describe()
              .catch(() => null)
          )?.raw.pendingActivities?.[0]?.attempt,
        (attempt) => (attempt ?? 0) > 1,
      );
      await store(testCipher);
      expect(await handleOf(one).result()).toBe('succeeded');
    });
    expect(receiver.requests(name('undecryptable'))).toHaveLength(1);
    expect(await history(one)).toMatchObject([{ attemptNumber: 1, status: 'succeeded' }]);
  });

  test('is attempted by another worker, with its id, if the worker with the lease died', async () => {
    const one = await fired(name('died'));
    const leased = await lease(own.database, 100, { leaseSeconds: 2 });
    expect(leased.map(({ deliveryId }) => deliveryId)).toContain(one.deliveryId);
    await whileStarting(async () => {
      expect(await ended(one)).toBe('succeeded');
    });
    expect(receiver.requests(name('died')).map(({ headers }) => headers['webhook-id'])).toEqual([
      one.event.id,
    ]);
    // The dead worker may have sent the request too, so the history has a note.
    expect(await history(one)).toMatchObject([
      {
        attemptNumber: 1,
        status: 'succeeded',
        error: expect.stringMatching(/^interrupted: a worker stopped/),
      },
    ]);
  });

  test('that is leased while its worker stops is not sent, and can be leased at once', async () => {
    const one = await fired(name('stopping'));
    await leaseWhileStopping(own.database, 'deliveries', whileStarting);
    expect((await readPendingDelivery(own.database, one.deliveryId))!.isLeased).toBe(false);
    expect(receiver.requests(name('stopping'))).toEqual([]);
    expect(await hasWorkflow(one)).toBe(false);
    await whileStarting(async () => {
      expect(await ended(one)).toBe('succeeded');
    });
  });

  test(
    'waits while attempts with workflows use all permits of its endpoint, and delays no other endpoint',
    { tags: 'long' },
    async () => {
      const { slow } = defaultDeliveryLimits.endpoint;
      receiver.answer(name('permits'), ...Array.from({ length: slow }, () => 'hang' as const), {
        status: 204,
      });
      const first = await fired(name('permits'));
      await confirm(own.database, first);
      const again = async () => ({ ...first, ...(await fireAgain(own.database, first.workspaceId)) });
      const withWorkflow = [first];
      while (withWorkflow.length < slow) withWorkflow.push(await again());
      // Their attempts are made in ordinary activities, as retries are.
      for (const one of withWorkflow) await startDelivery(temporal, one);
      await whileStarting(async () => {
        const countRequests = () => receiver.requests(name('permits')).length;
        await until(
          () => Promise.resolve(countRequests()),
          (count) => count >= slow,
        );
        const waiting = await again();
        expect(await ended(await fired(name('beside-permits')))).toBe('succeeded');
        expect(countRequests()).toBe(slow);
        // The attempts in progress time out.
        expect(await ended(waiting)).toBe('succeeded');
        expect(countRequests()).toBe(slow + 1);
      });
    },
  );

  test('that is requested again gets a new sequence of attempts', async () => {
    const one = await fired(name('requested'));
    await whileStarting(async () => {
      await ended(one);
      await reopenDelivery(own.database, one.workspaceId, one.subscriptionId, one.event.id);
      expect(await ended(one)).toBe('succeeded');
    });
    expect((await history(one)).map((each) => [each.attemptNumber, each.status])).toEqual([
      [1, 'succeeded'],
      [2, 'succeeded'],
    ]);
    expect(new Set(receiver.requests(name('requested')).map(({ body }) => body)).size).toBe(1);
  });
}

describe('a delivery while Temporal starts no workflow', () => {
  let isBroken = false;
  const whileStarting = <T>(firstAttempt: FirstAttempt, use: () => Promise<T>) =>
    temporal.withDeliveryStarter(firstAttempt, use, ['delivery'], (starter) => ({
      ...starter,
      startDelivery: (delivery) => unlessBroken(() => starter.startDelivery(delivery)),
      startDeliveryEagerly: (delivery) => unlessBroken(() => starter.startDeliveryEagerly(delivery)),
    }));
  let rejectedCount = 0;
  const unlessBroken = (start: () => Promise<boolean>) => {
    if (!isBroken) return start();
    rejectedCount++;
    return Promise.reject(new Error('Temporal is unavailable'));
  };

  test('waits in Postgres, and is sent once when Temporal works again', { tags: 'long' }, async () => {
    isBroken = true;
    rejectedCount = 0;
    const one = await fired('outage');
    await whileStarting('workflow', async () => {
      await until(
        () => Promise.resolve(rejectedCount),
        (count) => count > 1,
      );
      expect(receiver.requests('outage')).toEqual([]);
      expect(await history(one)).toMatchObject([{ status: 'pending' }]);
      isBroken = false;
      await untilWorkflowSucceeds(one);
    });
    expect(receiver.requests('outage')).toHaveLength(1);
  });

  test(
    'that failed with WEBHOOK_FIRST_ATTEMPT=direct gets its workflow when Temporal works again',
    { tags: 'long' },
    async () => {
      receiver.answer('direct-outage', { status: 500 }, { status: 204 });
      isBroken = true;
      rejectedCount = 0;
      const one = await fired('direct-outage');
      await whileStarting('direct', async () => {
        await until(
          () => Promise.resolve(rejectedCount),
          (count) => count > 0,
        );
        expect(await history(one)).toMatchObject([
          { status: 'failed', responseStatus: 500 },
          { status: 'pending' },
        ]);
        expect(await hasWorkflow(one)).toBe(false);
        isBroken = false;
        await untilWorkflowSucceeds(one);
        expect(await ended(one)).toBe('succeeded');
      });
      expect((await history(one)).map((each) => each.responseStatus)).toEqual([500, 204]);
      expect(receiver.requests('direct-outage')).toHaveLength(2);
    },
  );
});

test(
  'a new delivery of a workspace does not wait for the backlogs of many others',
  { tags: 'long' },
  async () => {
    const backlogs = Array.from({ length: 12 }, (_, index) => `backlog-${index}`);
    for (const path of backlogs) {
      const one = await fired(path);
      for (let each = 1; each < 10; each++) await fireAgain(own.database, one.workspaceId);
    }
    const delivered = () => backlogs.flatMap((path) => receiver.requests(path)).length;
    await temporal.withDeliveryStarter('workflow', async () => {
      await until(
        () => Promise.resolve(delivered()),
        (count) => count > 10,
      );
      const before = delivered();
      await fired('beside-backlogs');
      await receiver.received('beside-backlogs', 1);
      expect(delivered() - before).toBeLessThan(50);
      await until(
        () => Promise.resolve(delivered()),
        (count) => count === 120,
      );
    });
  },
);

describe('a first attempt that hangs', () => {
  test('is shown as a pending activity, and cannot be made at once', { tags: 'long' }, async () => {
    receiver.answer('hanging-now', 'hang', { status: 204 });
    const one = await fired('hanging-now');
    await temporal.withDeliveryStarter('workflow', async () => {
      await receiver.received('hanging-now', 1);
      const { raw } = await until(
        () => handleOf(one).describe(),
        ({ raw: { pendingActivities } }) => (pendingActivities?.length ?? 0) > 0,
      );
      expect(raw.pendingActivities).toMatchObject([{ activityType: { name: 'attemptDelivery' } }]);
      expect(await detailsOf(one)).toMatch(/^\| 1 \| \| in progress since \d{4}-/m);
      await expect(handleOf(one).executeUpdate(deliverNowUpdate)).rejects.toThrow();
      expect(await history(one)).toMatchObject([{ status: 'pending' }]);
      expect(await handleOf(one).result()).toBe('succeeded');
    });
    expect((await history(one)).map(({ error }) => error)).toEqual([
      'timeout: no complete answer within 3 s',
      null,
    ]);
  });

  test('can be cancelled, and no further attempt is made', { tags: 'long' }, async () => {
    receiver.answer('hanging-cancelled', 'hang');
    const one = await fired('hanging-cancelled');
    await temporal.withDeliveryStarter('workflow', async () => {
      await receiver.received('hanging-cancelled', 1);
      expect(await handleOf(one).executeUpdate(cancelUpdate)).toBe('cancelled');
    });
    expect(receiver.requests('hanging-cancelled')).toHaveLength(1);
    expect((await history(one)).map(({ status }) => status)).toEqual(['failed', 'skipped']);
  });
});

test(
  'a workflow that runs in another process waits for the lease, and then makes the first attempt',
  { tags: 'long' },
  async () => {
    const one = await fired('elsewhere');
    await lease(own.database, 100, { leaseSeconds: 2 });
    await temporal.withWorkers(async () => {
      const handle = await startLikeWorker(one);
      expect(await handle.result()).toBe('succeeded');
    }, ['delivery']);
    expect(receiver.requests('elsewhere')).toHaveLength(1);
  },
);

test(
  'a delivery whose worker died after the start of its workflow is sent once by another worker',
  { tags: 'long' },
  async () => {
    const names = ['started-0', 'started-1'];
    // Longer than the interval between two leases.
    for (const name of names) receiver.answer(name, { status: 204, delayMs: 1_500 });
    const deliveries = await Promise.all(names.map(fired));
    await lease(own.database, 100, { leaseSeconds: 3 });
    for (const one of deliveries) await startLikeWorker(one);
    await temporal.withDeliveryStarter('workflow', async () => {
      for (const one of deliveries) expect(await handleOf(one).result()).toBe('succeeded');
    });
    for (const [index, name] of names.entries()) {
      expect(receiver.requests(name)).toHaveLength(1);
      expect(await history(deliveries[index]!)).toHaveLength(1);
    }
  },
);

describe('a worker with 40 slots', { tags: 'long' }, () => {
  const crowded = useTemporal(own, blobs, {
    caFile: () => receiver.caFile,
    webhookTimeoutMs: 8_000,
    schedule: [0],
    maxCachedWorkflows: 1000,
    // The half of the slots is for first attempts.
    deliveryLimits: { ...defaultDeliveryLimits, slots: 40 },
  });

  test.for<FirstAttempt>(['workflow', 'direct'])(
    '%s: leaves half of its capacity to others while the endpoints of a workspace hang',
    async (firstAttempt) => {
      const name = (of: string) => `${firstAttempt}-crowd-${of}`;
      const endpoints = Array.from({ length: 8 }, (_, index) => name(`${index}`));
      for (const endpoint of endpoints) receiver.answer(endpoint, 'hang');
      const hanging = await fired(endpoints[0]!);
      for (const endpoint of endpoints.slice(1))
        await subscribeAt(own.database, hanging.workspaceId, receiver.url(endpoint));
      await own.database.query('update subscriptions set confirmed_at = now() where workspace_id = $1', [
        hanging.workspaceId,
      ]);
      for (let each = 0; each < 5; each++) await fireAgain(own.database, hanging.workspaceId);
      const countRequests = () => endpoints.flatMap((endpoint) => receiver.requests(endpoint)).length;
      await crowded.withDeliveryStarter(firstAttempt, async () => {
        await until(
          () => Promise.resolve(countRequests()),
          (count) => count >= 10,
        );
        expect(await ended(await fired(name('beside')))).toBe('succeeded');
        expect(countRequests()).toBe(10);
        await own.database.query('update subscriptions set enabled = false where workspace_id = $1', [
          hanging.workspaceId,
        ]);
      });
    },
  );
});
