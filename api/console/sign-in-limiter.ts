import { ApiError } from '@assay/domain/errors.ts';
import type { Database } from '@assay/storage/database/database.ts';
import { networkOf } from '../client-address.ts';
import { createWindows, retryAfterOf } from '../rate-limit.ts';

const maxFailures = 10;
/** Maximum number of previews of links per network and minute. A page of the console makes one. */
const maxPreviews = 60;
/** Maximum number of reads of the session per member and minute. A page of the console reads it when it opens. */
const maxSessionReads = 120;

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
  // These limits protect the process, so each process counts for itself.
  const previews = createWindows('memory', maxPreviews, { blockedFrom: null, deletesRows: true });
  const sessionReads = createWindows('memory', maxSessionReads, { blockedFrom: null, deletesRows: true });
  const consume = async (windows: typeof previews, key: string) => {
    try {
      await windows.consume(key);
    } catch (error) {
      throw new ApiError('rate_limited', { retryAfterSeconds: retryAfterOf(error) });
    }
  };

  return {
    /** Counts a preview of a link. Throws a 429 if the network has made too many in this minute. */
    countPreview: (address: string | null) => consume(previews, networkOf(address)),
    /** Counts a read of the session. Throws a 429 if the member has made too many in this minute. */
    countSessionRead: (memberId: string) => consume(sessionReads, memberId),
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
