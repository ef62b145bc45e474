import { sleep, workflowInfo } from '@temporalio/workflow';

/** Temporal terminates a workflow with 51,200 events. The rest is for work that does not wait. */
export const maxEvents = 30_000;
const maxEventsWithoutPause = 5_000;
const eventsPerDoubling = 1_500;
const firstPauseMs = 10_000;

/**
 * Returns the pause in milliseconds before an activity is repeated. All activities that wait add events to the history
 * of their workflow, so the pause depends on the number of events. It doubles every 1,500 events: 10 s at 5,000 events,
 * 5 min at 12,500, an hour at 18,500. A pause adds five events.
 */
export function pauseMs(historyLength: number): number {
  if (historyLength < maxEventsWithoutPause) return 0;
  return firstPauseMs * 2 ** Math.floor((historyLength - maxEventsWithoutPause) / eventsPerDoubling);
}

/**
 * Waits before an activity is repeated, so that the history stays below `maxEvents` for days.
 * @param minMs minimum pause in milliseconds
 */
export async function pauseForHistory(summary: string, minMs = 0): Promise<void> {
  const ms = Math.max(minMs, pauseMs(workflowInfo().historyLength));
  if (ms > 0) await sleep(ms, { summary });
}
