import { randomUUID } from 'node:crypto';
import { buildEvent } from '../../domain/event.ts';
import { deliveryWorkflowId } from '../../domain/workflow-ids.ts';
import type { Database } from '../../storage/postgres/database.ts';
import { readDeliveries } from '../../storage/postgres/delivery-history.ts';
import { insertFiredEvents } from '../../storage/postgres/fired-events.ts';
import type { UnstartedDelivery } from '../../storage/postgres/outbox.ts';
import { insertSubscription } from '../../storage/postgres/subscriptions.ts';
import { sandboxAsset, submit } from '../store/fixtures.ts';
import { until } from './api.ts';
import { newWorkspace } from './database.ts';
import type { TestTemporal } from './temporal.ts';

export const secret = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;

export type Fired = Awaited<ReturnType<typeof fireAt>>;

/** A workspace with one subscription, and an event for it. */
export async function fireAt(database: Database, endpointUrl: string) {
  const workspaceId = await newWorkspace(database);
  const subscriptionId = await subscribeAt(database, workspaceId, endpointUrl);
  return { workspaceId, subscriptionId, ...(await fireAgain(database, workspaceId)) };
}

/** One more subscription of a workspace; answers its id. */
export async function subscribeAt(database: Database, workspaceId: string, endpointUrl: string) {
  const id = randomUUID();
  const eventTypes = ['asset.processing.completed'] as const;
  await insertSubscription(
    database,
    { id, workspaceId, endpointUrl, eventTypes, description: null, secret },
    20,
  );
  return id;
}

/** One more event for the subscription of a workspace; without a delivery to be made, `deliveryId` is empty. */
export async function fireAgain(database: Database, workspaceId: string) {
  const asset = sandboxAsset('pass');
  const submissionId = await submit(database, workspaceId, [asset]);
  const subject = { assetId: asset.assetId, submissionId, workspaceId, filename: asset.filename };
  const event = buildEvent(randomUUID(), new Date(), subject, { status: 'completed', issueCount: 0 });
  const [delivery] = await insertFiredEvents(database, workspaceId, submissionId, [
    { ...event, assetId: asset.assetId, version: null },
  ]);
  return { submissionId, deliveryId: delivery?.deliveryId ?? '', event };
}

/** Starts a delivery's workflow as the service does. */
export async function startDelivery(temporal: TestTemporal, delivery: UnstartedDelivery) {
  const { deliveryId, attemptsBefore } = delivery;
  // A server that has only just begun may not answer in time; then, as the dispatcher does, once more.
  await until(
    async () => {
      const faults: unknown[] = [];
      await temporal.starter.startDeliveries([delivery], (error) => faults.push(error));
      return faults;
    },
    (faults) => faults.length === 0,
  );
  return temporal.env.client.workflow.getHandle(deliveryWorkflowId(deliveryId, attemptsBefore));
}

/** The attempts of a subscription, oldest first, as the API shows them. */
export async function attemptsOf(
  database: Database,
  { workspaceId, subscriptionId }: Pick<Fired, 'workspaceId' | 'subscriptionId'>,
): Promise<any[]> {
  const text = await readDeliveries(database, workspaceId, subscriptionId, null, 200);
  return (JSON.parse(text!) as { attempts: any[] }).attempts.toReversed();
}
