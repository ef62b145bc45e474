import type { Actor } from '@assay/domain/actor.ts';
import { actorJson, insertEntries } from '../accounts/audit-log.ts';
import type { Queryable } from '../database/database.ts';
import { iso } from '../database/json.ts';
import type { SecretCipher } from '../accounts/secret-cipher.ts';

/**
 * Replaces the secret of a subscription. Both the new and the previous secret sign requests until the overlap ends. Any
 * older secret stops signing immediately. The call is idempotent: repeating it with the same secret changes nothing,
 * except that it can shorten the overlap. If nothing changes, no audit entry is written.
 *
 * The stored secret is read first, because equal secrets have different ciphertexts. If the stored secret changes
 * before the update, the read and the update are repeated.
 * @param overlapSeconds duration of the overlap in seconds; 0 to stop using the previous secret immediately
 * @returns the response body as JSON text; null if the workspace has no such subscription
 */
export async function rotateSecret(
  db: Queryable,
  secrets: SecretCipher,
  workspaceId: string,
  subscriptionId: string,
  secret: string,
  overlapSeconds: number,
  actor: Actor | null = null,
): Promise<string | null> {
  for (;;) {
    const stored = await readStoredSecret(db, workspaceId, subscriptionId);
    if (stored === null) return null;
    const isSame = secrets.decrypt(stored, subscriptionId) === secret;
    const { rows } = await db.query<{ body: string }>({
      name: 'rotate-secret',
      text: `
        with before as (
          select id, previous_secret_until as until from subscriptions
          where id = $1 and workspace_id = $2 and secret = $3 for no key update
        ), rotated as (
          update subscriptions s set
            secret = $4,
            previous_secret = case
              when $5 = 0 or $6 and previous_secret_until <= now() then null
              when $6 then previous_secret
              else secret
            end,
            previous_secret_until = case
              when $5 = 0 or $6 and (previous_secret is null or previous_secret_until <= now()) then null
              when $6 then least(previous_secret_until, now() + make_interval(secs => $5))
              else now() + make_interval(secs => $5)
            end,
            updated_at = now()
          from before where s.id = before.id
          returning s.id, workspace_id, not $6 or previous_secret_until is distinct from before.until as is_changed,
            json_build_object('subscriptionId', s.id, 'previousSecretExpiresAt', ${iso('previous_secret_until')})::text
              as body
        ), audited as (${insertEntries({
          actor: '$7',
          workspaceId: 'workspace_id',
          action: 'subscription.rotate_secret',
          subject: `'subscriptions/' || id`,
          from: '(select * from rotated where is_changed) changed',
        })}
        )
        select body from rotated`,
      values: [
        subscriptionId,
        workspaceId,
        stored,
        isSame ? stored : secrets.encrypt(secret, subscriptionId),
        overlapSeconds,
        isSame,
        actorJson(actor),
      ],
    });
    if (rows[0] !== undefined) return rows[0].body;
  }
}

async function readStoredSecret(
  db: Queryable,
  workspaceId: string,
  subscriptionId: string,
): Promise<string | null> {
  const { rows } = await db.query<{ secret: string }>({
    name: 'read-subscription-secret',
    text: `select secret from subscriptions where id = $1 and workspace_id = $2 and deleted_at is null`,
    values: [subscriptionId, workspaceId],
  });
  return rows[0]?.secret ?? null;
}
