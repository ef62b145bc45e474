// Postgres builds the response bodies of the API. This takes one round trip and no mapping, and the text is
// sent unchanged. This file contains the SQL expressions that several statements share.

/** Returns an SQL expression that formats a timestamp as the API does: ISO 8601 in UTC with milliseconds. */
export function iso(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** SQL expression: the version of the profile of submission `s`. Null without a profile. */
export const profileJson = `(select json_build_object('id', p.profile_id, 'code', p.content ->> 'code',
  'name', p.content ->> 'name', 'version', p.version)
  from profile_versions p where p.profile_id = s.profile_id and p.version = s.profile_version)`;

/** SQL expression: the reason of the verdict of submission `s`, from its first asset that has this verdict. */
export const verdictReason = `(select w.verdict_reason from assets w
  where w.submission_id = s.id and w.verdict = s.verdict and w.erased_at is null order by w.position limit 1)`;

/** SQL expression: the `Profile` of submission `s`. Null without a profile. */
export const storedProfileJson = `(
  select p.content || jsonb_build_object('id', p.profile_id, 'version', p.version, 'builtIn', p.workspace_id is null)
  from profile_versions p where p.profile_id = s.profile_id and p.version = s.profile_version)`;

/** SQL expression: the asset that asset `a` replaces. Null if there is none, or if it is hidden. */
const replacedJson = `(select json_build_object('submissionId', r.submission_id, 'assetId', r.asset_id, 'filename', r.filename)
  from assets r join submissions rs on rs.id = r.submission_id and rs.expired_at is null
  where r.submission_id = a.replaced_submission_id and r.asset_id = a.replaced_asset_id and r.erased_at is null)`;

/**
 * SQL expression: the response body of asset `a` of submission `s`. `row_to_json` is faster than `json_build_object`.
 */
export const assetJson = `(select row_to_json(r) from (select
  a.asset_id as "assetId", a.submission_id as "submissionId", a.status,
  a.error_message as "errorMessage", a.error_type as "errorType", a.is_retryable as "isRetryable",
  a.retry_count as "retryCount", a.blob_path as "blobPath", a.filename,
  a.asset_type as "assetType", a.mime_type as "mimeType", a.version,
  a.metric, a.metric_value as "metricValue", a.credits,
  a.issue_count as "issueCount", ${replacedJson} as replaces,
  ${profileJson} as profile, a.verdict, a.verdict_reason as "verdictReason",
  a.sign_off as "signOff", a.final_verdict as "finalVerdict", ${iso('a.created_at')} as "createdAt", ${iso('a.completed_at')} as "completedAt") r)`;

/** SQL expression: an item of the delivery history, built from attempt `t` and event `e`. */
export const attemptJson = `json_build_object(
  'id', t.id, 'eventId', e.id, 'eventType', e.type, 'status', t.status,
  'attemptNumber', t.attempt_number, 'createdAt', ${iso('t.created_at')},
  'responseStatus', t.response_status, 'durationMs', t.duration_ms, 'error', t.error,
  'nextAttemptAt', ${iso('t.next_attempt_at')})`;

/** Regular expression of the scheme, the host and the port of an endpoint's URL. */
const origin = '^[^/]+//[^/?]+';

/** Returns an SQL expression for the scheme, the host and the port of an endpoint's URL. */
export const originOf = (url: string) => `substring(${url} from '${origin}')`;

/** Returns the scheme, the host and the port of an endpoint's URL. */
export const originIn = (url: string) => new RegExp(origin).exec(url)?.[0] ?? '';

/** Returns an SQL expression for the response body of subscription `s`, without its secret. */
export const subscriptionJson = (url = 's.endpoint_url') => `json_build_object(
  'id', s.id, 'workspaceId', s.workspace_id, 'endpointUrl', ${url}, 'eventTypes', s.event_types,
  'description', s.description, 'enabled', s.enabled,
  'createdAt', ${iso('s.created_at')}, 'updatedAt', ${iso('s.updated_at')})`;
