-- People who use the console. A person without memberships cannot sign in. The row stays, because the audit log and API
-- keys refer to it.
create table members (
  id uuid primary key,
  name text not null check (length(name) between 1 and 100),
  created_at timestamptz not null default now()
);

create table memberships (
  member_id uuid not null references members (id),
  workspace_id uuid not null references workspaces (id),
  role text not null check (role in ('viewer', 'member', 'admin')),
  created_at timestamptz not null default now(),
  primary key (member_id, workspace_id)
);
create index memberships_of_workspace on memberships (workspace_id, created_at);

-- Links with which a person signs in once.
create table sign_in_links (
  -- SHA-256 of the token, which is stored nowhere.
  token_hash bytea primary key check (length(token_hash) = 32),
  member_id uuid not null references members (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Null until somebody signs in with the link.
  spent_at timestamptz
);
create index sign_in_links_of_member on sign_in_links (member_id);

create table sessions (
  -- SHA-256 of the token, which is stored nowhere.
  token_hash bytea primary key check (length(token_hash) = 32),
  member_id uuid not null references members (id),
  created_at timestamptz not null default now(),
  -- Last use. Written at most every five minutes.
  used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- True after a change of the member's role: the next request gets a new token.
  must_renew boolean not null default false,
  -- The token before the last renewal. It is accepted for a minute, for requests that were in progress.
  previous_token_hash bytea unique,
  renewed_at timestamptz
);
create index sessions_of_member on sessions (member_id);

-- The member who created the key. Null if an operator created it.
alter table api_keys add column created_by uuid references members (id);

-- contract: the previous release writes entries that the new constraints permit
alter table audit_log
  drop constraint audit_log_actor_kind_check,
  add constraint audit_log_actor_kind_check check (actor_kind in ('key', 'operator', 'member')),
  drop constraint audit_log_api_writes_keys,
  add constraint audit_log_api_writes_no_operators check (actor_kind <> 'operator' or current_user <> 'assay_api');
