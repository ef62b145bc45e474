-- Existing keys, and keys that the previous release creates, have every scope.
alter table api_keys
  -- Null if the key was created without a name.
  add column name text check (length(name) between 1 and 100),
  add column scopes text[] not null default '{read,submit,webhooks,live_data}'
    check (scopes <@ array['read', 'submit', 'webhooks', 'live_data'] and scopes && array['read', 'submit', 'webhooks'])
    constraint api_keys_live_data check (environment = 'sandbox' or 'live_data' = any (scopes))
    -- Subscriptions and their deliveries contain events of live submissions.
    constraint api_keys_webhooks check ('live_data' = any (scopes) or 'webhooks' <> all (scopes)),
  -- Written at most once an hour. Null if the key has not been used.
  add column last_used_at timestamptz;

-- Days until new keys of the plan's workspaces expire. Null means that they never expire.
alter table plans add column key_days integer check (key_days between 1 and 36500);
