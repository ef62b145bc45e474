import { randomUUID } from 'node:crypto';
import { buildEvent } from '../../domain/event.ts';
import type { Database } from '../../storage/postgres/database.ts';
import { readDeliveries } from '../../storage/postgres/deliveries.ts';
import { insertFiredEvents } from '../../storage/postgres/fired-events.ts';
import { insertSubscription } from '../../storage/postgres/subscriptions.ts';
import { sandboxAsset, submit } from '../store/fixtures.ts';
import { newWorkspace } from './database.ts';

export const secret = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;

export type Fired = Awaited<ReturnType<typeof fireAt>>;

/** A workspace with one subscription, and an event for it. */
export async function fireAt(database: Database, endpointUrl: string) {
  const workspaceId = await newWorkspace(database);
  const subscriptionId = randomUUID();
  const eventTypes = ['asset.processing.completed'] as const;
  const subscription = {
    id: subscriptionId,
    workspaceId,
    endpointUrl,
    eventTypes,
    description: null,
    secret,
  };
  await insertSubscription(database, subscription, 20);
  return { workspaceId, subscriptionId, ...(await fireAgain(database, workspaceId)) };
}

/** One more event for the subscription of a workspace. */
export async function fireAgain(database: Database, workspaceId: string) {
  const asset = sandboxAsset('pass');
  const submissionId = await submit(database, workspaceId, [asset]);
  const subject = { assetId: asset.assetId, submissionId, workspaceId, filename: asset.filename };
  const event = buildEvent(randomUUID(), new Date(), subject, { status: 'completed', issueCount: 0 });
  const [deliveryId] = await insertFiredEvents(database, workspaceId, submissionId, [
    { ...event, assetId: asset.assetId, version: null },
  ]);
  return { submissionId, deliveryId: deliveryId!, event };
}

/** The attempts of a subscription, oldest first, as the API shows them. */
export async function attemptsOf(
  database: Database,
  { workspaceId, subscriptionId }: Pick<Fired, 'workspaceId' | 'subscriptionId'>,
): Promise<any[]> {
  const text = await readDeliveries(database, workspaceId, subscriptionId, null, 200);
  return (JSON.parse(text!) as { attempts: any[] }).attempts.toReversed();
}
