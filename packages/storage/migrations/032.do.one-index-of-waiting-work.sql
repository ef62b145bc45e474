-- A connection that planned a claim while nothing waited used these indexes by mistake. Each claim then read all waiting
-- rows.
drop index if exists submission_versions_outbox;
drop index if exists deliveries_outbox;
