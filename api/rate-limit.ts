import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Bucket } from '../domain/buckets.ts';
import { ApiError } from '../domain/errors.ts';
import type { ApiKey } from '../storage/postgres/api-keys.ts';
import type { Database } from '../storage/postgres/database.ts';

const windowSeconds = 60;

export type RateLimiter = ReturnType<typeof createRateLimiter>;

/**
 * Counts requests per key and bucket in windows of a minute that begin with the first request: in Postgres, for all
 * API processes together, or in this process's memory where it is the only one. When Postgres does not answer, nothing
 * is let through: it holds the keys as well.
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
    /** Counts one request; throws the 402 or 429 that the key's plan has for it. */
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
    // Rows are written over, so there are never more than keys and buckets.
    clearExpiredByTimeout: false,
    keyPrefix: '',
    points: limit,
    duration: windowSeconds,
    // What is over the limit is refused without asking again, until its minute is past.
    inMemoryBlockOnConsumed: limit,
  });
}
