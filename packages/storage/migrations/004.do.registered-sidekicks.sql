-- Sidekicks that the operator has registered, besides those that are built in.

create table registered_sidekicks (
  id uuid primary key,
  -- Null: for every workspace.
  workspace_id uuid references workspaces (id),
  code text not null,
  -- The version that runs from now on.
  version text not null,
  -- How it is run: by workers of its own on a Temporal task queue, or by a request to an HTTPS endpoint.
  task_queue text,
  -- How long work may wait there for a worker, before its asset fails.
  max_wait_seconds integer check (max_wait_seconds >= 1),
  url text,
  -- Signs the requests; null once removed.
  secret text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  removed_at timestamptz,
  constraint registered_sidekicks_run check ((task_queue is null) <> (url is null)),
  constraint registered_sidekicks_wait check ((max_wait_seconds is null) = (task_queue is null)),
  constraint registered_sidekicks_secret check ((secret is not null) = (url is not null and removed_at is null))
);
create unique index registered_sidekicks_code on registered_sidekicks (workspace_id, code) nulls not distinct
  where removed_at is null;

-- What a version judges by. Never changed: results refer to it, and an issue can be contested long after the next version.
create table registered_sidekick_versions (
  sidekick_id uuid not null references registered_sidekicks (id),
  version text not null,
  name text not null,
  description text not null,
  asset_types text[] not null
    check (cardinality(asset_types) > 0 and asset_types <@ array['video', 'audio', 'image', 'document']),
  -- A list of rules as the API shows them.
  rules jsonb not null check (jsonb_typeof(rules) = 'array'),
  created_at timestamptz not null default now(),
  primary key (sidekick_id, version)
);

alter table registered_sidekicks
  add foreign key (id, version) references registered_sidekick_versions (sidekick_id, version);
