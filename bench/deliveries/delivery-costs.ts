import path from 'node:path';
import { Client } from '@temporalio/client';
import { prepareNamespace } from '../../temporal/namespace.ts';
import { createStarter } from '../../temporal/starter.ts';
import { ensureLocalCa } from '../../local/stack/tls.ts';
import { deliveryWorkflowId } from '../../domain/workflow-ids.ts';
import { createPool } from '../../storage/postgres/database.ts';
import type { Bed } from '../bed.ts';
import type { Benchmark } from '../benchmark.ts';
import { startSqlProxy } from '../costs/sql-proxy.ts';
import { startServiceProcess } from '../service-process.ts';
import { createDeliveryBed, fail } from './delivery-bed.ts';

/** Apart from the stack's own, so that its worker leaves the delivery to the one that is counted. */
const namespace = 'assay-bench-counted';

export const deliveryStatements: Benchmark = {
  name: 'delivery-statements',
  title: 'SQL round trips of one delivery that succeeds at once, from its start on, counted on the wire',
  async run(bed) {
    const delivery = await createDeliveryBed(bed);
    const sql = await startSqlProxy(bed.stack.databaseUrl);
    const counted = createPool({
      ...{ databaseUrl: sql.url, applicationName: 'assay-bench', maxConnections: 1 },
      onIdleError: () => undefined,
    });
    const client = new Client({ connection: delivery.client.connection, namespace });
    await prepareNamespace(client);
    const worker = await startWorker(bed, sql.url);
    try {
      const subscriber = await delivery.subscriber('/taken');
      const deliver = async () => {
        const written = await delivery.write(subscriber);
        sql.passed.length = 0;
        await createStarter(client, counted).startDeliveries([written], fail);
        await client.workflow.getHandle(deliveryWorkflowId(written.deliveryId)).result();
        return [...sql.passed];
      };
      await deliver();
      const passed = await deliver();
      return {
        measurement: {
          ...{
            name: this.name,
            value: passed.length,
            unit: 'round trips',
            baseline: null,
            goal: { atMost: 6 },
          },
        },
        notes: [`In this order: ${passed.join(', ')}.`],
      };
    } finally {
      await worker.end();
      await counted.end();
      sql.close();
      await delivery.close();
    }
  },
};

async function startWorker({ stack, directory }: Bed, databaseUrl: string) {
  const { certFile } = await ensureLocalCa(path.join(directory, 'tls'));
  return startServiceProcess('workers/main.ts', stack, {
    ...{ WORKER_ROLES: 'delivery', DATABASE_URL: databaseUrl, TEMPORAL_NAMESPACE: namespace },
    ...{ WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8,::1/128', WEBHOOK_CA_FILE: certFile },
  });
}

export const deliveryEvents: Benchmark = {
  name: 'delivery-events',
  title:
    'Temporal events of one delivery that succeeds at once, beyond those of a bare workflow with one activity',
  async run(bed) {
    const delivery = await createDeliveryBed(bed);
    try {
      const subscriber = await delivery.subscriber('/taken');
      const written = await delivery.write(subscriber);
      await createStarter(delivery.client, bed.database).startDeliveries([written], fail);
      const [bareId] = [...(await delivery.startBare(1)).keys()];
      const events = async (workflowId: string) => {
        const handle = delivery.client.workflow.getHandle(workflowId);
        await handle.result();
        return (await handle.fetchHistory()).events?.length ?? 0;
      };
      const [ours, bare] = [await events(deliveryWorkflowId(written.deliveryId)), await events(bareId!)];
      return {
        measurement: {
          ...{
            name: this.name,
            value: ours - bare,
            unit: 'events more',
            baseline: null,
            goal: { atMost: 8 },
          },
        },
        notes: [`${ours} events, and ${bare} of the bare workflow.`],
      };
    } finally {
      await delivery.close();
    }
  },
};
