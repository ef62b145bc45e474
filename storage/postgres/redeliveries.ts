import { type Database, despiteDeadlocks, inTransaction, type Queryable } from './database.ts';
import { isDeliverable } from './pending-deliveries.ts';
import { asSkipped, notInProgress, supersededReason } from './skipped-deliveries.ts';
import { insertEvents, type NewEvent } from './events.ts';
import { attemptJson, iso } from './json.ts';
import { deliveryToStart, isOutboxFull, type UnstartedDelivery } from './outbox.ts';
import type { WorkspaceRead } from './workspace-read.ts';

// A delivery that is made again is the same row with another sequence of attempts: docs/decisions/0018.

/** As many as a person looks through. */
const maxShownAttempts = 200;

/** A delivery with its payload and its newest attempts. Ids: subscription, event. */
export const deliveryBody: WorkspaceRead = {
  name: 'read-delivery',
  expression: `
    select json_build_object(
      'subscriptionId', s.id, 'eventId', e.id, 'eventType', e.type, 'status', d.status, 'payload', e.payload,
      'createdAt', ${iso('d.created_at')}, 'completedAt', ${iso('d.completed_at')},
      'attempts', (
        select coalesce(json_agg(${attemptJson} order by t.attempt_number desc), '[]')
        from (select * from attempts where delivery_id = d.id order by attempt_number desc limit ${maxShownAttempts}) t),
      'total', (select count(*) from attempts where delivery_id = d.id))::text
    from deliveries d
    join subscriptions s on s.id = d.subscription_id
    join events e on e.id = d.event_id
    where s.id = $2 and e.id = $3 and s.workspace_id = scope.workspace_id and s.deleted_at is null`,
};

/** Why nothing can be delivered: the workspace has no such subscription, it is disabled, or too many deliveries are to be begun. */
export type Undeliverable = 'unknown' | 'disabled' | 'full';

/**
 * Does `work` for a subscription that takes deliveries. Its row is locked meanwhile, so that it stays enabled and what
 * is asked for at the same time is done one after the other.
 */
async function withEnabled<T>(
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
  return despiteDeadlocks(() => inTransaction(database, locked));
}

/**
 * Begins deliveries anew: those that have ended, and those that wait for a later attempt, which is skipped. One whose
 * attempt is due is left alone, unless it has been due for longer than an attempt takes, as then its workflow is gone, or would
 * not be made, since it was scheduled before the subscription was enabled.
 * @param chosen a condition on `deliveries`
 * @param values first the traceparent of the trace that asks for it, then those that the condition needs
 */
async function reopen(
  tx: Queryable,
  name: string,
  chosen: string,
  values: readonly unknown[],
): Promise<UnstartedDelivery[]> {
  const statement = {
    name,
    text: `
      with chosen as (
        select id from deliveries where ${chosen}
      ), superseded as (
        update attempts t set ${asSkipped(`'${supersededReason}'`)}
        from chosen c, subscriptions s
        where t.delivery_id = c.id and s.id = t.subscription_id and t.status = 'pending'
          and (${notInProgress} or not ${isDeliverable})
        returning t.delivery_id
      ), opened as (
        update deliveries d set
          status = 'pending', completed_at = null, workflow_started_at = null, traceparent = $1::text,
          attempts_before = (select max(attempt_number) from attempts where delivery_id = d.id)
        from chosen c
        where d.id = c.id and (d.status <> 'pending' or d.id in (select delivery_id from superseded))
        returning d.id, d.subscription_id, d.event_id, d.attempts_before, d.traceparent
      ), scheduled as (
        insert into attempts (id, delivery_id, subscription_id, attempt_number, next_attempt_at)
        select gen_random_uuid(), id, subscription_id, attempts_before + 1, now() from opened
      )
      select ${deliveryToStart} from opened d join events e on e.id = d.event_id`,
    values: [...values],
  };
  const first = await tx.query<UnstartedDelivery>(statement);
  // A delivery that ended while this waited for the record of its attempt is seen to have ended by another statement.
  const second = await tx.query<UnstartedDelivery>(statement);
  return [...first.rows, ...second.rows];
}

/**
 * Begins the delivery of one event to one subscription anew.
 * @returns the delivery, if its workflow is to be started
 */
export async function reopenDelivery(
  database: Database,
  workspaceId: string,
  subscriptionId: string,
  eventId: string,
  traceparent: string | null = null,
): Promise<UnstartedDelivery[] | Undeliverable> {
  return withEnabled(database, workspaceId, subscriptionId, (tx) =>
    reopen(tx, 'reopen-delivery', 'subscription_id = $2 and event_id = $3', [
      traceparent,
      subscriptionId,
      eventId,
    ]),
  );
}

export interface Replay {
  /** ISO 8601; deliveries that were written then or later. */
  since: string;
  /** Deliveries that were written before; null: all of them. */
  until: string | null;
  statuses: readonly string[];
}

export interface Replayed {
  deliveries: UnstartedDelivery[];
  /** When the first delivery was written that is left for another call; null where none is. */
  next: string | null;
}

/**
 * Begins a subscription's deliveries anew, the oldest first, about `limit` of them. They are looked for before the
 * subscription is locked: that takes longer the more deliveries it has, and the records of its attempts wait for the lock.
 */
export async function reopenDeliveries(
  database: Database,
  workspaceId: string,
  subscriptionId: string,
  { since, until, statuses }: Replay,
  limit: number,
  traceparent: string | null = null,
): Promise<Replayed | Undeliverable> {
  const wanted = `
    subscription_id = $1 and created_at >= $2 and ($3::timestamptz is null or created_at < $3)
    and status = any($4::text[])`;
  const { rows } = await database.query<{ ids: string[]; next: string | null }>({
    name: 'choose-deliveries',
    text: `
      with chosen as (
        select id, created_at from deliveries
        where ${wanted} and exists (select from subscriptions where id = $1 and workspace_id = $6)
        order by created_at fetch first ($5) rows with ties
      )
      select
        (select coalesce(array_agg(id), '{}') from chosen) as ids,
        (select to_char(min(created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
          from deliveries where ${wanted} and created_at > (select max(created_at) from chosen)) as next`,
    values: [subscriptionId, since, until, statuses, limit, workspaceId],
  });
  const { ids, next } = rows[0]!;
  return withEnabled(database, workspaceId, subscriptionId, async (tx) => {
    const chosen = 'id = any($2::uuid[]) and status = any($3::text[])';
    const deliveries = await reopen(tx, 'reopen-deliveries', chosen, [traceparent, ids, statuses]);
    return { deliveries, next };
  });
}

/**
 * Writes an event for one subscription alone.
 * @returns its delivery, or `unwanted` when the subscription does not ask for its type
 */
export async function insertExample(
  database: Database,
  workspaceId: string,
  subscriptionId: string,
  event: NewEvent,
): Promise<UnstartedDelivery | Undeliverable | 'unwanted'> {
  return withEnabled(database, workspaceId, subscriptionId, async (tx) => {
    const asked = await tx.query({
      name: 'asks-for-event',
      text: `select 1 from subscriptions where id = $1 and $2 = any(event_types)`,
      values: [subscriptionId, event.type],
    });
    if (asked.rows.length === 0) return 'unwanted';
    const [delivery] = await insertEvents(tx, workspaceId, null, [event], subscriptionId);
    return { deliveryId: delivery!.deliveryId, workspaceId, submissionId: null };
  });
}
