import { ApiError } from '../domain/errors.ts';
import { createKeyedQueue } from '../lib/concurrency.ts';
import type { UnstartedDelivery } from '../storage/postgres/outbox.ts';
import type { UnstartedPreview } from '../storage/postgres/previews.ts';
import type { RequestContext } from './route.ts';

/** Maximum number of waiting batches per workspace. The dispatcher starts the deliveries of any further batch. */
const maxWaitingBatches = 10;
const enqueue = createKeyedQueue(maxWaitingBatches);

/**
 * Starts the deliveries of a workspace without waiting for them. If the start fails, the deliveries stay in the
 * outbox. A batch of more than one delivery waits for the earlier batches of the workspace, so that one workspace does
 * not occupy every connection to Postgres.
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

/** Starts the workflow of a preview without waiting for it. If the start fails, the dispatcher starts it. */
export function startPreviewInBackground({ deps, log }: RequestContext, preview: UnstartedPreview): void {
  void deps.starter.startPreviews([preview], (error) =>
    log.warn({ err: error }, 'preview not started; the dispatcher will start it'),
  );
}

/** Value of `Retry-After`. The dispatcher starts some of the deliveries within this time. */
const outboxFullRetryAfterSeconds = 60;

/** Returns the 429 for a workspace whose number of unstarted deliveries has reached the outbox limit. */
export function outboxFullError(): ApiError {
  return new ApiError('too_many_at_once', { retryAfterSeconds: outboxFullRetryAfterSeconds });
}
