import type { Actor } from '@assay/domain/actor.ts';
import { isUsableKey } from '../accounts/api-keys.ts';
import { actorJson, insertEntries } from '../accounts/audit-log.ts';
import type { Queryable } from '../database/database.ts';

// The erasure of people: their name, sessions, links and addresses. The row stays without a name, because the audit log
// and API keys refer to it.

export interface MemberToErase {
  memberId: string;
  /** A workspace to which the member belongs. Null if there is none. */
  workspaceId: string | null;
  /** Time of the last removal from a workspace. Null if there was none. */
  removedAt: Date | null;
}

/** Returns a member, who joins no workspace until the transaction ends. Returns null if there is no such member. */
export async function lockMemberToErase(tx: Queryable, memberId: string): Promise<MemberToErase | null> {
  // The next statement sees the memberships for which this lock has waited.
  await tx.query('select from members where id = $1 for update', [memberId]);
  const { rows } = await tx.query<MemberToErase>(
    `select m.id as "memberId",
       (select o.workspace_id from memberships o where o.member_id = m.id limit 1) as "workspaceId",
       (select max(e.occurred_at) from audit_log e
        where e.action = 'member.remove' and e.subject = 'members/' || m.id) as "removedAt"
     from members m where m.id = $1`,
    [memberId],
  );
  return rows[0] ?? null;
}

/**
 * Removes the names, sessions and sign-in links of members, and the names of their API keys that are not usable. Writes
 * an audit entry for each member who was not erased before. Returns the number of these members.
 */
export async function erasePeople(
  tx: Queryable,
  memberIds: readonly string[],
  actor: Actor,
): Promise<number> {
  const { rowCount } = await tx.query(
    `with links as (
       delete from sign_in_links where member_id = any($1::uuid[])
     ), sessions_of_members as (
       delete from sessions where member_id = any($1::uuid[])
     ), keys as (
       update api_keys set name = null where created_by = any($1::uuid[]) and name is not null and not (${isUsableKey})
     ), erased as (
       update members set name = 'erased', operator_signed_in_at = null
       where id = any($1::uuid[]) and name <> 'erased' returning id
     ), audited as (${insertEntries({
       actor: '$2',
       workspaceId: 'null::uuid',
       action: 'member.erase',
       subject: `'members/' || id`,
       from: 'erased',
     })}
     )
     select from erased`,
    [memberIds, actorJson(actor)],
  );
  return rowCount!;
}

/** Number of ids that one statement of `eraseAddresses` examines, so that no statement takes long. */
const idsPerStatement = 100_000;

/**
 * Removes the addresses of clients from the entries of a workspace, or of people and the unusable API keys that they
 * created. The hash chain stays valid. A usable key was kept by an admin for others, so its addresses are kept too.
 * Returns the number of addresses.
 */
export async function eraseAddresses(
  db: Queryable,
  of: { workspaceId: string } | { memberIds: readonly string[] },
): Promise<number> {
  const [condition, value] =
    'workspaceId' in of
      ? ['e.workspace_id = $1', of.workspaceId]
      : [
          `(e.actor_kind = 'member' and e.actor = any($1::text[])) or (e.actor_kind = 'key' and e.actor = any (array(
             select id::text from api_keys where created_by::text = any($1::text[]) and not (${isUsableKey}))))`,
          of.memberIds,
        ];
  const { rows } = await db.query<{ last: number | null }>('select max(id) as last from audit_log');
  let erased = 0;
  for (let first = 1; first <= (rows[0]!.last ?? 0); first += idsPerStatement) {
    const { rowCount } = await db.query(
      `update audit_log e set address = null, address_salt = null
       where id >= $2 and id < $3 and address is not null and (${condition})`,
      [value, first, first + idsPerStatement],
    );
    erased += rowCount!;
  }
  return erased;
}
