import { ApiError } from '../domain/errors.ts';
import { createKeyedQueue } from '../lib/concurrency.ts';
import type { UnstartedDelivery } from '../storage/postgres/outbox.ts';
import type { RequestContext } from './route.ts';

/** Maximum number of batches that wait in each workspace. The dispatcher starts the deliveries of further ones. */
const maxWaitingBatches = 10;
const enqueue = createKeyedQueue(maxWaitingBatches);

/**
 * Starts the deliveries of a workspace without waiting for them. Deliveries that cannot be started stay in the
 * outbox. A batch of several is started after the workspace's earlier batches, so that thousands of deliveries do
 * not occupy every connection.
 */
export function startInBackground(
  { deps, log }: RequestContext,
  workspaceId: string,
  deliveries: readonly UnstartedDelivery[],
): void {
  const start = () =>
    deps.starter.startDeliveries(deliveries, (error) =>
      log.warn({ err: error }, 'delivery not started; the dispatcher will start it'),
    );
  void (deliveries.length > 1 ? enqueue(workspaceId, start) : start());
}

/** By then the dispatcher has started some of the deliveries. */
const outboxFullRetryAfterSeconds = 60;

/** Returns the 429 for a workspace with as many unstarted deliveries as the outbox takes. */
export function outboxFullError(): ApiError {
  return new ApiError('too_many_at_once', { retryAfterSeconds: outboxFullRetryAfterSeconds });
}
