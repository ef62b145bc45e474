import type { Actor } from '@assay/domain/actor.ts';
import { actorJson, insertEntries } from './audit-log.ts';
import { type Database, inTransaction, type Queryable } from '../database/database.ts';

// The spending limit is the maximum number of credits that a workspace is charged per calendar month (UTC). The counter
// in `monthly_spending` makes the limit exact: concurrent requests lock the counter one after another, and each sees
// the charges before it. A sum over the ledger would miss charges that are not committed yet.

/** Returns an SQL expression: the first day of the month (UTC) of a `timestamptz`, as a `date`. */
export const monthOf = (time: string): string => `date_trunc('month', ${time} at time zone 'utc')::date`;

/** Returns an SQL expression: the first instant of the month (UTC) that begins after a `timestamptz`. */
export const startOfNextMonth = (time: string): string =>
  `((${monthOf(time)} + interval '1 month') at time zone 'utc')`;

/** Returns an SQL expression: the credits charged to a workspace in the month of `time`, without reversed charges. */
export const creditsInMonth = (workspaceId: string, time: string): string => `
  (select coalesce(sum(c.credits), 0)::bigint from ledger_entries c
   where c.workspace_id = ${workspaceId} and c.kind = 'charge'
     and c.created_at >= ${monthOf(time)}::timestamp at time zone 'utc' and c.created_at < ${startOfNextMonth(time)}
     and not exists (select from ledger_entries r
       where r.submission_id = c.submission_id and r.asset_id = c.asset_id and r.kind = 'reversal'))`;

/**
 * Returns the common table expressions `spending_limit` and `spent`, which count credits against the limit of a
 * workspace. Credits of a workspace without a limit are not counted.
 *
 * `spending_limit` locks the workspace's row, as the foreign keys of the statement do anyway. The lock waits for a
 * concurrent `setSpendingLimit`, so the new limit is read. `on conflict do update` waits for the lock on the counter's
 * row, and checks the latest count.
 * @param credits SQL expression: the sum of the credits to charge
 * @param isLive SQL condition. If it is false, nothing is counted.
 */
export const countSpending = (workspaceId: string, credits: string, isLive: string): string => `
  spending_limit as (
    select w.spending_limit as max from workspaces w where w.id = ${workspaceId} and ${isLive} for key share
  ), spent as (
    insert into monthly_spending as s (workspace_id, month, credits)
    select ${workspaceId}, ${monthOf('now()')}, wanted.credits
    from spending_limit l cross join (select ${credits} as credits) wanted where wanted.credits <= l.max
    on conflict (workspace_id, month) do update set credits = s.credits + excluded.credits
    where excluded.credits = 0 or s.credits + excluded.credits <= (select max from spending_limit)
    returning s.credits
  )`;

/** SQL condition after `countSpending`: there is no spending limit, or the credits are within the limit. */
export const isWithinSpendingLimit = `
  (exists (select from spent) or not exists (select from spending_limit where max is not null))`;

/**
 * Locks the spending limit of a workspace against changes until the transaction ends. A transaction must call this
 * before it reverses a charge. The reversal then sees the counter that a concurrent `setSpendingLimit` has created.
 */
export async function lockSpendingLimit(tx: Queryable, workspaceId: string): Promise<void> {
  await tx.query({
    name: 'lock-spending-limit',
    text: `select from workspaces where id = $1 for key share`,
    values: [workspaceId],
  });
}

/**
 * Sets the maximum number of credits that a workspace is charged per calendar month. Credits that were already charged
 * this month count. Null removes the limit. Returns false if there is no such workspace.
 */
export async function setSpendingLimit(
  database: Database,
  workspaceId: string,
  limit: number | null,
  actor: Actor | null = null,
): Promise<boolean> {
  return inTransaction(database, async (tx) => {
    // The lock waits for the charges in progress, and new charges wait for the lock. The next statement therefore sees
    // every charge.
    const { rowCount } = await tx.query(`select from workspaces where id = $1 for update`, [workspaceId]);
    if (rowCount === 0) return false;
    // The transaction may have waited into the next month, so `now()` would be too early.
    await tx.query(
      `with changed as (
         update workspaces set spending_limit = $2 where id = $1 and spending_limit is distinct from $2 returning id
       ), counted as (
         insert into monthly_spending (workspace_id, month, credits)
         select id, ${monthOf('statement_timestamp()')}, ${creditsInMonth('changed.id', 'statement_timestamp()')}
         from changed where $2 is not null
         on conflict (workspace_id, month) do update set credits = excluded.credits
       )
       ${insertEntries({
         actor: '$3',
         workspaceId: 'id',
         action: 'workspace.set_spending_limit',
         subject: `'workspaces/' || id`,
         from: 'changed',
       })}`,
      [workspaceId, limit, actorJson(actor)],
    );
    return true;
  });
}
