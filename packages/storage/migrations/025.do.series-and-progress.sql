-- Facts about a decoded file (`MediaFacts`), and the storage key of its curves. Null for assets that were not decoded, or
-- that finished before this migration.
alter table assets
  add column media jsonb,
  add column series_key text;

-- Share of an asset that has been decoded, from 0 to 1. Only assets that are decoded for more than about two seconds have
-- a row, until they finish. Unlogged: after a crash of Postgres, the next report writes the row again.
create unlogged table asset_progress (
  submission_id uuid not null,
  asset_id uuid not null,
  version integer not null,
  share real not null check (share between 0 and 1),
  primary key (submission_id, asset_id),
  foreign key (submission_id, asset_id) references assets (submission_id, asset_id)
);
