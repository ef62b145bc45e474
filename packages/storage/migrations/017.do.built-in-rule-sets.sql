-- Versions of built-in sidekicks that have produced findings. Findings are recorded with the rules of the version that
-- produced them, also after an upgrade to a release with other rules.
create table built_in_rule_sets (
  sidekick_id uuid not null,
  version text not null,
  code text not null,
  name text not null,
  description text not null,
  asset_types text[] not null,
  rules jsonb not null check (jsonb_typeof(rules) = 'array'),
  created_at timestamptz not null default now(),
  primary key (sidekick_id, version)
);
