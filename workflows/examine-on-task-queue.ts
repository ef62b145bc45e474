import { ActivityFailure, ApplicationFailure } from '@temporalio/workflow';
import { plainText } from '../lib/characters.ts';
import { answerFault, unusableFindings } from '../domain/examination.ts';
import type { ExamineOnTaskQueueInput } from '../domain/workflow-inputs.ts';
import { describeExamination, examineOn, keepFindings } from './activities.ts';

const maxReasonCharacters = 300;

/**
 * Has a sidekick on a task queue of its own examine an asset; answers how many findings it has. A workflow of its own, since
 * the answer crosses Temporal: the history of the submission stays small, and an answer that nobody can read ends with
 * this workflow's time-out.
 */
export async function examineOnTaskQueue(input: ExamineOnTaskQueueInput): Promise<{ findingCount: number }> {
  const { code, taskQueue, maxWaitSeconds, ...step } = input;
  const summary = `${code} on ${step.assetId}`;
  const examination = await describeExamination.executeWithOptions({ summary: `describe ${step.assetId}` }, [
    step,
  ]);
  if (examination === null) return { findingCount: 0 };
  let answer: unknown;
  try {
    answer = await examineOn(taskQueue, maxWaitSeconds).executeWithOptions({ summary }, [examination]);
  } catch (error) {
    throw toldBySidekick(code, error);
  }
  const fault = answerFault(answer);
  // It would not fit into the next activity's input.
  if (fault !== null) {
    throw ApplicationFailure.nonRetryable(unusableFindings(code, fault), 'invalid_findings');
  }
  return keepFindings.executeWithOptions({ summary: `keep the findings of ${summary}` }, [
    { ...step, sidekickVersion: examination.sidekick.version, answer },
  ]);
}

/** What the sidekick itself calls final is told in its words, as far as they are fit to be shown; its types are its own. */
function toldBySidekick(code: string, error: unknown): unknown {
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
