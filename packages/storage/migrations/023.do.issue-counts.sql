-- Issues of a finished asset by severity. Null for assets that finished before this migration: their issues are only in
-- the blob store.
alter table assets
  add column critical_count integer,
  add column major_count integer,
  add column minor_count integer,
  add column info_count integer,
  -- SHA-256 of the bytes that were analysed. Null until they have been read as a whole.
  add column sha256 bytea;

-- Number of a sidekick's findings by rule code. Null for results before this migration.
alter table sidekick_results add column rule_counts jsonb;

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

-- Lists of submissions, newest first: the ids are UUIDv7. The indexes have the columns of cheap filters. On large tables,
-- the indexes below are created by hand before, `concurrently`.
create index if not exists submissions_listed on submissions (workspace_id, id)
  include (environment, created_at) where expired_at is null;
create index if not exists submissions_of_status on submissions (workspace_id, status, id)
  include (environment, created_at) where expired_at is null;
create index if not exists assets_of_type on assets (workspace_id, asset_type, submission_id)
  include (environment) where erased_at is null;
