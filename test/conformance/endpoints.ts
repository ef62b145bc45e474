import { randomUUID } from 'node:crypto';

export type Bucket =
  'upload' | 'submission_write' | 'submission_read' | 'webhook_write' | 'webhook_read' | 'sandbox';

export interface Endpoint {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  bucket: Bucket;
  /** True if the endpoint requires a JSON body. */
  body: boolean;
}

export const submissions = '/api/integrations/submissions';
export const subscriptions = '/api/integrations/webhooks/subscriptions';
export const fire = '/api/integrations/sandbox/events/fire';
export const estimate = '/api/pricing/estimate';

const submission = `${submissions}/{submission_id}`;
const asset = `${submission}/assets/{asset_id}`;
const subscription = `${subscriptions}/{subscription_id}`;

/** The endpoints in section 4 with their buckets from section 8.3, and the two endpoints that the design adds. */
export const endpoints = (
  [
    ['POST', '/uploads/url', 'upload', 'body'],
    ['POST', '/api/integrations/uploads/url', 'upload', 'body'],
    ['POST', estimate, 'submission_read', 'body'],
    ['POST', submissions, 'submission_write', 'body'],
    ['GET', submission, 'submission_read'],
    ['GET', asset, 'submission_read'],
    ['GET', `${asset}/issues`, 'submission_read'],
    ['GET', `${asset}/topics`, 'submission_read'],
    ['POST', `${asset}/retry`, 'submission_write'],
    ['GET', `${submission}/versions`, 'submission_read'],
    ['GET', '/api/integrations/sidekicks', 'submission_read'],
    ['POST', fire, 'sandbox', 'body'],
    ['POST', subscriptions, 'webhook_write', 'body'],
    ['GET', subscriptions, 'webhook_read'],
    ['GET', subscription, 'webhook_read'],
    ['PATCH', subscription, 'webhook_write', 'body'],
    ['DELETE', subscription, 'webhook_write'],
    ['GET', `${subscription}/deliveries`, 'webhook_read'],
  ] as [Endpoint['method'], string, Bucket, 'body'?][]
).map(([method, path, bucket, body]): Endpoint => ({ method, path, bucket, body: body === 'body' }));

/** One row for each endpoint, for `test.for`. */
export const rows = endpoints.map((endpoint) => [endpoint.method, endpoint.path, endpoint] as const);

/**
 * Replaces the parameters of a path with the given ids. Parameters without a given id get an id that does not exist.
 * The format of a report is `csv`.
 */
export function fill(path: string, ids: Readonly<Record<string, string>> = {}): string {
  return path.replace(
    /\{(\w+)\}/g,
    (_, name: string) => ids[name] ?? (name === 'format' ? 'csv' : randomUUID()),
  );
}

export const parametersOf = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
