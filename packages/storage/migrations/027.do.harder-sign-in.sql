-- The API may revoke keys and spend sign-in links, so it may update these columns. Neither can be undone, not even by the
-- owner of the tables.
create function reject_restoration() returns trigger language plpgsql as $$
begin
  raise exception 'the % of this row is permanent', tg_argv[0] using errcode = 'insufficient_privilege';
end $$;

create trigger api_keys_stay_revoked before update of revoked_at on api_keys
  for each row when (old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at)
  execute function reject_restoration('revocation');
create trigger sign_in_links_stay_spent before update of spent_at on sign_in_links
  for each row when (old.spent_at is not null and new.spent_at is distinct from old.spent_at)
  execute function reject_restoration('use');

-- An intruder with the rights of the API cannot create sessions and links that last longer. `created_at` is the time of
-- the database, because the API may not set it.
-- contract: the previous release writes sessions and links that end within seven days
alter table sessions add constraint sessions_end check (expires_at <= created_at + interval '7 days');
alter table sign_in_links add constraint sign_in_links_end check (expires_at <= created_at + interval '7 days');

-- A list of sandbox submissions would otherwise read the live ones too.
create index if not exists submissions_listed_sandbox on submissions (workspace_id, id)
  include (created_at) where expired_at is null and environment = 'sandbox';
