import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLanes, type Lanes, type Place, type Turn } from '../../activities/deliver/adaptive-limiter.ts';
import { createTurns } from '../../activities/deliver/turns.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const isPlace = (turn: Turn): turn is Place => 'leave' in turn;

/** Asks for so many places at once and gives what comes of it when `ms` have passed. */
async function asked(lanes: Lanes, key: string, count: number, ms: number) {
  const turns = Promise.all(Array.from({ length: count }, () => lanes(key)));
  await vi.advanceTimersByTimeAsync(ms);
  const all = await turns;
  return {
    places: all.filter(isPlace),
    waits: all.flatMap((turn) => ('comeBackMs' in turn ? [turn.comeBackMs] : [])),
  };
}

describe('a lane', () => {
  test('has so many places, and the next that comes has the first that is left', async () => {
    const lanes = createLanes({ quick: 2, slow: 1 });
    const { places } = await asked(lanes, 'a', 2, 0);
    const third = lanes('a');
    await vi.advanceTimersByTimeAsync(20);
    places[0]!.leave(true);
    expect(isPlace(await third)).toBe(true);
  });

  test('that hangs gives each of the others a time of its own, one after the other', async () => {
    const lanes = createLanes({ quick: 20, slow: 5 });
    const { places, waits } = await asked(lanes, 'a', 1_000, 15_000);
    expect(places).toHaveLength(20);
    expect(waits).toHaveLength(980);
    // It is known to be slow by now: five at once, of 15 s each.
    const later = await asked(lanes, 'a', 3, 250);
    expect(later.waits).toHaveLength(3);
    expect(later.waits[1]! - later.waits[0]!).toBeCloseTo(3_000, -2);
    expect(later.waits[2]! - later.waits[1]!).toBeCloseTo(3_000, -2);
    expect(waits.every((ms) => ms >= 1_000)).toBe(true);
  });

  test('that was slow has fewer places, until it is quick again', async () => {
    const lanes = createLanes({ quick: 4, slow: 1 });
    const slow = await asked(lanes, 'a', 1, 0);
    await vi.advanceTimersByTimeAsync(2_000);
    slow.places[0]!.leave(true);
    expect((await asked(lanes, 'a', 2, 300)).waits).toHaveLength(1);
    const again = createLanes({ quick: 4, slow: 1 });
    for (let time = 0; time < 4; time++)
      for (const { leave } of (await asked(again, 'a', 1, 0)).places) leave(true);
    expect((await asked(again, 'a', 4, 0)).places).toHaveLength(4);
  });

  test('that is quick lets a flood wait for a moment instead of coming back', async () => {
    const lanes = createLanes({ quick: 5, slow: 1 });
    let made = 0;
    const all = Promise.all(
      Array.from({ length: 100 }, async () => {
        const turn = await lanes('a');
        if (!isPlace(turn)) return;
        await new Promise((resolve) => setTimeout(resolve, 5));
        made++;
        turn.leave(true);
      }),
    );
    await vi.advanceTimersByTimeAsync(1_000);
    await all;
    expect(made).toBe(100);
  });

  test('promises nothing beyond an hour', async () => {
    const lanes = createLanes({ quick: 1, slow: 1 });
    await asked(lanes, 'a', 1, 0);
    await vi.advanceTimersByTimeAsync(100_000);
    const { waits } = await asked(lanes, 'a', 100, 0);
    expect(Math.max(...waits)).toBe(3_600_000);
  });

  test('has forgotten what it promised while it hung once it is quick again', async () => {
    const lanes = createLanes({ quick: 5, slow: 1 });
    const { places } = await asked(lanes, 'a', 5, 0);
    await vi.advanceTimersByTimeAsync(15_000);
    await asked(lanes, 'a', 10_000, 0);
    for (const { leave } of places) leave(true);
    for (let each = 0; each < 100; each++)
      for (const { leave } of (await asked(lanes, 'a', 1, 0)).places) leave(true);
    const burst = await asked(lanes, 'a', 20, 250);
    expect(burst.places.length).toBe(5);
    expect(Math.max(...burst.waits)).toBeLessThan(5_000);
  });

  test('is of one key', async () => {
    const lanes = createLanes({ quick: 1, slow: 1 });
    await asked(lanes, 'a', 10, 5_000);
    expect((await asked(lanes, 'b', 1, 0)).places).toHaveLength(1);
  });

  test('that nobody asked for during ten minutes is as quick as any', async () => {
    const lanes = createLanes({ quick: 4, slow: 1 });
    const { places } = await asked(lanes, 'a', 4, 15_000);
    for (const { leave } of places) leave(true);
    await vi.advanceTimersByTimeAsync(590_000);
    const [known] = (await asked(lanes, 'a', 1, 0)).places;
    expect(known!.slow).toBe(true);
    known!.leave(false);
    await vi.advanceTimersByTimeAsync(610_000);
    expect((await asked(lanes, 'a', 4, 0)).places).toHaveLength(4);
  });
});

describe('turns', () => {
  const endpoint = { quick: 3, slow: 2 };

  async function taken(takeTurn: ReturnType<typeof createTurns>, endpoints: string[], workspace = 'w') {
    const turns = Promise.all(endpoints.map((one) => takeTurn(one, workspace)));
    await vi.advanceTimersByTimeAsync(250);
    return (await turns).filter(isPlace);
  }

  test('are limited by endpoint and by workspace, and a place that is not used is free', async () => {
    const takeTurn = createTurns({ slots: 100, endpoint, workspace: { quick: 4, slow: 1 } });
    expect(await taken(takeTurn, ['a', 'a', 'a', 'a', 'b'])).toHaveLength(4);
    expect(await taken(takeTurn, ['c'])).toHaveLength(0);
    expect(await taken(takeTurn, ['c', 'c', 'c'], 'other')).toHaveLength(3);
  });

  test('of a workspace are promised by the pace of those that do not hang, while there are any', async () => {
    const takeTurn = createTurns({ slots: 100, endpoint, workspace: { quick: 6, slow: 3 } });
    const promised = async () => {
      const turns = Promise.all(Array.from({ length: 50 }, (_, each) => takeTurn(`${each}`, 'w')));
      await vi.advanceTimersByTimeAsync(250);
      return (await turns).flatMap((turn) => ('comeBackMs' in turn ? [turn.comeBackMs] : []));
    };
    await taken(takeTurn, ['a', 'a', 'a']);
    await vi.advanceTimersByTimeAsync(10_000);
    const [quick] = await taken(takeTurn, ['b']);
    quick!.leave(true);
    await taken(takeTurn, ['b', 'b', 'b']);
    const soon = await promised();
    expect(soon).toHaveLength(50);
    expect(Math.max(...soon)).toBeLessThan(5_000);
    await vi.advanceTimersByTimeAsync(3_000);
    // All six hang: one every two seconds.
    const later = (await promised()).sort((a, b) => a - b);
    expect(later[49]! - later[48]!).toBeGreaterThan(2_000);
  });

  test('of a workspace are not held by those of its endpoints that hang', async () => {
    const takeTurn = createTurns({ slots: 100, endpoint, workspace: { quick: 6, slow: 3 } });
    const hanging = ['a', 'a', 'b', 'b', 'c', 'c', 'd', 'd'];
    const first = await taken(takeTurn, hanging);
    expect(first).toHaveLength(6);
    await vi.advanceTimersByTimeAsync(15_000);
    for (const { leave } of first) leave(true);
    const rest = await taken(takeTurn, ['d', 'd']);
    await vi.advanceTimersByTimeAsync(15_000);
    for (const { leave } of rest) leave(true);
    // All four are known by now.
    const later = await taken(takeTurn, hanging);
    expect(later).toHaveLength(3);
    expect(later.every(({ slow }) => slow)).toBe(true);
    expect(await taken(takeTurn, ['e', 'e', 'e', 'f', 'f', 'f'])).toHaveLength(6);
    // The slow ones' places are theirs again once they are left.
    for (const { leave } of later) leave(true);
    expect(await taken(takeTurn, ['d', 'd'])).toHaveLength(2);
  });
});
