import type { Queryable } from '../database/database.ts';

/** A pending delivery with the data that its next attempt needs. */
export interface PendingDelivery {
  attemptId: string;
  /** Number of the next attempt, counted from 1. */
  attemptNumber: number;
  /** Milliseconds since the attempt became due. Negative if the attempt is not due yet. */
  lateMs: number;
  /** Time at which the delivery was written. Its event was written in the same transaction. */
  createdAt: Date;
  eventId: string;
  payload: string;
  /** True for an event that a request fired, and for an example event. False if an asset has finished. */
  isTest: boolean;
  workspaceId: string;
  subscriptionId: string;
  endpointUrl: string;
  /** True if the endpoint has returned a 2xx response to an attempt of this subscription. */
  isConfirmed: boolean;
  /** The encrypted secret (`SecretCipher`). Null if the subscription has been deleted. */
  secret: string | null;
  /** The encrypted previous secret, which also signs requests during an overlap. Null without an overlap. */
  previousSecret: string | null;
  /** True if the subscription is enabled and was already enabled when the attempt was scheduled. */
  isDeliverable: boolean;
}

/** An endpoint of a workspace. Until it is confirmed, lower limits apply to it. */
export type Endpoint = Pick<PendingDelivery, 'workspaceId' | 'endpointUrl' | 'isConfirmed'>;

/** SQL condition: subscription `s` is enabled, and already was when attempt `t` was scheduled. */
export const isDeliverable = `(s.enabled and (s.enabled_at is null or t.created_at >= s.enabled_at))`;

/**
 * SQL condition: delivery `d` is leased. A worker is starting the workflow, is making the first attempt, or has
 * released the lease with a delay. If the worker dies, the condition stays true until the lease ends.
 */
export const isLeased = `(d.leased_until is not null and d.leased_until > clock_timestamp())`;

/** SQL expression: the error text of attempt `t` if `isDeliverable` is false. */
export const undeliverableReason = `
  'disabled: ' || case when s.deleted_at is not null then 'the subscription was deleted'
    when s.enabled then 'before it was enabled again' else coalesce(s.disabled_reason, 'by the workspace') end`;

/** SQL condition: the endpoint of subscription `s` has returned a 2xx response. */
export const isConfirmed = `(s.confirmed_at is not null)`;

/** SQL columns of a `PendingDelivery`, selected from delivery `d` and `pendingDeliverySources`. */
export const pendingDeliveryColumns = `
  t.id as "attemptId", t.attempt_number as "attemptNumber",
  round(extract(epoch from clock_timestamp() - t.next_attempt_at) * 1000)::float8 as "lateMs",
  d.created_at as "createdAt", e.id as "eventId", e.payload, e.version is null as "isTest", e.workspace_id as "workspaceId",
  s.id as "subscriptionId", s.endpoint_url as "endpointUrl", ${isConfirmed} as "isConfirmed", s.secret, ${isDeliverable} as "isDeliverable",
  case when s.previous_secret_until > now() then s.previous_secret end as "previousSecret"`;

/**
 * SQL joins of delivery `d` with its event `e`, its subscription `s` and its next attempt `t`. Each `limit 1` and the
 * `case` make the planner look up rows by key, whatever the statistics. With statistics of an emptier table, the
 * planner would read all events or all pending attempts.
 */
export const pendingDeliverySources = `
  cross join lateral (select * from events where id = d.event_id limit 1) e
  cross join lateral (select * from subscriptions where id = d.subscription_id limit 1) s
  cross join lateral (
    select * from attempts where delivery_id = d.id and case when status = 'pending' then true end limit 1) t`;

type ReadDelivery = PendingDelivery & {
  isLeased: boolean;
  /** True if the delivery is recorded as having a workflow. If false, a worker may lease the delivery. */
  isStarted: boolean;
  /** True if a lease ended because its worker died. The endpoint may have received its request. */
  isInterrupted: boolean;
};

/**
 * Returns a pending delivery with its next attempt. Returns null if the delivery has ended, or if a newer redelivery
 * was requested.
 * @param sequence fencing number: number of attempts made before the caller's redelivery; 0 for the first delivery
 */
export async function readPendingDelivery(
  db: Queryable,
  deliveryId: string,
  sequence = 0,
): Promise<ReadDelivery | null> {
  const { rows } = await db.query<ReadDelivery>({
    name: 'read-pending-delivery',
    text: `
      select ${pendingDeliveryColumns}, ${isLeased} as "isLeased", d.workflow_started_at is not null as "isStarted",
        d.open_leases > 0 and not ${isLeased} as "isInterrupted"
      from deliveries d ${pendingDeliverySources}
      where d.id = $1 and d.status = 'pending' and d.attempts_before = $2`,
    values: [deliveryId, sequence],
  });
  return rows[0] ?? null;
}

/**
 * Reschedules a pending attempt to `delayMs` milliseconds from now. The delivery must have a workflow, and is marked as
 * started, so that no worker leases it. Returns false, and changes nothing, if the attempt is no longer pending, or if
 * a worker has leased the delivery.
 */
export async function postponeAttempt(db: Queryable, attemptId: string, delayMs: number): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'postpone-attempt',
    text: `
      -- Recording an attempt locks the rows in the same order, so the statements cannot deadlock.
      with target as (
        select id, delivery_id from attempts where id = $1 and status = 'pending' for no key update
      ), unleased as (
        select d.id from deliveries d join target t on t.delivery_id = d.id where not ${isLeased}
        for no key update of d
      ), marked as (
        update deliveries d set workflow_started_at = now(), open_leases = 0
        from unleased u where d.id = u.id and d.workflow_started_at is null
      )
      update attempts a set next_attempt_at = clock_timestamp() + make_interval(secs => $2)
      from target t join unleased u on u.id = t.delivery_id where a.id = t.id`,
    values: [attemptId, delayMs / 1000],
  });
  return rowCount === 1;
}

/** Error text of an attempt of which an earlier request was sent, or may have been sent, and not recorded. */
export const interruptedReason =
  'interrupted: a worker stopped before it recorded an earlier request of this attempt';

/** SQL expression: the note of `recordInterruptions` on attempt `alias`, to append to another error text. */
export const interruptionNote = (alias: string) =>
  `coalesce('; ' || case when ${alias}.status = 'pending' then ${alias}.error end, '')`;

/**
 * Records that earlier requests of pending attempts were cut off. The attempts are then made again. The result of an
 * attempt keeps the note.
 */
export async function recordInterruptions(db: Queryable, attemptIds: readonly string[]): Promise<void> {
  await db.query({
    name: 'record-interruptions',
    text: `update attempts set error = $2 where id = any($1::uuid[]) and status = 'pending'`,
    values: [attemptIds, interruptedReason],
  });
}
