import { setTimeout } from 'node:timers/promises';
import type { Bed } from '../bed.ts';
import type { Benchmark } from '../benchmark.ts';
import { processorMs } from '../processes-of.ts';
import { createDeliveryBed } from './delivery-bed.ts';

const waiting = 500;
const measuredMs = 45_000;
/** For what has only begun, or was recorded last, to come to rest: until then processes use three times as much. */
const pauseMs = 25_000;

export const deliveryWaiting: Benchmark = {
  name: 'delivery-waiting',
  title: `processor time of the workers while ${waiting} deliveries wait for their next attempt, beyond that while none does`,
  async run(bed) {
    const delivery = await createDeliveryBed(bed);
    try {
      const idle = await busyShare(bed);
      const subscriber = await delivery.subscriber('/later');
      await delivery.startDeliveries(subscriber, waiting);
      await delivery.received(waiting);
      const busy = await busyShare(bed);
      return {
        measurement: {
          ...{ name: this.name, value: 100 * (busy - idle), unit: '% of a core', baseline: null },
          goal: { atMost: 1 },
        },
        notes: [`${(100 * busy).toFixed(2)} % with them, ${(100 * idle).toFixed(2)} % without.`],
      };
    } finally {
      await delivery.close();
    }
  },
};

/** The share of a core that the workers of orchestration and delivery use once they have come to rest. */
async function busyShare({ stack }: Bed): Promise<number> {
  const pids = [stack.pids['worker']!, stack.pids['deliveryWorker']!];
  const usedMs = async () => (await processorMs(pids[0]!)) + (await processorMs(pids[1]!));
  await setTimeout(pauseMs);
  const before = await usedMs();
  await setTimeout(measuredMs);
  return ((await usedMs()) - before) / measuredMs;
}
