import { setTimeout } from 'node:timers/promises';
import { buildEvent, type EventSubject } from '@assay/domain/event.ts';
import { WrongResult } from '../api-call.ts';
import { percentile } from '../compare.ts';
import type { Arrivals, ArrivalsJob } from '../processes/arrivals.ts';
import type { PublishJob, PublishTarget } from '../processes/event-publisher.ts';
import type { ForkedProcess } from '../processes/fork-process.ts';
import { treeMemoryBytes, treeProcessorMs } from '../process-tree.ts';

/** A service that delivers events to the receiver. */
export interface Contestant {
  name: string;
  target: PublishTarget;
  subject: EventSubject;
  /** Number of events that are published at once. */
  events: number;
  /** Returns the ids of the processes that take part in a delivery, by name. Their descendants count too. */
  parts: () => Record<string, number>;
  /** Returns the number of deliveries that have been recorded as successful since the start. */
  countRecorded: () => Promise<number>;
  stop: () => Promise<void>;
}

export interface Result {
  perSecond: number;
  medianMs: number;
  p95Ms: number;
  /** Milliseconds of processor time of a delivery, by part. */
  processorMs: Record<string, number>;
  /** Bytes of memory after the last delivery, by part. */
  memoryBytes: Record<string, number>;
}

export const eventFilename = 'clip.mp4';
const nilUuid = '00000000-0000-0000-0000-000000000000';
/** Number of events that are published concurrently. */
const concurrency = 20;
const receiveTimeoutMs = 120_000;
const recordTimeoutMs = 60_000;
const recordPollMs = 500;
/** Milliseconds after the last record in which the services finish their work, such as the ends of workflows. */
const settleMs = 1_000;

/** Returns the number of bytes of the payload of every event. All ids and times have the same length. */
export function payloadBytes(): number {
  const [workspaceId, submissionId, assetId, eventId] = [nilUuid, nilUuid, nilUuid, nilUuid];
  const subject = { workspaceId, submissionId, assetId, filename: eventFilename };
  const event = buildEvent(eventId, new Date(), subject, { status: 'completed', issueCount: 0 });
  return Buffer.byteLength(event.payload);
}

/** Creates a function that publishes events to a contestant, and measures until it has recorded all deliveries. */
export function createMeasure(
  publisher: ForkedProcess<PublishJob, Arrivals>,
  receiver: Pick<ForkedProcess<ArrivalsJob, Arrivals>, 'run'>,
) {
  const published = new Map<Contestant, number>();

  /** Returns the time of the first receipt of each event. Ignores the events that are not in `startTimes`. */
  async function waitForReceipts(startTimes: ReadonlyMap<string, number>): Promise<Map<string, number>> {
    const receipts = new Map<string, number>();
    while (receipts.size < startTimes.size) {
      for (const [id, atMs] of await receiver.run({ count: startTimes.size - receipts.size }))
        if (startTimes.has(id) && !receipts.has(id)) receipts.set(id, atMs);
    }
    return receipts;
  }

  async function waitForRecords(contestant: Contestant): Promise<void> {
    const expected = published.get(contestant)!;
    const deadline = performance.now() + recordTimeoutMs;
    for (;;) {
      const recorded = await contestant.countRecorded();
      if (recorded === expected) break;
      if (recorded > expected || performance.now() > deadline)
        throw new WrongResult(`${contestant.name} recorded ${recorded} deliveries instead of ${expected}`);
      await setTimeout(recordPollMs);
    }
    await setTimeout(settleMs);
  }

  /** @param everyMs milliseconds from one event to the next; null to publish as fast as possible */
  return async function measure(
    contestant: Contestant,
    count: number,
    everyMs: number | null,
  ): Promise<Result> {
    const { name, target, subject } = contestant;
    const before = await readParts(contestant, treeProcessorMs);
    const startTimes = new Map(await publisher.run({ target, subject, count, concurrency, everyMs }));
    published.set(contestant, (published.get(contestant) ?? 0) + count);
    const timeout = setTimeout(receiveTimeoutMs, null, { ref: false });
    const receipts = await Promise.race([waitForReceipts(startTimes), timeout]);
    if (receipts === null)
      throw new WrongResult(`the receiver did not get all ${count} events of ${name}, each with its payload`);
    await waitForRecords(contestant);
    const after = await readParts(contestant, treeProcessorMs);
    const latencies = [...receipts].map(([id, atMs]) => atMs - startTimes.get(id)!);
    const tookMs = Math.max(...receipts.values()) - Math.min(...startTimes.values());
    return {
      perSecond: (count / tookMs) * 1000,
      medianMs: percentile(latencies, 0.5),
      p95Ms: percentile(latencies, 0.95),
      processorMs: mapValues(after, (ms, part) => (ms - before[part]!) / count),
      memoryBytes: await readParts(contestant, treeMemoryBytes),
    };
  };
}

/** Returns the milliseconds of processor time that all parts use in a second without deliveries. */
export async function measureIdle(contestants: readonly Contestant[], seconds: number): Promise<number> {
  const pids = new Set(contestants.flatMap(({ parts }) => Object.values(parts())));
  const total = async () =>
    (await Promise.all([...pids].map(treeProcessorMs))).reduce((sum, ms) => sum + ms, 0);
  const before = await total();
  await setTimeout(seconds * 1000);
  return ((await total()) - before) / seconds;
}

async function readParts({ parts }: Contestant, read: (pid: number) => Promise<number>) {
  const entries = Object.entries(parts()).map(async ([part, pid]) => [part, await read(pid)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

export function mapValues(
  values: Record<string, number>,
  change: (value: number, key: string) => number,
): Record<string, number> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value, key)]));
}
