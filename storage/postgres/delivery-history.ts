import type { Queryable } from './database.ts';
import { attemptJson, iso } from './json.ts';
import { isVisible, type WorkspaceRead } from './workspace-read.ts';

/** Maximum number of deliveries in the list of a submission. */
const maxListed = 200;

/**
 * Reads the newest deliveries of a submission's events, each with the outcome of its last attempt. The id is the
 * submission id. The newest events are selected first, because a sandbox submission can have any number of events.
 */
export const submissionDeliveries: WorkspaceRead = {
  name: 'read-submission-deliveries',
  expression: `
    select json_build_object('deliveries', (
      select coalesce(json_agg(json_build_object(
        'eventId', d.event_id, 'eventType', d.type, 'assetId', d.asset_id, 'subscriptionId', d.subscription_id,
        'endpointUrl', d.endpoint_url, 'status', d.status, 'attemptCount', made.count, 'error', made.error,
        'nextAttemptAt', ${iso('d.next_attempt_at')}, 'createdAt', ${iso('d.created_at')},
        'completedAt', ${iso('d.completed_at')}) order by d.created_at desc, d.id), '[]')
      from (
        select d.*, e.type, e.asset_id, w.endpoint_url, next.next_attempt_at
        from (select id, type, asset_id from events where submission_id = s.id order by id desc limit ${maxListed}) e
        join deliveries d on d.event_id = e.id
        join subscriptions w on w.id = d.subscription_id and w.deleted_at is null
        left join attempts next on next.delivery_id = d.id and next.status = 'pending'
        order by d.created_at desc, d.id limit ${maxListed}
      ) d cross join lateral (
        select count(*), (array_agg(t.error order by t.attempt_number desc))[1] as error
        from attempts t where t.delivery_id = d.id and t.status <> 'pending'
      ) made))::text
    from submissions s
    where s.id = $2 and s.workspace_id = scope.workspace_id and s.expired_at is null and ${isVisible('s.environment')}`,
};

/**
 * Returns the delivery history of a subscription as JSON text, newest attempt first. Returns null if the
 * workspace has no such subscription.
 * @param status return only attempts with this status; null for all
 * @param limit maximum number of attempts to return; `total` in the JSON counts all matching attempts
 */
export async function readDeliveries(
  db: Queryable,
  workspaceId: string,
  subscriptionId: string,
  status: string | null,
  limit: number,
): Promise<string | null> {
  const { rows } = await db.query<{ body: string }>({
    name: 'read-deliveries',
    text: `
      select json_build_object(
        'attempts', (
          select coalesce(json_agg(${attemptJson} order by t.created_at desc, t.attempt_number desc, t.id), '[]')
          from (
            select * from attempts
            where subscription_id = s.id and ($3::text is null or status = $3)
            order by created_at desc, attempt_number desc limit $4
          ) t
          join deliveries d on d.id = t.delivery_id
          join events e on e.id = d.event_id),
        'total', (select count(*) from attempts
          where subscription_id = s.id and ($3::text is null or status = $3)))::text as body
      from subscriptions s
      where s.id = $1 and s.workspace_id = $2 and s.deleted_at is null`,
    values: [subscriptionId, workspaceId, status, limit],
  });
  return rows[0]?.body ?? null;
}
