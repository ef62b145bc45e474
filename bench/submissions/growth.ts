import type { Benchmark, Outcome } from '../benchmark.ts';
import { createCall } from '../call.ts';
import { median } from '../compare.ts';
import { createDeliveryBed } from '../deliveries/delivery-bed.ts';
import { WrongAnswer } from '../wrong-answer.ts';
import { createLiveSubmitter } from './live-submitter.ts';

/** Of the smaller sizes more are measured, so that one which was slow does not count for much. */
const measured = 60;

/** The time for each unit by size, and the outcome: that of the largest against that of the smallest. */
export async function growth(
  name: string,
  sizes: readonly number[],
  timeOf: (size: number) => Promise<number>,
): Promise<Outcome> {
  const each = new Map<number, number>();
  for (const size of sizes) {
    const times: number[] = [];
    do times.push((await timeOf(size)) / size);
    while (times.length * size < measured && times.length < 3);
    each.set(size, median(times));
  }
  return {
    measurement: {
      name,
      value: each.get(sizes.at(-1)!)!,
      unit: 'ms each',
      baseline: each.get(sizes[0]!)!,
      goal: { atMost: 1.3 },
    },
    notes: [[...each].map(([size, ms]) => `${size}: ${ms.toFixed(1)} ms each`).join('; ') + '.'],
  };
}

export const assetGrowth: Benchmark = {
  name: 'asset-growth',
  title: 'time for each asset of a live submission of 50 text files, against that of one',
  async run(bed) {
    const { measured: upload, untilEnded } = createLiveSubmitter(bed.stack.apiUrl, bed.liveKey);
    const timeOf = async (size: number): Promise<number> => {
      const files = await upload(size);
      const startedAt = performance.now();
      await untilEnded(files);
      return performance.now() - startedAt;
    };
    await timeOf(1);
    return growth(this.name, [1, 10, 50], timeOf);
  },
};

export const subscriptionGrowth: Benchmark = {
  name: 'subscription-growth',
  title: 'time for each delivery of an event to 20 subscriptions of a workspace, against that to one',
  async run(bed) {
    const delivery = await createDeliveryBed(bed);
    try {
      const subscriber = await delivery.subscriber('/taken');
      const call = createCall(bed.stack.apiUrl, subscriber.sandboxKey);
      let subscriptions = 1;
      const timeOf = async (size: number): Promise<number> => {
        for (; subscriptions < size; subscriptions++) await delivery.subscribe(subscriber, '/taken');
        const startedAt = performance.now();
        const { dispatched } = await call<{ dispatched: number }>(
          'POST',
          '/api/integrations/sandbox/events/fire',
          { eventType: 'asset.processing.completed', submissionId: subscriber.submissionId },
        );
        if (dispatched !== size) throw new WrongAnswer(`${dispatched} deliveries of ${size}`);
        await delivery.received(size);
        return performance.now() - startedAt;
      };
      await timeOf(1);
      return await growth(this.name, [1, 5, 20], timeOf);
    } finally {
      await delivery.close();
    }
  },
};
