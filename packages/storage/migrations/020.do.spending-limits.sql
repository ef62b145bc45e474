-- Maximum number of credits that live submissions of the workspace are charged in a calendar month (UTC). Null means no
-- limit.
alter table workspaces add column spending_limit bigint check (spending_limit >= 0);

-- Credits charged to a workspace in a month, less those reversed. Only written while the workspace has a limit; the
-- ledger is the record.
create table monthly_spending (
  workspace_id uuid not null references workspaces (id),
  -- First day of the month.
  month date not null,
  credits bigint not null,
  primary key (workspace_id, month)
);
