import { p95LatencyMs } from '../bare-workflow-client.ts';
import type { Benchmark } from '../benchmark.ts';
import { compare, percentile, perSecond } from '../compare.ts';
import { listProcessTree, processorMs } from '../process-tree.ts';
import { createDeliveryBench } from './delivery-bench.ts';

/** Number of deliveries. It is large enough that the first and last deliveries hardly affect the rate. */
const deliveries = 200;
const steady = { everyMs: 100, count: 30 };

export const deliveryRate: Benchmark = {
  name: 'delivery-rate',
  title: `${deliveries} events inserted and delivered to a local HTTPS receiver, against bare workflows with one activity`,
  productionGoal: { atLeast: 1.2 },
  async run(bench) {
    // The receiver and the process that inserts the events are not part of the service.
    const [, ...serviceProcesses] = await listProcessTree(process.pid);
    const delivery = await createDeliveryBench(bench);
    try {
      const subscriber = await delivery.createSubscriber('/record');
      const runService = async () => {
        await delivery.insertDeliveries(subscriber, deliveries);
        await delivery.waitForReceived(deliveries);
      };
      const runBare = async () => {
        await delivery.startBareWorkflows(deliveries);
        await delivery.waitForBareActivities(deliveries);
      };
      await runService();
      await runBare();
      const processorTimes: number[] = [];
      const runAndMeasure = async () => {
        const before = await processorMs(serviceProcesses);
        await runService();
        processorTimes.push((await processorMs(serviceProcesses)) - before);
      };
      const medians = await compare(
        () => perSecond(deliveries, runAndMeasure),
        () => perSecond(deliveries, runBare),
      );
      const perDelivery = percentile(processorTimes, 0.5) / deliveries;
      return {
        measurement: { name: this.name, unit: 'deliveries/s', ...medians, goal: { atLeast: 1.5 } },
        notes: [`Processor time of a delivery, with Temporal and Postgres: ${perDelivery.toFixed(1)} ms.`],
      };
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
        const startTimes = await delivery.insertDeliveries(subscriber, count, everyMs);
        return p95LatencyMs(startTimes, await delivery.waitForReceived(count));
      };
      const measureBare = async () => {
        const startTimes = await delivery.startBareWorkflows(count, everyMs);
        return p95LatencyMs(startTimes, await delivery.waitForBareActivities(count));
      };
      await measureService();
      await measureBare();
      const medians = await compare(measureService, measureBare);
      return { measurement: { name: this.name, unit: 'ms', ...medians, goal: { atMost: 1 } } };
    } finally {
      await delivery.close();
    }
  },
};
