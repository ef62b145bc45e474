-- What is kept for how long, and what upkeep finds.

alter table plans
  -- Days, null: for ever. Uploads that nobody submits, since their URL was issued.
  add column upload_days integer default 7 check (upload_days >= 1),
  -- Submissions with their bytes and results, since they ended.
  add column sandbox_days integer default 30 check (sandbox_days >= 1),
  add column live_days integer check (live_days >= 1);

alter table submissions
  -- From then on the API does not know it. The row stays, with its assets, for the ledger and for blob paths used once.
  add column expired_at timestamptz,
  -- Its bytes, results and events are gone.
  add column purged_at timestamptz,
  add constraint submissions_purged check (purged_at is null or expired_at is not null);
create index submissions_kept on submissions (environment, id) where expired_at is null;
create index submissions_to_purge on submissions (environment, id) where expired_at is not null and purged_at is null;
create index submission_versions_processing on submission_versions (submission_id, version) where status = 'processing';

create table upkeep_runs (
  -- The id of the first Temporal run.
  id uuid primary key,
  task text not null,
  -- Nothing was removed.
  dry_run boolean not null,
  started_at timestamptz not null default now(),
  -- Null until it has come to its end.
  completed_at timestamptz,
  -- Rows, blobs and workflows that were looked at.
  checked bigint
);
create index upkeep_runs_task on upkeep_runs (task, started_at);

create table upkeep_findings (
  run_id uuid not null references upkeep_runs (id) on delete cascade,
  kind text not null,
  -- The id or key of what it is about.
  subject text not null,
  detail text,
  primary key (run_id, kind, subject)
);
