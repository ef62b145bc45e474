-- On a large table these are made by hand before, `concurrently`.
-- What waits for one subscription is found among what is pending, by those of old as well, who ask by time alone.
create index if not exists attempts_waiting on attempts (next_attempt_at, subscription_id) where status = 'pending';
drop index attempts_pending;
create index if not exists events_examples on events (id) where submission_id is null;
