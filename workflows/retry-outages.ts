import { type ActivityFailure, type ApplicationFailure, RetryState } from '@temporalio/common';
import { workflowInfo } from '@temporalio/workflow';
import { maxOutageHours, type NeededSpace, outageType, stores } from '@assay/domain/outages.ts';
import { checkDisk, checkStores } from './activities.ts';
import { maxEvents, pauseForHistory } from './pause-for-history.ts';
import { failedWith, untilShared } from './until-shared.ts';

const firstPauseMs = 1_000;
const maxPauseMs = 30 * 60_000;

/**
 * Runs `work`, which runs an activity. If the activity failed because of an outage (`outageType`), waits until the
 * outage is over and runs `work` again, with new attempts. Throws after `maxOutageHours`, counted from the first
 * outage, or if the history is too long. If the activity got no slot, runs `work` again (`untilShared`). While the
 * history is long, pauses before each retry (`pauseForHistory`). A retry adds 12 events, and a pause five more.
 *
 * - If the activity got no space on a disk, `checkDisk` is retried every 10 s until a media worker has the space. The
 *   retries add no events to the history.
 * - Otherwise, `checkStores` is retried until Postgres and S3 respond. The pause before it doubles, up to 30 minutes.
 *   The pauses limit the number of retries if the check succeeds although the outage persists, for example because a
 *   user's quota of a disk is used up.
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
  let pauseMs = firstPauseMs;
  for (;;) {
    let waitsFor: string;
    let needed: NeededSpace | null;
    try {
      return await untilShared(work);
    } catch (error) {
      if (!isOutage(error)) throw error;
      giveUpAt = Math.min(giveUpAt, Date.now() + maxOutageHours * 3_600_000);
      if (Date.now() >= giveUpAt || workflowInfo().historyLength > maxEvents) throw error;
      [waitsFor = stores, needed = null] = (error.cause.details ?? []) as [string?, (NeededSpace | null)?];
    }
    onWaiting(waitsFor);
    const summary = `${waitsFor} is unavailable`;
    await pauseForHistory(summary, needed === null ? pauseMs : 0);
    if (needed === null) pauseMs = Math.min(2 * pauseMs, maxPauseMs);
    const scheduleToCloseTimeout = Math.max(1_000, giveUpAt - Date.now());
    if (needed === null) await checkStores.executeWithOptions({ scheduleToCloseTimeout }, []);
    else await checkDisk.executeWithOptions({ scheduleToCloseTimeout, summary }, [needed]);
    onWaiting(null);
  }
}

function isOutage(error: unknown): error is ActivityFailure & { cause: ApplicationFailure } {
  return failedWith(outageType, error) && error.retryState === RetryState.NON_RETRYABLE_FAILURE;
}
