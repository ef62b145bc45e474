import type { Actor } from '@assay/domain/actor.ts';
import { insertEntry } from '../accounts/audit-log.ts';
import { type Database, retryDeadlocks, inTransaction, type Queryable } from '../database/database.ts';
import { isDeliverable } from './pending-deliveries.ts';
import { asSkipped, isNotDue, supersededReason } from './skipped-deliveries.ts';
import { insertEvents, type NewEvent, type WrittenDelivery } from './events.ts';
import { attemptJson, iso } from '../database/json.ts';
import { isOutboxFull } from '../submissions/outbox.ts';
import { announceDeliveries } from './waiting-deliveries.ts';
import type { WorkspaceRead } from '../accounts/workspace-read.ts';

// A redelivery starts a new sequence of attempts in the existing row of the delivery (docs/decisions/0018).
// `attempts_before` is the number of attempts before the sequence. The number identifies the sequence and serves as a
// fencing number: workers of older sequences change nothing.

/** Maximum number of attempts in the response body of a delivery. */
const maxShownAttempts = 200;

/** Reads a delivery with its payload and its newest attempts. `$2` is the subscription id, and `$3` the event id. */
export const deliveryBody: WorkspaceRead = {
  name: 'read-delivery',
  expression: `
    select json_build_object(
      'subscriptionId', s.id, 'eventId', e.id, 'eventType', e.type, 'status', d.status, 'payload', e.payload,
      'createdAt', ${iso('d.created_at')}, 'completedAt', ${iso('d.completed_at')},
      'attempts', (
        select coalesce(json_agg(${attemptJson} order by t.attempt_number desc), '[]')
        from (select * from attempts where delivery_id = d.id order by attempt_number desc limit ${maxShownAttempts}) t),
      -- Attempts are numbered from 1. A count would read all of them.
      'total', (select coalesce(max(attempt_number), 0) from attempts where delivery_id = d.id))::text
    from deliveries d
    join subscriptions s on s.id = d.subscription_id
    join events e on e.id = d.event_id
    where s.id = $2 and e.id = $3 and s.workspace_id = scope.workspace_id and s.deleted_at is null`,
};

/**
 * Why a redelivery is impossible. `unknown`: the workspace has no such subscription. `disabled`: the subscription is
 * disabled. `full`: the workspace's outbox is full.
 */
export type Undeliverable = 'unknown' | 'disabled' | 'full';

/**
 * Runs `work` in a transaction that locks the row of an enabled subscription. The subscription stays enabled
 * while `work` runs. Concurrent requests for the same subscription run one after another.
 */
async function withEnabledSubscription<T>(
  database: Database,
  workspaceId: string,
  subscriptionId: string,
  work: (tx: Queryable) => Promise<T>,
): Promise<T | Undeliverable> {
  const locked = async (tx: Queryable): Promise<T | Undeliverable> => {
    const { rows } = await tx.query<{ enabled: boolean; isFull: boolean }>({
      name: 'lock-subscription',
      text: `
        select enabled, ${isOutboxFull('$2')} as "isFull" from subscriptions
        where id = $1 and workspace_id = $2 and deleted_at is null for no key update`,
      values: [subscriptionId, workspaceId],
    });
    if (rows[0] === undefined) return 'unknown';
    if (!rows[0].enabled) return 'disabled';
    return rows[0].isFull ? 'full' : work(tx);
  };
  return retryDeadlocks(() => inTransaction(database, locked));
}

/** A delivery with a new sequence of attempts, which waits for a delivery worker. */
export interface Reopened {
  deliveryId: string;
  /** Number of attempts that were made before the redelivery. */
  sequence: number;
}

/**
 * Restarts deliveries with a new sequence of attempts. Returns the restarted deliveries. An ended delivery is always
 * restarted. A pending delivery is restarted if its attempt is scheduled for later, or if the subscription does not
 * accept the attempt. The pending attempt is then skipped.
 * @param chosen SQL condition on `deliveries` that selects the deliveries to restart
 * @param values $1 is the traceparent of the request; the parameters of the condition follow
 */
async function reopen(
  tx: Queryable,
  name: string,
  chosen: string,
  values: readonly unknown[],
): Promise<Reopened[]> {
  const statement = {
    name,
    text: `
      with chosen as (
        select id from deliveries where ${chosen}
      ), superseded as (
        update attempts t set ${asSkipped(`'${supersededReason}'`)}
        from chosen c join deliveries d using (id), subscriptions s
        where t.delivery_id = c.id and s.id = t.subscription_id and t.status = 'pending'
          and (${isNotDue} or not ${isDeliverable})
        returning t.delivery_id
      ), opened as (
        update deliveries d set
          status = 'pending', completed_at = null, workflow_started_at = null, leased_until = null, open_leases = 0,
          traceparent = $1::text,
          attempts_before = (select max(attempt_number) from attempts where delivery_id = d.id),
          -- The workflow of a delivery that was skipped may still wait for the next attempt. If the last sequence has no
          -- workflow yet, the workflow of an earlier sequence may still wait.
          superseded_sequence = case
            when d.workflow_started_at is null then d.superseded_sequence
            when d.status in ('pending', 'skipped') then d.attempts_before end
        from chosen c
        where d.id = c.id and (d.status <> 'pending' or d.id in (select delivery_id from superseded))
        returning d.id, d.subscription_id, d.attempts_before, ${announceDeliveries} as announced
      ), scheduled as (
        insert into attempts (id, delivery_id, subscription_id, attempt_number, next_attempt_at)
        select gen_random_uuid(), id, subscription_id, attempts_before + 1, now() from opened
      )
      select id as "deliveryId", attempts_before as "sequence" from opened`,
    values: [...values],
  };
  const first = await tx.query<Reopened>(statement);
  // A delivery can end while the first statement waits for a lock. Only a new statement has a snapshot in
  // which the delivery has ended.
  const second = await tx.query<Reopened>(statement);
  return [...first.rows, ...second.rows];
}

/**
 * Restarts the delivery of one event to one subscription.
 * @returns a list with the delivery, which waits for a delivery worker. The list is empty if an attempt is due or in
 *   progress, or if there is no such delivery. Returns `Undeliverable` if a redelivery is impossible.
 */
export async function reopenDelivery(
  database: Database,
  workspaceId: string,
  subscriptionId: string,
  eventId: string,
  traceparent: string | null = null,
  actor: Actor | null = null,
): Promise<Reopened[] | Undeliverable> {
  return withEnabledSubscription(database, workspaceId, subscriptionId, async (tx) => {
    const chosen = 'subscription_id = $2 and event_id = $3';
    const opened = await reopen(tx, 'reopen-delivery', chosen, [traceparent, subscriptionId, eventId]);
    const subject = `subscriptions/${subscriptionId}/deliveries/${eventId}`;
    if (opened.length > 0)
      await insertEntry(tx, actor, { workspaceId, action: 'delivery.redeliver', subject });
    return opened;
  });
}

/** Conditions on the deliveries to restart. All of them must hold. */
export interface Replay {
  /** ISO 8601 time. Only deliveries written at this time or later are restarted. */
  since: string;
  /** ISO 8601 time. Only deliveries written before this time are restarted. Null means no upper bound. */
  until: string | null;
  statuses: readonly string[];
}

export interface ReplayBatch {
  deliveries: Reopened[];
  /** `since` of the next batch (keyset pagination) as an ISO 8601 time. Null after the last batch. */
  next: string | null;
}

/**
 * Restarts a batch of a subscription's deliveries, oldest first. The deliveries are selected before the subscription's
 * row is locked. The selection can take long, and workers that record an attempt would wait for the lock.
 * @param limit size of the batch; deliveries that were written at the same time as the last one are added
 */
export async function reopenDeliveries(
  database: Database,
  workspaceId: string,
  subscriptionId: string,
  { since, until, statuses }: Replay,
  limit: number,
  traceparent: string | null = null,
  actor: Actor | null = null,
): Promise<ReplayBatch | Undeliverable> {
  const matches = `
    subscription_id = $1 and created_at >= $2 and ($3::timestamptz is null or created_at < $3)
    and status = any($4::text[])`;
  const { rows } = await database.query<{ ids: string[]; next: string | null }>({
    name: 'choose-deliveries',
    text: `
      with chosen as (
        select id, created_at from deliveries
        where ${matches} and exists (select from subscriptions where id = $1 and workspace_id = $6)
        order by created_at fetch first ($5) rows with ties
      )
      select
        (select coalesce(array_agg(id), '{}') from chosen) as ids,
        (select to_char(min(created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
          from deliveries where ${matches} and created_at > (select max(created_at) from chosen)) as next`,
    values: [subscriptionId, since, until, statuses, limit, workspaceId],
  });
  const { ids, next } = rows[0]!;
  return withEnabledSubscription(database, workspaceId, subscriptionId, async (tx) => {
    const chosen = 'id = any($2::uuid[]) and status = any($3::text[])';
    const deliveries = await reopen(tx, 'reopen-deliveries', chosen, [traceparent, ids, statuses]);
    const subject = `subscriptions/${subscriptionId}`;
    if (deliveries.length > 0)
      await insertEntry(tx, actor, { workspaceId, action: 'delivery.replay', subject });
    return { deliveries, next };
  });
}

/**
 * Writes an example event and its delivery to the given subscription.
 * @returns the delivery, which waits for a delivery worker, or `unsubscribed` if the subscription lacks the event type
 */
export async function insertExample(
  database: Database,
  workspaceId: string,
  subscriptionId: string,
  event: NewEvent,
  actor: Actor | null = null,
): Promise<WrittenDelivery | Undeliverable | 'unsubscribed'> {
  return withEnabledSubscription(database, workspaceId, subscriptionId, async (tx) => {
    const subscribed = await tx.query({
      name: 'is-subscribed',
      text: `select 1 from subscriptions where id = $1 and $2 = any(event_types)`,
      values: [subscriptionId, event.type],
    });
    if (subscribed.rows.length === 0) return 'unsubscribed';
    const [delivery] = await insertEvents(tx, workspaceId, null, [event], subscriptionId);
    const subject = `subscriptions/${subscriptionId}/deliveries/${event.id}`;
    await insertEntry(tx, actor, { workspaceId, action: 'event.send_example', subject });
    return delivery!;
  });
}
