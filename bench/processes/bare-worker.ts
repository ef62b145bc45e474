import path from 'node:path';
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { serve } from './serve.ts';

export interface WorkerJob {
  temporalAddress: string;
  taskQueue: string;
}

Runtime.install({ shutdownSignals: [], logger: new DefaultLogger('ERROR') });

/** Runs a worker for workflows that only wait, until this process ends. */
serve(async ({ temporalAddress, taskQueue }: WorkerJob): Promise<null> => {
  const worker = await Worker.create({
    connection: await NativeConnection.connect({ address: temporalAddress }),
    taskQueue,
    workflowsPath: path.join(import.meta.dirname, 'sleep.ts'),
  });
  worker.run().catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
  return null;
});
