import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Client } from '@temporalio/client';
import { insertExample } from '@assay/storage/webhooks/redeliveries.ts';
import { prepareNamespace } from '@assay/runtime/temporal/namespace.ts';
import type { BenchStack } from '../bench-stack.ts';
import type { Benchmark } from '../benchmark.ts';
import { startSqlProxy } from '../costs/sql-proxy.ts';
import { createTemporaryDatabase, type TemporaryDatabase } from '../temporary-database.ts';
import { createDeliveryBench } from './delivery-bench.ts';
import { createTemporarySubscriber, eventType, startDeliveryWorker } from './delivery-worker.ts';

/** Namespace of the worker whose statements are counted. */
const namespace = 'assay-bench-counted';
const pollMs = 50;

export const deliveryStatements: Benchmark = {
  name: 'delivery-statements',
  title: 'SQL round trips of a delivery whose first attempt succeeds, counted on the wire',
  async run(bench) {
    const delivery = await createDeliveryBench(bench);
    // The stack's own worker does not lease deliveries of another database.
    const own = await createTemporaryDatabase(bench.info.databaseUrl, bench.database);
    const sql = await startSqlProxy(own.url);
    await prepareNamespace(new Client({ connection: delivery.client.connection, namespace }));
    const worker = await startDeliveryWorker(bench, sql.url, namespace);
    try {
      const deliver = await createDelivering(bench, own, `${delivery.receiverUrl}/ignore`);
      await deliver();
      sql.calls.length = 0;
      await deliver();
      const statements = [...sql.calls];
      return {
        measurement: {
          name: this.name,
          value: statements.length,
          unit: 'round trips',
          baseline: null,
          goal: { atMost: 2 },
        },
        notes: [`In this order: ${statements.join(', ')}.`],
      };
    } finally {
      await worker.end();
      sql.close();
      await own.close();
      await delivery.close();
    }
  },
};

/** Creates a subscription. Returns a function that sends it an example event and waits until it is delivered. */
async function createDelivering(bench: BenchStack, { database }: TemporaryDatabase, endpointUrl: string) {
  const { workspaceId, subscriptionId } = await createTemporarySubscriber(bench, database, endpointUrl);
  return async () => {
    const event = { id: randomUUID(), assetId: null, version: null, type: eventType, payload: '{}' } as const;
    await insertExample(database, workspaceId, subscriptionId, event);
    for (let isPending = true; isPending; await setTimeout(pollMs)) {
      const { rowCount } = await database.query(
        `select from deliveries where event_id = $1 and status = 'pending'`,
        [event.id],
      );
      isPending = rowCount === 1;
    }
  };
}
