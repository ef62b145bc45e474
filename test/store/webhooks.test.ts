import { leaseSandboxVersions } from '@assay/storage/submissions/sandbox-queue.ts';
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { attemptList } from '@assay/domain/contracts/delivery.ts';
import {
  subscription as subscriptionSchema,
  subscriptionPage,
} from '@assay/domain/contracts/subscription.ts';
import { readInWorkspace } from '@assay/storage/accounts/workspace-read.ts';
import { readDeliveries } from '@assay/storage/webhooks/delivery-history.ts';
import { readPendingDelivery } from '@assay/storage/webhooks/pending-deliveries.ts';
import { lease, isWaiting, recordAttempt } from '../support/deliveries.ts';
import { skipIfUndeliverable } from '@assay/storage/webhooks/skipped-deliveries.ts';
import { insertFiredEvents } from '@assay/storage/webhooks/fired-events.ts';
import {
  markDeliveryStarted,
  markVersionStarted,
  readVersionToStart,
} from '@assay/storage/submissions/outbox.ts';
import { openRetry } from '@assay/storage/submissions/asset-retries.ts';
import { recordSandboxEnds } from '@assay/storage/submissions/asset-ends.ts';
import {
  deleteSubscription,
  insertSubscription,
  listSubscriptions,
  setSubscriptionEnabled,
  type SubscriptionQuery,
  subscriptionBody,
} from '@assay/storage/webhooks/subscriptions.ts';
import { newWorkspace, useDatabase } from '../support/database.ts';
import { sandboxAsset, submit } from './fixtures.ts';

const own = useDatabase();

async function subscribe(
  workspaceId: string,
  fields: { endpointUrl?: string; description?: string | null } = {},
  limit = 20,
) {
  const id = randomUUID();
  const body = await insertSubscription(
    own.database,
    {
      id,
      workspaceId,
      endpointUrl: 'https://example.com/hook',
      eventTypes: ['asset.processing.completed'],
      description: null,
      secret: 'whsec_c2VjcmV0',
      ...fields,
    },
    limit,
  );
  return body === null ? null : id;
}

const firstPage: SubscriptionQuery = { page: 1, pageSize: 20, sortBy: 'created_at', sortOrder: 'desc' };

async function list(workspaceId: string, query: Partial<SubscriptionQuery> = {}) {
  const body = JSON.parse(
    await listSubscriptions(own.database, workspaceId, { ...firstPage, ...query }),
  ) as unknown;
  return subscriptionPage.parse(body);
}

describe('a subscription', () => {
  test('matches its contract, without its secret', async () => {
    const workspaceId = await newWorkspace(own.database);
    const id = (await subscribe(workspaceId))!;
    const text = (await readInWorkspace(own.database, subscriptionBody, workspaceId, id))!;
    expect(text).not.toContain('whsec_');
    expect(subscriptionSchema.parse(JSON.parse(text))).toMatchObject({
      id,
      workspaceId,
      endpointUrl: 'https://example.com/hook',
      eventTypes: ['asset.processing.completed'],
      description: null,
      enabled: true,
    });
  });

  test('is not found by another workspace or after its deletion', async () => {
    const [mine, theirs] = [await newWorkspace(own.database), await newWorkspace(own.database)];
    const id = (await subscribe(mine))!;
    expect(await readInWorkspace(own.database, subscriptionBody, theirs, id)).toBeNull();
    expect(await setSubscriptionEnabled(own.database, theirs, id, false)).toBeNull();
    expect(await deleteSubscription(own.database, theirs, id)).toBe(false);
    expect(await deleteSubscription(own.database, mine, id)).toBe(true);
    expect(await deleteSubscription(own.database, mine, id)).toBe(false);
    expect(await readInWorkspace(own.database, subscriptionBody, mine, id)).toBeNull();
    expect(await setSubscriptionEnabled(own.database, mine, id, true)).toBeNull();
    expect((await list(mine)).total).toBe(0);
    const { rows } = await own.database.query('select secret from subscriptions where id = $1', [id]);
    expect(rows).toEqual([{ secret: null }]);
  });

  test('can be enabled and disabled', async () => {
    const workspaceId = await newWorkspace(own.database);
    const id = (await subscribe(workspaceId))!;
    const enabledAfter = async (enabled: boolean) =>
      (
        JSON.parse((await setSubscriptionEnabled(own.database, workspaceId, id, enabled))!) as {
          enabled: boolean;
        }
      ).enabled;
    expect(await enabledAfter(false)).toBe(false);
    expect(await enabledAfter(true)).toBe(true);
  });

  test('over the limit is rejected, also for concurrent requests; a deleted one does not count', async () => {
    const workspaceId = await newWorkspace(own.database);
    const ids = await Promise.all(Array.from({ length: 12 }, () => subscribe(workspaceId, {}, 5)));
    const created = ids.filter((id) => id !== null);
    expect(created).toHaveLength(5);
    await deleteSubscription(own.database, workspaceId, created[0]!);
    expect(await subscribe(workspaceId, {}, 5)).not.toBeNull();
    expect(await subscribe(workspaceId, {}, 5)).toBeNull();
  });
});

describe('the list of subscriptions', () => {
  test('has pages', async () => {
    const workspaceId = await newWorkspace(own.database);
    for (let i = 0; i < 5; i++) await subscribe(workspaceId, { endpointUrl: `https://example.com/${i}` });
    const urls = (page: { items: { endpointUrl: string }[] }) =>
      page.items.map((item) => item.endpointUrl.slice(-1)).join('');
    const second = await list(workspaceId, { page: 2, pageSize: 2 });
    expect(second).toMatchObject({ page: 2, pageSize: 2, total: 5, totalPages: 3 });
    expect(urls(second)).toBe('21');
    expect(urls(await list(workspaceId, { sortOrder: 'asc' }))).toBe('01234');
    expect(urls(await list(workspaceId, { sortBy: 'endpoint_url' }))).toBe('43210');
    expect(urls(await list(workspaceId, { sortBy: 'updated_at', sortOrder: 'asc' }))).toBe('01234');
    expect(await list(workspaceId, { page: 9 })).toMatchObject({
      items: [],
      page: 9,
      total: 5,
      totalPages: 1,
    });
  });

  test('is empty for a workspace without subscriptions', async () => {
    expect(await list(await newWorkspace(own.database))).toEqual({
      items: [],
      page: 1,
      pageSize: 20,
      total: 0,
      totalPages: 0,
    });
  });

  test('can be filtered by enabled', async () => {
    const workspaceId = await newWorkspace(own.database);
    const [on, off] = [(await subscribe(workspaceId))!, (await subscribe(workspaceId))!];
    await setSubscriptionEnabled(own.database, workspaceId, off, false);
    expect((await list(workspaceId, { enabled: true })).items.map((item) => item.id)).toEqual([on]);
    expect((await list(workspaceId, { enabled: false })).items.map((item) => item.id)).toEqual([off]);
  });

  test('can be searched for a case-insensitive substring of URL or description, without wildcards', async () => {
    const workspaceId = await newWorkspace(own.database);
    await subscribe(workspaceId, { endpointUrl: 'https://example.com/Alpha_1', description: '100% sure' });
    await subscribe(workspaceId, { endpointUrl: 'https://example.com/beta', description: null });
    const found = async (search: string) => (await list(workspaceId, { search })).total;
    expect(await found('ALPHA')).toBe(1);
    expect(await found('example')).toBe(2);
    expect(await found('SURE')).toBe(1);
    expect(await found('%')).toBe(1);
    expect(await found('_')).toBe(1);
    expect(await found("'; drop table subscriptions; --")).toBe(0);
    expect(await found('')).toBe(2);
  });
});

describe('a delivery', () => {
  async function fired() {
    const workspaceId = await newWorkspace(own.database);
    const subscriptionId = (await subscribe(workspaceId))!;
    const asset = sandboxAsset('pass');
    const submissionId = await submit(own.database, workspaceId, [asset]);
    const eventId = randomUUID();
    const [delivery] = await insertFiredEvents(own.database, workspaceId, submissionId, [
      {
        id: eventId,
        assetId: asset.assetId,
        version: null,
        type: 'asset.processing.completed',
        payload: '{"a":1}',
      },
    ]);
    return { workspaceId, subscriptionId, submissionId, eventId, deliveryId: delivery!.deliveryId };
  }

  async function history(
    workspaceId: string,
    subscriptionId: string,
    status: string | null = null,
    limit = 50,
  ) {
    const text = await readDeliveries(own.database, workspaceId, subscriptionId, status, limit);
    return text === null ? null : attemptList.parse(JSON.parse(text));
  }

  const attempt = (deliveryId: string, attemptId: string) => ({
    deliveryId,
    attemptId,
    succeeded: true,
    startedAt: new Date(),
    durationMs: 12,
    responseStatus: 204,
    error: null,
    nextDelayMs: null,
    disableReason: null,
  });

  test('is pending with the input for its first attempt, and then succeeds', async () => {
    const { workspaceId, subscriptionId, eventId, deliveryId } = await fired();
    const pending = (await readPendingDelivery(own.database, deliveryId))!;
    expect(pending).toMatchObject({
      attemptNumber: 1,
      eventId,
      payload: '{"a":1}',
      endpointUrl: 'https://example.com/hook',
      secret: 'whsec_c2VjcmV0',
      isDeliverable: true,
    });
    expect(await history(workspaceId, subscriptionId)).toMatchObject({
      attempts: [{ status: 'pending', eventId }],
      total: 1,
    });
    await recordAttempt(own.database, attempt(deliveryId, pending.attemptId));
    expect(await readPendingDelivery(own.database, deliveryId)).toBeNull();
    expect(await history(workspaceId, subscriptionId)).toMatchObject({
      attempts: [
        {
          id: pending.attemptId,
          status: 'succeeded',
          attemptNumber: 1,
          responseStatus: 204,
          durationMs: 12,
          error: null,
        },
      ],
      total: 1,
    });
  });

  test('that fails has its next attempt scheduled until the schedule ends', async () => {
    const { workspaceId, subscriptionId, deliveryId } = await fired();
    const first = (await readPendingDelivery(own.database, deliveryId))!;
    const failed = { succeeded: false, responseStatus: 500, error: 'status: HTTP 500' };
    await recordAttempt(own.database, {
      ...attempt(deliveryId, first.attemptId),
      ...failed,
      nextDelayMs: 5000,
    });
    const second = (await readPendingDelivery(own.database, deliveryId))!;
    expect(second.attemptNumber).toBe(2);
    const due = (await history(workspaceId, subscriptionId))!.attempts[0]!.nextAttemptAt!;
    expect(Math.abs(Date.parse(due) - Date.now() + second.lateMs)).toBeLessThan(5000);
    expect(await history(workspaceId, subscriptionId)).toMatchObject({
      attempts: [
        {
          attemptNumber: 2,
          status: 'pending',
          nextAttemptAt: due,
          responseStatus: null,
        },
        {
          attemptNumber: 1,
          status: 'failed',
          nextAttemptAt: due,
          error: 'status: HTTP 500',
        },
      ],
      total: 2,
    });
    await recordAttempt(own.database, { ...attempt(deliveryId, second.attemptId), ...failed });
    expect(await readPendingDelivery(own.database, deliveryId)).toBeNull();
    expect(await history(workspaceId, subscriptionId, 'failed')).toMatchObject({ total: 2 });
    expect(await history(workspaceId, subscriptionId, 'failed', 1)).toMatchObject({
      attempts: [{ attemptNumber: 2 }],
      total: 2,
    });
    expect(await history(workspaceId, subscriptionId, 'succeeded')).toEqual({ attempts: [], total: 0 });
  });

  test('records an attempt only once', async () => {
    const { workspaceId, subscriptionId, deliveryId } = await fired();
    const { attemptId } = (await readPendingDelivery(own.database, deliveryId))!;
    const made = { status: 'succeeded', disabledSubscription: false };
    expect(await recordAttempt(own.database, attempt(deliveryId, attemptId))).toEqual(made);
    const late = { ...attempt(deliveryId, attemptId), succeeded: false, nextDelayMs: 0 };
    expect(await recordAttempt(own.database, late)).toEqual({ status: null, disabledSubscription: false });
    expect(await history(workspaceId, subscriptionId)).toMatchObject({
      attempts: [{ status: 'succeeded' }],
      total: 1,
    });
  });

  test('can disable its subscription, with a reason', async () => {
    const { workspaceId, subscriptionId, deliveryId } = await fired();
    const { attemptId } = (await readPendingDelivery(own.database, deliveryId))!;
    const gone = { succeeded: false, responseStatus: 410, error: 'status: HTTP 410', disableReason: 'gone' };
    expect(await recordAttempt(own.database, { ...attempt(deliveryId, attemptId), ...gone })).toEqual({
      status: 'failed',
      disabledSubscription: true,
    });
    expect(await reasonOf(subscriptionId)).toBe('gone');
    expect(await history(workspaceId, subscriptionId)).toMatchObject({
      attempts: [{ status: 'failed', error: 'status: HTTP 410; the subscription was disabled: gone' }],
    });
    // Disabling the subscription again keeps the first reason.
    await setSubscriptionEnabled(own.database, workspaceId, subscriptionId, false);
    expect(await reasonOf(subscriptionId)).toBe('gone');
    await setSubscriptionEnabled(own.database, workspaceId, subscriptionId, true);
    await setSubscriptionEnabled(own.database, workspaceId, subscriptionId, false);
    expect(await reasonOf(subscriptionId)).toBeNull();
    await setSubscriptionEnabled(own.database, workspaceId, subscriptionId, true);
  });

  async function reasonOf(subscriptionId: string): Promise<string | null> {
    const { rows } = await own.database.query<{ reason: string | null }>(
      'select disabled_reason as reason from subscriptions where id = $1',
      [subscriptionId],
    );
    return rows[0]!.reason;
  }

  describe('to an endpoint', () => {
    const failed = { succeeded: false, responseStatus: 500, error: 'status: HTTP 500' };
    const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000);

    /** Records attempts of one delivery. Returns the state of the subscription after each attempt. */
    async function recordAttempts(...made: { succeeded: boolean; at: Date }[]) {
      const { workspaceId, subscriptionId, deliveryId } = await fired();
      const states = [];
      for (const { succeeded, at } of made) {
        const { attemptId } = (await readPendingDelivery(own.database, deliveryId))!;
        await recordAttempt(own.database, {
          ...attempt(deliveryId, attemptId),
          ...(succeeded ? {} : failed),
          startedAt: at,
          nextDelayMs: 0,
        });
        // A successful delivery has ended. The test sets it to pending again with another attempt, to record all
        // attempts on one delivery.
        if (succeeded)
          await own.database.query(
            `with again as (update deliveries set status = 'pending', completed_at = null where id = $1)
             insert into attempts (id, delivery_id, subscription_id, attempt_number, next_attempt_at)
             select gen_random_uuid(), delivery_id, subscription_id, max(attempt_number) + 1, now() from attempts
             where delivery_id = $1 group by delivery_id, subscription_id`,
            [deliveryId],
          );
        states.push(await state(subscriptionId));
      }
      return { workspaceId, subscriptionId, states };
    }

    async function state(subscriptionId: string) {
      const { rows } = await own.database.query<{
        enabled: boolean;
        reason: string | null;
        since: Date | null;
      }>(
        `select enabled, disabled_reason as reason, failing_since as since from subscriptions where id = $1`,
        [subscriptionId],
      );
      return rows[0]!;
    }

    test('that has only failed for five days disables the subscription with a reason', async () => {
      const first = daysAgo(5.01);
      const { states } = await recordAttempts(
        ...[first, daysAgo(3), daysAgo(0.02), daysAgo(0)].map((at) => ({ succeeded: false, at })),
      );
      const failing = { enabled: true, reason: null, since: first };
      const disabled = { enabled: false, reason: 'every attempt failed for five days', since: first };
      expect(states).toEqual([failing, failing, failing, disabled]);
    });

    test('that has succeeded in between does not disable the subscription', async () => {
      const [long, since] = [daysAgo(9), daysAgo(4.99)];
      const { states } = await recordAttempts(
        { succeeded: false, at: long },
        { succeeded: true, at: daysAgo(5) },
        { succeeded: false, at: since },
        { succeeded: false, at: daysAgo(0) },
      );
      expect(states).toEqual([
        { enabled: true, reason: null, since: long },
        { enabled: true, reason: null, since: null },
        { enabled: true, reason: null, since },
        { enabled: true, reason: null, since },
      ]);
    });

    test('whose subscription is enabled again starts a new period of five days', async () => {
      const { workspaceId, subscriptionId } = await recordAttempts(
        { succeeded: false, at: daysAgo(6) },
        { succeeded: false, at: daysAgo(0) },
      );
      expect((await state(subscriptionId)).enabled).toBe(false);
      await setSubscriptionEnabled(own.database, workspaceId, subscriptionId, true);
      expect(await state(subscriptionId)).toEqual({ enabled: true, reason: null, since: null });
    });
  });

  test('is skipped when the subscription is disabled', async () => {
    const { workspaceId, subscriptionId, deliveryId } = await fired();
    await setSubscriptionEnabled(own.database, workspaceId, subscriptionId, false);
    expect(await readPendingDelivery(own.database, deliveryId)).toMatchObject({ isDeliverable: false });
    expect(await skipIfUndeliverable(own.database, deliveryId, 1)).toBe(false);
    expect(await skipIfUndeliverable(own.database, deliveryId, 0)).toBe(true);
    expect(await readPendingDelivery(own.database, deliveryId)).toBeNull();
    expect(await history(workspaceId, subscriptionId, 'skipped')).toMatchObject({
      total: 1,
      attempts: [{ nextAttemptAt: null, error: 'disabled: by the workspace' }],
    });
  });

  test('has no history for another workspace', async () => {
    const { subscriptionId } = await fired();
    expect(await history(await newWorkspace(own.database), subscriptionId)).toBeNull();
  });

  test('waits for a worker until it is started', async () => {
    const { deliveryId, workspaceId, submissionId } = await fired();
    const event = {
      eventType: 'asset.processing.completed',
      asset: { assetType: 'video', environment: 'sandbox' },
    };
    const leased = (await lease(own.database, 1000)).find((one) => one.deliveryId === deliveryId);
    expect(leased).toMatchObject({
      deliveryId,
      sequence: 0,
      workspaceId,
      submissionId,
      ...event,
      traceparent: null,
      attemptNumber: 1,
      isDeliverable: true,
    });
    await markDeliveryStarted(own.database, deliveryId, 1);
    expect(await isWaiting(own.database, deliveryId)).toBe(true);
    await markDeliveryStarted(own.database, deliveryId);
    expect(await isWaiting(own.database, deliveryId)).toBe(false);
  });
});

describe('a version', () => {
  test('waits until it is started, with its whole input', async () => {
    const workspaceId = await newWorkspace(own.database);
    const assets = [sandboxAsset('retryable_error'), sandboxAsset('pass')];
    const submissionId = await submit(own.database, workspaceId, assets);
    const waiting = async () =>
      (await leaseSandboxVersions(own.database, 1000, 0, [])).leased.filter(
        (row) => row.submissionId === submissionId,
      );
    const expected = {
      submissionId,
      version: 1,
      workspaceId,
      environment: 'sandbox',
      simulationDelaySeconds: 0,
      assets: assets.map(({ assetId, sandboxOutcome }) => ({
        assetId,
        assetType: 'video',
        sandboxOutcome,
        durationSeconds: null,
        isMeasured: false,
        sizeBytes: null,
      })),
    };
    expect(await waiting()).toEqual([{ ...expected, traceparent: null }]);
    expect(await readVersionToStart(own.database, submissionId, 1)).toEqual(expected);
    await markVersionStarted(own.database, submissionId, 1);
    expect(await waiting()).toEqual([]);
    const [{ assetId }] = assets as [{ assetId: string }, unknown];
    const failure = { errorType: 'x', errorMessage: 'x', isRetryable: true };
    await recordSandboxEnds(own.database, submissionId, 1, [
      { assetId, failure, issueCount: 0, ruleCounts: [], issuesKey: null, topicsKey: null },
    ]);
    await openRetry(own.database, workspaceId, submissionId, assetId);
    expect(await waiting()).toMatchObject([{ version: 2, assets: [{ assetId }] }]);
    expect(await readVersionToStart(own.database, submissionId, 3)).toBeNull();
  });
});
