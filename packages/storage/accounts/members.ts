import type { Actor } from '@assay/domain/actor.ts';
import type { AuditAction } from '@assay/domain/audit-actions.ts';
import type { Environment } from '@assay/domain/api-key.ts';
import type { Role } from '@assay/domain/role.ts';
import { isUsableKey } from './api-keys.ts';
import { actorJson, insertEntries, requireAuthor } from './audit-log.ts';
import { lockWorkspace } from './workspaces.ts';
import { type Database, inTransaction, type Queryable } from '../database/database.ts';

export interface Member {
  id: string;
  name: string;
  workspaceId: string;
  role: Role;
  createdAt: Date;
  /** Last use of a session, accurate to five minutes. Null if the member has no session. */
  lastUsedAt: Date | null;
}

const columns = `
  m.id, m.name, o.workspace_id as "workspaceId", o.role, o.created_at as "createdAt",
  (select max(s.used_at) from sessions s where s.member_id = m.id) as "lastUsedAt"`;

/** @param givesRole true to include the role in the entry */
function auditMembers(actor: string, action: AuditAction, from: string, givesRole = false): string {
  const subject = `'members/' || member_id${givesRole ? ` || '/roles/' || role` : ''}`;
  return insertEntries({ actor, workspaceId: 'workspace_id', action, subject, from });
}

/** Returns the memberships of a workspace, of a member or of both, oldest first. Without a filter, returns all. */
export async function listMembers(
  db: Queryable,
  { workspaceId = null, memberId = null }: { workspaceId?: string | null; memberId?: string | null } = {},
): Promise<Member[]> {
  const { rows } = await db.query<Member>({
    name: 'list-members',
    text: `
      select ${columns} from memberships o join members m on m.id = o.member_id
      where ($1::uuid is null or o.workspace_id = $1) and ($2::uuid is null or o.member_id = $2)
      order by o.created_at, m.id`,
    values: [workspaceId, memberId],
  });
  return rows;
}

/** SQL condition: a sign-in link expired so long ago that the cause of a rejected sign-in does not matter any more. */
const isForgotten = `expires_at <= now() - interval '30 days'`;

/** Returns an SQL statement that ends the unused sign-in links of a member. The rows stay for the audit log. */
const endLinks = (memberId: string, as: 'replaced' | 'revoked') => `
  update sign_in_links set ended_as = '${as}'
  where member_id = ${memberId} and spent_at is null and ended_as is null and not ${isForgotten}`;

export interface NewMember {
  id: string;
  name: string;
  workspaceId: string;
  role: Role;
}

export interface NewLink {
  tokenHash: Buffer;
  /** Time until the link expires, in minutes. */
  minutes: number;
}

/**
 * Returns whether an operator could use a link that `actor` makes: `actor` is an operator, or a member whose session
 * was opened with such a link. The operator may have opened that session.
 */
const mayBeUsedByOperator = (actor: Actor | null): boolean =>
  actor?.kind === 'operator' || actor?.via === 'operator';

/**
 * Writes a member with a membership and a sign-in link. Returns the time at which the link expires, or null if the
 * workspace already has `maxMembers` members.
 * @param maxMembers null: no limit. With a limit, `db` must be a transaction that has called `lockWorkspace`.
 */
export async function insertMember(
  db: Queryable,
  member: NewMember,
  link: NewLink,
  actor: Actor | null,
  maxMembers: number | null = null,
): Promise<Date | null> {
  const { rows } = await db.query<{ expiresAt: Date }>({
    name: 'insert-member',
    text: `
      with created as (
        insert into members (id, name) select $1, $2
        where $8::integer is null or (select count(*) from memberships where workspace_id = $3) < $8
        returning id
      ), joined as (
        insert into memberships (member_id, workspace_id, role) select id, $3, $4 from created returning *
      ), audited as (${auditMembers('$7', 'member.invite', 'joined', true)}
      )
      insert into sign_in_links (token_hash, member_id, expires_at, via_operator)
      select $5, id, now() + make_interval(mins => $6), $9 from created returning expires_at as "expiresAt"`,
    values: [
      member.id,
      member.name,
      member.workspaceId,
      member.role,
      link.tokenHash,
      link.minutes,
      actorJson(actor),
      maxMembers,
      mayBeUsedByOperator(actor),
    ],
  });
  return rows[0]?.expiresAt ?? null;
}

/**
 * Writes a sign-in link for a member, which replaces the member's unused links. Also removes links that expired more
 * than 30 days ago. Returns the time at which the new link expires, or null if the member belongs to no workspace.
 */
export async function insertLink(
  db: Queryable,
  memberId: string,
  link: NewLink,
  actor: Actor | null,
): Promise<Date | null> {
  const { rows } = await db.query<{ expiresAt: Date }>({
    name: 'insert-sign-in-link',
    text: `
      with memberships_of_member as (
        select * from memberships where member_id = $1 order by workspace_id
      ), removed as (
        delete from sign_in_links where member_id = $1 and ${isForgotten}
      ), replaced as (${endLinks('$1', 'replaced')}
      ), audited as (${auditMembers('$4', 'member.link', 'memberships_of_member')}
      )
      insert into sign_in_links (token_hash, member_id, expires_at, via_operator)
      select $2, $1, now() + make_interval(mins => $3), $5 where exists (select from memberships_of_member)
      returning expires_at as "expiresAt"`,
    values: [memberId, link.tokenHash, link.minutes, actorJson(actor), mayBeUsedByOperator(actor)],
  });
  return rows[0]?.expiresAt ?? null;
}

export interface MembershipKey {
  memberId: string;
  workspaceId: string;
  /** True to reject a change that leaves the workspace without an admin. */
  keepAdmin: boolean;
}

export type MembershipFault = 'not a member' | 'last admin';

/**
 * Changes the role of a member. The member's sessions get a new token with their next request. The lock on the
 * workspace prevents two admins from demoting each other at the same time. An admin who gets another role loses the API
 * keys that the person created, as `removeMember` describes.
 * @returns the keys, or the reason why nothing was changed
 */
export async function setRole(
  database: Database,
  key: MembershipKey,
  role: Role,
  actor: Actor,
  keptKeyIds: readonly string[] = [],
): Promise<MembershipFault | KeyOfMember[]> {
  return changeMembership(database, key, actor, role !== 'admin', async (tx, author, before) => {
    await tx.query({
      name: 'set-role',
      text: `
        with changed as (
          update memberships set role = $3
          where member_id = $1 and workspace_id = $2 and role <> $3 returning *
        ), renewed as (
          update sessions set must_renew = true where member_id = (select member_id from changed)
        )
        ${auditMembers('$4', 'member.set_role', 'changed', true)}`,
      values: [key.memberId, key.workspaceId, role, actorJson(author)],
    });
    return before === 'admin' && role !== 'admin' ? endKeys(tx, key, author, keptKeyIds) : [];
  });
}

/** An API key that was usable when the member who had created it was removed, or lost the role of an admin. */
export interface KeyOfMember {
  keyId: string;
  name: string | null;
  environment: Environment;
  /** The last four characters of the key. */
  hint: string;
  outcome: 'revoked' | 'kept';
}

/** Returns the usable API keys of a workspace that a member created, oldest first. */
export async function listKeysOf(
  db: Queryable,
  { memberId, workspaceId }: Pick<MembershipKey, 'memberId' | 'workspaceId'>,
): Promise<Omit<KeyOfMember, 'outcome'>[]> {
  const { rows } = await db.query<Omit<KeyOfMember, 'outcome'>>(
    `select id as "keyId", name, environment, hint from api_keys
     where workspace_id = $2 and created_by = $1 and ${isUsableKey} order by created_at, id`,
    [memberId, workspaceId],
  );
  return rows;
}

/**
 * Removes a member from a workspace. A member without a workspace also loses sessions and sign-in links. Revokes the
 * usable API keys of the workspace that the member created, except the keys in `keptKeyIds`. The audit log names the
 * member and each of these keys.
 * @returns the keys, or the reason why nothing was changed
 */
export async function removeMember(
  database: Database,
  key: MembershipKey,
  actor: Actor,
  keptKeyIds: readonly string[] = [],
): Promise<MembershipFault | KeyOfMember[]> {
  return changeMembership(database, key, actor, true, async (tx, author) => {
    const keys = await endKeys(tx, key, author, keptKeyIds);
    await tx.query({
      name: 'remove-membership',
      text: `
        with removed as (
          delete from memberships where member_id = $1 and workspace_id = $2 returning *
        )
        ${auditMembers('$3', 'member.remove', 'removed')}`,
      values: [key.memberId, key.workspaceId, actorJson(author)],
    });
    await endAccess(tx, key.memberId);
    return keys;
  });
}

/** Revokes the usable API keys of a workspace that a member created, except the kept ones. Returns all of them. */
async function endKeys(
  tx: Queryable,
  { memberId, workspaceId }: MembershipKey,
  author: Actor,
  keptKeyIds: readonly string[],
): Promise<KeyOfMember[]> {
  const { rows } = await tx.query<KeyOfMember>({
    name: 'end-keys-of-member',
    text: `
      with created as (
        select id, workspace_id, name, environment, hint, created_at, id = any($4::uuid[]) as is_kept from api_keys
        where workspace_id = $2 and created_by = $1 and ${isUsableKey} for no key update
      ), revoked as (
        update api_keys k set revoked_at = now() from created c where k.id = c.id and not c.is_kept
      ), audited as (${insertEntries({
        actor: '$3',
        workspaceId: 'workspace_id',
        action: 'key.revoke',
        subject: `'keys/' || id`,
        from: '(select * from created where not is_kept) ended',
      })}
      ), audited_kept as (${insertEntries({
        actor: '$3',
        workspaceId: 'workspace_id',
        action: 'key.keep',
        subject: `'keys/' || id`,
        from: '(select * from created where is_kept) kept',
      })}
      )
      select id as "keyId", name, environment, hint, case when is_kept then 'kept' else 'revoked' end as outcome
      from created order by created_at, id`,
    values: [memberId, workspaceId, actorJson(author), keptKeyIds],
  });
  return rows;
}

/** Ends the sessions and sign-in links of a member who belongs to no workspace. */
async function endAccess(tx: Queryable, memberId: string): Promise<void> {
  await tx.query({
    name: 'end-access',
    text: `
      with gone as (
        select id from members where id = $1 and not exists (select from memberships where member_id = $1)
      ), links as (${endLinks('(select id from gone)', 'revoked')}
      )
      delete from sessions where member_id = (select id from gone)`,
    values: [memberId],
  });
}

/**
 * Runs a change of a membership in a transaction that locks the row of the workspace.
 * @param change receives the author without the role that the change needs. The role is checked before the change,
 *   because admins can change their own membership. `before` is the role of the member before the change.
 */
async function changeMembership<T>(
  database: Database,
  { memberId, workspaceId, keepAdmin }: MembershipKey,
  actor: Actor,
  losesAdmin: boolean,
  change: (tx: Queryable, author: Actor, before: Role) => Promise<T>,
): Promise<MembershipFault | T> {
  const { role: _, ...author } = actor;
  return inTransaction(database, async (tx) => {
    await lockWorkspace(tx, workspaceId);
    await requireAuthor(tx, workspaceId, actor);
    const { rows } = await tx.query<{ role: Role; isLast: boolean }>({
      name: 'read-membership',
      text: `
        select role, role = 'admin' and not exists (
          select from memberships a
          where a.workspace_id = $2 and a.role = 'admin' and a.member_id <> $1) as "isLast"
        from memberships where member_id = $1 and workspace_id = $2`,
      values: [memberId, workspaceId],
    });
    if (rows[0] === undefined) return 'not a member';
    if (keepAdmin && losesAdmin && rows[0].isLast) return 'last admin';
    return change(tx, author, rows[0].role);
  });
}

/**
 * Adds a member to a workspace. Also ends the member's sessions and sign-in links: an admin of another workspace
 * received the link of the member's invitation. That admin could use the link, or a session opened with it, to enter
 * this workspace. Returns false if there is no such member.
 */
export async function addToWorkspace(
  db: Queryable,
  { memberId, workspaceId }: Pick<MembershipKey, 'memberId' | 'workspaceId'>,
  role: Role,
  actor: Actor,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `with joined as (
       insert into memberships (member_id, workspace_id, role) select id, $2, $3 from members where id = $1
       on conflict do nothing returning *
     ), links as (${endLinks('(select member_id from joined)', 'revoked')}
     ), ended as (
       delete from sessions where member_id = (select member_id from joined)
     ), audited as (${auditMembers('$4', 'member.add', 'joined', true)}
     )
     select from members where id = $1`,
    [memberId, workspaceId, role, actorJson(actor)],
  );
  return rowCount === 1;
}
