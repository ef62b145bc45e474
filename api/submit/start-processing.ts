import type { ProcessSubmissionInput } from '@assay/domain/workflow-inputs.ts';
import type { ApiRequest } from '../route.ts';

const maxWaitMs = 2_000;

/**
 * Starts the workflow of a new live version. If the start fails, the dispatcher starts the workflow later, so an
 * accepted submission is never lost. An orchestration worker starts sandbox versions. This function waits at most 2 s
 * until a sandbox version without a delay has finished, so that the next GET returns its outcome. The function does not
 * wait if the pool for waits is full.
 */
export async function startProcessing(
  { deps, log, slot }: Pick<ApiRequest<never, never, never>, 'deps' | 'log' | 'slot'>,
  input: ProcessSubmissionInput,
): Promise<void> {
  const { submissionId, version } = input;
  if (input.environment === 'live') {
    await deps.starter
      .startSubmission(input)
      .catch((error: unknown) =>
        log.warn({ err: error, submissionId }, 'workflow not started; the dispatcher will start it'),
      );
    return;
  }
  const finishesAtOnce =
    input.simulationDelaySeconds === 0 && input.assets.some((asset) => asset.sandboxOutcome !== 'pending');
  if (finishesAtOnce) await slot.during(() => deps.waitForCompletion(submissionId, version, maxWaitMs));
}
