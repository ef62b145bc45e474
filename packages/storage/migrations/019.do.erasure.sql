-- Requests with a key of a suspended workspace get 402. The row of a removed workspace stays for the ledger.
alter table workspaces add column suspended_at timestamptz;
alter table workspaces add column removed_at timestamptz;

-- Erased assets are hidden from the API. Their rows stay for the ledger, without names.
alter table assets add column erased_at timestamptz;
-- Asset ids of erased assets cannot be submitted again, and operators find an asset by its id alone. On a large table
-- this is made by hand before, `concurrently`.
create index if not exists assets_of_id on assets (asset_id);
