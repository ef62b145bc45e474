-- The history counts a subscription's attempts by status; with the status in the index it needs nothing else.

drop index attempts_history;
create index attempts_history on attempts (subscription_id, created_at desc, attempt_number desc) include (status);
