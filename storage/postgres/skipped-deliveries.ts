import { type Database, despiteDeadlocks, type Queryable } from './database.ts';
import { isDeliverable, undeliverableReason } from './pending-deliveries.ts';

/** What the history says of an attempt whose sequence was begun anew before it was made. */
export const supersededReason = 'superseded: another delivery was asked for';

/** What an attempt that is not made becomes; `error` is an expression. */
export const asSkipped = (error: string) =>
  `status = 'skipped', next_attempt_at = null, created_at = now(), error = ${error}`;

/** Ends the deliveries whose attempts `skipped` has. */
const endSkipped = `
  update deliveries d set
    status = 'skipped', completed_at = now(), workflow_started_at = coalesce(d.workflow_started_at, now())
  from skipped where d.id = skipped.delivery_id`;

/**
 * Ends a delivery unmade, if it is still in this sequence of attempts.
 * @param reason for whoever reads the history: a word for its class, a colon, and what happened
 * @returns false where it has ended, or its attempt was recorded at that moment
 */
export async function skipDelivery(
  database: Database,
  deliveryId: string,
  reason: string,
  attemptsBefore = 0,
): Promise<boolean> {
  const statement = {
    name: 'skip-delivery',
    text: `
      with skipped as (
        update attempts t set ${asSkipped('$2')}
        from deliveries d
        where d.id = $1 and d.attempts_before = $3 and t.delivery_id = d.id and t.status = 'pending'
        returning t.delivery_id
      )
      ${endSkipped}`,
    values: [deliveryId, reason, attemptsBefore],
  };
  const { rowCount } = await despiteDeadlocks(() => database.query(statement));
  return rowCount === 1;
}

/**
 * Ends a delivery unmade whose next attempt its subscription does not take, if it is still in this sequence of attempts.
 * @returns false where that is not so any more: the delivery has ended, or goes on
 */
export async function skipIfUndeliverable(
  database: Database,
  deliveryId: string,
  attemptsBefore: number,
): Promise<boolean> {
  const statement = {
    name: 'skip-if-undeliverable',
    text: `
      with undeliverable as (
        select t.id, ${undeliverableReason} as reason
        from deliveries d
        join subscriptions s on s.id = d.subscription_id
        join attempts t on t.delivery_id = d.id and t.status = 'pending'
        where d.id = $1 and d.attempts_before = $2 and not ${isDeliverable}
        -- Until this is done nobody enables it, and asks for the delivery again.
        for share of s
      ), skipped as (
        update attempts t set ${asSkipped('reason')}
        from undeliverable u where t.id = u.id and t.status = 'pending'
        returning t.delivery_id
      )
      ${endSkipped}`,
    values: [deliveryId, attemptsBefore],
  };
  const { rowCount } = await despiteDeadlocks(() => database.query(statement));
  return rowCount === 1;
}

/** Whether pending attempt `t` has nobody at work on it: it is due later, or has been for longer than an attempt takes. */
export const notInProgress = `
  -- Not by now(): the transaction may have begun before one that it waited for.
  (t.next_attempt_at > clock_timestamp() or t.next_attempt_at < now() - interval '10 minutes')`;

const waitingAtATime = 2_000;

/**
 * Ends the deliveries that wait for a subscription and that it does not take, so many in a statement. Those with an attempt
 * that is due are left to whoever makes it.
 * @param maxStatements what is left then is skipped when it is due
 */
export async function skipWaitingDeliveries(
  database: Database,
  workspaceId: string,
  subscriptionId: string,
  maxStatements = Infinity,
): Promise<void> {
  let after = '-infinity';
  for (let statements = 0; statements < maxStatements; statements++) {
    const statement = {
      name: 'skip-waiting-deliveries',
      text: `
        with s as (
          select * from subscriptions where id = $1 and workspace_id = $2
          -- Whoever enables it and asks for these again is to find them skipped.
          for share
        ), waiting as (
          select t.id, t.next_attempt_at, ${undeliverableReason} as reason
          from s join attempts t on t.subscription_id = s.id
          where t.status = 'pending' and t.next_attempt_at >= $3 and ${notInProgress} and not ${isDeliverable}
          order by t.next_attempt_at limit ${waitingAtATime}
          for no key update of t skip locked
        ), skipped as (
          update attempts t set ${asSkipped('reason')}
          from waiting w where t.id = w.id
          returning t.delivery_id
        ), ended as (${endSkipped})
        select count(*) as count, max(next_attempt_at)::text as last from waiting`,
      values: [subscriptionId, workspaceId, after],
    };
    const { rows } = await despiteDeadlocks(() =>
      database.query<{ count: number; last: string | null }>(statement),
    );
    const { count, last } = rows[0]!;
    if (count < waitingAtATime || last === null) return;
    after = last;
  }
}

/** Why a delivery has ended unmade, in this sequence of attempts; null where it has not. */
export async function readSkippedReason(
  db: Queryable,
  deliveryId: string,
  attemptsBefore: number,
): Promise<string | null> {
  const { rows } = await db.query<{ error: string }>({
    name: 'read-skipped-reason',
    text: `
      select t.error from deliveries d join attempts t on t.delivery_id = d.id
      where d.id = $1 and d.attempts_before = $2 and d.status = 'skipped'
      order by t.attempt_number desc limit 1`,
    values: [deliveryId, attemptsBefore],
  });
  return rows[0]?.error ?? null;
}
