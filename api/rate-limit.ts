import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Bucket } from '../domain/api-key.ts';
import { ApiError } from '../domain/errors.ts';
import type { Caller } from '../storage/postgres/caller.ts';
import type { Database } from '../storage/postgres/database.ts';

const windowSeconds = 60;

export type RateLimiter = ReturnType<typeof createRateLimiter>;

/**
 * Creates a rate limiter that counts requests per caller and bucket in fixed windows of one minute. A window starts
 * with its first request. Postgres counts the requests of all API processes; `memory` counts those of this process
 * only. If Postgres is unavailable, requests fail. They would fail without a rate limiter too, because the keys and
 * sessions are stored in Postgres.
 */
export function createRateLimiter(store: Database | 'memory') {
  const limiters = new Map<number, RateLimiterMemory | RateLimiterPostgres>();

  function limiterOf(limit: number): RateLimiterMemory | RateLimiterPostgres {
    let limiter = limiters.get(limit);
    if (limiter === undefined) {
      limiter = store === 'memory' ? inMemory(limit) : inPostgres(store, limit);
      limiters.set(limit, limiter);
    }
    return limiter;
  }

  return {
    /**
     * Counts one request. Throws a 402 if the workspace is suspended or its plan does not include the bucket, and a 429
     * if the limit is reached.
     */
    async consume(caller: Caller, bucket: Bucket): Promise<void> {
      if (caller.suspended) throw new ApiError('workspace_suspended', { bucket });
      const limit = caller.integrationsApi ? caller.bucketLimits[bucket] : undefined;
      if (limit === undefined) {
        throw new ApiError('tier_not_authorized', { values: { plan: caller.plan, bucket }, bucket });
      }
      if (limit === null) return;
      try {
        await limiterOf(limit).consume(`${caller.id}:${bucket}`);
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        const retryAfterSeconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
        throw new ApiError('rate_limited', { retryAfterSeconds });
      }
    },
  };
}

function inMemory(limit: number): RateLimiterMemory {
  return new RateLimiterMemory({ points: limit, duration: windowSeconds });
}

function inPostgres(database: Database, limit: number): RateLimiterPostgres {
  return new RateLimiterPostgres({
    storeClient: database,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    // Each API key has one row per bucket, and a new window overwrites the row. Expired rows need not be deleted.
    clearExpiredByTimeout: false,
    keyPrefix: '',
    points: limit,
    duration: windowSeconds,
    // After a key has reached its limit, this process rejects its requests without a query until the window ends.
    inMemoryBlockOnConsumed: limit,
  });
}
