import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type AdaptiveLimiter,
  createAdaptiveLimiter,
  type Permit,
  type PermitResult,
} from '../../activities/deliver/adaptive-limiter.ts';
import { createDeliveryLimiter } from '../../activities/deliver/delivery-limiter.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const isPermit = (result: PermitResult): result is Permit => 'release' in result;

/** A permit whose `release` measures how long the permit was held. */
interface TimedPermit {
  slow: boolean;
  /** @param sent true if a request was sent for as long as the permit was held */
  release: (sent: boolean) => void;
}

function timed({ slow, release }: Permit): TimedPermit {
  const issuedAt = performance.now();
  return { slow, release: (sent) => release(sent ? performance.now() - issuedAt : null) };
}

/** Requests a permit. Returns the permit, or the delay in milliseconds. */
async function request(asked: Promise<PermitResult>): Promise<TimedPermit | number> {
  const result = await asked;
  return isPermit(result) ? timed(result) : result.retryAfterMs;
}

const isTimed = (result: TimedPermit | number): result is TimedPermit => typeof result !== 'number';
const isDelay = (result: TimedPermit | number): result is number => typeof result === 'number';

/**
 * Requests `count` permits at once and advances the clock by `ms` milliseconds. Returns the permits, and the delays in
 * milliseconds of the requests that got no permit.
 */
async function ask(limiter: AdaptiveLimiter, key: string, count: number, ms: number) {
  const results = Promise.all(Array.from({ length: count }, () => request(limiter.acquire(key))));
  await vi.advanceTimersByTimeAsync(ms);
  const all = await results;
  return {
    permits: all.filter(isTimed),
    delays: all.filter(isDelay),
  };
}

describe('an adaptive limiter', () => {
  test('gives a released permit to the next waiting request', async () => {
    const limiter = createAdaptiveLimiter({ quick: 2, slow: 1 });
    const { permits } = await ask(limiter, 'a', 2, 0);
    const third = limiter.acquire('a');
    await vi.advanceTimersByTimeAsync(20);
    permits[0]!.release(true);
    expect(isPermit(await third)).toBe(true);
  });

  test('spreads the delays evenly while attempts hang', async () => {
    const limiter = createAdaptiveLimiter({ quick: 20, slow: 5 });
    const { permits, delays } = await ask(limiter, 'a', 1_000, 15_000);
    expect(permits).toHaveLength(20);
    expect(delays).toHaveLength(980);
    // The 20 attempts have hung for 15 s, so the key is slow. Five concurrent attempts of 15 s free a permit every 3 s
    // on average.
    const later = await ask(limiter, 'a', 3, 250);
    expect(later.delays).toHaveLength(3);
    expect(later.delays[1]! - later.delays[0]!).toBeCloseTo(3_000, -2);
    expect(later.delays[2]! - later.delays[1]!).toBeCloseTo(3_000, -2);
    expect(delays.every((ms) => ms >= 1_000)).toBe(true);
  });

  test('issues fewer permits for a slow key until it is quick again', async () => {
    const limiter = createAdaptiveLimiter({ quick: 4, slow: 1 });
    const slow = await ask(limiter, 'a', 1, 0);
    await vi.advanceTimersByTimeAsync(2_000);
    slow.permits[0]!.release(true);
    expect((await ask(limiter, 'a', 2, 300)).delays).toHaveLength(1);
    const again = createAdaptiveLimiter({ quick: 4, slow: 1 });
    for (let time = 0; time < 4; time++)
      for (const { release } of (await ask(again, 'a', 1, 0)).permits) release(true);
    expect((await ask(again, 'a', 4, 0)).permits).toHaveLength(4);
  });

  test('lets a burst wait for permits of a quick key instead of delaying it', async () => {
    const limiter = createAdaptiveLimiter({ quick: 5, slow: 1 });
    let made = 0;
    const all = Promise.all(
      Array.from({ length: 100 }, async () => {
        const result = await request(limiter.acquire('a'));
        if (!isTimed(result)) return;
        await new Promise((resolve) => setTimeout(resolve, 5));
        made++;
        result.release(true);
      }),
    );
    await vi.advanceTimersByTimeAsync(1_000);
    await all;
    expect(made).toBe(100);
  });

  test('delays by at most an hour', async () => {
    const limiter = createAdaptiveLimiter({ quick: 1, slow: 1 });
    await ask(limiter, 'a', 1, 0);
    await vi.advanceTimersByTimeAsync(100_000);
    const { delays } = await ask(limiter, 'a', 100, 0);
    expect(Math.max(...delays)).toBe(3_600_000);
  });

  test('drops the reserved times of a slow key once it is quick again', async () => {
    const limiter = createAdaptiveLimiter({ quick: 5, slow: 1 });
    const { permits } = await ask(limiter, 'a', 5, 0);
    await vi.advanceTimersByTimeAsync(15_000);
    await ask(limiter, 'a', 10_000, 0);
    for (const { release } of permits) release(true);
    for (let each = 0; each < 100; each++)
      for (const { release } of (await ask(limiter, 'a', 1, 0)).permits) release(true);
    const burst = await ask(limiter, 'a', 20, 250);
    expect(burst.permits.length).toBe(5);
    expect(Math.max(...burst.delays)).toBeLessThan(5_000);
  });

  test('limits each key separately', async () => {
    const limiter = createAdaptiveLimiter({ quick: 1, slow: 1 });
    await ask(limiter, 'a', 10, 5_000);
    expect((await ask(limiter, 'b', 1, 0)).permits).toHaveLength(1);
  });

  test('forgets a key that was not used for ten minutes', async () => {
    const limiter = createAdaptiveLimiter({ quick: 4, slow: 1 });
    const { permits } = await ask(limiter, 'a', 4, 15_000);
    for (const { release } of permits) release(true);
    await vi.advanceTimersByTimeAsync(590_000);
    const [known] = (await ask(limiter, 'a', 1, 0)).permits;
    expect(known!.slow).toBe(true);
    known!.release(false);
    await vi.advanceTimersByTimeAsync(610_000);
    expect((await ask(limiter, 'a', 4, 0)).permits).toHaveLength(4);
  });
});

describe('a limiter of attempts that were not postponed', () => {
  test('issues few permits for a key until its first attempt has ended', () => {
    const limiter = createAdaptiveLimiter({ quick: 4, slow: 1 });
    expect(limiter.free('a')).toBe(1);
    const first = limiter.tryAcquire('a');
    expect(limiter.tryAcquire('a')).toBeNull();
    first!.release(5);
    expect(limiter.free('a')).toBe(4);
  });

  test('reserves a permit for postponed attempts', async () => {
    const limiter = createAdaptiveLimiter({ quick: 2, slow: 2 });
    const { permits } = await ask(limiter, 'a', 2, 2_000);
    expect((await ask(limiter, 'a', 1, 0)).delays).toHaveLength(1);
    permits[0]!.release(true);
    expect(limiter.tryAcquire('a')).toBeNull();
    permits[1]!.release(true);
    expect(limiter.free('a')).toBe(1);
  });
});

describe('the delivery limiter', () => {
  const endpoint = { quick: 3, slow: 2 };
  const confirmed = (workspaceId: string, endpointUrl: string) => ({
    workspaceId,
    endpointUrl,
    isConfirmed: true,
  });

  async function acquired(
    limiter: ReturnType<typeof createDeliveryLimiter>,
    endpoints: string[],
    workspace = 'w',
  ) {
    const results = Promise.all(endpoints.map((one) => request(limiter.acquire(confirmed(workspace, one)))));
    await vi.advanceTimersByTimeAsync(250);
    return (await results).filter(isTimed);
  }

  test('issues one permit at a time for an endpoint that is not confirmed, for first attempts and retries', async () => {
    const limiter = createDeliveryLimiter({ endpoint, workspace: { quick: 9, slow: 9 } });
    const unconfirmed = { ...confirmed('w', 'a'), isConfirmed: false };
    expect(limiter.free(unconfirmed)).toBe(1);
    const first = limiter.tryAcquire(unconfirmed)!;
    expect(limiter.free(unconfirmed)).toBe(0);
    expect(limiter.tryAcquire(unconfirmed)).toBeNull();
    const retry = limiter.acquire(unconfirmed);
    await vi.advanceTimersByTimeAsync(100);
    first.release(100);
    expect(isPermit(await retry)).toBe(true);
    expect(limiter.tryAcquire(unconfirmed)).toBeNull();
    expect(limiter.tryAcquire(confirmed('w', 'a'))).not.toBeNull();
  });

  test('reserves a later time for an attempt whose host has no slot, and issues no permit to first attempts until then', async () => {
    const limiter = createDeliveryLimiter({ endpoint, workspace: { quick: 9, slow: 9 } });
    const unconfirmed = { ...confirmed('w', 'a'), isConfirmed: false };
    limiter.tryAcquire(unconfirmed)!.release(5_000);
    expect(limiter.postpone(unconfirmed)).toBe(5_000);
    await vi.advanceTimersByTimeAsync(4_900);
    expect(limiter.free(unconfirmed)).toBe(0);
    await vi.advanceTimersByTimeAsync(100);
    expect(limiter.free(unconfirmed)).toBe(1);
  });

  test('limits by endpoint and by workspace, and frees the permit of the endpoint where the workspace has none', async () => {
    const limiter = createDeliveryLimiter({ endpoint, workspace: { quick: 4, slow: 1 } });
    expect(await acquired(limiter, ['a', 'a', 'a', 'a', 'b'])).toHaveLength(4);
    expect(await acquired(limiter, ['c'])).toHaveLength(0);
    expect(await acquired(limiter, ['c', 'c', 'c'], 'other')).toHaveLength(3);
  });

  test('estimates the delays of a workspace by its attempts that do not hang, as long as there are any', async () => {
    const limiter = createDeliveryLimiter({ endpoint, workspace: { quick: 6, slow: 3 } });
    const delays = async () => {
      const results = Promise.all(
        Array.from({ length: 50 }, (_, each) => request(limiter.acquire(confirmed('w', `${each}`)))),
      );
      await vi.advanceTimersByTimeAsync(250);
      return (await results).filter(isDelay);
    };
    await acquired(limiter, ['a', 'a', 'a']);
    await vi.advanceTimersByTimeAsync(10_000);
    const [quick] = await acquired(limiter, ['b']);
    quick!.release(true);
    await acquired(limiter, ['b', 'b', 'b']);
    const soon = await delays();
    expect(soon).toHaveLength(50);
    expect(Math.max(...soon)).toBeLessThan(5_000);
    await vi.advanceTimersByTimeAsync(3_000);
    // All six attempts hang, the oldest for over 13 s. The delays are therefore over two seconds apart.
    const later = (await delays()).sort((a, b) => a - b);
    expect(later[49]! - later[48]!).toBeGreaterThan(2_000);
  });

  test('keeps permits for the quick endpoints of a workspace while its slow ones hang', async () => {
    const limiter = createDeliveryLimiter({ endpoint, workspace: { quick: 6, slow: 3 } });
    const hanging = ['a', 'a', 'b', 'b', 'c', 'c', 'd', 'd'];
    const first = await acquired(limiter, hanging);
    expect(first).toHaveLength(6);
    await vi.advanceTimersByTimeAsync(15_000);
    for (const { release } of first) release(true);
    const rest = await acquired(limiter, ['d', 'd']);
    await vi.advanceTimersByTimeAsync(15_000);
    for (const { release } of rest) release(true);
    // All four endpoints are slow now, because each had attempts that took 15 s.
    const later = await acquired(limiter, hanging);
    expect(later).toHaveLength(3);
    expect(later.every(({ slow }) => slow)).toBe(true);
    expect(await acquired(limiter, ['e', 'e', 'e', 'f', 'f', 'f'])).toHaveLength(6);
    // Released permits for slow endpoints can be issued again.
    for (const { release } of later) release(true);
    expect(await acquired(limiter, ['d', 'd'])).toHaveLength(2);
  });
});
