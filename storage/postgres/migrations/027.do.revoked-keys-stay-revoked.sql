-- The API may revoke keys, so it may update this column. A revocation is permanent, also for the owner of the table.
create function reject_key_restoration() returns trigger language plpgsql as $$
begin
  raise exception 'API key % is revoked, which is permanent', old.id using errcode = 'insufficient_privilege';
end $$;

create trigger api_keys_stay_revoked before update of revoked_at on api_keys
  for each row when (old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at)
  execute function reject_key_restoration();
