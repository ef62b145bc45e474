import { scopeOfBucket } from '../domain/api-key.ts';
import type { Route } from './route.ts';
import { readMediaRoute } from './routes/asset-media.ts';
import { readAssetRoute, readIssuesRoute, readTopicsRoute, retryAssetRoute } from './routes/assets.ts';
import { listChecksRoute } from './routes/checks.ts';
import { listDeliveriesRoute } from './routes/deliveries.ts';
import { estimateRoute } from './routes/pricing.ts';
import { readDeliveryRoute, redeliverRoute, replayRoute, sendExampleRoute } from './routes/redeliveries.ts';
import { fireEventRoute } from './routes/sandbox.ts';
import { listSidekicksRoute } from './routes/sidekicks.ts';
import {
  createSubmissionRoute,
  listSubmissionsRoute,
  listVersionsRoute,
  readSubmissionRoute,
} from './routes/submissions.ts';
import {
  createSubscriptionRoute,
  deleteSubscriptionRoute,
  listSubscriptionsRoute,
  readSubscriptionRoute,
  rotateSecretRoute,
  updateSubscriptionRoute,
} from './routes/subscriptions.ts';
import { createUploadUrlRoute } from './routes/uploads.ts';

/** `or submit`: the scope `submit` also permits the request, because clients send it before they submit. */
type Rule = 'sandbox only' | 'or submit';
type Row = [Route['method'], Route['path'], Route['bucket'], Route['operation'], Rule?];

const submissions = '/api/integrations/submissions';
const submission = `${submissions}/{submission_id}`;
const asset = `${submission}/assets/{asset_id}`;
const subscriptions = '/api/integrations/webhooks/subscriptions';
const subscription = `${subscriptions}/{subscription_id}`;

/**
 * All routes that require a key, and the rate-limit bucket of each (specification 4 and 8.3). The bucket determines the
 * scope.
 */
const rows: Row[] = [
  ['POST', '/uploads/url', 'upload', createUploadUrlRoute],
  ['POST', '/api/integrations/uploads/url', 'upload', createUploadUrlRoute],
  ['POST', '/api/pricing/estimate', 'submission_read', estimateRoute, 'or submit'],
  ['POST', submissions, 'submission_write', createSubmissionRoute],
  ['GET', submissions, 'submission_read', listSubmissionsRoute],
  ['GET', submission, 'submission_read', readSubmissionRoute],
  ['GET', `${submission}/versions`, 'submission_read', listVersionsRoute],
  ['GET', asset, 'submission_read', readAssetRoute],
  ['GET', `${asset}/issues`, 'submission_read', readIssuesRoute],
  ['GET', `${asset}/topics`, 'submission_read', readTopicsRoute],
  ['GET', `${asset}/checks`, 'submission_read', listChecksRoute],
  ['GET', `${asset}/media`, 'submission_read', readMediaRoute],
  ['POST', `${asset}/retry`, 'submission_write', retryAssetRoute],
  ['GET', '/api/integrations/sidekicks', 'submission_read', listSidekicksRoute, 'or submit'],
  ['POST', '/api/integrations/sandbox/events/fire', 'sandbox', fireEventRoute, 'sandbox only'],
  ['POST', subscriptions, 'webhook_write', createSubscriptionRoute],
  ['GET', subscriptions, 'webhook_read', listSubscriptionsRoute],
  ['GET', subscription, 'webhook_read', readSubscriptionRoute],
  ['PATCH', subscription, 'webhook_write', updateSubscriptionRoute],
  ['DELETE', subscription, 'webhook_write', deleteSubscriptionRoute],
  ['GET', `${subscription}/deliveries`, 'webhook_read', listDeliveriesRoute],
  ['GET', `${subscription}/deliveries/{event_id}`, 'webhook_read', readDeliveryRoute],
  ['POST', `${subscription}/deliveries/{event_id}/redeliver`, 'webhook_write', redeliverRoute],
  ['POST', `${subscription}/replay`, 'webhook_write', replayRoute],
  ['POST', `${subscription}/example`, 'webhook_write', sendExampleRoute],
  ['POST', `${subscription}/rotate-secret`, 'webhook_write', rotateSecretRoute],
];

export const routes: readonly Route[] = rows.map(([method, path, bucket, operation, rule]) => ({
  method,
  path,
  bucket,
  scopes: rule === 'or submit' ? [scopeOfBucket[bucket], 'submit'] : [scopeOfBucket[bucket]],
  operation,
  sandboxOnly: rule === 'sandbox only',
}));
