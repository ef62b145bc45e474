import type { EventType } from '@assay/domain/event.ts';
import type { Queryable } from '../database/database.ts';

export interface SubscriptionOverview {
  subscriptionId: string;
  endpointUrl: string;
  eventTypes: EventType[];
  enabled: boolean;
  /** Null if the subscription is enabled, or if the workspace disabled it. */
  disabledReason: string | null;
  /** Time of the first failure since the last success. Null if no attempt has failed since. */
  failingSince: Date | null;
  /** Time of the first 2xx response. Null if there was none; the endpoint then gets one attempt at a time. */
  confirmedAt: Date | null;
  pending: number;
}

/** Returns the subscriptions of a workspace, oldest first. */
export async function listSubscriptionOverviews(
  db: Queryable,
  workspaceId: string,
): Promise<SubscriptionOverview[]> {
  const { rows } = await db.query<SubscriptionOverview>(
    `select id as "subscriptionId", endpoint_url as "endpointUrl", event_types as "eventTypes", enabled,
       disabled_reason as "disabledReason", failing_since as "failingSince", confirmed_at as "confirmedAt",
       (select count(*) from deliveries d where d.subscription_id = s.id and d.status = 'pending') as pending
     from subscriptions s where workspace_id = $1 and deleted_at is null order by created_at, id`,
    [workspaceId],
  );
  return rows;
}

export interface DeliveryOverview {
  deliveryId: string;
  /** Number of attempts made before the latest redelivery; 0 if there was no redelivery. */
  sequence: number;
  eventId: string;
  eventType: EventType;
  /** Null if the event is an example event. */
  assetId: string | null;
  subscriptionId: string;
  status: 'pending' | 'succeeded' | 'failed' | 'skipped';
  /** Error of the last attempt that was made or skipped. Null if that attempt succeeded, or if there is none yet. */
  error: string | null;
  /** Number of attempts that have been made or skipped. */
  attempts: number;
  createdAt: Date;
  nextAttemptAt: Date | null;
  /** True if a workflow makes the attempts. False if the delivery waits for a delivery worker. */
  isStarted: boolean;
}

/** Returns the deliveries of a submission's events, oldest first. */
export async function listDeliveryOverviews(
  db: Queryable,
  submissionId: string,
): Promise<DeliveryOverview[]> {
  const { rows } = await db.query<DeliveryOverview>(
    `select d.id as "deliveryId", d.attempts_before as "sequence", e.id as "eventId", e.type as "eventType",
       e.asset_id as "assetId", d.subscription_id as "subscriptionId", d.status,
       last.error, (select count(*) from attempts t where t.delivery_id = d.id and t.status <> 'pending') as attempts,
       d.created_at as "createdAt", next.next_attempt_at as "nextAttemptAt",
       d.workflow_started_at is not null as "isStarted"
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
