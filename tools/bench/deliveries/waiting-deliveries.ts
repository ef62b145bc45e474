import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { createTenant } from '../../local/stack/tenant.ts';
import type { Database, Queryable } from '@assay/storage/database/database.ts';
import { insertSubscription } from '@assay/storage/webhooks/subscriptions.ts';
import { leaseDeliveries, releaseLeases } from '@assay/storage/webhooks/waiting-deliveries.ts';
import { latenciesMs } from '../bare-workflow-client.ts';
import type { Benchmark } from '../benchmark.ts';
import { percentile, ratioInterval } from '../compare.ts';
import { explain } from '../plans/explain.ts';
import type { Statement } from '../plans/statements.ts';
import { createTemporaryDatabase } from '../temporary-database.ts';
import { createDeliveryBench } from './delivery-bench.ts';

const eventType = 'asset.processing.completed';
const leasedAtOnce = 100;
const workspaces = 100;
const fewPerWorkspace = 10;
const manyPerWorkspace = 1_000;
const leases = 50;

export const deliveryLease: Benchmark = {
  name: 'delivery-lease',
  title: `lease of the next ${leasedAtOnce} of ${(workspaces * manyPerWorkspace).toLocaleString('en')} waiting deliveries of ${workspaces} workspaces`,
  async run({ info, database }) {
    const own = await createTemporaryDatabase(info.databaseUrl, database);
    const client = new pg.Client({ connectionString: own.url });
    await client.connect();
    try {
      const subscriptions = await createSubscriptions(own.database, workspaces);
      const fill = async (perWorkspace: number) => {
        await insertWaiting(own.database, subscriptions, perWorkspace);
        await own.database.query('vacuum analyze events, deliveries, attempts');
      };
      const pages = async () => (await explain(client, await leaseStatement(), 'generic')).buffers;
      await fill(fewPerWorkspace);
      const pagesWithFew = await pages();
      await fill(manyPerWorkspace - fewPerWorkspace);
      const pagesWithMany = await pages();
      const times: number[] = [];
      for (let each = 0; each < leases; each++) times.push(await timeOfLease(own.database));
      return {
        measurement: {
          name: this.name,
          value: percentile(times, 0.5),
          unit: 'ms',
          baseline: null,
          goal: { atMost: 5 },
        },
        notes: [
          `Pages: ${pagesWithMany}, and ${pagesWithFew} with ${(workspaces * fewPerWorkspace).toLocaleString('en')} waiting deliveries.`,
          `p95: ${percentile(times, 0.95).toFixed(1)} ms.`,
        ],
      };
    } finally {
      await client.end();
      await own.close();
    }
  },
};

const backlog = 10_000;
const steady = { everyMs: 200, count: 60 };

export const deliveryBacklog: Benchmark = {
  name: 'delivery-backlog',
  title: `minutes until the last of ${backlog.toLocaleString('en')} deliveries to an endpoint that hung, after it has recovered`,
  isLong: true,
  async run(bench) {
    const delivery = await createDeliveryBench(bench);
    try {
      const subscriber = await delivery.createSubscriber('/record');
      const measure = async () => {
        const startTimes = await delivery.insertDeliveries(subscriber, steady.count, steady.everyMs);
        const latencies = latenciesMs(startTimes, await delivery.waitForReceived(steady.count));
        // The next series keeps the interval.
        await setTimeout(steady.everyMs);
        return latencies;
      };
      const measureTimes = async (times: number) => {
        const latencies: number[] = [];
        for (let each = 0; each < times; each++) latencies.push(...(await measure()));
        return latencies;
      };
      await measure();
      const alone = await measureTimes(4);
      const other = await delivery.createSubscriber('/recover');
      await insertWaiting(bench.database, [other], backlog);
      await setTimeout(5_000);
      const besideHanging = await measureTimes(4);
      const recoveredAt = performance.now();
      await delivery.recover();
      const besideRecovering: number[] = [];
      for (let isPending = true; isPending;) {
        besideRecovering.push(...(await measure()));
        const { rowCount } = await bench.database.query(
          `select from deliveries where subscription_id = $1 and status = 'pending' limit 1`,
          [other.subscriptionId],
        );
        isPending = rowCount === 1;
      }
      const p95 = (latencies: readonly number[]) => percentile(latencies, 0.95);
      const ratio = (latencies: readonly number[]) => {
        const { from, to } = ratioInterval(latencies, alone, 0.95);
        return `${(p95(latencies) / p95(alone)).toFixed(2)} (90 % interval ${from.toFixed(2)} to ${to.toFixed(2)})`;
      };
      return {
        measurement: {
          name: this.name,
          value: (performance.now() - recoveredAt) / 60_000,
          unit: 'min',
          baseline: null,
          goal: { atMost: 10 },
        },
        notes: [
          `p95 of another workspace: ${p95(alone).toFixed(0)} ms before, ${ratio(besideHanging)} times that while the endpoint hangs, and ${ratio(besideRecovering)} times that while it gets its deliveries.`,
        ],
      };
    } finally {
      await delivery.close();
    }
  },
};

interface Subscription {
  workspaceId: string;
  subscriptionId: string;
}

async function createSubscriptions(database: Database, count: number): Promise<Subscription[]> {
  const subscriptions: Subscription[] = [];
  for (let each = 0; each < count; each++) {
    const { workspaceId } = await createTenant(database, 'Bench', 'unlimited');
    const id = randomUUID();
    const endpointUrl = 'https://example.com/webhooks';
    await insertSubscription(
      database,
      { ...{ id, workspaceId, endpointUrl, eventTypes: [eventType], description: null }, secret: '' },
      1,
    );
    subscriptions.push({ workspaceId, subscriptionId: id });
  }
  return subscriptions;
}

/** Writes `count` waiting deliveries for each subscription, with payloads of the usual size. */
async function insertWaiting(
  database: Database,
  subscriptions: readonly Subscription[],
  count: number,
): Promise<void> {
  for (const { workspaceId, subscriptionId } of subscriptions) {
    await database.query(
      `with written as (
         insert into events (id, workspace_id, type, payload)
         select gen_random_uuid(), $1, $2, repeat('x', 400) from generate_series(1, $4::integer) returning id
       ), waiting as (
         insert into deliveries (id, event_id, subscription_id)
         select gen_random_uuid(), id, $3 from written returning id
       )
       insert into attempts (id, delivery_id, subscription_id, attempt_number, next_attempt_at)
       select gen_random_uuid(), id, $3, 1, now() from waiting`,
      [workspaceId, eventType, subscriptionId, count],
    );
  }
}

const capacity = { limit: leasedAtOnce, leaseSeconds: 60, endpoints: [], workspaces: [] };

/** Returns the milliseconds of a lease, and ends the lease. */
async function timeOfLease(database: Database): Promise<number> {
  const startedAt = performance.now();
  const { leased } = await leaseDeliveries(database, capacity);
  const tookMs = performance.now() - startedAt;
  if (leased.length !== leasedAtOnce) throw new Error(`leased ${leased.length}`);
  await releaseLeases(database, leased);
  return tookMs;
}

/** Returns the statement of a lease, without executing it. */
async function leaseStatement(): Promise<Statement> {
  let sent: Omit<Statement, 'sender'> | undefined;
  const recorder = {
    query: (statement: Omit<Statement, 'sender'>) => {
      sent = statement;
      return Promise.resolve({ rows: [] });
    },
  };
  await leaseDeliveries(recorder as unknown as Queryable, capacity);
  return { ...sent!, sender: 'a delivery worker' };
}
