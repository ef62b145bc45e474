import type { Queryable } from './database.ts';
import { attemptJson } from './json.ts';

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
