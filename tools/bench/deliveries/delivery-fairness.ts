import { setTimeout } from 'node:timers/promises';
import { latenciesMs } from '../bare-workflow-client.ts';
import type { Benchmark } from '../benchmark.ts';
import { percentile, ratioInterval } from '../compare.ts';
import type { ReceiverPath } from '../processes/webhook-receiver.ts';
import { createDeliveryBench } from './delivery-bench.ts';

/** Number of deliveries of the workspace that competes with the measured workspace. All are due at the same time. */
const otherDeliveries = 150;
/** Interval and number of the deliveries of the measured workspace. */
const steady = { everyMs: 200, count: 60 };

export const deliveryFairness = createBenchmark({
  name: 'delivery-fairness',
  condition: `while ${otherDeliveries} deliveries of another workspace wait for an endpoint that hangs`,
  path: '/hang',
  // With 4 rounds, the ratio differed by 0.3 between runs.
  rounds: 8,
  startToMeasureMs: 9_000,
  // A hanging attempt ends after WEBHOOK_TIMEOUT_SECONDS (15 s) and must then be recorded.
  pauseMs: 18_000,
  atMost: 1.3,
});

export const deliveryFlood = createBenchmark({
  name: 'delivery-flood',
  condition: `while ${otherDeliveries} deliveries of another workspace start at once`,
  path: '/ignore',
  rounds: 4,
  startToMeasureMs: 0,
  pauseMs: 5_000,
  atMost: 2,
});

function createBenchmark(options: {
  name: string;
  condition: string;
  path: ReceiverPath;
  rounds: number;
  /** Milliseconds from the start of the other workspace's deliveries to the measurement. */
  startToMeasureMs: number;
  /** Milliseconds from the measurement to the next round. The other workspace's deliveries end in this time. */
  pauseMs: number;
  /** Goal of the ratio. */
  atMost: number;
}): Benchmark {
  const { name, condition } = options;
  return {
    name,
    title: `p95 from an event to its receipt at 5 a second ${condition}, against none`,
    async run(bench) {
      const delivery = await createDeliveryBench(bench);
      try {
        const subscriber = await delivery.createSubscriber('/record');
        const measure = async () => {
          const startTimes = await delivery.insertDeliveries(subscriber, steady.count, steady.everyMs);
          return latenciesMs(startTimes, await delivery.waitForReceived(steady.count));
        };
        const measureBesideOthers = async () => {
          const other = await delivery.createSubscriber(options.path);
          await delivery.insertDeliveries(other, otherDeliveries);
          await setTimeout(options.startToMeasureMs);
          const latencies = await measure();
          await delivery.deleteSubscription(other);
          await setTimeout(options.pauseMs);
          return latencies;
        };
        await measure();
        const alone: number[] = [];
        const beside: number[] = [];
        for (let round = 0; round < options.rounds; round++) {
          alone.push(...(await measure()));
          beside.push(...(await measureBesideOthers()));
        }
        const interval = ratioInterval(beside, alone, 0.95);
        return {
          measurement: {
            name,
            value: percentile(beside, 0.95),
            baseline: percentile(alone, 0.95),
            unit: 'ms',
            goal: { atMost: options.atMost },
          },
          notes: [
            `Medians: ${percentile(beside, 0.5).toFixed(0)} ms, and ${percentile(alone, 0.5).toFixed(0)} ms without the others.`,
            `90 % confidence interval of the ratio: ${interval.from.toFixed(2)} to ${interval.to.toFixed(2)}.`,
          ],
        };
      } finally {
        await delivery.close();
      }
    },
  };
}
