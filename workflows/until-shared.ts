import { ActivityFailure, ApplicationFailure } from '@temporalio/common';
import { workflowInfo } from '@temporalio/workflow';
import { slotShareType } from '@assay/domain/outages.ts';
import { maxEvents, pauseForHistory } from './pause-for-history.ts';

/**
 * Runs `work`, which runs an activity. If the activity did not start because its workspace holds its share of the slots
 * (`slotShareType`), runs `work` again, with new attempts. The activity then waits behind the tasks of other
 * workspaces. The activity has waited a minute for its share, so a pause is needed only while the history is long. Each
 * repetition adds six events, and a pause five more. Throws if the history is too long.
 */
export async function untilShared<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!failedWith(slotShareType, error) || workflowInfo().historyLength > maxEvents) throw error;
      await pauseForHistory('the workspace holds its share of the slots');
    }
  }
}

/** Returns whether an activity failed with an `ApplicationFailure` of this type. */
export function failedWith(
  type: string,
  error: unknown,
): error is ActivityFailure & { cause: ApplicationFailure } {
  return (
    error instanceof ActivityFailure && error.cause instanceof ApplicationFailure && error.cause.type === type
  );
}
