import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createHostSlots, type HostSlots } from '../../activities/deliver/host-slots.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const limits = { slots: 8, maxWaitMs: 5_000 };
const host = ['a.example', '192.0.2.1'];

/** Requests `count` slots. Returns those that were issued at once. */
async function issued(slots: HostSlots, workspaceId: string, count: number, hosts: readonly string[] = host) {
  const freeing: (() => void)[] = [];
  for (let each = 0; each < count; each++)
    void slots.acquire(workspaceId, hosts).then((free) => free !== null && freeing.push(free));
  await vi.advanceTimersByTimeAsync(0);
  return freeing;
}

test('a workspace leaves slots of a host to other workspaces', async () => {
  const slots = createHostSlots(limits);
  expect(await issued(slots, 'first', 20)).toHaveLength(4);
  expect(await issued(slots, 'second', 20)).toHaveLength(2);
  expect(await issued(slots, 'third', 20)).toHaveLength(1);
  expect(await issued(slots, 'fourth', 20)).toHaveLength(1);
  expect(await issued(slots, 'fifth', 20)).toHaveLength(0);
});

test('host names with the same address share its slots, and other hosts have their own', async () => {
  const slots = createHostSlots(limits);
  await issued(slots, 'first', 4);
  expect(await issued(slots, 'first', 1, ['b.example', '192.0.2.1'])).toHaveLength(0);
  expect(await issued(slots, 'first', 1, ['a.example', '192.0.2.2'])).toHaveLength(0);
  expect(await issued(slots, 'first', 1, ['b.example', '192.0.2.2'])).toHaveLength(1);
});

test('attempts at addresses that are not public are not limited', async () => {
  expect(await issued(createHostSlots(limits), 'first', 100, [])).toHaveLength(100);
});

test('a slot that becomes free goes to the request that has waited longest, unless its workspace has its share', async () => {
  const slots = createHostSlots(limits);
  const [free] = await issued(slots, 'first', 4);
  await issued(slots, 'second', 2);
  await issued(slots, 'third', 2);
  const ofFirst = slots.acquire('first', host);
  const ofFourth = slots.acquire('fourth', host);
  free!();
  expect(await ofFourth).not.toBeNull();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await ofFirst).toBeNull();
});

test('a request that waited in vain takes no slot', async () => {
  const slots = createHostSlots(limits);
  const freeing = await issued(slots, 'first', 4);
  const late = slots.acquire('first', host);
  await vi.advanceTimersByTimeAsync(4_999);
  expect(await issued(slots, 'first', 1, ['b.example'])).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await late).toBeNull();
  for (const free of freeing) free();
  expect(await issued(slots, 'first', 5)).toHaveLength(4);
});
