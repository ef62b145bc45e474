-- On a large table these are made by hand before, `concurrently`.
create index if not exists attempts_waiting on attempts (subscription_id, next_attempt_at) where status = 'pending';
create index if not exists events_examples on events (id) where submission_id is null;

-- When it was enabled again; what was scheduled before then is not sent.
alter table subscriptions add column enabled_at timestamptz;
-- The moment of the statement, not of its transaction, which may have begun before the subscription was enabled.
alter table attempts alter column created_at set default clock_timestamp();
