import type { EventType } from '../../domain/event.ts';
import type { Queryable } from './database.ts';

/** A subscription as an operator sees it; without its secret. */
export interface SubscriptionOverview {
  subscriptionId: string;
  endpointUrl: string;
  eventTypes: EventType[];
  enabled: boolean;
  disabledReason: string | null;
  /** Since when every attempt has failed; null where the last was taken. */
  failingSince: Date | null;
  /** Deliveries that are still to be made. */
  pending: number;
}

/** The subscriptions of a workspace, the oldest first. */
export async function listSubscriptionOverviews(
  db: Queryable,
  workspaceId: string,
): Promise<SubscriptionOverview[]> {
  const { rows } = await db.query<SubscriptionOverview>(
    `select id as "subscriptionId", endpoint_url as "endpointUrl", event_types as "eventTypes", enabled,
       disabled_reason as "disabledReason", failing_since as "failingSince",
       (select count(*) from deliveries d where d.subscription_id = s.id and d.status = 'pending') as pending
     from subscriptions s where workspace_id = $1 and deleted_at is null order by created_at, id`,
    [workspaceId],
  );
  return rows;
}

/** A delivery as an operator sees it: where it stands, and what came of its last attempt. */
export interface DeliveryOverview {
  deliveryId: string;
  attemptsBefore: number;
  eventId: string;
  eventType: EventType;
  /** Null for an example. */
  assetId: string | null;
  subscriptionId: string;
  status: 'pending' | 'succeeded' | 'failed' | 'skipped';
  /** Of the last attempt that was made; null where it was taken, or none was made. */
  error: string | null;
  attempts: number;
  createdAt: Date;
  nextAttemptAt: Date | null;
}

/** The deliveries of a submission's events, the oldest first. */
export async function listDeliveryOverviews(
  db: Queryable,
  submissionId: string,
): Promise<DeliveryOverview[]> {
  const { rows } = await db.query<DeliveryOverview>(
    `select d.id as "deliveryId", d.attempts_before as "attemptsBefore", e.id as "eventId", e.type as "eventType",
       e.asset_id as "assetId", d.subscription_id as "subscriptionId", d.status,
       last.error, (select count(*) from attempts t where t.delivery_id = d.id and t.status <> 'pending') as attempts,
       d.created_at as "createdAt", next.next_attempt_at as "nextAttemptAt"
     from events e
     join deliveries d on d.event_id = e.id
     left join lateral (select error from attempts t where t.delivery_id = d.id and t.status <> 'pending'
       order by attempt_number desc limit 1) last on true
     left join attempts next on next.delivery_id = d.id and next.status = 'pending'
     where e.submission_id = $1 order by d.created_at, d.id`,
    [submissionId],
  );
  return rows;
}
