import { setTimeout } from 'node:timers/promises';
import type { Benchmark } from '../benchmark.ts';
import { median } from '../compare.ts';
import type { ReceiverPath } from '../processes/webhook-receiver.ts';
import { createDeliveryBed } from './delivery-bed.ts';

const rounds = 3;
/** Deliveries of the other workspace, which are all due at once. */
const others = 150;
const steady = { everyMs: 200, count: 30 };
/** Longer than an attempt that hangs: `WEBHOOK_TIMEOUT_SECONDS` and what it takes to record it. */
const untilQuietMs = 18_000;

/** An endpoint that hangs: 150 deliveries to it have been begun, and hold what they can or wait for their turn. */
export const deliveryFairness = fairness(
  'delivery-fairness',
  `while ${others} deliveries of another workspace wait for an endpoint that hangs`,
  { path: '/hang', settleMs: 9_000 },
);

/** A flood: 150 deliveries are started at once, and are worked through during the measurement. */
export const deliveryFlood = fairness(
  'delivery-flood',
  `while ${others} deliveries of another workspace are begun at once`,
  { path: '/flooded', settleMs: 0 },
);

function fairness(
  name: string,
  when: string,
  other: { path: ReceiverPath; /** Between their start and the measurement. */ settleMs: number },
): Benchmark {
  return {
    name,
    title: `p95 from an event to its receipt at 5 a second, ${when}, against none`,
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
          const burdened = await delivery.subscriber(other.path);
          await delivery.startDeliveries(burdened, others);
          await setTimeout(other.settleMs);
          values.push(await p95());
          await delivery.unsubscribe(burdened);
          await setTimeout(untilQuietMs);
        }
        return {
          measurement: {
            ...{ name, value: median(values), baseline: median(baselines), unit: 'ms' },
            goal: { atMost: 1.1 },
          },
          notes: [`Round by round ${inWords(values)} ms, and ${inWords(baselines)} ms without.`],
        };
      } finally {
        await delivery.close();
      }
    },
  };
}

const inWords = (values: readonly number[]) => values.map((value) => value.toFixed(0)).join(', ');
