import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { serve } from './serve.ts';
import type { sleep } from './bare-workflows.ts';

export interface StartJob {
  temporalAddress: string;
  taskQueue: string;
  /** Starts under way at once. */
  lanes: number;
  seconds: number;
  sleepSeconds: number;
}

let connected: Promise<Client> | null = null;

async function connect(address: string): Promise<Client> {
  return new Client({ connection: await Connection.connect({ address }) });
}

/** Starts workflows that only wait, for as long as asked, and answers how many per second it got started. */
serve(async (job: StartJob): Promise<{ perSecond: number }> => {
  const client = await (connected ??= connect(job.temporalAddress));
  const startedAt = performance.now();
  const deadline = startedAt + job.seconds * 1000;
  let started = 0;
  let endedAt = startedAt;
  const lane = async () => {
    while (performance.now() < deadline) {
      await client.workflow.start<typeof sleep>('sleep', {
        workflowId: `bare:${randomUUID()}`,
        taskQueue: job.taskQueue,
        args: [job.sleepSeconds],
      });
      if (performance.now() > deadline) return;
      started++;
      endedAt = performance.now();
    }
  };
  await Promise.all(Array.from({ length: job.lanes }, lane));
  return { perSecond: (started / (endedAt - startedAt)) * 1000 };
});
