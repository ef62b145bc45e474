import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import type { BenchStack } from './bench-stack.ts';
import { WrongResult } from './api-call.ts';
import { percentile } from './compare.ts';
import { runAtIntervals, runConcurrently } from './concurrency.ts';
import { type Arrivals, type ArrivalsJob, nowMs } from './processes/arrivals.ts';
import type { BareWorkerJob } from './processes/bare-worker.ts';
import type * as workflows from './processes/bare-workflows.ts';

/**
 * Creates a client for bare workflows of one type: minimal workflows that serve as the baseline. A separate worker
 * process executes them on a separate task queue.
 */
export async function createBareWorkflowClient(bench: BenchStack, type: keyof typeof workflows) {
  const taskQueue = `assay-bench-bare-${randomUUID()}`;
  const worker = bench.fork<BareWorkerJob | ArrivalsJob, Arrivals | null>('bare-worker.ts');
  await worker.run({ temporalAddress: bench.info.temporalAddress, taskQueue });
  const connection = await Connection.connect({ address: bench.info.temporalAddress });
  const client = new Client({ connection });

  return {
    client,

    /** Starts `count` workflows. Returns the start time of each workflow (`nowMs`), by workflow id. */
    async start(
      count: number,
      pace: { concurrency: number } | { everyMs: number },
    ): Promise<Map<string, number>> {
      const startTimes = new Map<string, number>();
      const startOne = async () => {
        const workflowId = `bare:${randomUUID()}`;
        startTimes.set(workflowId, nowMs());
        await client.workflow.start(type, { workflowId, taskQueue, args: [] });
      };
      await ('concurrency' in pace
        ? runConcurrently(count, pace.concurrency, startOne)
        : runAtIntervals(count, pace.everyMs, startOne));
      return startTimes;
    },

    /** Waits until `count` workflows have run their activity. Returns the time of each activity (`nowMs`). */
    waitForActivities: async (count: number): Promise<Arrivals> => (await worker.run({ count }))!,

    async close(): Promise<void> {
      worker.close();
      await connection.close();
    },
  };
}

/**
 * Returns the milliseconds from the start of each workflow or event to its arrival. Throws if a started item has not
 * arrived, or if an item arrived that was not started.
 */
export function latenciesMs(startTimes: ReadonlyMap<string, number>, arrivals: Arrivals): number[] {
  const latencies = arrivals.map(([id, atMs]) => {
    const startMs = startTimes.get(id);
    if (startMs === undefined) throw new WrongResult(`${id} arrived but was never sent`);
    return atMs - startMs;
  });
  if (new Set(arrivals.map(([id]) => id)).size !== startTimes.size)
    throw new WrongResult(`${arrivals.length} of ${startTimes.size} arrived`);
  return latencies;
}

export const p95LatencyMs = (startTimes: ReadonlyMap<string, number>, arrivals: Arrivals): number =>
  percentile(latenciesMs(startTimes, arrivals), 0.95);
