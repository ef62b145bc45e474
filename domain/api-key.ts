/**
 * Environment of an API key, selected by the key's prefix. Everything created with a key belongs to its
 * environment.
 */
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
 * Limits of a plan: requests per minute for each bucket. Null means unlimited. Absent means that the plan
 * does not include the bucket.
 */
export type BucketLimits = Partial<Record<Bucket, number | null>>;
