-- Previews of assets that browsers cannot play, one for each asset. The file is in the blob store.
create table previews (
  submission_id uuid not null,
  asset_id uuid not null,
  status text not null default 'making' check (status in ('making', 'ready', 'failed')),
  requested_at timestamptz not null default now(),
  -- Null while the row is in the outbox.
  workflow_started_at timestamptz,
  completed_at timestamptz,
  primary key (submission_id, asset_id),
  foreign key (submission_id, asset_id) references assets (submission_id, asset_id)
);
create index previews_unstarted on previews (requested_at) where workflow_started_at is null and status = 'making';
