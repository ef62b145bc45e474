-- So many assets of a workspace's live submissions are worked on at once, about; what it submits beyond them waits for its
-- turn in the outbox. Null: all of them.
alter table plans add column max_assets_in_work integer default 32 check (max_assets_in_work >= 1);
update plans set max_assets_in_work = null where name = 'unlimited';

-- Whose turn it is. The workspace is null for sandbox submissions, which neither wait nor count.
alter table submission_versions add column workspace_id uuid;
alter table submission_versions add column waits boolean not null default false;
