import { ApiError } from '@assay/domain/errors.ts';
import type { UnstartedEvidence } from '@assay/storage/submissions/evidence.ts';
import type { UnstartedPreview } from '@assay/storage/submissions/previews.ts';
import type { UnstartedSignOff } from '@assay/storage/submissions/sign-offs.ts';
import type { RequestContext } from './route.ts';

/** Starts the workflow of a preview without waiting for it. If the start fails, the dispatcher starts it. */
export function startPreviewInBackground({ deps, log }: RequestContext, preview: UnstartedPreview): void {
  void deps.starter.startPreviews([preview], (error) =>
    log.warn({ err: error }, 'preview not started; the dispatcher will start it'),
  );
}

/** Starts the workflow of a sign-off without waiting for it. If the start fails, the dispatcher starts it. */
export function startSignOffInBackground({ deps, log }: RequestContext, signOff: UnstartedSignOff): void {
  void deps.starter.startSignOffs([signOff], (error) =>
    log.warn({ err: error }, 'report of a sign-off not started; the dispatcher will start it'),
  );
}

/** Starts the workflows that keep files of evidence, without waiting for them. The dispatcher starts the others. */
export function startEvidenceInBackground(
  { deps, log }: RequestContext,
  evidence: readonly UnstartedEvidence[],
): void {
  void deps.starter.startEvidence(evidence, (error) =>
    log.warn({ err: error }, 'keeping of evidence not started; the dispatcher will start it'),
  );
}

/** Seconds in the `Retry-After` header. Delivery workers start some of the waiting deliveries within this time. */
const outboxFullRetryAfterSeconds = 60;

/** Returns the 429 for a workspace that has the maximum number of waiting deliveries. */
export function outboxFullError(): ApiError {
  return new ApiError('too_many_at_once', { retryAfterSeconds: outboxFullRetryAfterSeconds });
}
