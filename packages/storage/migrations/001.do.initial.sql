-- Who may do what.

create table plans (
  name text primary key,
  integrations_api boolean not null,
  -- Bucket to requests per minute; null: without limit; an absent bucket is not in the plan.
  bucket_limits jsonb not null check (jsonb_typeof(bucket_limits) = 'object'),
  max_subscriptions integer not null check (max_subscriptions >= 0),
  max_assets integer not null check (max_assets >= 1)
);

insert into plans (name, integrations_api, bucket_limits, max_subscriptions, max_assets) values
  ('free', false, '{}', 20, 50),
  ('starter', true, '{"upload": 60, "submission_write": 30, "submission_read": 300, "webhook_write": 20, "webhook_read": 120, "sandbox": 60}', 20, 50),
  ('growth', true, '{"upload": 300, "submission_write": 150, "submission_read": 1500, "webhook_write": 60, "webhook_read": 600, "sandbox": 120}', 20, 50),
  ('enterprise', true, '{"upload": 1200, "submission_write": 600, "submission_read": 6000, "webhook_write": 120, "webhook_read": 1200, "sandbox": 240}', 20, 50),
  ('unlimited', true, '{"upload": null, "submission_write": null, "submission_read": null, "webhook_write": null, "webhook_read": null, "sandbox": null}', 20, 50);

create table workspaces (
  id uuid primary key,
  name text not null,
  plan text not null references plans (name),
  created_at timestamptz not null default now()
);

create table api_keys (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id),
  environment text not null check (environment in ('live', 'sandbox')),
  -- SHA-256 of the key, which itself is kept nowhere.
  key_hash bytea not null unique check (length(key_hash) = 32),
  -- The last four characters, to tell keys apart in a list.
  hint text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz
);
create index api_keys_workspace on api_keys (workspace_id);

-- What was uploaded, and what it measures.

create table uploads (
  asset_id uuid primary key,
  workspace_id uuid not null references workspaces (id),
  filename text not null,
  content_type text not null,
  -- Bytes, where the client declared them.
  content_length bigint,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create table measurements (
  asset_id uuid not null references uploads (asset_id),
  -- The measurement holds for the bytes with this ETag and no others.
  etag text not null,
  size_bytes bigint not null,
  outcome text not null check (outcome in ('measured', 'content_mismatch', 'unmeasurable')),
  metric text check (metric in ('durationSeconds', 'pages')),
  metric_value integer check (metric_value >= 1),
  -- How the value was found, and where header and content disagreed; or what the refusal is about.
  details jsonb not null,
  created_at timestamptz not null default now(),
  primary key (asset_id, etag),
  check ((metric_value is not null) = (outcome = 'measured' and metric is not null))
);

create table price_books (
  version integer primary key,
  video_seconds integer not null check (video_seconds >= 1),
  video_credits integer not null check (video_credits >= 0),
  page_credits integer not null check (page_credits >= 0),
  flat_credits integer not null check (flat_credits >= 0),
  created_at timestamptz not null default now()
);

insert into price_books (version, video_seconds, video_credits, page_credits, flat_credits) values (1, 10, 1, 1, 1);

-- Submissions.

create table submissions (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id),
  environment text not null check (environment in ('live', 'sandbox')),
  -- Status, message and retryability of the worst asset: rolled up from the assets under this row's lock.
  status text not null default 'processing' check (status in ('processing', 'complete', 'failed')),
  error_message text,
  is_retryable boolean not null default false,
  -- The newest version.
  version integer not null default 1,
  sidekick_ids text[] not null,
  simulation_delay_seconds integer not null default 0 check (simulation_delay_seconds between 0 and 30),
  created_at timestamptz not null default now(),
  completed_at timestamptz
);

create table submission_versions (
  submission_id uuid not null references submissions (id),
  version integer not null,
  trigger text not null check (trigger in ('created', 'retry')),
  asset_ids uuid[] not null,
  -- How many of the assets will ever end (a sandbox asset marked pending never does), have ended, have failed.
  expected_count integer not null,
  finished_count integer not null default 0,
  failed_count integer not null default 0,
  status text not null default 'processing' check (status in ('processing', 'complete', 'failed')),
  created_at timestamptz not null default now(),
  -- Null until Temporal has the workflow: these rows are the outbox.
  workflow_started_at timestamptz,
  completed_at timestamptz,
  primary key (submission_id, version),
  check (finished_count between failed_count and expected_count)
);
create index submission_versions_outbox on submission_versions (created_at) where workflow_started_at is null;

create table assets (
  submission_id uuid not null references submissions (id),
  asset_id uuid not null,
  -- Its place in the request, from 0.
  position integer not null,
  workspace_id uuid not null references workspaces (id),
  environment text not null check (environment in ('live', 'sandbox')),
  blob_path text not null,
  filename text not null,
  asset_type text check (asset_type in ('video', 'audio', 'image', 'document')),
  mime_type text,
  status text not null check (status in ('pending', 'processing', 'complete', 'failed')),
  error_message text,
  error_type text,
  is_retryable boolean not null default false,
  retry_count integer not null default 0,
  -- The version of the submission that processes it now or did last.
  version integer not null default 1,
  metric text check (metric in ('durationSeconds', 'pages')),
  metric_value integer,
  credits integer not null check (credits >= 0),
  -- Live: the bytes that were priced, and where they are kept once secured.
  etag text,
  size_bytes bigint,
  blob_key text,
  sandbox_outcome text check (sandbox_outcome in ('error', 'retryable_error', 'fail', 'advisory', 'pass', 'pending')),
  -- Null until the asset has finished. The keys are null where there is nothing to keep.
  issue_count integer,
  issues_key text,
  topics_key text,
  created_at timestamptz not null default now(),
  completed_at timestamptz,
  primary key (submission_id, asset_id),
  unique (submission_id, position),
  constraint assets_blob_path_once unique (workspace_id, environment, blob_path),
  check ((environment = 'sandbox') = (sandbox_outcome is not null)),
  check ((status in ('complete', 'failed')) = (completed_at is not null)),
  check ((status = 'failed') = (error_message is not null and error_type is not null)),
  check (status = 'failed' or not is_retryable)
);

create table sidekick_results (
  submission_id uuid not null,
  asset_id uuid not null,
  sidekick_id uuid not null,
  -- The version of the submission in which it ran; a retry reuses what succeeded before.
  version integer not null,
  -- The version of the sidekick's rules.
  sidekick_version text not null,
  finding_count integer not null,
  findings_key text not null,
  created_at timestamptz not null default now(),
  primary key (submission_id, asset_id, sidekick_id),
  foreign key (submission_id, asset_id) references assets (submission_id, asset_id)
);

create table ledger_entries (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id),
  submission_id uuid not null,
  asset_id uuid not null,
  kind text not null check (kind in ('charge', 'reversal')),
  -- Added to what the workspace owes: positive for a charge, negative for its reversal.
  credits integer not null,
  price_book_version integer not null references price_books (version),
  -- The measurement that was priced.
  etag text not null,
  created_at timestamptz not null default now(),
  foreign key (submission_id, asset_id) references assets (submission_id, asset_id),
  foreign key (asset_id, etag) references measurements (asset_id, etag),
  constraint ledger_entries_once unique (submission_id, asset_id, kind),
  check ((kind = 'charge' and credits >= 0) or (kind = 'reversal' and credits <= 0))
);
create index ledger_entries_workspace on ledger_entries (workspace_id, created_at);

-- Webhooks.

create table subscriptions (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id),
  endpoint_url text not null,
  event_types text[] not null check (event_types <@ array['asset.processing.completed', 'asset.processing.failed']),
  description text,
  enabled boolean not null default true,
  disabled_reason text,
  -- Null once deleted.
  secret text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  check ((secret is null) = (deleted_at is not null))
);
create index subscriptions_workspace on subscriptions (workspace_id, created_at) where deleted_at is null;

create table events (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id),
  submission_id uuid not null,
  asset_id uuid not null,
  -- The version whose end this tells; null for an event that was fired by hand.
  version integer,
  type text not null check (type in ('asset.processing.completed', 'asset.processing.failed')),
  -- The exact text of every attempt's body.
  payload text not null,
  created_at timestamptz not null default now(),
  foreign key (submission_id, asset_id) references assets (submission_id, asset_id),
  constraint events_once unique (submission_id, asset_id, version)
);

create table deliveries (
  id uuid primary key,
  event_id uuid not null references events (id),
  subscription_id uuid not null references subscriptions (id),
  status text not null default 'pending' check (status in ('pending', 'succeeded', 'failed', 'skipped')),
  created_at timestamptz not null default now(),
  -- Null until Temporal has the workflow: the pending ones are the outbox.
  workflow_started_at timestamptz,
  completed_at timestamptz,
  constraint deliveries_once unique (event_id, subscription_id),
  check ((status = 'pending') = (completed_at is null))
);
create index deliveries_outbox on deliveries (created_at) where workflow_started_at is null and status = 'pending';

create table attempts (
  id uuid primary key,
  delivery_id uuid not null references deliveries (id),
  subscription_id uuid not null references subscriptions (id),
  attempt_number integer not null check (attempt_number >= 1),
  -- 'pending': scheduled, not made yet.
  status text not null default 'pending' check (status in ('pending', 'succeeded', 'failed', 'skipped')),
  response_status integer,
  duration_ms integer,
  error text,
  -- While pending: when it is due. Once failed: when the attempt after it is due.
  next_attempt_at timestamptz,
  -- When the attempt was made; while pending, when it was scheduled.
  created_at timestamptz not null default now(),
  unique (delivery_id, attempt_number)
);
create index attempts_history on attempts (subscription_id, created_at desc, attempt_number desc);
