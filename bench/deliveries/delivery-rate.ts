import { p95LatencyMs } from '../bare-workflow-client.ts';
import type { Benchmark } from '../benchmark.ts';
import { compare, perSecond } from '../compare.ts';
import { createDeliveryBench } from './delivery-bench.ts';

/** Number of deliveries. It is large enough that the first and last deliveries hardly affect the rate. */
const deliveries = 200;
const steady = { everyMs: 100, count: 30 };

export const deliveryRate: Benchmark = {
  name: 'delivery-rate',
  title: `${deliveries} events inserted and delivered to a local HTTPS receiver, against bare workflows with one activity`,
  async run(bench) {
    const delivery = await createDeliveryBench(bench);
    try {
      const subscriber = await delivery.createSubscriber('/record');
      const runService = async () => {
        await delivery.startDeliveries(subscriber, deliveries);
        await delivery.waitForReceived(deliveries);
      };
      const runBare = async () => {
        await delivery.startBareWorkflows(deliveries);
        await delivery.waitForBareActivities(deliveries);
      };
      await runService();
      await runBare();
      const medians = await compare(
        () => perSecond(deliveries, runService),
        () => perSecond(deliveries, runBare),
      );
      return { measurement: { name: this.name, unit: 'deliveries/s', ...medians, goal: { atLeast: 0.8 } } };
    } finally {
      await delivery.close();
    }
  },
};

export const deliveryLatency: Benchmark = {
  name: 'delivery-latency',
  title: 'p95 from an event to its receipt at 10 a second, against bare workflows with one activity',
  async run(bench) {
    const delivery = await createDeliveryBench(bench);
    try {
      const { everyMs, count } = steady;
      const subscriber = await delivery.createSubscriber('/record');
      const measureService = async () => {
        const startTimes = await delivery.startDeliveries(subscriber, count, everyMs);
        return p95LatencyMs(startTimes, await delivery.waitForReceived(count));
      };
      const measureBare = async () => {
        const startTimes = await delivery.startBareWorkflows(count, everyMs);
        return p95LatencyMs(startTimes, await delivery.waitForBareActivities(count));
      };
      await measureService();
      await measureBare();
      const medians = await compare(measureService, measureBare);
      return { measurement: { name: this.name, unit: 'ms', ...medians, goal: { atMost: 2 } } };
    } finally {
      await delivery.close();
    }
  },
};
