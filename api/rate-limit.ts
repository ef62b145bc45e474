import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Bucket } from '../domain/buckets.ts';
import { ApiError } from '../domain/errors.ts';
import type { ApiKey } from '../storage/postgres/api-keys.ts';

const windowSeconds = 60;

export type RateLimiter = ReturnType<typeof createRateLimiter>;

/** Counts requests per key and bucket in windows of a minute that begin with the first request. */
export function createRateLimiter() {
  const limiters = new Map<number, RateLimiterMemory>();

  function limiterOf(limit: number): RateLimiterMemory {
    let limiter = limiters.get(limit);
    if (limiter === undefined) {
      limiter = new RateLimiterMemory({ points: limit, duration: windowSeconds });
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
