import path from 'node:path';
import { activityInfo } from '@temporalio/activity';
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { type Arrivals, type ArrivalsJob, createArrivals } from './arrivals.ts';
import { serveJobs } from './serve-jobs.ts';

export interface BareWorkerJob {
  temporalAddress: string;
  taskQueue: string;
}

Runtime.install({ shutdownSignals: [], logger: new DefaultLogger('ERROR') });

const arrivals = createArrivals();

const activities = {
  /** Records the id of the activity's workflow and does nothing else. */
  arrive(): Promise<void> {
    arrivals.record(activityInfo().workflowExecution!.workflowId);
    return Promise.resolve();
  },
};
export type BareActivities = typeof activities;

/**
 * Runs a worker for the bare workflows until this process ends. An `ArrivalsJob` returns the times of their activities.
 */
serveJobs(async (job: BareWorkerJob | ArrivalsJob): Promise<Arrivals | null> => {
  if ('count' in job) return arrivals.waitFor(job);
  const worker = await Worker.create({
    connection: await NativeConnection.connect({ address: job.temporalAddress }),
    taskQueue: job.taskQueue,
    workflowsPath: path.join(import.meta.dirname, 'bare-workflows.ts'),
    activities,
  });
  worker.run().catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
  return null;
});
