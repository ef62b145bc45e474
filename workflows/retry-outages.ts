import { ActivityFailure, ApplicationFailure, RetryState } from '@temporalio/common';
import { sleep, workflowInfo } from '@temporalio/workflow';
import { maxOutageHours, outageType, stores } from '@assay/domain/outages.ts';
import { checkStores } from './activities.ts';

const firstPauseMs = 1_000;
const maxPauseMs = 30 * 60_000;
/** Temporal terminates a workflow with 51,200 events. A retry adds about 15 events. */
const maxEvents = 30_000;

/**
 * Runs `work`, which runs an activity. If the activity failed because of an outage (`outageType`), waits until Postgres
 * and S3 respond and runs `work` again, with new attempts. Throws after `maxOutageHours`, counted from the first
 * outage, or if the history is too long.
 *
 * The pause before each check doubles, up to 30 minutes. The pauses limit the number of retries if the check succeeds
 * although the outage persists, for example because a disk is full.
 *
 * Wrap either all activities between `secureAsset` and `recordAsset` with this function, or none. The function adds a
 * microtask, so commands of wrapped and unwrapped activities could change places when a history is replayed.
 * @param onWaiting called before each wait with the names of the unavailable services, and after the wait with null
 */
export async function retryOutages<T>(
  work: () => Promise<T>,
  onWaiting: (waitsFor: string | null) => void,
): Promise<T> {
  let giveUpAt = Infinity;
  let waitsFor: string;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
    try {
      return await work();
    } catch (error) {
      if (!isOutage(error)) throw error;
      giveUpAt = Math.min(giveUpAt, Date.now() + maxOutageHours * 3_600_000);
      if (Date.now() >= giveUpAt || workflowInfo().historyLength > maxEvents) throw error;
      waitsFor = (error.cause.details?.[0] as string | undefined) ?? stores;
    }
    onWaiting(waitsFor);
    await sleep(pauseMs, { summary: `${waitsFor} is unavailable` });
    const scheduleToCloseTimeout = Math.max(1_000, giveUpAt - Date.now());
    await checkStores.executeWithOptions({ scheduleToCloseTimeout }, []);
    onWaiting(null);
  }
}

function isOutage(error: unknown): error is ActivityFailure & { cause: ApplicationFailure } {
  return (
    error instanceof ActivityFailure &&
    error.retryState === RetryState.NON_RETRYABLE_FAILURE &&
    error.cause instanceof ApplicationFailure &&
    error.cause.type === outageType
  );
}
