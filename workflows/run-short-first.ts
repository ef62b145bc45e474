import { type LimitedQueue, taskQueues } from '@assay/domain/task-queues.ts';
import { isFinal } from './asset-failure.ts';

/**
 * Runs `work` on a task queue with a time limit. If `work` exceeds the limit, runs it again without a limit on the
 * queue `longDecoding`.
 */
export async function runShortFirst<T>(
  { taskQueue, ...limits }: LimitedQueue,
  work: (taskQueue: string, limits: { withinSeconds?: number }) => Promise<T>,
): Promise<T> {
  try {
    return await work(taskQueue, limits);
  } catch (error) {
    if (!isFinal(error, 'decoding_takes_long')) throw error;
    return work(taskQueues.longDecoding, {});
  }
}
