-- The workspace of a sandbox version, so that workspaces take turns. Null for live versions.
alter table submission_versions add column if not exists sandbox_workspace_id uuid;
-- Until this time, an orchestration worker may be starting the workflow of the version. Other workers leave the version.
alter table submission_versions add column if not exists claimed_until timestamptz;
create index if not exists submission_versions_sandbox on submission_versions (sandbox_workspace_id, created_at)
  where workflow_started_at is null and sandbox_workspace_id is not null;
