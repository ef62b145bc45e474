import type { SlotPermit } from '@temporalio/worker';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createCompany } from '../../workers/company.ts';
import { createYieldingSlots } from '../../workers/yielding-slots.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the company', () => {
  test('is mixed once two workspaces were at hand, until one was alone for a while', () => {
    const company = createCompany(1_000);
    expect(company.isMixed()).toBe(false);
    company.note('a');
    company.note('a');
    expect(company.isMixed()).toBe(false);
    company.note('b');
    expect(company.isMixed()).toBe(true);
    vi.advanceTimersByTime(999);
    company.note('b');
    expect(company.isMixed()).toBe(true);
    vi.advanceTimersByTime(1);
    expect(company.isMixed()).toBe(false);
    company.note('a');
    expect(company.isMixed()).toBe(true);
  });

  test('is not mixed by one that was there long before', () => {
    const company = createCompany(1_000);
    company.note('a');
    vi.advanceTimersByTime(1_000);
    company.note('b');
    expect(company.isMixed()).toBe(false);
  });

  test('of three is mixed as that of two', () => {
    const company = createCompany(1_000);
    for (const workspaceId of ['a', 'b', 'c']) company.note(workspaceId);
    expect(company.isMixed()).toBe(true);
  });
});

describe('slots for workflow tasks', () => {
  const limits = { many: { first: 3, next: 2 }, few: { first: 1, next: 1 } };

  /** Slots, what of them was given, and how to end the company. */
  function opened(isMixed = false) {
    const state = { isMixed };
    const slots = createYieldingSlots(limits, () => state.isMixed);
    const permits: SlotPermit[] = [];
    const reserve = (isSticky: boolean, signal = new AbortController().signal) => {
      const context = {
        ...{ slotType: 'workflow' as const, taskQueue: 'q', workerIdentity: 'w', workerBuildId: '' },
        isSticky,
      };
      return slots.reserveSlot(context, signal).then((permit) => void permits.push(permit));
    };
    const release = (permit = permits.shift()!) => slots.releaseSlot({ permit });
    /** How many have been given once everything that can go on has. */
    const given = async () => {
      await vi.advanceTimersByTimeAsync(0);
      return permits.length;
    };
    return { state, slots, reserve, release, given };
  }

  test('are many, and the next that asks has the first that is free', async () => {
    const { reserve, release, given } = opened();
    for (let each = 0; each < 5; each++) void reserve(false);
    expect(await given()).toBe(3);
    release();
    expect(await given()).toBe(3);
    release();
    expect(await given()).toBe(3);
    release();
    expect(await given()).toBe(2);
  });

  test('are few in mixed company, and as many as are asked for when it ends', async () => {
    const { state, reserve, release, given } = opened(true);
    for (let each = 0; each < 6; each++) void reserve(false);
    expect(await given()).toBe(1);
    release();
    expect(await given()).toBe(1);
    state.isMixed = false;
    release();
    expect(await given()).toBe(3);
  });

  test('that were given before the company was mixed come back before another is given', async () => {
    const { state, reserve, release, given } = opened();
    for (let each = 0; each < 4; each++) void reserve(false);
    expect(await given()).toBe(3);
    state.isMixed = true;
    release();
    release();
    expect(await given()).toBe(1);
    release();
    expect(await given()).toBe(1);
  });

  test('for first tasks and for next ones are not taken from each other', async () => {
    const { reserve, given } = opened(true);
    void reserve(true);
    void reserve(true);
    expect(await given()).toBe(1);
    void reserve(false);
    expect(await given()).toBe(2);
  });

  test('are not waited for any more once that is given up', async () => {
    const { reserve, release, given } = opened(true);
    void reserve(false);
    const gaveUp = new AbortController();
    const refused = expect(reserve(false, gaveUp.signal)).rejects.toThrow('shutdown');
    void reserve(false);
    gaveUp.abort(new Error('shutdown'));
    await refused;
    await expect(reserve(false, gaveUp.signal)).rejects.toThrow('shutdown');
    release();
    expect(await given()).toBe(1);
    release();
    expect(await given()).toBe(0);
  });

  test('are never had with the answer to another task', () => {
    const context = { slotType: 'workflow' as const, taskQueue: 'q', workerIdentity: 'w', workerBuildId: '' };
    expect(opened().slots.tryReserveSlot({ ...context, isSticky: true })).toBeNull();
  });
});
