import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import type { Bed } from './bed.ts';
import { percentile } from './compare.ts';
import { atIntervals, inLanes } from './in-lanes.ts';
import { type Arrivals, type ArrivalsJob, nowMs } from './processes/arrivals.ts';
import type { WorkerJob } from './processes/bare-worker.ts';
import type * as workflows from './processes/bare-workflows.ts';
import { WrongAnswer } from './wrong-answer.ts';

export type BareSide = Awaited<ReturnType<typeof createBareSide>>;

/** Bare workflows of one type: their worker in a process of its own, and a client that starts them from this one. */
export async function createBareSide(bed: Bed, type: keyof typeof workflows) {
  // Of this side alone: workers of others would take what this one waits for.
  const taskQueue = `assay-bench-bare-${randomUUID()}`;
  const worker = bed.start<WorkerJob | ArrivalsJob, Arrivals | null>('bare-worker.ts');
  await worker.ask({ temporalAddress: bed.stack.temporalAddress, taskQueue });
  const connection = await Connection.connect({ address: bed.stack.temporalAddress });
  const client = new Client({ connection });

  return {
    client,
    /** Of the worker. */
    pid: worker.pid,

    /** Starts so many, so many at a time or one every so often, in turn with those of other keys; answers when each began. */
    async start(
      count: number,
      pace: { lanes: number } | { everyMs: number },
      fairnessKey?: string,
    ): Promise<Map<string, number>> {
      const begun = new Map<string, number>();
      const work = async () => {
        const workflowId = `bare:${randomUUID()}`;
        begun.set(workflowId, nowMs());
        await client.workflow.start(type, { workflowId, taskQueue, args: [], priority: { fairnessKey } });
      };
      await ('lanes' in pace ? inLanes(count, pace.lanes, work) : atIntervals(count, pace.everyMs, work));
      return begun;
    },

    /** Waits until so many have come to their activity. */
    arrived: async (count: number): Promise<Arrivals> => (await worker.ask({ count }))!,

    async close(): Promise<void> {
      worker.close();
      await connection.close();
    },
  };
}

/** How long after its start each has arrived, in milliseconds. */
export function timesMs(begun: Map<string, number>, arrivals: Arrivals): number[] {
  const times = arrivals.map(([id, atMs]) => {
    const begunMs = begun.get(id);
    if (begunMs === undefined) throw new WrongAnswer(`${id} arrived and was never sent`);
    return atMs - begunMs;
  });
  if (new Set(arrivals.map(([id]) => id)).size !== begun.size)
    throw new WrongAnswer(`${arrivals.length} arrived of ${begun.size}`);
  return times;
}

/** Their 95th percentile. */
export const p95Ms = (begun: Map<string, number>, arrivals: Arrivals): number =>
  percentile(timesMs(begun, arrivals), 0.95);
