import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Bucket } from '@assay/domain/api-key.ts';
import { ApiError } from '@assay/domain/errors.ts';
import type { Caller } from '@assay/storage/accounts/caller.ts';
import type { Database } from '@assay/storage/database/database.ts';

const windowSeconds = 60;
/**
 * Limit of all keys and members of a workspace together, as a multiple of the plan's limit for each of them. Without
 * it, 50 keys and 200 members would multiply the limit by 250.
 */
const workspaceFactor = 4;
/** Maximum number of credentials over their limit that are kept in memory. Each entry takes about 200 bytes. */
const maxKnown = 10_000;

export type RateLimiter = ReturnType<typeof createRateLimiter>;

/**
 * Creates a rate limiter that counts requests per caller and bucket, and per workspace and bucket, in fixed windows of
 * one minute. A window starts with its first request. Postgres counts the requests of all API processes; `memory`
 * counts those of this process only. If Postgres is unavailable, requests fail. Without a rate limiter they would also
 * fail, because keys and sessions are stored in Postgres.
 */
export function createRateLimiter(store: Database | 'memory') {
  const limiters = new Map<number, RateLimiterMemory | RateLimiterPostgres>();
  const overLimit = new LRUCache<string, true>({ max: maxKnown });
  const nameOf = (credential: Buffer, bucket: Bucket) => `${credential.toString('base64')}:${bucket}`;

  function limiterOf(limit: number): RateLimiterMemory | RateLimiterPostgres {
    let limiter = limiters.get(limit);
    if (limiter === undefined) {
      // Expired rows need not be deleted: each caller and each workspace has one row per bucket, and a new window
      // overwrites the row.
      limiter = createWindows(store, limit, { blockedFrom: limit, deletesRows: false });
      limiters.set(limit, limiter);
    }
    return limiter;
  }

  return {
    /**
     * Returns true if `consume` rejected a request with this credential in the current window. Its requests then read
     * nothing before `consume`.
     */
    isOverLimit: (credential: Buffer, bucket: Bucket): boolean => overLimit.has(nameOf(credential, bucket)),
    /**
     * Counts a request. Throws a 402 if the workspace is suspended or the plan lacks the bucket, and a 429 if the limit
     * is exceeded.
     * @param credential bytes that identify the API key, or the session and the workspace
     */
    async consume(caller: Caller, bucket: Bucket, credential: Buffer): Promise<void> {
      if (caller.suspended) throw new ApiError('workspace_suspended', { bucket });
      const limit = caller.integrationsApi ? caller.bucketLimits[bucket] : undefined;
      if (limit === undefined) {
        throw new ApiError('tier_not_authorized', { values: { plan: caller.plan, bucket }, bucket });
      }
      if (limit === null) return;
      try {
        await limiterOf(limit).consume(`${caller.id}:${bucket}`);
        // Requests over the limit of their key do not count for the workspace, so a key cannot use up the limit of
        // the other keys.
        await limiterOf(workspaceFactor * limit).consume(`workspace-${caller.workspaceId}:${bucket}`);
      } catch (error) {
        const retryAfterSeconds = retryAfterOf(error);
        overLimit.set(nameOf(credential, bucket), true, { ttl: retryAfterSeconds * 1000 });
        throw new ApiError('rate_limited', { retryAfterSeconds });
      }
    },
  };
}

/**
 * Creates a limiter that counts in fixed windows of one minute, in Postgres for all API processes or in this process.
 * @param points maximum number of attempts per key in a window
 * @param blockedFrom number of attempts from which this process rejects the key without a query, until the window ends;
 *   null: every attempt queries the store
 * @param deletesRows true if `rate-limiter-flexible` deletes expired rows in Postgres, an hour after their window
 */
export function createWindows(
  store: Database | 'memory',
  points: number,
  { blockedFrom, deletesRows }: { blockedFrom: number | null; deletesRows: boolean },
): RateLimiterMemory | RateLimiterPostgres {
  const options = { points, duration: windowSeconds };
  if (store === 'memory') return new RateLimiterMemory(options);
  return new RateLimiterPostgres({
    ...options,
    storeClient: store,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    keyPrefix: '',
    clearExpiredByTimeout: deletesRows,
    ...(blockedFrom === null ? {} : { inMemoryBlockOnConsumed: blockedFrom }),
  });
}

/**
 * Returns the seconds until the window ends, if `error` is the value that a limiter throws when its limit is exceeded.
 * Rethrows any other error.
 */
export function retryAfterOf(error: unknown): number {
  if (!(error instanceof RateLimiterRes)) throw error;
  return Math.max(1, Math.ceil(error.msBeforeNext / 1000));
}
