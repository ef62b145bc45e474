import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Bucket } from '../domain/api-key.ts';
import { ApiError } from '../domain/errors.ts';
import type { ApiKey } from '../storage/postgres/api-keys.ts';
import type { Database } from '../storage/postgres/database.ts';

const windowSeconds = 60;

export type RateLimiter = ReturnType<typeof createRateLimiter>;

/**
 * Creates a rate limiter that counts requests per key and bucket in fixed windows of a minute, which start with the
 * first request. Postgres counts for all API processes; `memory` is for a single process. If Postgres is
 * unavailable, requests fail, as they do anyway because the keys are in Postgres too.
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
    /** Counts one request. Throws a 402 if the key's plan lacks the bucket, a 429 if the bucket is used up. */
    async consume(key: ApiKey, bucket: Bucket): Promise<void> {
      const limit = key.integrationsApi ? key.bucketLimits[bucket] : undefined;
      if (limit === undefined) {
        throw new ApiError('tier_not_authorized', { values: { plan: key.plan, bucket }, bucket });
      }
      if (limit === null) return;
      try {
        await limiterOf(limit).consume(`${key.id}:${bucket}`);
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
    // Rows are overwritten, so there is at most one for each key and bucket.
    clearExpiredByTimeout: false,
    keyPrefix: '',
    points: limit,
    duration: windowSeconds,
    // Once over the limit, a key is rejected from memory until its window ends.
    inMemoryBlockOnConsumed: limit,
  });
}
