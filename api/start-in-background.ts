import { ApiError } from '../domain/errors.ts';
import { createQueues } from '../lib/keyed-queue.ts';
import type { UnstartedDelivery } from '../storage/postgres/outbox.ts';
import type { ApiRequest } from './route.ts';

/** What else is asked for meanwhile is left to the dispatcher. */
const maxWaiting = 10;
const inTurn = createQueues(maxWaiting);

/**
 * Starts deliveries of a workspace, which the answer does not wait for: what is not started is in the outbox. Many are
 * started once those asked for before have been, so that a workspace that asks for thousands does not take every connection.
 */
export function startLater(
  { deps, log }: Pick<ApiRequest<never, never, never>, 'deps' | 'log'>,
  workspaceId: string,
  deliveries: readonly UnstartedDelivery[],
): void {
  const start = () =>
    deps.starter.startDeliveries(deliveries, (error) => log.warn({ err: error }, 'left to the dispatcher'));
  void (deliveries.length > 1 ? inTurn(workspaceId, start) : start());
}

/** By then some of the deliveries that wait to be begun have been. */
const fullRetryAfterSeconds = 60;

/** Told to a workspace that has as many deliveries to be begun as it may have. */
export function outboxFull(): ApiError {
  return new ApiError('too_many_at_once', { retryAfterSeconds: fullRetryAfterSeconds });
}
