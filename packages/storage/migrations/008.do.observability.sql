-- What is waited for is counted while it is asked how the service does, so it has to be found without reading the rest.
create index submissions_unfinished on submissions (id) where status = 'processing' and environment = 'live';
create index attempts_pending on attempts (next_attempt_at) where status = 'pending';

-- The trace that a row was written in, as W3C's traceparent: its workflow may be started later, by another process. Null
-- where it is not traced.
alter table submission_versions add column traceparent text;
alter table deliveries add column traceparent text;
