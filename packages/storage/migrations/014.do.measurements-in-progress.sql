-- Uploads that are being measured, so that the number of a workspace's measurements in progress is limited.
create table measurements_in_progress (
  asset_id uuid not null references uploads on delete cascade,
  etag text not null,
  workspace_id uuid not null references workspaces,
  started_at timestamptz not null default now(),
  primary key (asset_id, etag)
);
create index measurements_in_progress_of_workspace on measurements_in_progress (workspace_id);

-- Approximate maximum number of a workspace's measurements in progress. Null means no limit.
alter table plans add column max_measurements integer default 100 check (max_measurements > 0);
update plans set max_measurements = null where name = 'unlimited';
update plans set max_measurements = 400 where name = 'enterprise';
