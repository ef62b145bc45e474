import {
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  defineSignal,
  setHandler,
} from '@temporalio/workflow';
import { plainText } from '@assay/domain/lib/characters.ts';
import { answerFault, unusableFindings } from '@assay/domain/examination.ts';
import type { ExamineOnTaskQueueInput } from '@assay/domain/workflow-inputs.ts';
import { describeExamination, examineOn, keepFindings } from './activities.ts';

const maxReasonCharacters = 300;

/** Ends a queued or running examination with the error type `sidekick_removed`. */
export const sidekickRemovedSignal = defineSignal('sidekickRemoved');

/**
 * Runs a custom sidekick on its own task queue for one asset and returns the number of findings. The examination is a
 * child workflow, because the findings pass through Temporal and would enlarge the history of the submission. If no
 * worker can decode the payload of a response, only the child workflow times out.
 */
export async function examineOnTaskQueue(input: ExamineOnTaskQueueInput): Promise<{ findingCount: number }> {
  const { code, taskQueue, maxWaitSeconds, encrypted, ...step } = input;
  const summary = `${code} on ${step.assetId}`;
  const scope = new CancellationScope();
  const state = { removed: false };
  setHandler(sidekickRemovedSignal, () => {
    state.removed = true;
    scope.cancel();
  });
  const examination = await describeExamination.executeWithOptions({ summary: `describe ${step.assetId}` }, [
    step,
  ]);
  if (examination === null) return { findingCount: 0 };
  let answer: unknown;
  try {
    answer = await scope.run(() =>
      examineOn(taskQueue, maxWaitSeconds, encrypted).executeWithOptions({ summary }, [examination]),
    );
  } catch (error) {
    if (state.removed)
      throw ApplicationFailure.nonRetryable(`The sidekick ${code} was removed`, 'sidekick_removed');
    throw withSidekickReason(code, error);
  }
  const fault = answerFault(answer);
  // Checked in the workflow, because a response that is too large does not fit into the input of the next activity.
  if (fault !== null) {
    throw ApplicationFailure.nonRetryable(unusableFindings(code, fault), 'invalid_findings');
  }
  return keepFindings.executeWithOptions({ summary: `keep the findings of ${summary}` }, [
    { ...step, sidekickVersion: examination.sidekick.version, answer },
  ]);
}

/**
 * Returns a `sidekick_failed` failure if the sidekick reported a non-retryable failure. The failure contains a
 * plain-text excerpt of the sidekick's message, but not the sidekick's own error type. Other errors are returned
 * unchanged.
 */
function withSidekickReason(code: string, error: unknown): unknown {
  if (!(error instanceof ActivityFailure)) return error;
  const { cause } = error;
  if (!(cause instanceof ApplicationFailure) || cause.nonRetryable !== true) return error;
  const reason = plainText(cause.message, maxReasonCharacters);
  return ApplicationFailure.create({
    type: 'sidekick_failed',
    message: `The sidekick ${code} could not examine the file: ${reason}`,
    nonRetryable: true,
    cause: error,
  });
}
