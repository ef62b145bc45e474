import path from 'node:path';
import { activityInfo } from '@temporalio/activity';
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { type Arrivals, type ArrivalsJob, createArrivals } from './arrivals.ts';
import { serve } from './serve.ts';

export interface WorkerJob {
  temporalAddress: string;
  taskQueue: string;
}

Runtime.install({ shutdownSignals: [], logger: new DefaultLogger('ERROR') });

const arrivals = createArrivals();

const activities = {
  /** Does nothing but say that it was run, by the id of its workflow. */
  arrive(): Promise<void> {
    arrivals.note(activityInfo().workflowExecution!.workflowId);
    return Promise.resolve();
  },
};
export type BareActivities = typeof activities;

/** Runs a worker for workflows that wait or do next to nothing, until this process ends; then tells what arrived. */
serve(async (job: WorkerJob | ArrivalsJob): Promise<Arrivals | null> => {
  if ('count' in job) return arrivals.take(job);
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
