import { randomUUID } from 'node:crypto';
import { createAttemptActivities } from '../../activities/deliver/attempt-delivery.ts';
import { defaultDeliveryLimits, type DeliveryLimits } from '../../activities/deliver/delivery-limiter.ts';
import type { AttemptDeps } from '../../activities/deliver/make-attempt.ts';
import { buildEvent } from '@assay/domain/event.ts';
import { deliveryWorkflowId } from '@assay/domain/workflow-ids.ts';
import type { Database, Queryable } from '@assay/storage/database/database.ts';
import { readDeliveries } from '@assay/storage/webhooks/delivery-history.ts';
import { insertFiredEvents } from '@assay/storage/webhooks/fired-events.ts';
import type { UnstartedDelivery } from '@assay/storage/submissions/outbox.ts';
import {
  type FailureRecord,
  recordFailure,
  recordSuccesses,
} from '@assay/storage/webhooks/record-attempt.ts';
import { leaseDeliveries, type FreeCapacity } from '@assay/storage/webhooks/waiting-deliveries.ts';
import { createDeliveryRuntime } from '../../workers/delivery-runtime.ts';
import { insertSubscription } from '@assay/storage/webhooks/subscriptions.ts';
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

export async function subscribeAt(database: Database, workspaceId: string, endpointUrl: string) {
  const id = randomUUID();
  const eventTypes = ['asset.processing.completed'] as const;
  await insertSubscription(
    database,
    {
      id,
      workspaceId,
      endpointUrl,
      eventTypes,
      description: null,
      secret: testCipher.encrypt(secret, id),
    },
    20,
  );
  return id;
}

/** Marks the endpoint of a subscription as confirmed, like its first 2xx response. */
export async function confirm(database: Database, { subscriptionId }: Pick<Fired, 'subscriptionId'>) {
  await database.query('update subscriptions set confirmed_at = now() where id = $1', [subscriptionId]);
}

/** Writes another event. `deliveryId` in the result is empty if no subscription receives the event. */
export async function fireAgain(database: Database, workspaceId: string) {
  const asset = sandboxAsset('pass');
  const submissionId = await submit(database, workspaceId, [asset]);
  const subject = { assetId: asset.assetId, submissionId, workspaceId, filename: asset.filename };
  const event = buildEvent(randomUUID(), new Date(), subject, { status: 'completed', issueCount: 0 });
  const [delivery] = await insertFiredEvents(database, workspaceId, submissionId, [
    { ...event, assetId: asset.assetId, version: null },
  ]);
  return {
    submissionId,
    deliveryId: delivery?.deliveryId ?? '',
    sequence: 0,
    attemptNumber: 1,
    traceparent: null,
    supersededSequence: null as number | null,
    event,
    eventType: event.type,
    asset: null,
  };
}

/** Starts the workflow of a delivery without a lease. Returns the handle of the workflow. */
export async function startDelivery(temporal: TestTemporal, delivery: UnstartedDelivery) {
  const { deliveryId, sequence } = delivery;
  // The start is repeated, because a Temporal server that has just started may time out.
  await until(
    async () => {
      const faults: unknown[] = [];
      await temporal.starter.startDelivery(delivery).catch((error: unknown) => faults.push(error));
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

/** Creates the activity that makes an attempt of a delivery. */
export function createAttemptDelivery({
  limits = defaultDeliveryLimits,
  ...deps
}: Omit<AttemptDeps, 'warn'> & { limits?: DeliveryLimits }) {
  const runtime = createDeliveryRuntime({ ...deps, limits, warn: () => undefined });
  return createAttemptActivities({ database: deps.database, ...runtime }).attemptDelivery;
}

type AttemptRecord = Omit<FailureRecord, 'error' | 'hasWorkflow'> & {
  succeeded: boolean;
  error: string | null;
};

/** Records an attempt of a delivery that has a workflow. */
export async function recordAttempt(database: Database, { succeeded, ...attempt }: AttemptRecord) {
  if (!succeeded) return recordFailure(database, { ...attempt, error: attempt.error!, hasWorkflow: true });
  const ended = await recordSuccesses(database, [{ ...attempt, responseStatus: attempt.responseStatus! }]);
  return { status: ended.has(attempt.deliveryId) ? 'succeeded' : null, disabledSubscription: false };
}

/** Leases waiting deliveries for a minute. By default, the lease is not limited by endpoints or workspaces. */
export async function lease(db: Queryable, limit: number, capacity: Partial<FreeCapacity> = {}) {
  const rest = { leaseSeconds: 60, endpoints: [], workspaces: [], ...capacity };
  return (await leaseDeliveries(db, { limit, ...rest })).leased;
}

/** Returns whether a delivery waits for a worker. */
export async function isWaiting(database: Database, deliveryId: string): Promise<boolean> {
  const { rowCount } = await database.query(
    `select from deliveries where id = $1 and status = 'pending' and workflow_started_at is null`,
    [deliveryId],
  );
  return rowCount === 1;
}
