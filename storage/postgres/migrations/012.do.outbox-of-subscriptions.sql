-- On a large table this is made by hand before, `concurrently`.
create index if not exists deliveries_to_begin on deliveries (subscription_id, created_at)
  where workflow_started_at is null and status = 'pending';
