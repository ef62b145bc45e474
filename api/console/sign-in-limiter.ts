import { ApiError } from '@assay/domain/errors.ts';
import type { Database } from '@assay/storage/database/database.ts';
import { networkOf } from '../client-address.ts';
import { createWindows, retryAfterOf } from '../rate-limit.ts';

const maxFailures = 10;

export type SignInLimiter = ReturnType<typeof createSignInLimiter>;

/**
 * Creates a limiter of failed sign-ins: at most ten per network (`networkOf`) in a fixed window of one minute. Attempts
 * in progress count as failures. Postgres counts the failures of all API processes; `memory` counts those of this
 * process only.
 */
export function createSignInLimiter(store: Database | 'memory') {
  // Clients can use any number of networks, each with its own row, so expired rows must be deleted. Every attempt
  // queries Postgres: a block in the memory of this process would remain when an attempt in progress succeeds.
  const limiter = createWindows(store, maxFailures, { blockedFrom: null, deletesRows: true });

  return {
    /**
     * Runs `attempt`, which returns null if it fails.
     * @throws {ApiError} 429 if ten attempts from the network of the address have failed or are in progress in this
     *   minute
     */
    async attempt<T>(address: string | null, attempt: () => Promise<T | null>): Promise<T | null> {
      const key = `sign-in:${networkOf(address)}`;
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
