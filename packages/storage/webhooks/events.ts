import type { EventType } from '@assay/domain/event.ts';
import type { Queryable } from '../database/database.ts';
import { announceDeliveries } from './waiting-deliveries.ts';

export interface NewEvent {
  id: string;
  /** Null if the event is an example event, which tests a subscription and has no real asset. */
  assetId: string | null;
  /** Version in which the asset finished. Null for an example event, and for an event of the fire endpoint. */
  version: number | null;
  type: EventType;
  payload: string;
  /** W3C traceparent that the event's deliveries continue. Null or absent if the event is not traced. */
  traceparent?: string | null;
}

/**
 * SQL expression: a new id for a delivery of event `w`. The new id begins with the timestamp of the event's id
 * (UUIDv7). The deliveries of a submission are therefore neighbours in the indexes of `deliveries` and `attempts`, and
 * few index searches find them.
 */
const deliveryId = `(left(w.id::text, 15) || right(gen_random_uuid()::text, -15))::uuid`;

export interface WrittenDelivery {
  deliveryId: string;
  eventId: string;
}

/** SQL from-item: the events of the JSON parameter $3 as `w`. */
export const givenEvents = `jsonb_to_recordset($3::jsonb) as w (
  id uuid, "assetId" uuid, version integer, type text, payload text, traceparent text)`;

/**
 * End of an SQL `with` statement: writes the events that the common table expression `wanted` returns, and their
 * deliveries. The statement has the parameters of `insertEvents` and returns `WrittenDelivery` rows.
 */
export const insertWantedEvents = `
  inserted as (
    insert into events (id, workspace_id, submission_id, asset_id, version, type, payload)
    select id, $1, $2, "assetId", version, type, payload from wanted
  ), delivered as (
    insert into deliveries (id, event_id, subscription_id, status, completed_at, traceparent)
    select ${deliveryId}, w.id, s.id,
      case when s.enabled then 'pending' else 'skipped' end, case when not s.enabled then now() end,
      w.traceparent
    from wanted w
    join subscriptions s on s.workspace_id = $1 and s.deleted_at is null and w.type = any(s.event_types)
      and ($4::uuid is null or s.id = $4)
    returning id, event_id, subscription_id, status, ${announceDeliveries} as announced
  ), scheduled as (
    insert into attempts (id, delivery_id, subscription_id, attempt_number, status, next_attempt_at, error)
    select gen_random_uuid(), d.id, s.id, 1, d.status, case when d.status = 'pending' then now() end,
      case when d.status = 'skipped' then 'disabled: ' || coalesce(s.disabled_reason, 'by the workspace') end
    from delivered d join subscriptions s on s.id = d.subscription_id
  )
  select id as "deliveryId", event_id as "eventId" from delivered where status = 'pending'`;

/**
 * Writes the events of one submission, except those of erased assets. Also writes one delivery of each event to
 * every subscription of the workspace that has its event type. A delivery is pending with its first attempt
 * scheduled, or skipped if the subscription is disabled.
 * @param submissionId null if the events are example events
 * @param subscriptionId the only subscription to deliver to; null for all subscriptions with the event type
 * @returns the pending deliveries, which wait for a delivery worker
 */
export async function insertEvents(
  tx: Queryable,
  workspaceId: string,
  submissionId: string | null,
  events: readonly NewEvent[],
  subscriptionId: string | null = null,
): Promise<WrittenDelivery[]> {
  const { rows } = await tx.query<WrittenDelivery>({
    name: 'insert-events',
    text: `
      with wanted as (
        select * from ${givenEvents}
        where not exists (select from assets a
          where a.submission_id = $2 and a.asset_id = w."assetId" and a.erased_at is not null)
      ), ${insertWantedEvents}`,
    values: [workspaceId, submissionId, JSON.stringify(events), subscriptionId],
  });
  return rows;
}
