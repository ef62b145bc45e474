import { scopeOfBucket } from '@assay/domain/api-key.ts';
import type { Route } from './route.ts';
import { readMediaRoute, requestPreviewRoute } from './routes/asset-media.ts';
import { readAssetRoute, readIssuesRoute, readTopicsRoute, retryAssetRoute } from './routes/assets.ts';
import { listChecksRoute } from './routes/checks.ts';
import { compareRoute } from './routes/comparison.ts';
import {
  countDecisionsRoute,
  decideManyRoute,
  decideRoute,
  listDecisionsRoute,
  withdrawDecisionRoute,
} from './routes/decisions.ts';
import { listDeliveriesRoute, listSubmissionDeliveriesRoute } from './routes/deliveries.ts';
import { readEvidenceRoute } from './routes/evidence.ts';
import {
  createProfileRoute,
  deleteProfileRoute,
  listProfilesRoute,
  readProfileRoute,
  updateProfileRoute,
} from './routes/profiles.ts';
import { readProgressRoute } from './routes/progress.ts';
import { estimateRoute } from './routes/pricing.ts';
import { readDeliveryRoute, redeliverRoute, replayRoute, sendExampleRoute } from './routes/redeliveries.ts';
import { createReportLinkRoute, listReportLinksRoute, revokeReportLinkRoute } from './routes/report-links.ts';
import {
  readFormattedReportRoute,
  readPdfReportRoute,
  readReportRoute,
  readSignedReportRoute,
} from './routes/reports.ts';
import { fireEventRoute } from './routes/sandbox.ts';
import { listSeriesRoute, readSeriesRoute } from './routes/series.ts';
import { readSignOffRoute, signOffRoute, withdrawSignOffRoute } from './routes/sign-off.ts';
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
import { readTrialRoute, startTrialRoute } from './routes/trials.ts';
import { createUploadUrlRoute } from './routes/uploads.ts';

/**
 * `or submit`: the scope `submit` also permits the request, because clients send it before they submit. `profiles`: the
 * scope `profiles` permits the request, and not the scope of the bucket.
 */
type Rule = 'sandbox only' | 'or submit' | 'profiles';
type Row = [Route['method'], Route['path'], Route['bucket'], Route['role'], Route['operation'], Rule?];

const submissions = '/api/integrations/submissions';
const submission = `${submissions}/{submission_id}`;
const asset = `${submission}/assets/{asset_id}`;
const profiles = '/api/integrations/profiles';
const profile = `${profiles}/{profile_id}`;
const subscriptions = '/api/integrations/webhooks/subscriptions';
const subscription = `${subscriptions}/{subscription_id}`;

/**
 * All routes that require a key, the rate-limit bucket of each (specification 4 and 8.3), and the role that a member
 * needs to use it in the console. The bucket determines the scope.
 */
const rows: Row[] = [
  ['POST', '/uploads/url', 'upload', 'member', createUploadUrlRoute],
  ['POST', '/api/integrations/uploads/url', 'upload', 'member', createUploadUrlRoute],
  ['POST', '/api/pricing/estimate', 'submission_read', 'member', estimateRoute, 'or submit'],
  ['POST', submissions, 'submission_write', 'member', createSubmissionRoute],
  ['GET', submissions, 'submission_read', 'viewer', listSubmissionsRoute],
  ['GET', submission, 'submission_read', 'viewer', readSubmissionRoute],
  ['GET', `${submission}/versions`, 'submission_read', 'viewer', listVersionsRoute],
  ['GET', `${submission}/deliveries`, 'webhook_read', 'viewer', listSubmissionDeliveriesRoute],
  ['GET', asset, 'submission_read', 'viewer', readAssetRoute],
  ['GET', `${asset}/issues`, 'submission_read', 'viewer', readIssuesRoute],
  ['GET', `${asset}/topics`, 'submission_read', 'viewer', readTopicsRoute],
  ['GET', `${asset}/checks`, 'submission_read', 'viewer', listChecksRoute],
  ['PUT', `${asset}/issues/{issue_id}/decision`, 'submission_write', 'member', decideRoute],
  ['DELETE', `${asset}/issues/{issue_id}/decision`, 'submission_write', 'member', withdrawDecisionRoute],
  ['PUT', `${asset}/decisions`, 'submission_write', 'member', decideManyRoute],
  ['GET', `${asset}/decisions`, 'submission_read', 'viewer', listDecisionsRoute],
  ['GET', `${asset}/evidence/{evidence_id}`, 'submission_read', 'viewer', readEvidenceRoute],
  ['GET', `${asset}/sign-off`, 'submission_read', 'viewer', readSignOffRoute],
  ['PUT', `${asset}/sign-off`, 'submission_write', 'member', signOffRoute],
  ['DELETE', `${asset}/sign-off`, 'submission_write', 'member', withdrawSignOffRoute],
  ['GET', `${asset}/compare`, 'submission_read', 'viewer', compareRoute],
  ['GET', `${asset}/report.json`, 'submission_read', 'viewer', readReportRoute],
  ['GET', `${asset}/report.jws`, 'submission_read', 'viewer', readSignedReportRoute],
  ['GET', `${asset}/report.pdf`, 'submission_read', 'viewer', readPdfReportRoute],
  ['GET', `${asset}/report.{format}`, 'submission_read', 'viewer', readFormattedReportRoute],
  ['POST', `${asset}/report-links`, 'submission_write', 'member', createReportLinkRoute],
  ['GET', `${asset}/report-links`, 'submission_read', 'viewer', listReportLinksRoute],
  ['DELETE', `${asset}/report-links/{report_link_id}`, 'submission_write', 'member', revokeReportLinkRoute],
  ['GET', `${asset}/media`, 'submission_read', 'viewer', readMediaRoute],
  ['POST', `${asset}/preview`, 'submission_read', 'viewer', requestPreviewRoute],
  ['GET', `${asset}/progress`, 'submission_read', 'viewer', readProgressRoute],
  ['GET', `${asset}/series`, 'submission_read', 'viewer', listSeriesRoute],
  ['GET', `${asset}/series/{name}`, 'submission_read', 'viewer', readSeriesRoute],
  ['POST', `${asset}/retry`, 'submission_write', 'member', retryAssetRoute],
  ['GET', '/api/integrations/sidekicks', 'submission_read', 'viewer', listSidekicksRoute, 'or submit'],
  ['GET', '/api/integrations/rules/decisions', 'submission_read', 'viewer', countDecisionsRoute],
  ['GET', profiles, 'submission_read', 'viewer', listProfilesRoute, 'or submit'],
  ['POST', profiles, 'submission_write', 'admin', createProfileRoute, 'profiles'],
  ['GET', profile, 'submission_read', 'viewer', readProfileRoute, 'or submit'],
  ['PUT', profile, 'submission_write', 'admin', updateProfileRoute, 'profiles'],
  ['DELETE', profile, 'submission_write', 'admin', deleteProfileRoute, 'profiles'],
  ['POST', `${profile}/trials`, 'submission_write', 'admin', startTrialRoute, 'profiles'],
  ['GET', `${profile}/trials/{trial_id}`, 'submission_read', 'admin', readTrialRoute, 'profiles'],
  ['POST', '/api/integrations/sandbox/events/fire', 'sandbox', 'member', fireEventRoute, 'sandbox only'],
  ['POST', subscriptions, 'webhook_write', 'admin', createSubscriptionRoute],
  ['GET', subscriptions, 'webhook_read', 'viewer', listSubscriptionsRoute],
  ['GET', subscription, 'webhook_read', 'viewer', readSubscriptionRoute],
  ['PATCH', subscription, 'webhook_write', 'admin', updateSubscriptionRoute],
  ['DELETE', subscription, 'webhook_write', 'admin', deleteSubscriptionRoute],
  ['GET', `${subscription}/deliveries`, 'webhook_read', 'viewer', listDeliveriesRoute],
  ['GET', `${subscription}/deliveries/{event_id}`, 'webhook_read', 'viewer', readDeliveryRoute],
  ['POST', `${subscription}/deliveries/{event_id}/redeliver`, 'webhook_write', 'member', redeliverRoute],
  ['POST', `${subscription}/replay`, 'webhook_write', 'member', replayRoute],
  ['POST', `${subscription}/example`, 'webhook_write', 'member', sendExampleRoute],
  ['POST', `${subscription}/rotate-secret`, 'webhook_write', 'admin', rotateSecretRoute],
];

export const routes: readonly Route[] = rows.map(([method, path, bucket, role, operation, rule]) => ({
  method,
  path,
  bucket,
  role,
  scopes: scopesOf(bucket, rule),
  operation,
  sandboxOnly: rule === 'sandbox only',
}));

function scopesOf(bucket: Route['bucket'], rule: Rule | undefined): Route['scopes'] {
  if (rule === 'profiles') return ['profiles'];
  return rule === 'or submit' ? [scopeOfBucket[bucket], 'submit'] : [scopeOfBucket[bucket]];
}
