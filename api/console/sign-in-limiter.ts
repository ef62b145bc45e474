import { isIPv6 } from 'node:net';
import { ApiError } from '../../domain/errors.ts';
import type { Database } from '../../storage/postgres/database.ts';
import { createWindows, retryAfterOf } from '../rate-limit.ts';

const maxFailures = 10;

/** Limits failed sign-ins by address. */
export type SignInLimiter = ReturnType<typeof createSignInLimiter>;

/**
 * Creates a limiter of failed sign-ins: at most ten per address in a fixed window of one minute. Attempts in progress
 * count as failures. Postgres counts the failures of all API processes; `memory` counts those of this process only.
 */
export function createSignInLimiter(store: Database | 'memory') {
  // Each address has a row of its own, so the rows must be deleted.
  const limiter = createWindows(store, maxFailures, { blockedFrom: maxFailures + 1, deletesRows: true });

  return {
    /**
     * Runs `attempt`, which returns null if it fails.
     * @throws {ApiError} 429 if ten attempts of the address have failed in this minute
     */
    async attempt<T>(address: string | null, attempt: () => Promise<T | null>): Promise<T | null> {
      const key = `sign-in:${address === null ? 'unknown' : networkOf(address)}`;
      try {
        await limiter.consume(key);
      } catch (error) {
        throw new ApiError('too_many_sign_ins', { retryAfterSeconds: retryAfterOf(error) });
      }
      const result = await attempt();
      if (result !== null) await limiter.reward(key);
      return result;
    },
  };
}

/** Returns an IPv4 address, or the first 64 bits of an IPv6 address, because a subscriber has at least so many. */
function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = address.split('::');
  const groups = (part: string) => part.split(':').filter((group) => group !== '');
  const zeros = address.includes('::') ? 8 - groups(head).length - groups(tail).length : 0;
  const all = [...groups(head), ...Array.from({ length: zeros }, () => '0'), ...groups(tail)];
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
