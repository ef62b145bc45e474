import { shortMeasurementSeconds, taskQueues } from '@assay/domain/task-queues.ts';
import { isFinal } from './asset-failure.ts';

/**
 * Runs a measuring activity with a time limit. If the activity exceeds the limit, runs it again without a limit on the
 * queue for long measurements. Long measurements therefore do not delay short ones.
 * @param measure calls the activity with `options`, and with `limits` in its input
 */
export async function measureShortFirst(
  measure: (options: { taskQueue?: string }, limits: { withinSeconds?: number }) => Promise<void>,
): Promise<void> {
  try {
    await measure({}, { withinSeconds: shortMeasurementSeconds });
  } catch (error) {
    if (!isFinal(error, 'measurement_takes_long')) throw error;
    await measure({ taskQueue: taskQueues.longMeasurement }, {});
  }
}
