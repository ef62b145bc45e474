import type { Queryable } from '../database/database.ts';
import { attemptJson, iso } from '../database/json.ts';
import { isVisible, type WorkspaceRead } from '../accounts/workspace-read.ts';

/** Maximum number of deliveries in the list of a submission. */
const maxListed = 200;

/**
 * Reads the newest deliveries of a submission's events, each with the outcome of its last attempt. `$2` is the
 * submission id. The newest events are selected first, because a sandbox submission can have any number of events.
 *
 * Deliveries and attempts are looked up by arrays of ids. Ids contain their creation time, so one index search finds
 * many rows that were written together. A join would search the index for each row.
 */
export const submissionDeliveries: WorkspaceRead = {
  name: 'read-submission-deliveries',
  expression: `
    select (
      with recent as materialized (
        select id, type, asset_id from events where submission_id = s.id order by id desc limit ${maxListed}
      ), listed as materialized (
        select d.*, w.endpoint_url
        from deliveries d join subscriptions w on w.id = d.subscription_id
        where d.event_id = any (array(select id from recent))
          and w.workspace_id = s.workspace_id and w.deleted_at is null
        order by d.created_at desc, d.id limit ${maxListed}
      ), tried as (
        select t.delivery_id, count(*) filter (where t.status <> 'pending') as count,
          (array_agg(t.error order by t.attempt_number desc) filter (where t.status <> 'pending'))[1] as error,
          max(t.next_attempt_at) filter (where t.status = 'pending') as next_attempt_at
        from attempts t where t.delivery_id = any (array(select id from listed)) group by t.delivery_id
      )
      select json_build_object('deliveries', coalesce(json_agg(json_build_object(
        'eventId', d.event_id, 'eventType', e.type, 'assetId', e.asset_id, 'subscriptionId', d.subscription_id,
        'endpointUrl', d.endpoint_url, 'status', d.status, 'attemptCount', coalesce(t.count, 0), 'error', t.error,
        'nextAttemptAt', ${iso('t.next_attempt_at')}, 'createdAt', ${iso('d.created_at')},
        'completedAt', ${iso('d.completed_at')}) order by d.created_at desc, d.id), '[]'))::text
      from listed d join recent e on e.id = d.event_id left join tried t on t.delivery_id = d.id)
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
