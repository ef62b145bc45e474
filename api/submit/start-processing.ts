import type { FastifyBaseLogger } from 'fastify';
import type { ProcessSubmissionInput } from '../../domain/workflow-inputs.ts';
import type { ApiDeps } from '../deps.ts';

/** How long a sandbox request without a delay waits for its outcome. */
const maxWaitMs = 2_000;

/**
 * Starts the workflow of what has just been written. When it cannot be started now, the dispatcher will: what
 * was accepted is never lost. A sandbox outcome that follows at once is waited for, so that the next GET shows it.
 */
export async function startProcessing(
  deps: ApiDeps,
  log: FastifyBaseLogger,
  input: ProcessSubmissionInput,
): Promise<void> {
  try {
    await deps.starter.startSubmission(input);
  } catch (error) {
    log.warn({ err: error, submissionId: input.submissionId }, 'left to the dispatcher');
    return;
  }
  const endsAtOnce =
    input.environment === 'sandbox' &&
    input.simulationDelaySeconds === 0 &&
    input.assets.some((asset) => asset.sandboxOutcome !== 'pending');
  if (endsAtOnce) await deps.untilFinished(input.submissionId, input.version, maxWaitMs);
}
