-- On a large table these are made by hand before, `concurrently`, once the columns are there.
create index if not exists submission_versions_waiting on submission_versions (workspace_id, created_at)
  where waits and workflow_started_at is null;
create index if not exists submission_versions_in_work on submission_versions (workspace_id)
  where status = 'processing' and workspace_id is not null and not (waits and workflow_started_at is null);
-- What waits is not to be read by whoever looks for what is stuck. The index submission_versions_outbox, which has both, is
-- for the release before, and goes with a later one.
create index if not exists submission_versions_to_begin on submission_versions (created_at)
  where workflow_started_at is null and not waits;
