import type { Logger } from 'pino';
import type { Permit } from '../activities/deliver/adaptive-limiter.ts';
import type { Database } from '@assay/storage/database/database.ts';
import { markDeliveryStarted } from '@assay/storage/submissions/outbox.ts';
import { type LeasedDelivery, releaseLeases } from '@assay/storage/webhooks/waiting-deliveries.ts';
import type { ContinueFrom, Starter } from '@assay/runtime/temporal/starter.ts';
import type { DeliveryRuntime } from './delivery-runtime.ts';

interface Deps {
  database: Database;
  /** Its client shares the connection of the delivery worker in this process. Temporal's eager start needs this. */
  starter: Pick<Starter, 'endSuperseded' | 'startDelivery' | 'startDeliveryEagerly'>;
  runtime: DeliveryRuntime;
  log: Pick<Logger, 'warn'>;
}

/** Seconds until a delivery without a permit or a slot of its host can be leased again. */
export const permitAgainSeconds = 1;

/**
 * Makes the first attempt of a leased delivery, and frees `permit`. Calls `onSend` when the request is sent. Resolves
 * when the attempt is recorded or postponed, or when a workflow has started that will make it. Rejects if no workflow
 * can be started.
 */
export type MakeFirstAttempt = (
  delivery: LeasedDelivery,
  permit: Permit,
  onSend: () => void,
) => Promise<void>;

/** Starts the workflow of a leased delivery and ends the lease. The workflow then makes all further attempts. */
export async function startWorkflow({ database, starter }: Deps, delivery: LeasedDelivery): Promise<void> {
  await starter.startDelivery(delivery);
  await markDeliveryStarted(database, delivery.deliveryId, delivery.sequence, delivery.leasedUntil);
}

/**
 * `WEBHOOK_FIRST_ATTEMPT=workflow`: starts the workflow eagerly, and offers the attempt to its local activity. A record
 * of the attempt ends the lease. If the workflow runs in another process, or the attempt is postponed or cannot be made
 * or recorded, this function ends the lease. An activity of the workflow then makes the attempt.
 */
export function attemptInWorkflow({ database, starter, runtime, log }: Deps): MakeFirstAttempt {
  return async (delivery, permit, onSend) => {
    const { deliveryId, sequence, leasedUntil } = delivery;
    const attempt = runtime.firstAttempts.offer({ delivery, permit, onSend, hasWorkflow: true });
    const start = starter.startDeliveryEagerly(delivery);
    const isLocal = await start.catch(() => false);
    if (!isLocal) attempt.withdraw();
    const isRecorded = await attempt.isRecorded.catch((error: unknown) => {
      log.warn({ err: error, deliveryId }, 'a first attempt was not made or not recorded');
      return false;
    });
    if (isRecorded) return;
    await start;
    await markDeliveryStarted(database, deliveryId, sequence, leasedUntil);
  };
}

/**
 * `WEBHOOK_FIRST_ATTEMPT=direct`: makes the attempt in this process. If a further attempt follows, starts a workflow,
 * whose first activity returns the recorded result. If the attempt cannot be made or recorded, this first activity
 * makes the attempt.
 */
export function attemptDirectly(deps: Deps, continueFrom: ContinueFrom): MakeFirstAttempt {
  const { runtime, log } = deps;
  return async (delivery, permit, onSend) => {
    const { deliveryId, traceparent } = delivery;
    // If the attempt succeeds, no workflow is started that would end the workflow of the sequence before.
    await deps.starter.endSuperseded(delivery).catch((error: unknown) => {
      log.warn({ err: error, deliveryId }, 'the workflow before a redelivery was not ended');
    });
    const made = await continueFrom(traceparent, () =>
      runtime.makeAttempt({ delivery, permit, onSend, hasWorkflow: false }),
    ).catch((error: unknown) => {
      log.warn({ err: error, deliveryId }, 'a first attempt was not made or not recorded');
      return null;
    });
    // If another process changed the delivery, it can be leased again when this lease ends.
    if (made === 'changed') return;
    if (made === 'postponed') return releaseLeases(deps.database, [delivery], permitAgainSeconds);
    if (made === null || made.outcome === 'retry') await startWorkflow(deps, delivery);
  };
}
