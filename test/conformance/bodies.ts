import {
  anyOf,
  anything,
  boolean,
  dateTime,
  integer,
  listOf,
  matching,
  nullOr,
  oneOf,
  record,
  text,
  url,
  uuid,
} from '../support/shape.ts';

// The shapes of all bodies except results, which are in `result-bodies.ts`. The shapes are written from sections 2
// and 4 of the specification and section 4 of the design. They do not use the contracts in domain/contracts.

const assetType = oneOf('video', 'audio', 'image', 'document');
const eventType = oneOf('asset.processing.completed', 'asset.processing.failed');

/** Fields of an asset (specification 2.3). */
const reference = record({ id: uuid, code: text, name: text, version: integer });
const isNull = oneOf(null);
/** The fields about profiles, beyond the specification. Sandbox submissions and those without a profile have null. */
const profile = anyOf(isNull, reference);
const verdict = anyOf(isNull, oneOf('fail', 'incomplete', 'pass_with_notes', 'pass'));

export const assetFields = {
  assetId: uuid,
  submissionId: uuid,
  status: oneOf('pending', 'processing', 'complete', 'failed'),
  errorMessage: nullOr(text),
  errorType: nullOr(text),
  isRetryable: boolean,
  retryCount: integer,
  blobPath: text,
  filename: text,
  assetType: nullOr(assetType),
  mimeType: nullOr(text),
  version: integer,
  metric: nullOr(oneOf('durationSeconds', 'pages')),
  metricValue: nullOr(integer),
  credits: integer,
  issueCount: nullOr(integer),
  profile,
  verdict,
  verdictReason: anyOf(isNull, text),
  signOff: anyOf(isNull, oneOf('needed', 'done')),
  finalVerdict: verdict,
  replaces: isNull,
  createdAt: dateTime,
  completedAt: nullOr(dateTime),
};
export const asset = record(assetFields);

/** Fields of a submission (specification 2.2). */
export const submissionFields = {
  submissionId: uuid,
  workspaceId: uuid,
  environment: oneOf('live', 'sandbox'),
  status: oneOf('processing', 'complete', 'failed'),
  errorMessage: nullOr(text),
  isRetryable: boolean,
  version: integer,
  creditsCharged: integer,
  progress: record({ finished: integer, total: integer }),
  profile,
  verdict,
  assets: listOf(asset),
  createdAt: dateTime,
  completedAt: nullOr(dateTime),
};
export const submission = record(submissionFields);

export const versionFields = {
  version: integer,
  trigger: oneOf('created', 'retry'),
  assetIds: listOf(uuid),
  status: oneOf('processing', 'complete', 'failed'),
  createdAt: dateTime,
  completedAt: nullOr(dateTime),
};
export const versionList = record({
  submissionId: uuid,
  versions: listOf(record(versionFields)),
  total: integer,
});

/** Fields of a priced file (specification 2.5). */
export const pricedFileFields = {
  blobPath: text,
  assetType: nullOr(assetType),
  metric: nullOr(oneOf('durationSeconds', 'pages')),
  metricValue: nullOr(integer),
  credits: integer,
  priceable: boolean,
};
export const estimate = record({ files: listOf(record(pricedFileFields)), totalCredits: integer });

/** Fields of a subscription (specification 2.7). */
export const subscriptionFields = {
  id: uuid,
  workspaceId: uuid,
  endpointUrl: url,
  eventTypes: listOf(eventType),
  description: nullOr(text),
  enabled: boolean,
  createdAt: dateTime,
  updatedAt: dateTime,
};
export const subscription = record(subscriptionFields);
/** A signing secret: `whsec_` and 32 bytes in base64. */
export const secret = matching(/^whsec_[A-Za-z0-9+/]{43}=$/);
export const createdSubscription = record({ ...subscriptionFields, secret });
export const subscriptionPage = record({
  items: listOf(subscription),
  page: integer,
  pageSize: integer,
  total: integer,
  totalPages: integer,
});

export const attemptFields = {
  id: uuid,
  eventId: uuid,
  eventType,
  status: oneOf('succeeded', 'failed', 'pending', 'skipped'),
  attemptNumber: integer,
  createdAt: dateTime,
  responseStatus: nullOr(integer),
  durationMs: nullOr(integer),
  error: nullOr(text),
  nextAttemptAt: nullOr(dateTime),
};
export const deliveryList = record({ attempts: listOf(record(attemptFields)), total: integer });

/** Response with an upload URL (specification 4). */
export const uploadUrl = record({
  uploadUrl: url,
  method: oneOf('PUT'),
  headers: anything,
  blobPath: text,
  expiresAt: dateTime,
});
export const fired = record({ dispatched: integer });

/** Domain error, one of the four error shapes (specification 7). */
export const domainError = record({ detail: text }, { docs_url: url });
export const validationError = record({
  error: oneOf('validation_error'),
  message: text,
  fields: listOf(record({ field: text, message: text })),
});
export const rateLimitError = record({ error: text });
export const tierError = record({
  error_code: oneOf('tier_not_authorized_for_integrations_api'),
  message: text,
  bucket: oneOf('upload', 'submission_write', 'submission_read', 'webhook_write', 'webhook_read', 'sandbox'),
});
