-- What goes beyond the specification's webhooks: deliveries that are made again, secrets that are rotated, example events.

alter table deliveries
  -- The number of the last attempt before the sequence that is under way, or was last: 0 until it is made again.
  add column attempts_before integer not null default 0 check (attempts_before >= 0);
create index deliveries_subscription on deliveries (subscription_id, created_at);

alter table subscriptions
  -- Signs beside the secret that took its place, until then.
  add column previous_secret text,
  add column previous_secret_until timestamptz,
  add constraint subscriptions_previous_secret check (
    (previous_secret is null) = (previous_secret_until is null) and (deleted_at is null or previous_secret is null)
  );

-- An example event is of no submission.
alter table events
  alter column submission_id drop not null,
  alter column asset_id drop not null,
  add constraint events_subject check (
    (submission_id is null) = (asset_id is null) and (submission_id is not null or version is null)
  );
