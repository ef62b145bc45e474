import type { Queryable } from './database.ts';
import { iso } from './json.ts';

/**
 * Replaces the secret of a subscription. Both the new and the previous secret sign requests until the overlap
 * ends. Any older secret stops signing immediately. The call is idempotent: repeating it with the same secret
 * changes nothing, except that it can shorten the overlap.
 * @param overlapSeconds duration of the overlap in seconds; 0 to stop using the previous secret at once
 * @returns the response body as JSON text; null if the workspace has no such subscription
 */
export async function rotateSecret(
  db: Queryable,
  workspaceId: string,
  subscriptionId: string,
  secret: string,
  overlapSeconds: number,
): Promise<string | null> {
  const { rows } = await db.query<{ body: string }>({
    name: 'rotate-secret',
    text: `
      update subscriptions set
        secret = $3,
        previous_secret = case
          when $4 = 0 or secret = $3 and previous_secret_until <= now() then null
          when secret = $3 then previous_secret
          else secret
        end,
        previous_secret_until = case
          when $4 = 0 or secret = $3 and (previous_secret is null or previous_secret_until <= now()) then null
          when secret = $3 then least(previous_secret_until, now() + make_interval(secs => $4))
          else now() + make_interval(secs => $4)
        end,
        updated_at = now()
      where id = $1 and workspace_id = $2 and deleted_at is null
      returning json_build_object(
        'subscriptionId', id, 'previousSecretExpiresAt', ${iso('previous_secret_until')})::text as body`,
    values: [subscriptionId, workspaceId, secret, overlapSeconds],
  });
  return rows[0]?.body ?? null;
}
