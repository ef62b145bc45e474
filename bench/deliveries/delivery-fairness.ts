import { setTimeout } from 'node:timers/promises';
import type { Benchmark } from '../benchmark.ts';
import { median } from '../compare.ts';
import { createDeliveryBed } from './delivery-bed.ts';

const rounds = 3;
/** Deliveries to the endpoint that hangs, which are all due at once. */
const hanging = 150;
const steady = { everyMs: 200, count: 30 };
/** Longer than an attempt that hangs: `WEBHOOK_TIMEOUT_SECONDS` and what it takes to record it. */
const untilQuietMs = 18_000;

export const deliveryFairness: Benchmark = {
  name: 'delivery-fairness',
  title: `p95 from an event to its receipt at 5 a second, while ${hanging} deliveries of another workspace hang, against none`,
  async run(bed) {
    const delivery = await createDeliveryBed(bed);
    try {
      const subscriber = await delivery.subscriber('/taken');
      const p95 = async () => {
        const begun = await delivery.startDeliveries(subscriber, steady.count, steady.everyMs);
        return delivery.p95Ms(begun, (await delivery.received(steady.count)).arrivals);
      };
      await p95();
      const values: number[] = [];
      const baselines: number[] = [];
      for (let round = 0; round < rounds; round++) {
        baselines.push(await p95());
        const other = await delivery.subscriber('/hang');
        await delivery.startDeliveries(other, hanging);
        values.push(await p95());
        await delivery.unsubscribe(other);
        await setTimeout(untilQuietMs);
      }
      return {
        measurement: {
          name: this.name,
          ...{ value: median(values), baseline: median(baselines), unit: 'ms', goal: { atMost: 1.1 } },
        },
      };
    } finally {
      await delivery.close();
    }
  },
};
