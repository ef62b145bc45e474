import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { serveJobs } from './serve-jobs.ts';
import type { sleep } from './bare-workflows.ts';

export interface StartJob {
  temporalAddress: string;
  taskQueue: string;
  /** Number of concurrent starts. */
  concurrency: number;
  seconds: number;
  sleepSeconds: number;
}

let client: Promise<Client> | null = null;

async function connect(address: string): Promise<Client> {
  return new Client({ connection: await Connection.connect({ address }) });
}

/** For a given number of seconds, starts workflows that only sleep. Returns the starts per second. */
serveJobs(async (job: StartJob): Promise<{ perSecond: number }> => {
  const { workflow } = await (client ??= connect(job.temporalAddress));
  const startedAt = performance.now();
  const deadline = startedAt + job.seconds * 1000;
  let started = 0;
  let endedAt = startedAt;
  const startRepeatedly = async () => {
    while (performance.now() < deadline) {
      await workflow.start<typeof sleep>('sleep', {
        workflowId: `bare:${randomUUID()}`,
        taskQueue: job.taskQueue,
        args: [job.sleepSeconds],
      });
      if (performance.now() > deadline) return;
      started++;
      endedAt = performance.now();
    }
  };
  await Promise.all(Array.from({ length: job.concurrency }, startRepeatedly));
  return { perSecond: (started / (endedAt - startedAt)) * 1000 };
});
