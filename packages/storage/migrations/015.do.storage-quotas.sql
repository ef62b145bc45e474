-- Maximum number of bytes of a workspace in the storage. Null means no limit.
alter table plans add column max_stored_bytes bigint default 1099511627776 check (max_stored_bytes > 0);
update plans set max_stored_bytes = 8796093022208 where name = 'growth';
update plans set max_stored_bytes = 70368744177664 where name = 'enterprise';
update plans set max_stored_bytes = null where name = 'unlimited';

-- Maximum number of unfinished assets marked `pending` of a workspace in the sandbox. Null means no limit.
alter table plans add column max_sandbox_pending integer default 10000 check (max_sandbox_pending >= 0);
update plans set max_sandbox_pending = null where name = 'unlimited';

-- Bytes of the workspace in the storage, as the upkeep task `storage` has counted them.
alter table workspaces add column stored_bytes bigint not null default 0;

-- Sandbox uploads are removed when their URL has expired, because nothing reads them.
alter table uploads add column environment text not null default 'live' check (environment in ('live', 'sandbox'));
-- Maximum number of bytes that the upload URL accepts: the signed length, or the limit of the category.
alter table uploads add column max_bytes bigint;
-- Bytes of the uploaded file, as the upkeep task `storage` has seen them. Null if it has not seen a file.
alter table uploads add column stored_bytes bigint;
-- On a large table these are made by hand before, `concurrently`, once the columns are there.
create index if not exists uploads_of_workspace on uploads (workspace_id, expires_at) include (max_bytes);
create index if not exists assets_sandbox_pending on assets (workspace_id, created_at)
  where environment = 'sandbox' and sandbox_outcome = 'pending';
