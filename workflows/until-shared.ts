import { ActivityFailure, ApplicationFailure } from '@temporalio/common';
import { workflowInfo } from '@temporalio/workflow';
import { slotShareType } from '@assay/domain/outages.ts';

/** Temporal terminates a workflow with 51,200 events. Each repetition adds six events. */
const maxEvents = 30_000;

/**
 * Runs `work`, which runs an activity. If the activity did not start because its workspace holds its share of the slots
 * (`slotShareType`), runs `work` again, with new attempts. The activity then waits behind the tasks of other
 * workspaces. No pause is needed, because the activity has waited a minute for its share. Throws if the history is too
 * long.
 */
export async function untilShared<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isWithoutSlot(error) || workflowInfo().historyLength > maxEvents) throw error;
    }
  }
}

function isWithoutSlot(error: unknown): boolean {
  return (
    error instanceof ActivityFailure &&
    error.cause instanceof ApplicationFailure &&
    error.cause.type === slotShareType
  );
}
