// Postgres builds the response bodies of the API. This takes one round trip and no mapping, and the text is
// sent unchanged. This file contains the SQL expressions that several statements share.

/** Returns an SQL expression that formats a timestamp as the API does: ISO 8601 in UTC with milliseconds. */
export function iso(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** SQL expression: the response body of asset `a`. */
export const assetJson = `json_build_object(
  'assetId', a.asset_id, 'submissionId', a.submission_id, 'status', a.status,
  'errorMessage', a.error_message, 'errorType', a.error_type, 'isRetryable', a.is_retryable,
  'retryCount', a.retry_count, 'blobPath', a.blob_path, 'filename', a.filename,
  'assetType', a.asset_type, 'mimeType', a.mime_type, 'version', a.version,
  'metric', a.metric, 'metricValue', a.metric_value, 'credits', a.credits,
  'issueCount', a.issue_count, 'createdAt', ${iso('a.created_at')}, 'completedAt', ${iso('a.completed_at')})`;

/** SQL expression: an item of the delivery history, built from attempt `t` and event `e`. */
export const attemptJson = `json_build_object(
  'id', t.id, 'eventId', e.id, 'eventType', e.type, 'status', t.status,
  'attemptNumber', t.attempt_number, 'createdAt', ${iso('t.created_at')},
  'responseStatus', t.response_status, 'durationMs', t.duration_ms, 'error', t.error,
  'nextAttemptAt', ${iso('t.next_attempt_at')})`;

/** SQL expression: the response body of subscription `s`, without its secret. */
export const subscriptionJson = `json_build_object(
  'id', s.id, 'workspaceId', s.workspace_id, 'endpointUrl', s.endpoint_url, 'eventTypes', s.event_types,
  'description', s.description, 'enabled', s.enabled,
  'createdAt', ${iso('s.created_at')}, 'updatedAt', ${iso('s.updated_at')})`;
