import { Context } from '@temporalio/activity';
import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import { describe, expect, test } from 'vitest';
import { slotShareType } from '@assay/domain/outages.ts';
import { createSlotShares, shareSlots } from '../../workers/share-slots.ts';

describe('long work of a workspace', () => {
  /** Holds slots of a workspace until it may hold no more. Returns the functions that free them. */
  function holdAll(shares: ReturnType<typeof createSlotShares>, workspaceId: string): (() => void)[] {
    const held: (() => void)[] = [];
    for (let free = shares.tryHold(workspaceId, false); free; free = shares.tryHold(workspaceId, false))
      held.push(free);
    return held;
  }

  test.each([
    [1, 1],
    [2, 1],
    [3, 2],
    [8, 7],
  ])('holds of %i slots at most %i', (max, own) => {
    expect(holdAll(createSlotShares(max), 'a')).toHaveLength(own);
  });

  test('leaves the last free slot to workspaces without a slot, and to short work', () => {
    const shares = createSlotShares(4);
    expect(holdAll(shares, 'a')).toHaveLength(3);
    const free = shares.tryHold('a', true);
    expect(free).not.toBeNull();
    free!();
    expect(holdAll(shares, 'b')).toHaveLength(1);
  });

  test('counts a slot twice after ten minutes', () => {
    let nowMs = 0;
    const shares = createSlotShares(5, () => nowMs);
    const [first, second] = holdAll(shares, 'a');
    nowMs = 10 * 60_000 + 1;
    first!();
    expect(holdAll(shares, 'a')).toHaveLength(0);
    second!();
    // Two old slots of five count as four.
    expect(holdAll(shares, 'a')).toHaveLength(0);
    expect(holdAll(shares, 'b')).toHaveLength(2);
  });
});

describe('an activity', () => {
  test('that looks for room on the disk runs in the last slot', async () => {
    const interceptor = shareSlots(2, 10_000);
    const run = (activityType: string, work: () => Promise<string>) =>
      new MockActivityEnvironment(
        { priority: { fairnessKey: 'a' }, activityType },
        { interceptors: [interceptor] },
      ).run(work);
    const held = Promise.withResolvers<string>();
    const first = run('observeAsset', () => held.promise);
    expect(await run('checkDisk', () => Promise.resolve('room'))).toBe('room');
    held.resolve('done');
    await first;
  });

  /** Returns a function that runs work of a workspace in the two slots of one worker. */
  function runner(maxWaitMs: number) {
    const interceptor = shareSlots(2, maxWaitMs);
    return (fairnessKey: string, work: () => Promise<string>, input = {}) =>
      new MockActivityEnvironment({ priority: { fairnessKey } }, { interceptors: [interceptor] }).run<
        [object],
        string,
        (input: object) => Promise<string>
      >(work, input);
  }

  test('waits until its workspace frees a slot, also if the work fails, but others do not wait', async () => {
    const run = runner(60_000);
    const gate = Promise.withResolvers<string>();
    const first = run('a', () => gate.promise);
    const second = run('a', () => Promise.resolve('second'));
    expect(await run('b', () => Promise.resolve('other'))).toBe('other');
    expect(await run('a', () => Promise.resolve('short'), { withinSeconds: 60 })).toBe('short');
    let isDone = false;
    void second.then(() => (isDone = true));
    expect(await run('b', () => Promise.resolve('other'), { withinSeconds: 61 })).toBe('other');
    expect(isDone).toBe(false);
    // The SDK logs no warning for this category.
    gate.reject(
      ApplicationFailure.create({ message: 'failed', category: ApplicationFailureCategory.BENIGN }),
    );
    await expect(first).rejects.toThrow('failed');
    expect(await second).toBe('second');
  });

  test('fails without starting its work if it waits too long', async () => {
    const run = runner(20);
    const gate = Promise.withResolvers<string>();
    const first = run('a', () => gate.promise);
    const late = run('a', () => Promise.reject(new Error('started')));
    await expect(late).rejects.toThrow(ApplicationFailure);
    await expect(late).rejects.toMatchObject({ type: slotShareType });
    gate.resolve('first');
    expect(await first).toBe('first');
    expect(await run('a', () => Promise.resolve(Context.current().info.taskQueue))).toBe('test');
  });
});
