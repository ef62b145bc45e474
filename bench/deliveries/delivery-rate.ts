import type { Benchmark } from '../benchmark.ts';
import { compare, perSecond } from '../compare.ts';
import { createDeliveryBed } from './delivery-bed.ts';

/** So many that what is sustained counts, and not how the first and the last go. */
const deliveries = 200;
/** Deliveries to one endpoint of which the connections are counted. */
const connected = 120;
/** Events a second, and so many of them, where the latency is measured. */
const steady = { everyMs: 100, count: 30 };

export const deliveryRate: Benchmark = {
  name: 'delivery-rate',
  title: `${deliveries} events written and delivered to a loopback HTTPS receiver against bare workflows with one activity`,
  async run(bed) {
    const delivery = await createDeliveryBed(bed);
    try {
      const subscriber = await delivery.subscriber('/taken');
      const delivered = async () => {
        await delivery.startDeliveries(subscriber, deliveries);
        await delivery.received(deliveries);
      };
      const ran = async () => {
        await delivery.startBare(deliveries);
        await delivery.bareArrived(deliveries);
      };
      await delivered();
      await ran();
      const medians = await compare(
        () => perSecond(deliveries, delivered),
        () => perSecond(deliveries, ran),
      );
      return { measurement: { name: this.name, unit: 'deliveries/s', ...medians, goal: { atLeast: 0.8 } } };
    } finally {
      await delivery.close();
    }
  },
};

export const deliveryLatency: Benchmark = {
  name: 'delivery-latency',
  title: 'p95 from an event to its receipt at 10 a second against that of bare workflows with one activity',
  async run(bed) {
    const delivery = await createDeliveryBed(bed);
    try {
      const { everyMs, count } = steady;
      const subscriber = await delivery.subscriber('/taken');
      const delivered = async () => {
        const begun = await delivery.startDeliveries(subscriber, count, everyMs);
        return delivery.p95Ms(begun, (await delivery.received(count)).arrivals);
      };
      const ran = async () =>
        delivery.p95Ms(await delivery.startBare(count, everyMs), await delivery.bareArrived(count));
      await delivered();
      await ran();
      const medians = await compare(delivered, ran);
      return { measurement: { name: this.name, unit: 'ms', ...medians, goal: { atMost: 2 } } };
    } finally {
      await delivery.close();
    }
  },
};

export const deliveryConnections: Benchmark = {
  name: 'delivery-connections',
  title: `share of ${connected} deliveries to one endpoint that go over a connection that was there`,
  async run(bed) {
    const delivery = await createDeliveryBed(bed);
    try {
      const subscriber = await delivery.subscriber('/taken');
      await delivery.startDeliveries(subscriber, connected);
      const { connections } = await delivery.received(connected);
      const value = (100 * (connected - connections)) / connected;
      return {
        measurement: { name: this.name, value, unit: '%', baseline: null, goal: { atLeast: 95 } },
        notes: [`${connections} connections were made.`],
      };
    } finally {
      await delivery.close();
    }
  },
};
