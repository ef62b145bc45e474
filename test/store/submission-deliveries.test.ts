import pg from 'pg';
import { v7 as uuidV7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { explain, planModes } from '../../tools/bench/plans/explain.ts';
import type { Statement } from '../../tools/bench/plans/statements.ts';
import type { Scope } from '@assay/domain/api-key.ts';
import { submissionDeliveryList } from '@assay/domain/contracts/delivery.ts';
import type { Queryable } from '@assay/storage/database/database.ts';
import { submissionDeliveries } from '@assay/storage/webhooks/delivery-history.ts';
import { insertFiredEvents } from '@assay/storage/webhooks/fired-events.ts';
import { readPendingDelivery } from '@assay/storage/webhooks/pending-deliveries.ts';
import { recordAttempt } from '../support/deliveries.ts';
import { deleteSubscription, insertSubscription } from '@assay/storage/webhooks/subscriptions.ts';
import { readAs, readInWorkspace } from '@assay/storage/accounts/workspace-read.ts';
import { newWorkspace, useDatabase } from '../support/database.ts';
import { liveAsset, sandboxAsset, submit } from './fixtures.ts';

const own = useDatabase();

async function subscribe(workspaceId: string, endpointUrl: string): Promise<string> {
  const id = uuidV7();
  const eventTypes = ['asset.processing.completed' as const];
  const fields = { id, workspaceId, endpointUrl, eventTypes, description: null, secret: 'whsec_c2VjcmV0' };
  expect(await insertSubscription(own.database, fields, 20)).not.toBeNull();
  return id;
}

async function newSubmission() {
  const workspaceId = await newWorkspace(own.database);
  const asset = sandboxAsset('pass');
  const submissionId = await submit(own.database, workspaceId, [asset]);
  return { workspaceId, submissionId, assetId: asset.assetId };
}
type Submission = Awaited<ReturnType<typeof newSubmission>>;

/** Writes events of a submission with their deliveries. Returns the events' ids, oldest first. */
async function fire({ workspaceId, submissionId, assetId }: Submission, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => uuidV7());
  const type = 'asset.processing.completed' as const;
  const events = ids.map((id) => ({ id, assetId, version: null, type, payload: '{}' }));
  await insertFiredEvents(own.database, workspaceId, submissionId, events);
  return ids;
}

async function list({ workspaceId, submissionId }: Submission) {
  const text = await readInWorkspace(own.database, submissionDeliveries, workspaceId, submissionId);
  return submissionDeliveryList.parse(JSON.parse(text!)).deliveries;
}

/** Returns the statement of `list`, with its values. */
async function statementOfList({ workspaceId, submissionId }: Submission): Promise<Statement> {
  let statement: Statement | undefined;
  const query = ({ name, text, values }: Statement) => {
    statement = { sender: '', name, text, values };
    return Promise.resolve({ rows: [{ body: null }] });
  };
  await readInWorkspace({ query } as unknown as Queryable, submissionDeliveries, workspaceId, submissionId);
  return statement!;
}

const succeeded = { succeeded: true, responseStatus: 204, error: null, nextDelayMs: null };
const failed = (status: number, nextDelayMs: number) => ({
  succeeded: false,
  responseStatus: status,
  error: `status: HTTP ${status}`,
  nextDelayMs,
});

/** Records the next attempts of the delivery of an event to a subscription. */
async function attempt(
  eventId: string,
  subscriptionId: string,
  results: readonly (typeof succeeded | ReturnType<typeof failed>)[],
) {
  const { rows } = await own.database.query<{ id: string }>(
    'select id from deliveries where event_id = $1 and subscription_id = $2',
    [eventId, subscriptionId],
  );
  const deliveryId = rows[0]!.id;
  for (const result of results) {
    const { attemptId } = (await readPendingDelivery(own.database, deliveryId))!;
    const made = { startedAt: new Date(), durationMs: 1, disableReason: null };
    await recordAttempt(own.database, { deliveryId, attemptId, ...made, ...result });
  }
}

describe('the deliveries of a submission', () => {
  test('are listed for each subscription, with the attempts and the error of the last one', async () => {
    const submission = await newSubmission();
    const { workspaceId, assetId } = submission;
    const subscriptions = [
      await subscribe(workspaceId, 'https://a.example'),
      await subscribe(workspaceId, 'https://b.example'),
    ];
    const eventIds = [(await fire(submission, 1))[0]!, (await fire(submission, 1))[0]!];
    const common = { assetId, eventType: 'asset.processing.completed', status: 'pending' };
    const listed = await list(submission);
    const newestFirst = eventIds.toReversed().flatMap((id) => [id, id]);
    expect(listed.map(({ eventId }) => eventId)).toEqual(newestFirst);
    const subscribers = listed.slice(2).map(({ subscriptionId }) => subscriptionId);
    expect(subscribers.sort()).toEqual(subscriptions);
    for (const delivery of listed) {
      expect(delivery).toMatchObject({ ...common, attemptCount: 0, error: null, completedAt: null });
      expect(Math.abs(Date.parse(delivery.nextAttemptAt!) - Date.now())).toBeLessThan(60_000);
    }
    await attempt(eventIds[0]!, subscriptions[0]!, [failed(503, 5_000), failed(500, 60_000)]);
    await attempt(eventIds[0]!, subscriptions[1]!, [failed(503, 5_000), succeeded]);
    const of = async (subscriptionId: string) =>
      (await list(submission)).find(
        (one) => one.eventId === eventIds[0] && one.subscriptionId === subscriptionId,
      );
    const first = (await of(subscriptions[0]!))!;
    expect(first).toMatchObject({
      ...common,
      endpointUrl: 'https://a.example',
      attemptCount: 2,
      error: 'status: HTTP 500',

      completedAt: null,
    });
    expect(Date.parse(first.nextAttemptAt!) - Date.now()).toBeGreaterThan(30_000);
    const second = await of(subscriptions[1]!);
    expect(second).toMatchObject({
      ...common,
      endpointUrl: 'https://b.example',
      attemptCount: 2,
      error: null,
      status: 'succeeded',

      nextAttemptAt: null,
    });
    expect(second!.completedAt).not.toBeNull();
    await deleteSubscription(own.database, workspaceId, subscriptions[0]!);
    expect((await list(submission)).map(({ subscriptionId }) => subscriptionId)).toEqual([
      subscriptions[1],
      subscriptions[1],
    ]);
  });

  test('are those of the 200 newest events, and at most 200', async () => {
    const submission = await newSubmission();
    await subscribe(submission.workspaceId, 'https://a.example');
    const eventIds = [...(await fire(submission, 150)), ...(await fire(submission, 150))];
    const listed = (await list(submission)).map(({ eventId }) => eventId);
    expect(listed.toSorted()).toEqual(eventIds.slice(-200).toSorted());
    await subscribe(submission.workspaceId, 'https://b.example');
    await fire(submission, 150);
    expect(await list(submission)).toHaveLength(200);
  });

  test('are those of one submission, which the workspace and the key must be able to see', async () => {
    const submission = await newSubmission();
    const { workspaceId, submissionId } = submission;
    expect(await list(submission)).toEqual([]);
    await subscribe(workspaceId, 'https://a.example');
    await fire(submission, 1);
    const elsewhere = await newSubmission();
    expect(
      await readInWorkspace(own.database, submissionDeliveries, elsewhere.workspaceId, submissionId),
    ).toBeNull();
    const other = await submit(own.database, workspaceId, [sandboxAsset('pass')]);
    expect(await list({ ...submission, submissionId: other })).toEqual([]);
    const live = await submit(own.database, workspaceId, [await liveAsset(own.database, workspaceId)]);
    const readLive = (scopes: Scope[]) =>
      readAs(own.database, { workspaceId, scopes }, { read: submissionDeliveries, values: [live] });
    expect(await readLive(['webhooks'])).toBeNull();
    expect(JSON.parse((await readLive(['live_data']))!)).toEqual({ deliveries: [] });
  });

  test('are found with few index searches, beside many deliveries of others', async () => {
    const [submission, others] = [await newSubmission(), await newSubmission()];
    for (const { workspaceId } of [submission, others]) await subscribe(workspaceId, 'https://a.example');
    const rounds = 10;
    for (let round = 0; round < rounds; round++) {
      await fire(others, 1_000);
      await fire(submission, 10);
    }
    await own.database.query('analyze');
    const client = new pg.Client({ connectionString: own.url });
    await client.connect();
    try {
      const statement = await statementOfList(submission);
      for (const mode of planModes) {
        const { indexSearches } = await explain(client, statement, mode);
        // Rows that were written together are found by one search of each index, for deliveries and for attempts.
        expect(indexSearches).toBeLessThanOrEqual(2 * rounds + 5);
      }
    } finally {
      await client.end();
    }
    expect(await list(submission)).toHaveLength(100);
  });
});
