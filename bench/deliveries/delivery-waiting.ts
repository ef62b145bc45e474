import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import type { Bed } from '../bed.ts';
import type { Benchmark } from '../benchmark.ts';
import { createDeliveryBed } from './delivery-bed.ts';

const waiting = 500;
const measuredMs = 15_000;
/** For what was recorded last to come to rest. */
const pauseMs = 5_000;
/** `sysconf(_SC_CLK_TCK)` of Linux on every architecture that Node runs on. */
const ticksPerSecond = 100;

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
      await setTimeout(pauseMs);
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

/** The share of a core that the workers of orchestration and delivery use (Linux: proc(5)). */
async function busyShare({ stack }: Bed): Promise<number> {
  const ticks = async () => {
    const pids = [stack.pids['worker']!, stack.pids['deliveryWorker']!];
    const stats = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8')));
    // Behind the name in brackets, which may have spaces, utime and stime are the twelfth and thirteenth.
    return stats
      .map((stat) => stat.slice(stat.lastIndexOf(')') + 2).split(' '))
      .reduce((sum, fields) => sum + Number(fields[11]) + Number(fields[12]), 0);
  };
  const before = await ticks();
  await setTimeout(measuredMs);
  return ((await ticks()) - before) / ticksPerSecond / (measuredMs / 1000);
}
