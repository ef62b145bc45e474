-- The limits of a workspace are compared with its valid upload URLs, so the index has every column of the sum. On a large
-- table, the indexes of this file are created by hand before, `concurrently`.
create index if not exists uploads_counted on uploads (workspace_id, expires_at)
  include (environment, max_bytes, stored_bytes);
drop index if exists uploads_of_workspace;
-- The stored bytes of a workspace are counted from its uploaded files, and from the assets of these submissions.
create index if not exists uploads_stored on uploads (workspace_id) include (stored_bytes) where stored_bytes is not null;
create index if not exists submissions_stored on submissions (workspace_id, id)
  where environment = 'live' and purged_at is null;
