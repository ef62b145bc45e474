import { setTimeout } from 'node:timers/promises';
import type { Database } from '@assay/storage/database/database.ts';
import { latenciesMs } from '../bare-workflow-client.ts';
import type { Benchmark } from '../benchmark.ts';
import { percentile, ratioInterval } from '../compare.ts';
import { createDeliveryBench, type Subscriber } from './delivery-bench.ts';
import { eventType } from './delivery-worker.ts';

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
      await insertWaiting(bench.database, other, backlog);
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

/** Writes `count` waiting deliveries to a subscription, with payloads of the usual size. */
async function insertWaiting(
  database: Database,
  { workspaceId, subscriptionId }: Subscriber,
  count: number,
): Promise<void> {
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
