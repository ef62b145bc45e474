/** Environment of an API key. Everything that is created with a key belongs to the environment of the key. */
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

/** Requests per minute for each bucket. Null means unlimited. Absent means that the plan lacks the bucket. */
export type BucketLimits = Partial<Record<Bucket, number | null>>;

/** The rights of an API key. `live_data` lets a sandbox key use live submissions. Live keys always have it. */
export const scopes = ['read', 'submit', 'webhooks', 'profiles', 'live_data'] as const;
export type Scope = (typeof scopes)[number];

export const scopeOfBucket = {
  upload: 'submit',
  submission_write: 'submit',
  submission_read: 'read',
  webhook_write: 'webhooks',
  webhook_read: 'webhooks',
  sandbox: 'submit',
} as const satisfies Record<Bucket, Scope>;

/** Returns the scopes of a new key: the requested scopes without repetitions, and `live_data` if the key is live. */
export function scopesOfNewKey(environment: Environment, requested: readonly Scope[]): Scope[] {
  return scopes.filter(
    (scope) => requested.includes(scope) || (scope === 'live_data' && environment === 'live'),
  );
}

/** Returns the reason why a new key cannot have the requested scopes. Returns null if the scopes are allowed. */
export function findScopeFault(environment: Environment, requested: readonly Scope[]): string | null {
  const granted = scopesOfNewKey(environment, requested);
  if (granted.every((scope) => scope === 'live_data')) {
    return 'a key needs at least one of the scopes read, submit, webhooks and profiles';
  }
  if (granted.includes('webhooks') && !granted.includes('live_data')) {
    return 'a sandbox key with the scope webhooks also needs live_data: subscriptions show events of live submissions';
  }
  if (granted.includes('profiles') && !granted.includes('live_data')) {
    return 'a sandbox key with the scope profiles also needs live_data: profiles judge live submissions';
  }
  return null;
}
