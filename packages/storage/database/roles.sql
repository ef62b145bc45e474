-- The rights of each process of Assay. `admin setup database` runs this file after the migrations, if DATABASE_ROLES is
-- set. Each run takes all rights away and grants those below, so a right that is removed here is lost.
-- The owner of the tables has every right. Only set-up and the admin CLI connect as the owner.

do $$
declare
  process text;
begin
  foreach process in array array['assay_api', 'assay_orchestration', 'assay_media', 'assay_delivery', 'assay_remote'] loop
    begin
      execute format('create role %I', process);
    exception when duplicate_object then null;
    end;
    execute format('revoke all on all tables in schema public from %I', process);
    -- Readiness checks read the version of the schema.
    execute format('grant select on schema_migrations to %I', process);
  end loop;
end $$;

-- API. It cannot change plans, prices, or what a key permits, read the ledger, or delete records of the workspace.
grant select on api_keys, plans, price_books, measurements, registered_sidekick_versions to assay_api;
-- Admins of a workspace create and revoke its keys in the console.
grant insert (id, workspace_id, environment, key_hash, hint, expires_at, name, scopes, created_by),
  update (last_used_at, revoked_at) on api_keys to assay_api;
-- `update (id)` permits the row lock that serialises the subscriptions of a workspace. Foreign keys prevent changes.
grant select, update (id, default_profile_id) on workspaces to assay_api;
grant select (id, workspace_id, code, version, task_queue, max_wait_seconds, encrypted, url, removed_at)
  on registered_sidekicks
  to assay_api;
grant select, insert on uploads, events to assay_api;
-- Creates count against the spending limit or the sandbox quota of their workspace.
grant select, insert, update on monthly_spending, sandbox_counts to assay_api;
-- The API appends to the ledger, which it cannot read, and to the audit log. It cannot choose the time of an entry, or
-- the id of an audit entry: a forged id would collide with later ones.
grant insert (id, workspace_id, submission_id, asset_id, kind, credits, price_book_version, etag) on ledger_entries
  to assay_api;
grant select, insert (workspace_id, actor_kind, actor, via, address, action, subject) on audit_log to assay_api;
grant select, insert, update on submissions, submission_versions, assets, subscriptions, deliveries, attempts
  to assay_api;
grant select, insert, update, delete on rate_limits, measurements_in_progress to assay_api;
-- People sign in with the API, and admins of a workspace manage its members.
grant select, insert, update (operator_signed_in_at) on members to assay_api;
grant select, insert, update (role), delete on memberships to assay_api;
-- The API cannot choose when a link or a session was created, which limits when it ends.
grant select, insert (token_hash, member_id, expires_at, via_operator), update (spent_at, ended_as, rejected_as),
  delete on sign_in_links to assay_api;
grant select, insert (token_hash, member_id, expires_at, via_operator, operator_signed_in_before), delete,
  update (token_hash, previous_token_hash, renewed_at, used_at, must_renew) on sessions to assay_api;
-- Sign-offs, and their outbox.
grant select, insert (submission_id, asset_id, id, version, manual_checks, note, verdict, verdict_reason, actor_kind,
  actor_id), update (workflow_started_at) on sign_offs to assay_api;
grant select, insert (submission_id, asset_id, issue_id, id, workspace_id, environment, decision, reason, rule_id,
  rule_code, summary, wording, excess, unit, direction, actor_kind, actor_id, evidence_ids) on issue_decisions
  to assay_api;
-- Evidence, and its outbox.
grant select, insert (submission_id, asset_id, id, title, url, filename, mime_type, size_bytes, upload_id, etag),
  update (workflow_started_at) on evidence to assay_api;
grant select, delete,
  insert (id, submission_id, asset_id, token_hash, expires_at, includes_pictures, actor_kind, actor_id)
  on report_links to assay_api;
-- Lists of submissions read the counts of issues, and a retry removes those of its asset.
grant select, delete on asset_rules to assay_api;
-- Requests for previews, and their outbox.
grant select, insert, update (status, requested_at, workflow_started_at, completed_at, version, tries)
  on previews to assay_api;
-- The checks and the progress of an asset are read from these.
grant select on sidekick_results, built_in_rule_sets, asset_progress, reports, report_keys,
  time_stamp_authorities to assay_api;
-- The API adds versions of profiles, and cannot change them.
grant select, insert, update (version, code, deleted_at) on profiles to assay_api;
grant select, insert on profile_versions to assay_api;

-- Orchestration worker. It cannot read keys or secrets, and it cannot change plans, prices or subscriptions.
grant select on workspaces, plans, registered_sidekick_versions, built_in_rule_sets, raised_severities,
  profile_versions to assay_orchestration;
grant select (id, workspace_id, code, version, task_queue, max_wait_seconds, encrypted, url, removed_at)
  on registered_sidekicks
  to assay_orchestration;
grant select (id, workspace_id, event_types, enabled, disabled_reason, deleted_at, updated_at) on subscriptions
  to assay_orchestration;
grant insert (id, workspace_id, submission_id, asset_id, kind, credits, price_book_version, etag) on ledger_entries
  to assay_orchestration;
grant select on ledger_entries to assay_orchestration;
grant select, insert on upkeep_findings to assay_orchestration;
grant select, update on submissions, submission_versions, assets to assay_orchestration;
grant select on report_keys to assay_orchestration;
grant insert (key_id, public_key) on report_keys to assay_orchestration;
grant select, insert (certificates) on time_stamp_authorities to assay_orchestration;
grant update (time_stamp, time_stamped_at) on reports to assay_orchestration;
-- A reversed charge is returned to the spending limit.
grant select, update on monthly_spending to assay_orchestration;
grant select, delete on uploads, measurements to assay_orchestration;
grant update (stored_bytes) on uploads to assay_orchestration;
grant update (stored_bytes) on workspaces to assay_orchestration;
grant select, insert, delete on events, attempts, reports to assay_orchestration;
grant select, update, delete on previews to assay_orchestration;
grant select, update (workflow_started_at, report_number), delete on sign_offs to assay_orchestration;
-- Reports name who decided and who signed off.
grant select (id, name) on api_keys, members to assay_orchestration;
grant select on precedent_libraries, precedent_rulings to assay_orchestration;
-- Decisions are carried over when an asset ends that replaces another.
grant select, insert, delete on issue_decisions to assay_orchestration;
grant select, update (etag, sha256, lost_at, workflow_started_at), delete,
  insert (submission_id, asset_id, id, title, url, filename, mime_type, size_bytes, upload_id, etag, carried_submission_id,
    carried_asset_id) on evidence to assay_orchestration;
grant select, delete on report_links to assay_orchestration;
grant select, insert, update, delete on deliveries, sidekick_results, asset_rules, upkeep_runs to assay_orchestration;
grant select (submission_id, asset_id), delete on asset_progress to assay_orchestration;

-- Media worker, which opens untrusted files
grant select on uploads, submissions, assets, previews to assay_media;
grant select, insert, delete on measurements to assay_media;
-- Deleting needs the columns of the condition.
grant select (asset_id, etag), delete on measurements_in_progress to assay_media;
grant select (asset_id, etag) on ledger_entries to assay_media;
grant select, insert, update on sidekick_results to assay_media;
grant select, insert on built_in_rule_sets to assay_media;
grant select, insert, update on asset_progress to assay_media;
-- Pictures are taken of merged findings, also of custom sidekicks.
grant select on registered_sidekick_versions, raised_severities, profile_versions to assay_media;
grant select (id, workspace_id, code, version, task_queue, max_wait_seconds, encrypted, url, removed_at)
  on registered_sidekicks
  to assay_media;

-- Delivery worker. It reads the secrets of subscriptions, because it signs requests.
-- It cannot change the URLs of requests, or which events are sent.
grant select on events, subscriptions, deliveries, attempts to assay_delivery;
grant update (enabled, disabled_reason, failing_since, confirmed_at, updated_at) on subscriptions to assay_delivery;
grant update (status, workflow_started_at, completed_at, leased_until, open_leases) on deliveries to assay_delivery;
-- The search attributes of a delivery's workflow contain the type and the environment of its asset.
grant select (submission_id, asset_id, asset_type, environment) on assets to assay_delivery;
grant insert (id, delivery_id, subscription_id, attempt_number, status, next_attempt_at, error),
  update (status, response_status, duration_ms, error, next_attempt_at, created_at) on attempts to assay_delivery;

-- Remote worker. It reads the secrets of custom sidekicks, because it signs requests.
grant select on submissions, assets, registered_sidekicks, registered_sidekick_versions, profile_versions
  to assay_remote;
grant select, insert, update on sidekick_results to assay_remote;
