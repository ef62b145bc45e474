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

/** Requests per minute of each bucket a plan has; null: without limit; absent: not in the plan. */
export type BucketLimits = Partial<Record<Bucket, number | null>>;
