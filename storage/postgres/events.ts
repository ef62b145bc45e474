import type { EventType } from '../../domain/event.ts';
import type { Queryable } from './database.ts';

export interface NewEvent {
  id: string;
  /** Null for an example. */
  assetId: string | null;
  /** The version whose end it tells; null for an event fired by hand. */
  version: number | null;
  type: EventType;
  payload: string;
  /** Of the trace that its deliveries are a part of; null or absent where it is not traced. */
  traceparent?: string | null;
}

/**
 * Writes the events of one submission, and for each a delivery to every subscription of the workspace that asks
 * for its type: pending, with its first attempt scheduled, or skipped where the subscription is disabled.
 * @param submissionId null for examples
 * @param subscriptionId the one subscription that is told; null: all of them
 * @returns the pending deliveries, whose workflows are to be started
 */
export async function insertEvents(
  tx: Queryable,
  workspaceId: string,
  submissionId: string | null,
  events: readonly NewEvent[],
  subscriptionId: string | null = null,
): Promise<{ deliveryId: string; eventId: string }[]> {
  const { rows } = await tx.query<{ deliveryId: string; eventId: string }>({
    name: 'insert-events',
    text: `
      with wanted as (
        select * from jsonb_to_recordset($3::jsonb) as w (
          id uuid, "assetId" uuid, version integer, type text, payload text, traceparent text)
      ), inserted as (
        insert into events (id, workspace_id, submission_id, asset_id, version, type, payload)
        select id, $1, $2, "assetId", version, type, payload from wanted
      ), delivered as (
        insert into deliveries (id, event_id, subscription_id, status, completed_at, traceparent)
        select gen_random_uuid(), w.id, s.id,
          case when s.enabled then 'pending' else 'skipped' end, case when not s.enabled then now() end,
          w.traceparent
        from wanted w
        join subscriptions s on s.workspace_id = $1 and s.deleted_at is null and w.type = any(s.event_types)
          and ($4::uuid is null or s.id = $4)
        returning id, event_id, subscription_id, status
      ), scheduled as (
        insert into attempts (id, delivery_id, subscription_id, attempt_number, status, next_attempt_at, error)
        select gen_random_uuid(), d.id, s.id, 1, d.status, case when d.status = 'pending' then now() end,
          case when d.status = 'skipped' then 'disabled: ' || coalesce(s.disabled_reason, 'by the workspace') end
        from delivered d join subscriptions s on s.id = d.subscription_id
      )
      select id as "deliveryId", event_id as "eventId" from delivered where status = 'pending'`,
    values: [workspaceId, submissionId, JSON.stringify(events), subscriptionId],
  });
  return rows;
}

/** The deliveries of the event that told an asset's end in a version, that are still to be made. */
export async function pendingDeliveriesOf(
  tx: Queryable,
  submissionId: string,
  assetId: string,
  version: number,
): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>({
    name: 'pending-deliveries-of',
    text: `
      select d.id from events e join deliveries d on d.event_id = e.id
      where e.submission_id = $1 and e.asset_id = $2 and e.version = $3 and d.status = 'pending'`,
    values: [submissionId, assetId, version],
  });
  return rows.map((row) => row.id);
}
