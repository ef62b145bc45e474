-- Who changed what, when and from which address. The rows have no foreign keys, so they outlive their subjects.
create table audit_log (
  id bigint generated always as identity primary key,
  occurred_at timestamptz not null default clock_timestamp(),
  -- Null if the change concerns all workspaces.
  workspace_id uuid,
  actor_kind text not null check (actor_kind in ('key', 'operator')),
  -- Id of the API key, or the operator's user name.
  actor text not null,
  -- Null for operators.
  address inet,
  action text not null,
  -- Path of the changed resource, such as submissions/ID/assets/ID.
  subject text not null
);
create index audit_log_of_workspace on audit_log (workspace_id, id);

create function reject_audit_log_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of audit_log cannot be changed or deleted' using errcode = 'insufficient_privilege';
end $$;
-- The trigger also binds the owner of the table.
create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function reject_audit_log_change();
