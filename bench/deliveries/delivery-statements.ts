import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Client } from '@temporalio/client';
import { parseEncryptionKeys } from '../../lib/key-ring.ts';
import { ensureLocalCa } from '../../local/stack/tls.ts';
import { createTenant } from '../../local/stack/tenant.ts';
import { insertExample } from '../../storage/postgres/redeliveries.ts';
import { createSecretCipher } from '../../storage/postgres/secret-cipher.ts';
import { insertSubscription } from '../../storage/postgres/subscriptions.ts';
import { prepareNamespace } from '../../temporal/namespace.ts';
import type { BenchStack } from '../bench-stack.ts';
import type { Benchmark } from '../benchmark.ts';
import { startSqlProxy } from '../costs/sql-proxy.ts';
import { startServiceProcess } from '../service-process.ts';
import { createTemporaryDatabase, type TemporaryDatabase } from '../temporary-database.ts';
import { createDeliveryBench } from './delivery-bench.ts';

/** Namespace of the worker whose statements are counted. */
const namespace = 'assay-bench-counted';
const eventType = 'asset.processing.completed';
const pollMs = 50;

export const deliveryStatements: Benchmark = {
  name: 'delivery-statements',
  title: 'SQL round trips of a delivery whose first attempt succeeds, counted on the wire',
  async run(bench) {
    const delivery = await createDeliveryBench(bench);
    // The stack's own worker does not claim deliveries of another database.
    const own = await createTemporaryDatabase(bench.info.databaseUrl, bench.database);
    const sql = await startSqlProxy(own.url);
    await prepareNamespace(new Client({ connection: delivery.client.connection, namespace }));
    const worker = await startDeliveryWorker(bench, sql.url);
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
async function createDelivering({ info }: BenchStack, { database }: TemporaryDatabase, endpointUrl: string) {
  const { workspaceId } = await createTenant(database, 'Bench', 'unlimited');
  const id = randomUUID();
  const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
  const cipher = createSecretCipher(parseEncryptionKeys(info.encryptionKeys));
  await insertSubscription(
    database,
    {
      ...{ id, workspaceId, endpointUrl, eventTypes: [eventType], description: null },
      secret: cipher.encrypt(secret, id),
    },
    1,
  );
  return async () => {
    const event = { id: randomUUID(), assetId: null, version: null, type: eventType, payload: '{}' } as const;
    await insertExample(database, workspaceId, id, event);
    for (let isPending = true; isPending; await setTimeout(pollMs)) {
      const { rowCount } = await database.query(
        `select from deliveries where event_id = $1 and status = 'pending'`,
        [event.id],
      );
      isPending = rowCount === 1;
    }
  };
}

async function startDeliveryWorker({ info, directory }: BenchStack, databaseUrl: string) {
  const { certFile } = await ensureLocalCa(path.join(directory, 'tls'));
  return startServiceProcess('workers/main.ts', info, {
    ...{ WORKER_ROLES: 'delivery', DATABASE_URL: databaseUrl, TEMPORAL_NAMESPACE: namespace },
    ...{ WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8,::1/128', WEBHOOK_CA_FILE: certFile },
  });
}
