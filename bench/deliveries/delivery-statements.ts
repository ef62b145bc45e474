import path from 'node:path';
import { Client } from '@temporalio/client';
import { prepareNamespace } from '../../temporal/namespace.ts';
import { createStarter } from '../../temporal/starter.ts';
import { ensureLocalCa } from '../../local/stack/tls.ts';
import { deliveryWorkflowId } from '../../domain/workflow-ids.ts';
import type { BenchStack } from '../bench-stack.ts';
import type { Benchmark } from '../benchmark.ts';
import { startSqlProxy } from '../costs/sql-proxy.ts';
import { startServiceProcess } from '../service-process.ts';
import { openDatabase } from '../temporary-database.ts';
import { createDeliveryBench, rethrow } from './delivery-bench.ts';

/** Namespace of the worker whose statements are counted. The stack's own worker does not execute deliveries in it. */
const namespace = 'assay-bench-counted';

export const deliveryStatements: Benchmark = {
  name: 'delivery-statements',
  title: 'SQL round trips of a delivery whose first attempt succeeds, counted on the wire',
  async run(bench) {
    const delivery = await createDeliveryBench(bench);
    const sql = await startSqlProxy(bench.info.databaseUrl);
    const database = openDatabase(sql.url);
    const client = new Client({ connection: delivery.client.connection, namespace });
    await prepareNamespace(client);
    const worker = await startDeliveryWorker(bench, sql.url);
    try {
      const subscriber = await delivery.createSubscriber('/record');
      const deliver = async () => {
        const inserted = await delivery.insertDelivery(subscriber);
        sql.calls.length = 0;
        await createStarter(client, database).startDeliveries([inserted], rethrow);
        await client.workflow.getHandle(deliveryWorkflowId(inserted.deliveryId)).result();
        return [...sql.calls];
      };
      await deliver();
      const statements = await deliver();
      return {
        measurement: {
          name: this.name,
          value: statements.length,
          unit: 'round trips',
          baseline: null,
          goal: { atMost: 6 },
        },
        notes: [`In this order: ${statements.join(', ')}.`],
      };
    } finally {
      await worker.end();
      await database.end();
      sql.close();
      await delivery.close();
    }
  },
};

async function startDeliveryWorker({ info, directory }: BenchStack, databaseUrl: string) {
  const { certFile } = await ensureLocalCa(path.join(directory, 'tls'));
  return startServiceProcess('workers/main.ts', info, {
    ...{ WORKER_ROLES: 'delivery', DATABASE_URL: databaseUrl, TEMPORAL_NAMESPACE: namespace },
    ...{ WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8,::1/128', WEBHOOK_CA_FILE: certFile },
  });
}
