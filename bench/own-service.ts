import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { prepareNamespace } from '../temporal/namespace.ts';
import { freePort } from '../local/stack/ports.ts';
import type { StackInfo } from '../local/stack/state.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';

export type OwnService = Awaited<ReturnType<typeof createOwnService>>;

/**
 * An API, and workers when they are asked for, on the running stack, in a namespace of their own: the stack's workers leave
 * alone what is theirs.
 */
export async function createOwnService(stack: StackInfo, settings: NodeJS.ProcessEnv) {
  const connection = await Connection.connect({ address: stack.temporalAddress });
  const client = new Client({ connection, namespace: `bench-${randomUUID()}` });
  await prepareNamespace(client);
  const port = await freePort(0, new Set());
  const all = { ...settings, TEMPORAL_NAMESPACE: client.options.namespace, PORT: String(port) };
  const running = new Set<ServiceProcess>();

  async function start(main: 'api/main.ts' | 'workers/main.ts'): Promise<ServiceProcess> {
    const process = await startServiceProcess(main, stack, all);
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
    /** One with all roles, unless the settings say otherwise. */
    startWorker: () => start('workers/main.ts'),
    end,
    async close(): Promise<void> {
      await Promise.all([...running].map(end));
      await connection.close();
    },
  };
}
