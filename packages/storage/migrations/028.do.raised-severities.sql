-- The least severity that the issues of a rule have in a workspace.
create table raised_severities (
  workspace_id uuid not null references workspaces (id),
  rule_code text not null,
  severity text not null check (severity in ('critical', 'major', 'minor')),
  primary key (workspace_id, rule_code)
);
