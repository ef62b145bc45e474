import type { Queryable } from './database.ts';

/** A delivery that is still to be made, with what an attempt needs. */
export interface PendingDelivery {
  attemptId: string;
  /** The attempt that is to be made next. */
  attemptNumber: number;
  /** For how long it has been due; negative while it is due later. */
  lateMs: number;
  /** When it was written, with its event. */
  createdAt: Date;
  eventId: string;
  payload: string;
  workspaceId: string;
  subscriptionId: string;
  endpointUrl: string;
  secret: string | null;
  /** The one that was rotated out, while it signs too. */
  previousSecret: string | null;
  /** Whether the subscription takes it: it is enabled, and was when the attempt was scheduled. */
  isDeliverable: boolean;
}

/** Whether its subscription `s` takes attempt `t`. */
export const isDeliverable = `(s.enabled and (s.enabled_at is null or t.created_at >= s.enabled_at))`;

/** What it says of one that subscription `s` does not take. */
export const undeliverableReason = `
  'disabled: ' || case when s.deleted_at is not null then 'the subscription was deleted'
    when s.enabled then 'before it was enabled again' else coalesce(s.disabled_reason, 'by the workspace') end`;

/**
 * Null once the delivery has ended, or another sequence of attempts has taken the place of this one.
 * @param attemptsBefore how many attempts the delivery had before the sequence
 */
export async function readPendingDelivery(
  db: Queryable,
  deliveryId: string,
  attemptsBefore = 0,
): Promise<PendingDelivery | null> {
  const { rows } = await db.query<PendingDelivery>({
    name: 'read-pending-delivery',
    text: `
      select t.id as "attemptId", t.attempt_number as "attemptNumber",
        round(extract(epoch from clock_timestamp() - t.next_attempt_at) * 1000)::float8 as "lateMs",
        d.created_at as "createdAt", e.id as "eventId", e.payload, e.workspace_id as "workspaceId",
        s.id as "subscriptionId", s.endpoint_url as "endpointUrl", s.secret, ${isDeliverable} as "isDeliverable",
        case when s.previous_secret_until > now() then s.previous_secret end as "previousSecret"
      from deliveries d
      join events e on e.id = d.event_id
      join subscriptions s on s.id = d.subscription_id
      join attempts t on t.delivery_id = d.id and t.status = 'pending'
      where d.id = $1 and d.status = 'pending' and d.attempts_before = $2`,
    values: [deliveryId, attemptsBefore],
  });
  return rows[0] ?? null;
}

/** Notes in how long an attempt is made instead of when it was due. False where it is not to be made any more. */
export async function postponeAttempt(db: Queryable, attemptId: string, delayMs: number): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'postpone-attempt',
    text: `
      update attempts set next_attempt_at = clock_timestamp() + make_interval(secs => $2)
      where id = $1 and status = 'pending'`,
    values: [attemptId, delayMs / 1000],
  });
  return rowCount === 1;
}
