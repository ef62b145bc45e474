import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { workerRoles } from '@assay/domain/task-queues.ts';
import { prepareNamespace } from '@assay/runtime/temporal/namespace.ts';
import { dataConverterOf } from '../local/stack/data-converter.ts';
import { freePort } from '../local/stack/ports.ts';
import type { StackInfo } from '../local/stack/state.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';

/**
 * Starts an API in a new Temporal namespace on the running stack. The workers of the stack therefore do not execute
 * its workflows. The caller starts and ends workers as needed.
 */
export async function createIsolatedService(stack: StackInfo, settings: NodeJS.ProcessEnv) {
  const connection = await Connection.connect({ address: stack.temporalAddress });
  const namespace = `bench-${randomUUID()}`;
  const client = new Client({ connection, namespace, dataConverter: dataConverterOf(stack, namespace) });
  await prepareNamespace(client);
  const port = await freePort(0, new Set());
  const environment = {
    // A delivery worker would lease the deliveries of the stack, which uses the same database.
    WORKER_ROLES: workerRoles.filter((role) => role !== 'delivery').join(),
    ...settings,
    TEMPORAL_NAMESPACE: namespace,
    PORT: String(port),
  };
  const running = new Set<ServiceProcess>();

  async function start(main: 'api/main.ts' | 'workers/main.ts'): Promise<ServiceProcess> {
    const process = await startServiceProcess(main, stack, environment);
    running.add(process);
    return process;
  }
  async function end(process: ServiceProcess): Promise<void> {
    running.delete(process);
    await process.end();
  }

  await start('api/main.ts');
  return {
    client,
    apiUrl: `http://127.0.0.1:${port}`,
    /** Starts a worker with the roles in `WORKER_ROLES` of the settings, or else with every role except delivery. */
    startWorker: () => start('workers/main.ts'),
    end,
    async close(): Promise<void> {
      await Promise.all([...running].map(end));
      await connection.close();
    },
  };
}
