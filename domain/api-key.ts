/** Selected by the prefix of an API key. A key and everything created with it belong to one environment. */
export type Environment = 'live' | 'sandbox';

/** The six independent rate-limit buckets of specification 8.3. */
export const buckets = [
  'upload',
  'submission_write',
  'submission_read',
  'webhook_write',
  'webhook_read',
  'sandbox',
] as const;
export type Bucket = (typeof buckets)[number];

/**
 * Requests per minute for each bucket of a plan. Null: unlimited. Absent: the plan does not include the
 * bucket.
 */
export type BucketLimits = Partial<Record<Bucket, number | null>>;
