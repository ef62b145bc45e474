-- On large tables these are made by hand before, `concurrently`.
create index if not exists deliveries_to_begin on deliveries (subscription_id, created_at) include (id)
  where workflow_started_at is null and status = 'pending';
-- Those that are deleted too: their deliveries are in the outbox until they have been begun.
create index if not exists subscriptions_all_of_workspace on subscriptions (workspace_id);
