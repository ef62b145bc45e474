import { createBareSide } from '../bare-side.ts';
import type { Bed } from '../bed.ts';
import type { Benchmark } from '../benchmark.ts';
import { createDeliveryBed } from '../deliveries/delivery-bed.ts';
import { inLanes } from '../in-lanes.ts';
import { processorMs } from '../processes-of.ts';
import { createLiveSubmitter } from './live-submitter.ts';
import { createSandboxSubmitter } from './sandbox-submitter.ts';

const count = 30;
const lanes = 4;

/** Milliseconds of processor time by process. */
type Times = Map<string, number>;

/** What each process of the stack, and others, use for each of so many pieces of work. */
async function timesOf(bed: Bed, work: () => Promise<unknown>, others: Record<string, number> = {}) {
  const read = async (): Promise<Times> => {
    const pids = Object.entries({ ...bed.stack.pids, ...others });
    return new Map(
      await Promise.all(
        pids.map(async ([name, pid]): Promise<[string, number]> => [name, await processorMs(pid)]),
      ),
    );
  };
  const before = await read();
  await work();
  const after = await read();
  return new Map([...after].map(([name, ms]) => [name, (ms - before.get(name)!) / count]));
}

const sum = (times: Times) => [...times.values()].reduce((total, ms) => total + ms, 0);

export const processorTime: Benchmark = {
  name: 'processor-time',
  title:
    'processor time of all processes for a sandbox submission against a bare workflow with a local activity',
  async run(bed) {
    const bare = await createBareSide(bed, 'runOneLocally');
    const delivery = await createDeliveryBed(bed);
    try {
      const { untilRecorded } = createSandboxSubmitter(bed.stack.apiUrl, bed.sandboxKey);
      const live = createLiveSubmitter(bed.stack.apiUrl, bed.liveKey);
      const subscriber = await delivery.subscriber('/taken');
      const ran = async () => {
        await bare.start(count, { lanes });
        await bare.arrived(count);
      };
      const delivered = async () => {
        await delivery.startDeliveries(subscriber, count);
        await delivery.received(count);
      };
      const kinds: [string, () => Promise<unknown>][] = [
        ['sandbox submission', () => inLanes(count, lanes, untilRecorded)],
        [
          'live submission of a text file',
          () =>
            inLanes(count, lanes, async () => {
              await live.untilEnded(await live.measured(1));
            }),
        ],
        ['delivery', delivered],
        ['bare workflow', ran],
      ];
      const results: [string, Times][] = [];
      for (const [kind, work] of kinds) {
        await work();
        results.push([kind, await timesOf(bed, work, { 'bare worker': bare.pid })]);
      }
      const names = [...results[0]![1].keys()];
      const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
      return {
        measurement: {
          name: this.name,
          value: sum(results[0]![1]),
          unit: 'ms',
          baseline: sum(results.at(-1)![1]),
          goal: { atMost: 3 },
        },
        notes: [
          line(['ms of processor time', ...names, 'all']),
          line(['---', ...names.map(() => '---'), '---']),
          ...results.map(([kind, times]) =>
            line([kind, ...[...times.values(), sum(times)].map((ms) => ms.toFixed(1))]),
          ),
        ],
      };
    } finally {
      await delivery.close();
      await bare.close();
    }
  },
};
