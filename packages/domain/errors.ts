import type { Bucket } from './api-key.ts';

/** The four shapes of an error response body (specification 7). */
type Shape = 'domain' | 'validation' | 'rate_limit' | 'tier';

interface ErrorRow {
  status: number;
  shape: Shape;
  /** Message for the client. `{name}` is a placeholder for a value. */
  text: string;
}

/** All errors of the API. Their statuses and texts are defined only here. */
export const errors = {
  missing_api_key: { status: 401, shape: 'domain', text: 'Missing X-API-Key header' },
  invalid_api_key: { status: 401, shape: 'domain', text: 'Invalid API key' },
  expired_api_key: { status: 401, shape: 'domain', text: 'This API key has expired' },
  revoked_api_key: { status: 401, shape: 'domain', text: 'This API key has been revoked' },
  not_signed_in: { status: 401, shape: 'domain', text: 'Not signed in' },
  invalid_sign_in_link: { status: 401, shape: 'domain', text: 'This sign-in link does not work' },
  tier_not_authorized: {
    status: 402,
    shape: 'tier',
    text: 'The {plan} plan does not include {bucket} requests of the Integrations API',
  },
  workspace_suspended: { status: 402, shape: 'tier', text: 'The workspace is suspended' },
  rate_limited: { status: 429, shape: 'rate_limit', text: 'Rate limit exceeded' },
  too_many_at_once: { status: 429, shape: 'rate_limit', text: 'Too many requests at once' },
  list_timeout: { status: 429, shape: 'rate_limit', text: 'The list could not be read in time' },
  too_many_measurements: {
    status: 429,
    shape: 'rate_limit',
    text: 'Too many files of this workspace are being measured',
  },
  storage_quota_exceeded: {
    status: 429,
    shape: 'rate_limit',
    text: 'The storage quota of the workspace is exceeded',
  },
  spending_limit_reached: {
    status: 429,
    shape: 'rate_limit',
    text: 'The spending limit of the workspace for this month is reached',
  },
  too_many_upload_urls: {
    status: 429,
    shape: 'rate_limit',
    text: 'Too many upload URLs of this workspace are valid and not submitted',
  },
  too_many_pending: {
    status: 429,
    shape: 'rate_limit',
    text: 'Too many sandbox assets of this workspace are pending',
  },
  sandbox_quota_reached: {
    status: 429,
    shape: 'rate_limit',
    text: 'The sandbox quota of the workspace for this day is reached',
  },
  too_many_assets_in_progress: {
    status: 429,
    shape: 'rate_limit',
    text: 'Too many assets of this workspace are in progress',
  },
  preview_failed_recently: {
    status: 429,
    shape: 'rate_limit',
    text: 'The preview of this file failed a short time ago',
  },
  too_many_new_keys: {
    status: 429,
    shape: 'rate_limit',
    text: 'Too many API keys of this workspace were created within 24 hours',
  },
  too_many_sign_ins: { status: 429, shape: 'rate_limit', text: 'Too many failed sign-ins' },
  missing_scope: { status: 403, shape: 'domain', text: 'This API key does not have the scope "{scope}"' },
  missing_role: {
    status: 403,
    shape: 'domain',
    text: 'Your role "{role}" does not permit this; it needs the role "{required}"',
  },
  foreign_request: {
    status: 403,
    shape: 'domain',
    text: 'The request must be sent by a page of {origin}, and its body must be JSON',
  },
  sandbox_only: { status: 403, shape: 'domain', text: 'This endpoint is only available with a sandbox key' },
  simulation_delay_on_live_key: {
    status: 400,
    shape: 'domain',
    text: 'simulationDelaySeconds is only available with a sandbox key',
  },
  sandbox_marker_missing: {
    status: 400,
    shape: 'domain',
    text: 'Sandbox asset filename "{filename}" must contain one of these markers: {markers}',
  },
  headers_too_large: { status: 400, shape: 'domain', text: 'Request headers are too large' },
  request_incomplete: { status: 400, shape: 'domain', text: 'The request was not complete in time' },
  malformed_request: { status: 400, shape: 'domain', text: 'Malformed HTTP request' },
  invalid_request: { status: 422, shape: 'validation', text: 'Request validation failed' },
  invalid_blob_path: { status: 403, shape: 'domain', text: 'Invalid blob path' },
  asset_already_submitted: { status: 409, shape: 'domain', text: 'Asset already submitted' },
  too_many_keys: { status: 409, shape: 'domain', text: 'A workspace can have {max} usable API keys' },
  too_many_members: { status: 409, shape: 'domain', text: 'A workspace can have {max} members' },
  last_admin: { status: 409, shape: 'domain', text: 'A workspace needs at least one admin' },
  profile_code_taken: {
    status: 409,
    shape: 'domain',
    text: 'The workspace already has a profile with the code "{code}"',
  },
  profile_changed: {
    status: 409,
    shape: 'domain',
    text: 'The profile was changed: its current version is {version}',
  },
  too_many_profiles: { status: 409, shape: 'domain', text: 'A workspace can have {max} profiles' },
  profile_built_in: { status: 403, shape: 'domain', text: 'Built-in profiles cannot be changed or deleted' },
  asset_signed_off: {
    status: 409,
    shape: 'domain',
    text: 'The asset is signed off: withdraw the sign-off first',
  },
  issues_undecided: {
    status: 409,
    shape: 'domain',
    text: '{count} issues at or above "{failsAt}" have no decision',
  },
  evidence_not_kept: {
    status: 409,
    shape: 'domain',
    text: 'Evidence is not kept: {kept} of {count} files are stored',
  },
  asset_not_retryable: { status: 409, shape: 'domain', text: 'Asset is not retryable' },
  asset_too_large: {
    status: 413,
    shape: 'domain',
    text: 'File "{filename}" exceeds the limit of {limitBytes} bytes for {assetType} uploads',
  },
  body_too_large: { status: 413, shape: 'domain', text: 'Request body is too large' },
  content_type_not_allowed: {
    status: 415,
    shape: 'domain',
    text: 'Content type "{contentType}" is not allowed',
  },
  content_type_mismatch: {
    status: 415,
    shape: 'domain',
    text: 'Content type {contentType} does not match the extension of file "{filename}"',
  },
  file_content_mismatch: {
    status: 415,
    shape: 'domain',
    text: 'The content of file "{filename}" is not {mimeType}: {reason}',
  },
  route_not_found: { status: 404, shape: 'domain', text: 'Not found' },
  api_key_not_found: { status: 404, shape: 'domain', text: 'API key not found' },
  member_not_found: { status: 404, shape: 'domain', text: 'Member not found' },
  workspace_not_found: { status: 404, shape: 'domain', text: 'Workspace not found' },
  submission_not_found: { status: 404, shape: 'domain', text: 'Submission not found' },
  asset_not_found: { status: 404, shape: 'domain', text: 'Asset not found' },
  series_not_found: { status: 404, shape: 'domain', text: 'Series not found' },
  asset_not_finished: { status: 404, shape: 'domain', text: 'Asset has not finished processing' },
  subscription_not_found: { status: 404, shape: 'domain', text: 'Subscription not found' },
  profile_not_found: { status: 404, shape: 'domain', text: 'Profile not found' },
  issue_not_found: { status: 404, shape: 'domain', text: 'Issue not found' },
  evidence_not_found: { status: 404, shape: 'domain', text: 'File of evidence not found' },
  report_not_found: { status: 404, shape: 'domain', text: 'Report not found' },
  report_not_signed: { status: 404, shape: 'domain', text: 'Report is not signed' },
  report_link_not_found: { status: 404, shape: 'domain', text: 'Report link not found' },
  too_many_report_links: {
    status: 409,
    shape: 'domain',
    text: 'An asset can have {max} links to its report',
  },
  trial_not_found: { status: 404, shape: 'domain', text: 'Trial not found' },
  delivery_not_found: { status: 404, shape: 'domain', text: 'Delivery not found' },
  already_playable: { status: 409, shape: 'domain', text: 'Browsers play this file without a preview' },
  no_preview: {
    status: 409,
    shape: 'domain',
    text: 'Only video and audio files have a preview, and not in the sandbox or before processing has begun',
  },
  preview_failed: { status: 409, shape: 'domain', text: 'The preview of this file could not be made' },
  subscription_disabled: { status: 409, shape: 'domain', text: 'Subscription is disabled' },
  internal: { status: 500, shape: 'domain', text: 'Internal server error' },
  overloaded: { status: 500, shape: 'domain', text: 'The service is overloaded; try again' },
  storage: { status: 500, shape: 'domain', text: 'Storage error' },
  measurement_unavailable: {
    status: 500,
    shape: 'domain',
    text: 'The files could not be measured in time; try again',
  },
  blob_unreadable: { status: 502, shape: 'domain', text: 'Failed to load {what} from storage' },
} as const satisfies Record<string, ErrorRow>;

export const errorsPath = '/docs/errors';

export type ErrorCode = keyof typeof errors;

export interface FieldFault {
  /** Dotted path of the field in the request. `body` means the whole body. */
  field: string;
  message: string;
}

interface ErrorDetail {
  values?: Record<string, string | number>;
  fields?: readonly FieldFault[];
  bucket?: Bucket;
  retryAfterSeconds?: number;
  /** Path of the resource that the error concerns, for the `Location` header of an error in the domain shape. */
  location?: string | undefined;
  cause?: unknown;
}

/** An error whose message is meant for the client. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly detail: ErrorDetail;

  constructor(code: ErrorCode, detail: ErrorDetail = {}) {
    super(render(errors[code].text, detail.values ?? {}), { cause: detail.cause });
    this.name = 'ApiError';
    this.code = code;
    this.detail = detail;
  }
}

/** Returns a 422 error that lists the invalid fields. */
export function validationError(...fields: FieldFault[]): ApiError {
  return new ApiError('invalid_request', { fields });
}

export interface ErrorReply {
  status: number;
  headers: Record<string, string>;
  body: Record<string, unknown>;
}

/**
 * Returns the response for an error, in the body shape of its status (specification 7).
 * @param publicUrl URL at which clients reach the service; null to leave `docs_url` out of the body and to make the
 *   `Location` header a path
 */
export function errorReply(error: ApiError, publicUrl: string | null): ErrorReply {
  const { status, shape } = errors[error.code];
  const { fields = [], bucket, retryAfterSeconds, location } = error.detail;
  switch (shape) {
    case 'domain':
      return {
        status,
        headers: {
          ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
          ...(location === undefined ? {} : { location: locationOf(location, publicUrl) }),
        },
        body: { detail: error.message, ...docsLink(error.code, publicUrl) },
      };
    case 'validation':
      return { status, headers: {}, body: { error: 'validation_error', message: error.message, fields } };
    case 'rate_limit':
      return {
        status,
        headers: { 'retry-after': String(retryAfterSeconds) },
        body: { error: error.message },
      };
    case 'tier':
      return {
        status,
        headers: {},
        body: { error_code: 'tier_not_authorized_for_integrations_api', message: error.message, bucket },
      };
  }
}

/** Returns the value of a `Location` header: the URL of a path, or the path itself if the service has no public URL. */
export function locationOf(path: string, publicUrl: string | null): string {
  return `${publicUrl ?? ''}${path}`;
}

/** Returns the field `docs_url`. A 401 has none, because specification 5 allows only `detail` in its body. */
function docsLink(code: ErrorCode, publicUrl: string | null): { docs_url?: string } {
  if (publicUrl === null || errors[code].status === 401) return {};
  return { docs_url: `${publicUrl}${errorsPath}#${code}` };
}

function render(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => printable(String(values[name])));
}

const maxPrintedCharacters = 300;

/** Returns a client's text for an error message: well-formed, and at most `maxPrintedCharacters` long. */
export function printable(text: string): string {
  return text.length <= maxPrintedCharacters
    ? text.toWellFormed()
    : `${text.slice(0, maxPrintedCharacters).toWellFormed()}…`;
}
