import { type Database, retryDeadlocks, type Queryable } from '../database/database.ts';
import { interruptionNote, isDeliverable, isLeased, undeliverableReason } from './pending-deliveries.ts';

/** The error text of a scheduled attempt that was skipped because a redelivery was requested. */
export const supersededReason = 'superseded: the delivery was requested again';

/** Returns the assignments of an SQL `update` that skip attempt `t`. `error` is an SQL expression. */
export const asSkipped = (error: string) =>
  `status = 'skipped', next_attempt_at = null, created_at = now(), error = ${error} || ${interruptionNote('t')}`;

/** SQL statement: ends the deliveries of the attempts that the common table expression `skipped` returns. */
const endSkipped = `
  update deliveries d set
    status = 'skipped', completed_at = now(), workflow_started_at = coalesce(d.workflow_started_at, now())
  from skipped where d.id = skipped.delivery_id`;

/**
 * Ends a pending delivery without another attempt.
 * @param reason shown in the delivery history: class of the reason, a colon, and details
 * @param sequence fencing number: number of attempts made before the caller's redelivery; 0 for the first delivery.
 *   After a newer redelivery, nothing changes.
 * @returns false if the delivery has already ended, or if its attempt was recorded concurrently
 */
export async function skipDelivery(
  database: Database,
  deliveryId: string,
  reason: string,
  sequence = 0,
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
    values: [deliveryId, reason, sequence],
  };
  const { rowCount } = await retryDeadlocks(() => database.query(statement));
  return rowCount === 1;
}

/**
 * Ends a pending delivery without another attempt if its subscription does not accept the attempt. The subscription may
 * be disabled or deleted, or it may have been enabled again after the attempt was scheduled.
 * @param sequence fencing number: number of attempts made before the caller's redelivery; 0 for the first delivery.
 *   After a newer redelivery, nothing changes.
 * @returns false if the delivery has ended or the subscription accepts the attempt
 */
export async function skipIfUndeliverable(
  database: Database,
  deliveryId: string,
  sequence: number,
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
        -- The share lock blocks requests that enable the subscription or redeliver the event until the statement
        -- ends.
        for share of s
      ), skipped as (
        update attempts t set ${asSkipped('reason')}
        from undeliverable u where t.id = u.id and t.status = 'pending'
        returning t.delivery_id
      )
      ${endSkipped}`,
    values: [deliveryId, sequence],
  };
  const { rowCount } = await retryDeadlocks(() => database.query(statement));
  return rowCount === 1;
}

/**
 * SQL condition: nothing is about to make pending attempt `t` of delivery `d`. There are two cases. The attempt is
 * scheduled for later, whether or not its workflow has been started. Or the delivery has a workflow, but the attempt
 * has been due for 10 minutes, so the workflow must have ended.
 */
export const isNotDue = `(
  -- clock_timestamp() instead of now(), because an attempt can become due while this transaction waits for a lock.
  t.next_attempt_at > clock_timestamp()
  or d.workflow_started_at is not null and not ${isLeased} and t.next_attempt_at < now() - interval '10 minutes')`;

/**
 * SQL condition: no worker is making pending attempt `t` of delivery `d`. The attempt is not due (`isNotDue`), or the
 * delivery waits for a worker.
 */
const notInProgress = `(${isNotDue} or (d.workflow_started_at is null and not ${isLeased}))`;

const skipBatchSize = 2_000;
/** Maximum number of batches in a call. Each remaining delivery is skipped when its attempt is due. */
const maxSkipBatches = 25;

/**
 * Ends a subscription's waiting and scheduled deliveries that the subscription does not accept, in batches. If an
 * attempt is in progress, its delivery is left to the worker that makes the attempt. Does nothing if the workspace has
 * no such subscription.
 */
export async function skipWaitingDeliveries(
  database: Database,
  workspaceId: string,
  subscriptionId: string,
): Promise<void> {
  let after = '-infinity';
  for (let batch = 0; batch < maxSkipBatches; batch++) {
    const statement = {
      name: 'skip-waiting-deliveries',
      text: `
        with s as (
          select * from subscriptions where id = $1 and workspace_id = $2
          -- The share lock blocks requests that enable the subscription until these deliveries are skipped. A
          -- later replay therefore includes them.
          for share
        ), waiting as (
          select t.id, t.next_attempt_at, ${undeliverableReason} as reason
          from s join attempts t on t.subscription_id = s.id join deliveries d on d.id = t.delivery_id
          where t.status = 'pending' and t.next_attempt_at >= $3 and ${notInProgress} and not ${isDeliverable}
          order by t.next_attempt_at limit ${skipBatchSize}
          for no key update of t skip locked
        ), skipped as (
          update attempts t set ${asSkipped('reason')}
          from waiting w where t.id = w.id
          returning t.delivery_id
        ), ended as (${endSkipped})
        select count(*) as count, max(next_attempt_at)::text as last from waiting`,
      values: [subscriptionId, workspaceId, after],
    };
    const { rows } = await retryDeadlocks(() =>
      database.query<{ count: number; last: string | null }>(statement),
    );
    const { count, last } = rows[0]!;
    if (count < skipBatchSize || last === null) return;
    after = last;
  }
}

/**
 * Returns the reason why a delivery was skipped. Returns null if the delivery was not skipped, or if a newer redelivery
 * was requested.
 * @param sequence fencing number: number of attempts made before the caller's redelivery; 0 for the first delivery
 */
export async function readSkippedReason(
  db: Queryable,
  deliveryId: string,
  sequence: number,
): Promise<string | null> {
  const { rows } = await db.query<{ error: string }>({
    name: 'read-skipped-reason',
    text: `
      select t.error from deliveries d join attempts t on t.delivery_id = d.id
      where d.id = $1 and d.attempts_before = $2 and d.status = 'skipped'
      order by t.attempt_number desc limit 1`,
    values: [deliveryId, sequence],
  });
  return rows[0]?.error ?? null;
}
