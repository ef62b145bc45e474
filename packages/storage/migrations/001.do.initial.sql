-- Access.

create table plans (
  name text primary key,
  integrations_api boolean not null,
  -- Requests per minute by bucket. Null means no limit. The plan does not include absent buckets.
  bucket_limits jsonb not null check (jsonb_typeof(bucket_limits) = 'object'),
  max_subscriptions integer not null check (max_subscriptions >= 0),
  max_assets integer not null check (max_assets >= 1),
  -- Retention in days: of uploads without a submission, and of finished submissions. Null means no limit.
  upload_days integer default 7 check (upload_days >= 1),
  sandbox_days integer default 7 check (sandbox_days >= 1),
  live_days integer check (live_days >= 1),
  -- Approximate maximum number of assets of live submissions in progress. Later submissions are queued. Null means no limit.
  max_assets_in_work integer default 32 check (max_assets_in_work >= 1),
  -- Approximate maximum number of a workspace's measurements in progress. Null means no limit.
  max_measurements integer default 100 check (max_measurements > 0),
  -- Maximum number of bytes of a workspace in the storage. Null means no limit.
  max_stored_bytes bigint default 1099511627776 check (max_stored_bytes > 0),
  -- Maximum number of unfinished assets marked `pending` of a workspace in the sandbox. Null means no limit.
  max_sandbox_pending integer default 10000 check (max_sandbox_pending >= 0),
  -- Maximum number of a workspace's sandbox assets per day (UTC). Null means no limit.
  max_sandbox_per_day integer default 50000 check (max_sandbox_per_day >= 0),
  -- Days until new keys of the plan's workspaces expire. Null means that they never expire.
  key_days integer default 365 check (key_days between 1 and 36500)
);

insert into plans (name, integrations_api, bucket_limits, max_subscriptions, max_assets) values
  ('free', false, '{}', 20, 50),
  ('starter', true, '{"upload": 60, "submission_write": 30, "submission_read": 300, "webhook_write": 20, "webhook_read": 120, "sandbox": 60}', 20, 50),
  ('growth', true, '{"upload": 300, "submission_write": 150, "submission_read": 1500, "webhook_write": 60, "webhook_read": 600, "sandbox": 120}', 20, 50),
  ('enterprise', true, '{"upload": 1200, "submission_write": 600, "submission_read": 6000, "webhook_write": 120, "webhook_read": 1200, "sandbox": 240}', 20, 50),
  ('unlimited', true, '{"upload": null, "submission_write": null, "submission_read": null, "webhook_write": null, "webhook_read": null, "sandbox": null}', 20, 50);
update plans set max_stored_bytes = 8796093022208, max_sandbox_per_day = 250000 where name = 'growth';
update plans set max_stored_bytes = 70368744177664, max_measurements = 400, max_sandbox_per_day = 1000000
  where name = 'enterprise';
update plans set max_stored_bytes = null, max_measurements = null, max_assets_in_work = null, max_sandbox_pending = null,
  max_sandbox_per_day = null where name = 'unlimited';

create table workspaces (
  id uuid primary key,
  name text not null,
  plan text not null references plans (name),
  created_at timestamptz not null default now(),
  -- Bytes of the workspace in the storage, as the upkeep task `storage` has counted them.
  stored_bytes bigint not null default 0,
  -- Requests with a key of a suspended workspace get 402. The row of a removed workspace stays for the ledger.
  suspended_at timestamptz,
  removed_at timestamptz,
  -- Maximum number of credits that live submissions of the workspace are charged in a calendar month (UTC). Null means
  -- no limit.
  spending_limit bigint check (spending_limit >= 0),
  -- The profile that the console offers first for a new submission. It may be built in. Null: none.
  default_profile_id uuid
);

-- People who use the console. A person without memberships cannot sign in. The row stays, because the audit log and API
-- keys refer to it.
create table members (
  id uuid primary key,
  name text not null check (length(name) between 1 and 100),
  created_at timestamptz not null default now(),
  -- Last sign-in with a link that an operator could use (`sign_in_links.via_operator`). Null if there was none.
  operator_signed_in_at timestamptz
);

create table memberships (
  member_id uuid not null references members (id),
  workspace_id uuid not null references workspaces (id),
  role text not null check (role in ('viewer', 'member', 'admin')),
  created_at timestamptz not null default now(),
  primary key (member_id, workspace_id)
);
create index memberships_of_workspace on memberships (workspace_id, created_at);

-- Links with which a person signs in once.
create table sign_in_links (
  -- SHA-256 of the token, which is stored nowhere.
  token_hash bytea primary key check (length(token_hash) = 32),
  member_id uuid not null references members (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Null until somebody signs in with the link.
  spent_at timestamptz,
  -- True if an operator could use the link: an operator made it, or a member whose session has `via_operator`.
  via_operator boolean not null default false,
  -- Why the link was ended before it was used. `replaced`: by a newer link. `revoked`: the member was removed, or was
  -- added to another workspace. Null otherwise.
  ended_as text check (ended_as in ('replaced', 'revoked')),
  -- The causes of rejected sign-ins that are in the audit log: one entry for each cause.
  rejected_as text[] not null default '{}'
    check (rejected_as <@ array['used', 'replaced', 'revoked', 'expired', 'suspended']),
  -- An intruder with the rights of the API cannot create links and sessions that last longer. `created_at` is the time of
  -- the database, because the API may not set it.
  constraint sign_in_links_end check (expires_at <= created_at + interval '7 days')
);
create index sign_in_links_of_member on sign_in_links (member_id);

create table sessions (
  -- SHA-256 of the token, which is stored nowhere.
  token_hash bytea primary key check (length(token_hash) = 32),
  member_id uuid not null references members (id),
  created_at timestamptz not null default now(),
  -- Last use. Written at most every five minutes.
  used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- True after a change of the member's role: the next request gets a new token.
  must_renew boolean not null default false,
  -- The token before the last renewal. It is accepted for a minute, for requests that were in progress.
  previous_token_hash bytea unique,
  renewed_at timestamptz,
  -- True if the session was opened with a link that an operator could use.
  via_operator boolean not null default false,
  -- Last sign-in of the member with such a link before this session. Null if there was none.
  operator_signed_in_before timestamptz,
  constraint sessions_end check (expires_at <= created_at + interval '7 days')
);
create index sessions_of_member on sessions (member_id);

create table api_keys (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id),
  environment text not null check (environment in ('live', 'sandbox')),
  -- SHA-256 of the key, which is stored nowhere.
  key_hash bytea not null unique check (length(key_hash) = 32),
  -- The last four characters, with which people recognise the key in a list.
  hint text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  -- Null if the key was created without a name.
  name text check (length(name) between 1 and 100),
  scopes text[] not null default '{read,submit,webhooks,profiles,live_data}'
    check (scopes <@ array['read', 'submit', 'webhooks', 'profiles', 'live_data']
      and scopes && array['read', 'submit', 'webhooks', 'profiles'])
    constraint api_keys_live_data check (environment = 'sandbox' or 'live_data' = any (scopes))
    -- Subscriptions and their deliveries contain events of live submissions.
    constraint api_keys_webhooks check ('live_data' = any (scopes) or 'webhooks' <> all (scopes))
    -- Profiles judge live submissions.
    constraint api_keys_profiles check ('live_data' = any (scopes) or 'profiles' <> all (scopes)),
  -- Written at most once an hour. Null if the key has not been used.
  last_used_at timestamptz,
  -- The member who created the key. Null if an operator created it.
  created_by uuid references members (id)
);
create index api_keys_workspace on api_keys (workspace_id, created_at);

-- The API may revoke keys and spend sign-in links, so it may update these columns. Neither can be undone, not even by the
-- owner of the tables.
create function reject_restoration() returns trigger language plpgsql as $$
begin
  raise exception 'the % of this row is permanent', tg_argv[0] using errcode = 'insufficient_privilege';
end $$;
create trigger api_keys_stay_revoked before update of revoked_at on api_keys
  for each row when (old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at)
  execute function reject_restoration('revocation');
create trigger sign_in_links_stay_ended before update of ended_as on sign_in_links
  for each row when (old.ended_as is not null and new.ended_as is distinct from old.ended_as)
  execute function reject_restoration('end');
create trigger sign_in_links_stay_spent before update of spent_at on sign_in_links
  for each row when (old.spent_at is not null and new.spent_at is distinct from old.spent_at)
  execute function reject_restoration('use');

-- Requests counted by bucket and key, member or workspace, for all API processes (rate-limiter-flexible). Each row is
-- overwritten every minute. Unlogged: after a crash of Postgres, the counts start again at 0.
create unlogged table rate_limits (
  key text primary key,
  points integer not null,
  -- Milliseconds since 1970.
  expire bigint
) with (fillfactor = 70);

-- Who changed what, when and from which address. The rows have no foreign keys, so they outlive their subjects.
create table audit_log (
  id bigint generated always as identity primary key,
  occurred_at timestamptz not null default clock_timestamp(),
  -- Null if the change concerns all workspaces.
  workspace_id uuid,
  actor_kind text not null check (actor_kind in ('key', 'operator', 'member')),
  -- Id of the API key or member, or the operator's user name.
  actor text not null,
  -- `operator`: the member's session was opened with a link that an operator could use.
  via text check (via = 'operator'),
  -- Null for operators, and once the person or the workspace is erased.
  address inet,
  -- The hash chain has a hash of the salt and the address, so both can be erased.
  address_salt uuid default gen_random_uuid(),
  action text not null,
  -- Path of the changed resource, such as submissions/ID/assets/ID.
  subject text not null,
  -- An intruder in the API cannot write entries of operators, who connect as the owner of the tables.
  constraint audit_log_api_writes_no_operators check (actor_kind <> 'operator' or current_user <> 'assay_api')
);
create index audit_log_of_workspace on audit_log (workspace_id, id);

-- Returns the kind of the author of a change in a workspace. Raises AS001 if a key is not usable any more, if a member
-- has lost the role that the change needs, or if the workspace is suspended. A statement can wait for a lock after the
-- API has checked these. `author` is an `Actor` of packages/domain/actor.ts. The function is volatile, so its query sees
-- all that was committed before, also during the wait.
create function require_author(author jsonb, workspace uuid) returns text language plpgsql volatile as $$
declare
  roles constant text[] := '{viewer,member,admin}';
  is_admitted boolean := true;
begin
  if author ->> 'kind' = 'key' then
    is_admitted := exists (
      select from api_keys k join workspaces w on w.id = k.workspace_id
      where k.id = (author ->> 'name')::uuid and w.id = workspace and w.suspended_at is null
        and k.revoked_at is null and coalesce(k.expires_at > clock_timestamp(), true));
  elsif author ? 'role' then
    is_admitted := exists (
      select from memberships m join workspaces w on w.id = m.workspace_id
      where m.member_id = (author ->> 'name')::uuid and w.id = workspace and w.suspended_at is null
        and array_position(roles, m.role) >= array_position(roles, author ->> 'role'));
  end if;
  if not is_admitted then
    raise exception 'the author of the change has lost the right to it' using errcode = 'AS001';
  end if;
  return author ->> 'kind';
end $$;

create function reject_audit_log_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % cannot be changed or deleted', tg_table_name using errcode = 'insufficient_privilege';
end $$;
-- The triggers also bind the owner of the table. Only an address can be erased, with its salt.
create trigger audit_log_append_only before delete or truncate on audit_log
  for each statement execute function reject_audit_log_change();
create trigger audit_log_keeps_values before update on audit_log for each row
  when (new.address is not null or new.address_salt is not null
    or to_jsonb(new) - '{address,address_salt}'::text[] <> to_jsonb(old) - '{address,address_salt}'::text[])
  execute function reject_audit_log_change();

-- The hash chain of the audit log: one chain for each workspace, and one for the entries that concern all workspaces.
-- Only a trigger writes to the table, so no process has rights on it.
create table audit_chain (
  entry_id bigint primary key,
  -- Id of the workspace, or the nil UUID for the entries that concern all workspaces.
  chain uuid not null,
  position bigint not null check (position >= 1),
  -- SHA-256 of the salt and the address of the entry. Null if the entry was written without an address.
  address_hash bytea check (length(address_hash) = 32),
  -- SHA-256 of the hash before (empty at position 1) and the text of the entry.
  hash bytea not null check (length(hash) = 32),
  constraint audit_chain_once unique (chain, position)
);
create trigger audit_chain_append_only before update or delete or truncate on audit_chain
  for each statement execute function reject_audit_log_change();

-- Runs at commit, in the order in which the transaction wrote the entries. The lock is therefore the last one that a
-- transaction takes, and the order of a chain is the order of the commits.
create function extend_audit_chain() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  chain_id constant uuid := coalesce(new.workspace_id, '00000000-0000-0000-0000-000000000000');
  address_hash constant bytea := sha256(convert_to(new.address_salt::text || ' ' || host(new.address), 'utf8'));
  last record;
begin
  perform pg_advisory_xact_lock(hashtextextended(chain_id::text, 86));
  select c.position, c.hash into last from audit_chain c where c.chain = chain_id order by c.position desc limit 1;
  insert into audit_chain (entry_id, chain, position, address_hash, hash)
  values (new.id, chain_id, coalesce(last.position, 0) + 1, address_hash,
    sha256(coalesce(last.hash, '') || convert_to(json_build_array(
      new.id, to_char(new.occurred_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), new.workspace_id,
      new.actor_kind, new.actor, new.via, encode(address_hash, 'hex'), new.action, new.subject)::text, 'utf8')));
  return null;
end $$;
create constraint trigger audit_log_chained after insert on audit_log deferrable initially deferred
  for each row execute function extend_audit_chain();

-- Uploads and their measurements.

create table uploads (
  asset_id uuid primary key,
  workspace_id uuid not null references workspaces (id),
  filename text not null,
  content_type text not null,
  -- Size in bytes that the client declared, if any.
  content_length bigint,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Sandbox uploads are removed when their URL has expired, because nothing reads them.
  environment text not null default 'live' check (environment in ('live', 'sandbox')),
  -- Maximum number of bytes that the upload URL accepts: the signed length, or the limit of the category.
  max_bytes bigint,
  -- Bytes of the uploaded file, as the upkeep task `storage` has seen them. Null if it has not seen a file.
  stored_bytes bigint
);
-- The limits of a workspace are compared with its valid upload URLs, so the index has every column of the sum.
create index uploads_counted on uploads (workspace_id, expires_at) include (environment, max_bytes, stored_bytes);
-- The stored bytes of a workspace are counted from its uploaded files, and from the assets of `submissions_stored`.
create index uploads_stored on uploads (workspace_id) include (stored_bytes) where stored_bytes is not null;

create table measurements (
  asset_id uuid not null references uploads (asset_id),
  -- The measurement is valid only for the bytes with this ETag.
  etag text not null,
  size_bytes bigint not null,
  outcome text not null check (outcome in ('measured', 'content_mismatch', 'unmeasurable')),
  metric text check (metric in ('durationSeconds', 'pages')),
  metric_value integer check (metric_value >= 1),
  -- The method, and differences between header and content; or the reason of a rejection.
  details jsonb not null,
  created_at timestamptz not null default now(),
  primary key (asset_id, etag),
  check ((metric_value is not null) = (outcome = 'measured' and metric is not null))
);

-- Uploads that are being measured, so that the number of a workspace's measurements in progress is limited.
create table measurements_in_progress (
  asset_id uuid not null references uploads on delete cascade,
  etag text not null,
  workspace_id uuid not null references workspaces,
  started_at timestamptz not null default now(),
  primary key (asset_id, etag)
);
create index measurements_in_progress_of_workspace on measurements_in_progress (workspace_id);

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

-- Profiles of workspaces. A profile describes the files that a destination accepts. Its content is in its versions.
create table profiles (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id),
  code text not null,
  -- The version that new submissions use.
  version integer not null check (version >= 1),
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index profiles_code on profiles (workspace_id, code) where deleted_at is null;

-- Versions of profiles. They are never changed, because submissions refer to them. A version of a built-in profile is
-- stored with the first submission that uses it, and has no workspace.
create table profile_versions (
  profile_id uuid not null,
  version integer not null check (version >= 1),
  workspace_id uuid references workspaces (id),
  -- `ProfileContent` of packages/domain/contracts/profile.ts.
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  created_at timestamptz not null default now(),
  primary key (profile_id, version)
);
create index profile_versions_of_workspace on profile_versions (workspace_id);

create table submissions (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id),
  environment text not null check (environment in ('live', 'sandbox')),
  -- Status, message and retryability of the worst asset, rolled up from the assets while this row is locked.
  status text not null default 'processing' check (status in ('processing', 'complete', 'failed')),
  error_message text,
  is_retryable boolean not null default false,
  -- The newest version.
  version integer not null default 1,
  sidekick_ids text[] not null,
  simulation_delay_seconds integer not null default 0 check (simulation_delay_seconds between 0 and 30),
  -- The profile that judges the assets. Null without a profile. A retry uses the same version.
  profile_id uuid,
  profile_version integer,
  -- Worst verdict of the finished assets. Null without a profile, and until an asset has finished.
  verdict text check (verdict in ('fail', 'incomplete', 'pass_with_notes', 'pass')),
  created_at timestamptz not null default now(),
  completed_at timestamptz,
  -- The API does not return expired submissions. The row stays, with its assets, for the ledger and because blob paths
  -- can be used only once.
  expired_at timestamptz,
  -- Its bytes, results and events have been removed.
  purged_at timestamptz,
  constraint submissions_purged check (purged_at is null or expired_at is not null),
  foreign key (profile_id, profile_version) references profile_versions (profile_id, version),
  check ((profile_id is null) = (profile_version is null)),
  check (profile_id is not null or verdict is null)
);
create index submissions_kept on submissions (environment, id) where expired_at is null;
create index submissions_to_purge on submissions (environment, id) where expired_at is not null and purged_at is null;
create index submissions_unfinished on submissions (id) where status = 'processing' and environment = 'live';
create index submissions_stored on submissions (workspace_id, id) where environment = 'live' and purged_at is null;
-- Lists of submissions, newest first: the ids are UUIDv7. The indexes have the columns of cheap filters.
create index submissions_listed on submissions (workspace_id, id)
  include (environment, created_at) where expired_at is null;
create index submissions_of_status on submissions (workspace_id, status, id)
  include (environment, created_at) where expired_at is null;
create index submissions_of_verdict on submissions (workspace_id, verdict, id)
  include (environment, created_at) where expired_at is null and verdict is not null;
create index submissions_of_profile on submissions (workspace_id, profile_id, id)
  include (environment, created_at) where expired_at is null and profile_id is not null;
-- A list of sandbox submissions would otherwise read the live ones too.
create index submissions_listed_sandbox on submissions (workspace_id, id)
  include (created_at) where expired_at is null and environment = 'sandbox';

create table submission_versions (
  submission_id uuid not null references submissions (id),
  version integer not null,
  trigger text not null check (trigger in ('created', 'retry')),
  asset_ids uuid[] not null,
  -- Numbers of assets that will finish, have finished and have failed. A sandbox asset marked `pending` never finishes.
  expected_count integer not null,
  finished_count integer not null default 0,
  failed_count integer not null default 0,
  status text not null default 'processing' check (status in ('processing', 'complete', 'failed')),
  created_at timestamptz not null default now(),
  -- Null while the row is in the outbox.
  workflow_started_at timestamptz,
  completed_at timestamptz,
  -- The W3C traceparent of the request that wrote the row, because its workflow may be started later by another process.
  -- Null if the request is not traced.
  traceparent text,
  -- The workspace of a live version, for the limit of assets in progress. Null for sandbox versions, which have no limit.
  workspace_id uuid,
  -- True if the version was queued, because its workspace had reached the limit.
  waits boolean not null default false,
  -- The workspace of a sandbox version, so that workspaces take turns. Null for live versions.
  sandbox_workspace_id uuid,
  -- Until this time, an orchestration worker may be starting the workflow of the version. Other workers leave the version.
  leased_until timestamptz,
  primary key (submission_id, version),
  check (finished_count between failed_count and expected_count)
-- A lease changes no indexed column. With free space in the page, Postgres then adds no index entries (HOT update).
) with (fillfactor = 60);
create index submission_versions_processing on submission_versions (submission_id, version) where status = 'processing';
create index submission_versions_waiting on submission_versions (workspace_id, created_at)
  where waits and workflow_started_at is null;
create index submission_versions_in_work on submission_versions (workspace_id)
  where status = 'processing' and workspace_id is not null and not (waits and workflow_started_at is null);
create index submission_versions_to_begin on submission_versions (created_at)
  where workflow_started_at is null and not waits;
create index submission_versions_sandbox on submission_versions (sandbox_workspace_id, created_at)
  where workflow_started_at is null and sandbox_workspace_id is not null;

create table assets (
  submission_id uuid not null references submissions (id),
  asset_id uuid not null,
  -- Position in the request, from 0.
  position integer not null,
  workspace_id uuid not null references workspaces (id),
  environment text not null check (environment in ('live', 'sandbox')),
  blob_path text not null,
  filename text not null,
  -- The file name as searches compare it (`searchText`).
  search_text bytea not null,
  asset_type text check (asset_type in ('video', 'audio', 'image', 'document')),
  mime_type text,
  status text not null check (status in ('pending', 'processing', 'complete', 'failed')),
  error_message text,
  error_type text,
  is_retryable boolean not null default false,
  retry_count integer not null default 0,
  -- The newest version of the submission that processes or processed the asset.
  version integer not null default 1,
  metric text check (metric in ('durationSeconds', 'pages')),
  metric_value integer,
  credits integer not null check (credits >= 0),
  -- Live assets: ETag and size of the bytes that were priced, and the key of their permanent copy.
  etag text,
  size_bytes bigint,
  blob_key text,
  sandbox_outcome text check (sandbox_outcome in ('error', 'retryable_error', 'fail', 'advisory', 'pass', 'pending')),
  -- Null until the asset has finished. The keys are null if there is nothing to store.
  issue_count integer,
  issues_key text,
  topics_key text,
  created_at timestamptz not null default now(),
  completed_at timestamptz,
  -- The ETag of the object at `blob_key`. Null before the copy is made.
  blob_etag text,
  -- Erased assets are hidden from the API. Their rows stay for the ledger, without names.
  erased_at timestamptz,
  -- Issues of a finished asset by severity.
  critical_count integer,
  major_count integer,
  minor_count integer,
  info_count integer,
  -- SHA-256 of the bytes that were analysed. Null until they have been read as a whole.
  sha256 bytea,
  -- Facts about a decoded file (`MediaFacts`), and the storage key of its curves. Null if the asset was not decoded.
  media jsonb,
  series_key text,
  -- Verdict by the profile of the submission, and its reason. Null without a profile, and until the asset has finished.
  verdict text check (verdict in ('fail', 'incomplete', 'pass_with_notes', 'pass')),
  verdict_reason text,
  -- Whether the profile needs a person to sign the asset off, and the verdict after that, which is `incomplete` until
  -- then. Null without a profile, and until the asset has finished. `sign_off` is also null if no sign-off is needed.
  sign_off text check (sign_off in ('needed', 'done')),
  final_verdict text check (final_verdict in ('fail', 'incomplete', 'pass_with_notes', 'pass')),
  -- The earlier asset of which this one is a new version. Null if the request named none.
  replaced_submission_id uuid,
  replaced_asset_id uuid,
  primary key (submission_id, asset_id),
  unique (submission_id, position),
  foreign key (replaced_submission_id, replaced_asset_id) references assets (submission_id, asset_id),
  check ((replaced_submission_id is null) = (replaced_asset_id is null)),
  constraint assets_blob_path_once unique (workspace_id, environment, blob_path),
  check ((environment = 'sandbox') = (sandbox_outcome is not null)),
  check ((status in ('complete', 'failed')) = (completed_at is not null)),
  check ((status = 'failed') = (error_message is not null and error_type is not null)),
  check (status = 'failed' or not is_retryable)
);
create index assets_sandbox_pending on assets (workspace_id, created_at)
  where environment = 'sandbox' and sandbox_outcome = 'pending';
-- Asset ids of erased assets cannot be submitted again, and operators find an asset by its id alone.
create index assets_of_id on assets (asset_id);
-- Files whose bytes were checked before.
create index assets_of_hash on assets (workspace_id, sha256, submission_id) include (environment)
  where sha256 is not null;
create index assets_of_sign_off on assets (workspace_id, sign_off, submission_id)
  include (environment) where sign_off is not null and erased_at is null;
create index assets_of_type on assets (workspace_id, asset_type, submission_id)
  include (environment) where erased_at is null;

-- Sandbox assets that a workspace has submitted on a day (UTC): one row for each workspace whose plan has a quota.
create table sandbox_counts (
  workspace_id uuid primary key references workspaces (id),
  day date not null,
  assets integer not null
-- The counter changes no indexed column. With free space in the page, Postgres adds no index entries (HOT update).
) with (fillfactor = 50);

-- Share of an asset that has been decoded, from 0 to 1. Only assets that are decoded for more than about two seconds have
-- a row, until they finish. Unlogged: after a crash of Postgres, the next report writes the row again.
create unlogged table asset_progress (
  submission_id uuid not null,
  asset_id uuid not null,
  version integer not null,
  share real not null check (share between 0 and 1),
  primary key (submission_id, asset_id),
  foreign key (submission_id, asset_id) references assets (submission_id, asset_id)
);

-- Issues of a finished asset by rule and severity. Lists of submissions are filtered by both, so the rows repeat the
-- workspace and the environment.
create table asset_rules (
  submission_id uuid not null,
  asset_id uuid not null,
  rule_code text not null,
  severity text not null check (severity in ('critical', 'major', 'minor', 'info')),
  workspace_id uuid not null,
  environment text not null,
  issue_count integer not null check (issue_count > 0),
  primary key (submission_id, asset_id, rule_code, severity),
  foreign key (submission_id, asset_id) references assets (submission_id, asset_id)
);
create index asset_rules_of_rule on asset_rules (workspace_id, rule_code, submission_id)
  include (severity, environment);
create index asset_rules_of_severity on asset_rules (workspace_id, severity, submission_id) include (environment);

-- Decisions of people and keys about issues. The newest row of an issue counts. Rows are kept if a retry removes the
-- issue. They repeat the workspace and the environment, because precedents are looked up by them.
create table issue_decisions (
  submission_id uuid not null,
  asset_id uuid not null,
  issue_id uuid not null,
  id uuid not null,
  workspace_id uuid not null,
  environment text not null,
  -- Null if the decision before it was withdrawn.
  decision text check (decision in ('accepted', 'waived', 'disputed')),
  reason text,
  rule_id uuid not null,
  rule_code text not null,
  summary text not null,
  -- The features by which later issues of the rule are compared with this one. Null if the issue has none.
  wording text,
  excess double precision,
  unit text,
  direction text not null default '',
  actor_kind text not null check (actor_kind in ('key', 'member')),
  actor_id uuid not null,
  decided_at timestamptz not null default now(),
  -- Ids of rows of `evidence` of the same asset, in the order of the decision.
  evidence_ids uuid[] not null default '{}',
  -- The issue of the replaced asset from which the decision was carried over. Null: it was made about this issue.
  carried_submission_id uuid,
  carried_asset_id uuid,
  carried_issue_id uuid,
  primary key (submission_id, asset_id, issue_id, id),
  check (num_nulls(carried_submission_id, carried_asset_id, carried_issue_id) in (0, 3)),
  foreign key (submission_id, asset_id) references assets (submission_id, asset_id)
);
-- Precedents, newest first.
create index issue_decisions_of_rule on issue_decisions (workspace_id, rule_id, id)
  where environment = 'live' and decision is not null and (wording is not null or excess is not null);
-- Counts of the last 90 days.
create index issue_decisions_of_time on issue_decisions (workspace_id, decided_at);

-- Evidence for decisions: addresses, and files. Files are also in the outbox: a workflow copies and hashes them.
create table evidence (
  submission_id uuid not null,
  asset_id uuid not null,
  id uuid not null,
  title text not null,
  -- Null for a file.
  url text,
  -- Null for an address, as the next columns.
  filename text,
  mime_type text,
  size_bytes bigint,
  -- The upload that is copied.
  upload_id uuid,
  -- The replaced asset whose evidence with the same id is copied instead of the upload. Null: the upload is copied.
  carried_submission_id uuid,
  carried_asset_id uuid,
  -- ETag of the bytes to copy, and then of the copy.
  etag text,
  -- SHA-256 of the copy. Null until it is kept.
  sha256 bytea,
  -- When the bytes were found to be replaced or removed. They cannot be kept.
  lost_at timestamptz,
  created_at timestamptz not null default now(),
  workflow_started_at timestamptz,
  primary key (submission_id, asset_id, id),
  check ((url is null) = (filename is not null)),
  check (num_nulls(filename, mime_type, size_bytes, upload_id, etag) in (0, 5)),
  check (num_nulls(carried_submission_id, carried_asset_id) in (0, 2)),
  foreign key (submission_id, asset_id) references assets (submission_id, asset_id)
);
create index evidence_unstarted on evidence (created_at) where filename is not null and workflow_started_at is null;

-- Libraries of published rulings, which the operator imports. Each import of a name is a version. The version without
-- `ended_at` is the current one; the rulings of others are removed.
create table precedent_libraries (
  name text not null,
  version integer not null check (version > 0),
  -- SHA-256 of the imported file.
  sha256 bytea not null,
  ruling_count integer not null,
  imported_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (name, version)
);
create unique index precedent_libraries_current on precedent_libraries (name) where ended_at is null;

create table precedent_rulings (
  library text not null,
  version integer not null,
  position integer not null,
  url text not null,
  title text not null,
  decision text not null,
  decided_on date not null,
  rule_codes text[] not null,
  -- The wordings that were ruled upon, one a line.
  wordings text not null,
  primary key (library, version, position),
  foreign key (library, version) references precedent_libraries (name, version)
);

-- Sign-offs of assets, and their withdrawals. The newest row of an asset counts, if it has the version of the asset. Each
-- row is also in the outbox: a workflow writes a report with it.
create table sign_offs (
  submission_id uuid not null,
  asset_id uuid not null,
  id uuid not null,
  version integer not null,
  -- The outcomes of the manual checks (`ManualResult`). Null if the sign-off before it was withdrawn.
  manual_checks jsonb,
  note text,
  verdict text not null check (verdict in ('fail', 'incomplete', 'pass_with_notes', 'pass')),
  verdict_reason text not null,
  actor_kind text not null check (actor_kind in ('key', 'member')),
  actor_id uuid not null,
  signed_at timestamptz not null default now(),
  workflow_started_at timestamptz,
  -- Number of the report with this row. Null until it is written, and if a newer row came first.
  report_number integer,
  primary key (submission_id, asset_id, id),
  foreign key (submission_id, asset_id) references assets (submission_id, asset_id)
);
create index sign_offs_unstarted on sign_offs (signed_at) where workflow_started_at is null;

-- Public keys that verify the signatures of reports. Rows are never removed.
create table report_keys (
  -- Thumbprint of the key (RFC 7638).
  key_id text primary key,
  -- The 32 bytes of an Ed25519 key in base64url.
  public_key text not null,
  created_at timestamptz not null default now(),
  replaced_at timestamptz,
  revoked_at timestamptz,
  -- Signatures with a time stamp before this time stay valid.
  revoked_since timestamptz,
  revoked_reason text,
  check ((revoked_at is null) = (revoked_reason is null)),
  check ((revoked_at is null) = (revoked_since is null))
);

-- Certificates, in PEM, of the authorities that gave signatures of reports their time stamps.
create table time_stamp_authorities (
  certificates text primary key,
  created_at timestamptz not null default now()
);

-- Reports of live assets, oldest first. The documents are in the blob store and are never changed.
create table reports (
  submission_id uuid not null,
  asset_id uuid not null,
  number integer not null check (number > 0),
  -- SHA-256 of the document's bytes. The document's key contains it.
  sha256 bytea not null,
  created_at timestamptz not null default now(),
  -- The signature as JSON (RFC 7515), and its key. Null if the installation signs no reports.
  signature text,
  key_id text references report_keys (key_id),
  -- The time stamp of the signature (a token of RFC 3161 in base64), and its time. Null until there is one.
  time_stamp text,
  time_stamped_at timestamptz,
  primary key (submission_id, asset_id, number),
  check ((signature is null) = (key_id is null)),
  foreign key (submission_id, asset_id) references assets (submission_id, asset_id)
);

-- Links to the reports of assets. A revoked link has no row.
create table report_links (
  id uuid primary key,
  submission_id uuid not null,
  asset_id uuid not null,
  -- SHA-256 of the secret in the link.
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  includes_pictures boolean not null,
  actor_kind text not null check (actor_kind in ('key', 'member')),
  actor_id uuid not null,
  foreign key (submission_id, asset_id) references assets (submission_id, asset_id)
);
create index report_links_of_asset on report_links (submission_id, asset_id);

-- Previews of assets that browsers cannot play, one for each asset. The file is in the blob store.
create table previews (
  submission_id uuid not null,
  asset_id uuid not null,
  workspace_id uuid not null references workspaces (id),
  status text not null default 'making' check (status in ('making', 'ready', 'failed')),
  requested_at timestamptz not null default now(),
  -- Null while the row is in the outbox.
  workflow_started_at timestamptz,
  completed_at timestamptz,
  -- The version of the asset whose preview was requested, and the number of these requests that started a conversion.
  version integer not null,
  tries integer not null default 1,
  primary key (submission_id, asset_id),
  foreign key (submission_id, asset_id) references assets (submission_id, asset_id)
);
create index previews_unstarted on previews (requested_at) where workflow_started_at is null and status = 'making';
-- Previews in progress count towards the limit of the workspace's assets in progress.
create index previews_in_work on previews (workspace_id, requested_at) where status = 'making';

-- Sidekicks.

create table sidekick_results (
  submission_id uuid not null,
  asset_id uuid not null,
  sidekick_id uuid not null,
  -- The version of the submission in which the sidekick ran. A retry reuses results of earlier versions.
  version integer not null,
  -- The version of the sidekick's rules.
  sidekick_version text not null,
  finding_count integer not null,
  findings_key text not null,
  created_at timestamptz not null default now(),
  -- Number of findings by rule code.
  rule_counts jsonb not null,
  -- Measured values by rule code.
  measured jsonb not null,
  primary key (submission_id, asset_id, sidekick_id),
  foreign key (submission_id, asset_id) references assets (submission_id, asset_id)
);

-- Versions of built-in sidekicks that have produced findings. Findings are recorded with the rules of the version that
-- produced them, also after an upgrade to a release with other rules.
create table built_in_rule_sets (
  sidekick_id uuid not null,
  version text not null,
  code text not null,
  name text not null,
  description text not null,
  asset_types text[] not null,
  rules jsonb not null check (jsonb_typeof(rules) = 'array'),
  created_at timestamptz not null default now(),
  primary key (sidekick_id, version)
);

-- Sidekicks that the operator has registered, besides those that are built in.
create table registered_sidekicks (
  id uuid primary key,
  -- Null if all workspaces may use the sidekick.
  workspace_id uuid references workspaces (id),
  code text not null,
  -- The version that new work uses.
  version text not null,
  -- The sidekick runs in its own workers on a Temporal task queue, or at an HTTPS endpoint.
  task_queue text,
  -- Maximum wait for a worker on the task queue. The asset then fails.
  max_wait_seconds integer check (max_wait_seconds >= 1),
  -- Whether the payloads of its activity in Temporal are encrypted, with keys for this sidekick only.
  encrypted boolean not null default false,
  url text,
  -- The key that signs requests. Null once the sidekick is removed.
  secret text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  removed_at timestamptz,
  constraint registered_sidekicks_run check ((task_queue is null) <> (url is null)),
  constraint registered_sidekicks_wait check ((max_wait_seconds is null) = (task_queue is null)),
  constraint registered_sidekicks_encrypted check (task_queue is not null or not encrypted),
  constraint registered_sidekicks_secret check ((secret is not null) = (url is not null and removed_at is null))
);
create unique index registered_sidekicks_code on registered_sidekicks (workspace_id, code) nulls not distinct
  where removed_at is null;

-- The rules of a version are never changed, because results refer to them.
create table registered_sidekick_versions (
  sidekick_id uuid not null references registered_sidekicks (id),
  version text not null,
  name text not null,
  description text not null,
  asset_types text[] not null
    check (cardinality(asset_types) > 0 and asset_types <@ array['video', 'audio', 'image', 'document']),
  -- A list of rules as the API shows them.
  rules jsonb not null check (jsonb_typeof(rules) = 'array'),
  created_at timestamptz not null default now(),
  primary key (sidekick_id, version)
);
alter table registered_sidekicks
  add foreign key (id, version) references registered_sidekick_versions (sidekick_id, version);

-- The least severity that the issues of a rule have in a workspace.
create table raised_severities (
  workspace_id uuid not null references workspaces (id),
  rule_code text not null,
  severity text not null check (severity in ('critical', 'major', 'minor')),
  primary key (workspace_id, rule_code)
);

-- Credits.

create table ledger_entries (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id),
  submission_id uuid not null,
  asset_id uuid not null,
  kind text not null check (kind in ('charge', 'reversal')),
  -- Positive for a charge, negative for its reversal.
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

-- Credits charged to a workspace in a month, less those reversed. Only written while the workspace has a limit; the
-- ledger is the record.
create table monthly_spending (
  workspace_id uuid not null references workspaces (id),
  -- First day of the month.
  month date not null,
  credits bigint not null,
  primary key (workspace_id, month)
);

-- Webhooks.

create table subscriptions (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id),
  endpoint_url text not null,
  event_types text[] not null check (event_types <@ array['asset.processing.completed', 'asset.processing.failed']),
  description text,
  -- The URL and the description as searches compare them (`searchText`), and the same with the origin of the URL only.
  search_text bytea not null,
  origin_search_text bytea not null,
  enabled boolean not null default true,
  disabled_reason text,
  -- Null once the subscription is deleted.
  secret text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- After a rotation, requests are also signed with the previous secret until this time.
  previous_secret text,
  previous_secret_until timestamptz,
  -- Time of the first failed attempt since the last success. Null if the last attempt succeeded.
  failing_since timestamptz,
  -- Time at which the subscription was enabled again. Attempts that were scheduled earlier are not sent.
  enabled_at timestamptz,
  -- Time of the first 2xx response. Null while the endpoint has not returned any. The URL never changes.
  confirmed_at timestamptz,
  check ((secret is null) = (deleted_at is not null)),
  constraint subscriptions_previous_secret check (
    (previous_secret is null) = (previous_secret_until is null) and (deleted_at is null or previous_secret is null)
  )
);
create index subscriptions_workspace on subscriptions (workspace_id, created_at) where deleted_at is null;
-- Includes deleted subscriptions, whose deliveries may still be in the outbox.
create index subscriptions_all_of_workspace on subscriptions (workspace_id);

create table events (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id),
  -- Null if the event is an example event.
  submission_id uuid,
  asset_id uuid,
  -- The version in which the asset finished. Null if the event was fired by a request or is an example event.
  version integer,
  type text not null check (type in ('asset.processing.completed', 'asset.processing.failed')),
  -- The exact text of every attempt's body.
  payload text not null,
  created_at timestamptz not null default now(),
  foreign key (submission_id, asset_id) references assets (submission_id, asset_id),
  constraint events_once unique (submission_id, asset_id, version),
  constraint events_subject check (
    (submission_id is null) = (asset_id is null) and (submission_id is not null or version is null)
  )
);
create index events_examples on events (id) where submission_id is null;

create table deliveries (
  id uuid primary key,
  event_id uuid not null references events (id),
  subscription_id uuid not null references subscriptions (id),
  status text not null default 'pending' check (status in ('pending', 'succeeded', 'failed', 'skipped')),
  created_at timestamptz not null default now(),
  -- Null while the row is in the outbox.
  workflow_started_at timestamptz,
  completed_at timestamptz,
  -- Number of attempts before the current sequence of attempts. 0 until a redelivery.
  attempts_before integer not null default 0 check (attempts_before >= 0),
  -- The earlier sequence whose workflow may still wait for its next attempt, although a redelivery has replaced the
  -- sequence. Null if there is none.
  superseded_sequence integer check (superseded_sequence < attempts_before),
  traceparent text,
  -- Until this time, a delivery worker may be making the first attempt of the delivery. Other workers leave the delivery.
  leased_until timestamptz,
  -- Number of leases that no worker has ended. If it is not 0 after `leased_until`, a worker died, and the endpoint may
  -- have received its request.
  open_leases integer not null default 0 check (open_leases >= 0),
  constraint deliveries_once unique (event_id, subscription_id),
  check ((status = 'pending') = (completed_at is null))
-- As for submission_versions.
) with (fillfactor = 60);
create index deliveries_subscription on deliveries (subscription_id, created_at);
create index deliveries_to_begin on deliveries (subscription_id, created_at) include (id)
  where workflow_started_at is null and status = 'pending';

create table attempts (
  id uuid primary key,
  delivery_id uuid not null references deliveries (id),
  subscription_id uuid not null references subscriptions (id),
  attempt_number integer not null check (attempt_number >= 1),
  -- `pending`: the attempt is scheduled.
  status text not null default 'pending' check (status in ('pending', 'succeeded', 'failed', 'skipped')),
  response_status integer,
  duration_ms integer,
  error text,
  -- Due time of a pending attempt. Of a failed attempt: the due time of the next one.
  next_attempt_at timestamptz,
  -- Time at which the attempt was made. While it is pending: the time at which it was scheduled. This is the time of the
  -- statement, because its transaction may have begun before the subscription was enabled.
  created_at timestamptz not null default clock_timestamp(),
  unique (delivery_id, attempt_number)
);
-- The history counts a subscription's attempts by status, so the index includes the status.
create index attempts_history on attempts (subscription_id, created_at desc, attempt_number desc) include (status);
create index attempts_pending on attempts (next_attempt_at) where status = 'pending';
create index attempts_waiting on attempts (subscription_id, next_attempt_at) where status = 'pending';

-- Upkeep.

create table upkeep_runs (
  -- The id of the first Temporal run.
  id uuid primary key,
  task text not null,
  -- True if the run removed nothing.
  dry_run boolean not null,
  started_at timestamptz not null default now(),
  -- Null until the run has ended.
  completed_at timestamptz,
  -- Number of rows, blobs and workflows that were checked.
  checked bigint
);
create index upkeep_runs_task on upkeep_runs (task, started_at);

create table upkeep_findings (
  run_id uuid not null references upkeep_runs (id) on delete cascade,
  kind text not null,
  -- Id or key of the row, blob or workflow.
  subject text not null,
  detail text,
  primary key (run_id, kind, subject)
);
