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
import { testCipher } from './secrets.ts';
import type { TestTemporal } from './temporal.ts';

export const secret = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;

export type Fired = Awaited<ReturnType<typeof fireAt>>;

/** Creates a workspace with one subscription, and writes an event with a delivery to this subscription. */
export async function fireAt(database: Database, endpointUrl: string) {
  const workspaceId = await newWorkspace(database);
  const subscriptionId = await subscribeAt(database, workspaceId, endpointUrl);
  return { workspaceId, subscriptionId, ...(await fireAgain(database, workspaceId)) };
}

/** Adds a subscription to a workspace and returns its id. */
export async function subscribeAt(database: Database, workspaceId: string, endpointUrl: string) {
  const id = randomUUID();
  const eventTypes = ['asset.processing.completed'] as const;
  await insertSubscription(
    database,
    {
      ...{ id, workspaceId, endpointUrl, eventTypes, description: null },
      secret: testCipher.encrypt(secret, id),
    },
    20,
  );
  return id;
}

/**
 * Writes another event for the subscriptions of a workspace. The returned `deliveryId` is empty if the event
 * has no delivery.
 */
export async function fireAgain(database: Database, workspaceId: string) {
  const asset = sandboxAsset('pass');
  const submissionId = await submit(database, workspaceId, [asset]);
  const subject = { assetId: asset.assetId, submissionId, workspaceId, filename: asset.filename };
  const event = buildEvent(randomUUID(), new Date(), subject, { status: 'completed', issueCount: 0 });
  const [delivery] = await insertFiredEvents(database, workspaceId, submissionId, [
    { ...event, assetId: asset.assetId, version: null },
  ]);
  return { submissionId, deliveryId: delivery?.deliveryId ?? '', event, eventType: event.type, asset: null };
}

/** Starts the workflow of a delivery as the service does. Returns the handle of the workflow. */
export async function startDelivery(temporal: TestTemporal, delivery: UnstartedDelivery) {
  const { deliveryId, sequence } = delivery;
  // A Temporal server that has just started may time out. The dispatcher would retry the start too.
  await until(
    async () => {
      const faults: unknown[] = [];
      await temporal.starter.startDeliveries([delivery], (error) => faults.push(error));
      return faults;
    },
    (faults) => faults.length === 0,
  );
  return temporal.env.client.workflow.getHandle(deliveryWorkflowId(deliveryId, sequence));
}

/** Returns the attempts of a subscription as the API shows them, oldest first. */
export async function attemptsOf(
  database: Database,
  { workspaceId, subscriptionId }: Pick<Fired, 'workspaceId' | 'subscriptionId'>,
): Promise<any[]> {
  const text = await readDeliveries(database, workspaceId, subscriptionId, null, 200);
  return (JSON.parse(text!) as { attempts: any[] }).attempts.toReversed();
}
