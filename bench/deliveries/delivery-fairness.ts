import { setTimeout } from 'node:timers/promises';
import type { Benchmark } from '../benchmark.ts';
import { percentile, ratioRange } from '../compare.ts';
import type { ReceiverPath } from '../processes/webhook-receiver.ts';
import { createDeliveryBed, type DeliveryBed } from './delivery-bed.ts';

const rounds = 4;
/** Deliveries of the other workspace, which are all due at once. */
const others = 150;
const steady = { everyMs: 200, count: 60 };
/** Longer than an attempt that hangs: `WEBHOOK_TIMEOUT_SECONDS` and what it takes to record it. */
const untilQuietMs = 18_000;

/** An endpoint that hangs: 150 deliveries to it have been begun, and hold what they can or wait for their turn. */
export const deliveryFairness = fairness(
  'delivery-fairness',
  `while ${others} deliveries of another workspace wait for an endpoint that hangs`,
  { path: '/hang', settleMs: 9_000, besideBare: null },
);

/** A flood: 150 deliveries are started at once, and are worked through during the measurement. */
export const deliveryFlood = fairness(
  'delivery-flood',
  `while ${others} deliveries of another workspace are begun at once`,
  { path: '/flooded', settleMs: 0, besideBare: bareFlood },
);

function fairness(
  name: string,
  when: string,
  other: {
    path: ReceiverPath;
    /** Between their start and the measurement. */
    settleMs: number;
    /** What the same does to bare workflows, for the notes. */
    besideBare: ((delivery: DeliveryBed) => Promise<string>) | null;
  },
): Benchmark {
  return {
    name,
    title: `p95 from an event to its receipt at 5 a second, ${when}, against none`,
    async run(bed) {
      const delivery = await createDeliveryBed(bed);
      try {
        const subscriber = await delivery.subscriber('/taken');
        const times = async () => {
          const begun = await delivery.startDeliveries(subscriber, steady.count, steady.everyMs);
          return delivery.timesMs(begun, (await delivery.received(steady.count)).arrivals);
        };
        const timesBeside = async () => {
          const burdened = await delivery.subscriber(other.path);
          await delivery.startDeliveries(burdened, others);
          await setTimeout(other.settleMs);
          const beside = await times();
          await delivery.unsubscribe(burdened);
          await setTimeout(untilQuietMs);
          return beside;
        };
        const { alone, beside } = await inRounds(times, timesBeside);
        const range = ratioRange(beside, alone, 0.95);
        return {
          measurement: {
            ...{ name, value: percentile(beside, 0.95), baseline: percentile(alone, 0.95), unit: 'ms' },
            goal: { atMost: 1.1 },
          },
          notes: [
            `Medians ${percentile(beside, 0.5).toFixed(0)} ms, and ${percentile(alone, 0.5).toFixed(0)} ms without.`,
            `The ratio is known no better than ${range.from.toFixed(2)} to ${range.to.toFixed(2)} (nine in ten resamples).`,
            ...(other.besideBare === null ? [] : [await other.besideBare(delivery)]),
          ],
        };
      } finally {
        await delivery.close();
      }
    },
  };
}

/** How far the machine and Temporal alone take the same flood: bare workflows with one activity, in turn as deliveries are. */
async function bareFlood(delivery: DeliveryBed): Promise<string> {
  const times = async (flood: number) => {
    await delivery.startBare(flood, 0, 'busy');
    const begun = await delivery.startBare(steady.count, steady.everyMs, 'quiet');
    const arrivals = await delivery.bareArrived(flood + steady.count);
    return delivery.timesMs(
      begun,
      arrivals.filter(([id]) => begun.has(id)),
    );
  };
  const { alone, beside } = await inRounds(
    () => times(0),
    () => times(others),
  );
  const [withFlood, without] = [percentile(beside, 0.95), percentile(alone, 0.95)];
  return (
    `Bare workflows with one activity: ${withFlood.toFixed(0)} ms while as many of another key are begun, ` +
    `${without.toFixed(0)} ms without, ${(withFlood / without).toFixed(2)}.`
  );
}

/** Times of both, one round of each after the other, once everything has been used. */
async function inRounds(timesAlone: () => Promise<number[]>, timesBeside: () => Promise<number[]>) {
  await timesAlone();
  const alone: number[] = [];
  const beside: number[] = [];
  for (let round = 0; round < rounds; round++) {
    alone.push(...(await timesAlone()));
    beside.push(...(await timesBeside()));
  }
  return { alone, beside };
}
