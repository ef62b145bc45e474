// Rows are numbered from 1. The ids of a row are derived from its number: `bench_id(kind, number)`. Each statement
// inserts the rows from number $1 to number $2.

export const workspaceCount = 1_000;
/** Number of submissions for each event. Each event has one delivery with one attempt. */
const submissionsPerEvent = 5;

const workspace = `bench_id('aaaa', (i - 1) % ${workspaceCount} + 1)`;
/** The first subscription of the row's workspace. */
const subscription = `bench_id('bbbb', ((i - 1) % ${workspaceCount} + 1) * 10 + 1)`;
/** The time of a row; consecutive rows are one second apart. */
const at = `timestamptz '2026-01-01' + i * interval '1 second'`;
const each = `from generate_series($1::integer, $2::integer) i`;
/** One asset in 5 has a preview, but not the one whose preview is requested. */
const previewedEach = `${each} where i % 5 = 1`;
const someEach = `${each} where i % ${submissionsPerEvent} = 0`;

export const fillStatements = [
  `insert into submissions (id, workspace_id, environment, status, sidekick_ids, created_at, completed_at)
   select bench_id('cccc', i), ${workspace}, 'live', 'complete', array['any'], ${at}, ${at} ${each}`,

  `insert into submission_versions (submission_id, version, trigger, asset_ids, expected_count, finished_count,
     status, created_at, workflow_started_at, completed_at)
   select bench_id('cccc', i), 1, 'created', array[bench_id('dddd', i)], 1, 1, 'complete', ${at}, ${at}, ${at} ${each}`,

  `insert into uploads (asset_id, workspace_id, filename, content_type, created_at, expires_at)
   select bench_id('dddd', i), ${workspace}, 'clip.avi', 'video/x-msvideo', ${at}, ${at} ${each}`,

  `insert into measurements (asset_id, etag, size_bytes, outcome, metric, metric_value, details, created_at)
   select bench_id('dddd', i), md5(i::text), i, 'measured', 'durationSeconds', 10, '{"method": "packets"}', ${at} ${each}`,

  `insert into assets (submission_id, asset_id, position, workspace_id, environment, blob_path, filename, asset_type,
     mime_type, status, metric, metric_value, credits, etag, size_bytes, blob_key, issue_count, critical_count,
     major_count, minor_count, info_count, created_at, completed_at, search_text)
   select bench_id('cccc', i), bench_id('dddd', i), 0, ${workspace}, 'live', bench_id('dddd', i) || '/clip.avi',
     'clip.avi', 'video', 'video/x-msvideo', 'complete', 'durationSeconds', 10, 1, md5(i::text), i,
     bench_id('dddd', i) || '/clip.avi', 1, 0, 1, 0, 0, ${at}, ${at}, 'clip.avi' ${each}`,

  `insert into asset_rules (submission_id, asset_id, rule_code, severity, workspace_id, environment, issue_count)
   select bench_id('cccc', i), bench_id('dddd', i), 'picture.black', 'major', ${workspace}, 'live', 1 ${each}`,

  `insert into sidekick_results (submission_id, asset_id, sidekick_id, version, sidekick_version, finding_count,
     findings_key, rule_counts)
   select bench_id('cccc', i), bench_id('dddd', i), bench_id('5555', 1), 1, '1', 1, 'any', '{"picture.black": 1}' ${each}`,

  `insert into previews (submission_id, asset_id, workspace_id, version, status, requested_at, workflow_started_at,
     completed_at)
   select bench_id('cccc', i), bench_id('dddd', i), ${workspace}, 1, 'ready', ${at}, ${at}, ${at} ${previewedEach}`,

  `insert into events (id, workspace_id, submission_id, asset_id, version, type, payload, created_at)
   select bench_id('eeee', i), ${workspace}, bench_id('cccc', i), bench_id('dddd', i), 1,
     'asset.processing.completed', repeat('x', 400), ${at} ${someEach}`,

  `insert into deliveries (id, event_id, subscription_id, status, created_at, workflow_started_at, completed_at)
   select bench_id('eeee', i), bench_id('eeee', i), ${subscription}, 'succeeded', ${at}, ${at}, ${at} ${someEach}`,

  `insert into attempts (id, delivery_id, subscription_id, attempt_number, status, response_status, duration_ms,
     created_at)
   select bench_id('eeee', i), bench_id('eeee', i), ${subscription}, 1, 'succeeded', 204, 20, ${at} ${someEach}`,
];
