import type { AuditAction } from '@assay/domain/audit-actions.ts';
import type { Environment, Scope } from '@assay/domain/api-key.ts';
import type { Role } from '@assay/domain/role.ts';
import { type Caller, isAdmitted, workspaceColumns } from './caller.ts';
import type { Queryable } from '../database/database.ts';
import type { ReadRequest } from './workspace-read.ts';

export interface Session {
  memberId: string;
  memberName: string;
  /** Time at which the session ends even if it is used. */
  expiresAt: Date;
  /** Time at which the session ends unless it is used before. */
  idleExpiresAt: Date;
  /** True if the last recorded use is at most five minutes old. This use then need not be recorded. */
  useIsRecorded: boolean;
  /** True if the session must get a new token, because a role of the member has changed. */
  mustRenew: boolean;
  /** True if the session was opened with a link that an operator could use. */
  viaOperator: boolean;
  /** Last sign-in as the member with such a link, except the one that opened this session. Null if there was none. */
  operatorSignedInAt: Date | null;
}

export const sessionLifetime = `interval '7 days'`;
const idleLifetime = `interval '12 hours'`;

/** SQL condition: the member belongs to a workspace that is not suspended. Removed workspaces stay suspended. */
export const mayEnter = (memberId: string) => `exists (
  select from memberships e join workspaces ew on ew.id = e.workspace_id
  where e.member_id = ${memberId} and ew.suspended_at is null)`;

/** SQL condition: session `s` has expired, or has not been used for `idleLifetime`. */
export const hasEnded = `(s.expires_at <= now() or s.used_at <= now() - ${idleLifetime})`;

/** SQL condition: session `s` can be used. After a renewal, the previous token (hash `$1`) works for a minute. */
const isCurrent = `
  (s.token_hash = $1 or (s.previous_token_hash = $1 and s.renewed_at > now() - interval '1 minute'))
  and not ${hasEnded} and ${mayEnter('s.member_id')}`;

const sessionColumns = `
  m.id as "memberId", m.name as "memberName", s.expires_at as "expiresAt",
  least(s.used_at + ${idleLifetime}, s.expires_at) as "idleExpiresAt",
  s.used_at > now() - interval '5 minutes' as "useIsRecorded", s.must_renew as "mustRenew",
  s.via_operator as "viaOperator",
  case when m.operator_signed_in_at > s.created_at then m.operator_signed_in_at
    else s.operator_signed_in_before end as "operatorSignedInAt"`;

/** A workspace that a member may enter, and the member's role there. */
export interface Membership {
  workspaceId: string;
  workspaceName: string;
  role: Role;
}

/** Returns a session and the workspaces that its member may enter. Returns null if there is no such session. */
export async function findSession(
  db: Queryable,
  tokenHash: Buffer,
): Promise<{ session: Session; memberships: Membership[] } | null> {
  const { rows } = await db.query<Session & { memberships: Membership[] }>({
    name: 'find-session',
    text: `
      select ${sessionColumns}, (
        select json_agg(json_build_object('workspaceId', w.id, 'workspaceName', w.name, 'role', o.role)
          order by o.created_at, w.id)
        from memberships o join workspaces w on w.id = o.workspace_id
        where o.member_id = s.member_id and w.suspended_at is null) as memberships
      from sessions s join members m on m.id = s.member_id
      where ${isCurrent}`,
    values: [tokenHash],
  });
  if (rows[0] === undefined) return null;
  const { memberships, ...session } = rows[0];
  return { session, memberships };
}

/** Members have every scope. Their role decides which routes they may use. */
const memberScopes: readonly Scope[] = ['read', 'submit', 'webhooks', 'profiles', 'live_data'];

export interface WorkspaceSession {
  session: Session;
  /** Null if the member does not belong to the workspace. */
  access: { caller: Caller & { role: Role } } | null;
  /** The result of the read as JSON text. Before using it, the caller must check that `access` permits the read. */
  found: string | null;
}

/**
 * Looks up a session by the hash of its token, with the member's role in a workspace. Also runs a read in the same
 * statement, as `findApiKey` does. Membership is read with each request, so a change takes effect immediately.
 * @returns null if there is no such session
 */
export async function findWorkspaceSession(
  db: Queryable,
  tokenHash: Buffer,
  workspaceId: string,
  environment: Environment,
  request: ReadRequest | null = null,
): Promise<WorkspaceSession | null> {
  const values = request?.values ?? [];
  const { rows } = await db.query<
    Session &
      Omit<Caller, 'id' | 'environment' | 'scopes' | 'role'> & { role: Role | null; found: string | null }
  >({
    name: request === null ? 'find-workspace-session' : `find-workspace-session-and-${request.read.name}`,
    text: `
      select ${sessionColumns}, scope.role, ${workspaceColumns}, 
        case when ${isAdmitted} then (${request?.read.expression ?? 'null'}) end as found
      from sessions s
      join members m on m.id = s.member_id
      left join (
        select o.*, $${values.length + 3}::text[] as scopes from memberships o
      ) scope on scope.member_id = s.member_id and scope.workspace_id = $${values.length + 2}
      left join workspaces w on w.id = scope.workspace_id
      left join plans p on p.name = w.plan
      where ${isCurrent}`,
    values: [tokenHash, ...values, workspaceId, memberScopes],
  });
  if (rows[0] === undefined) return null;
  const { memberId, memberName, expiresAt, idleExpiresAt, useIsRecorded, mustRenew, ...rest } = rows[0];
  const { viaOperator, operatorSignedInAt, role, found, ...limits } = rest;
  const times = { expiresAt, idleExpiresAt, operatorSignedInAt };
  const session = { memberId, memberName, ...times, useIsRecorded, mustRenew, viaOperator };
  if (role === null) return { session, access: null, found: null };
  const id = `${memberId}:${workspaceId}`;
  const caller = { ...limits, id, workspaceId, environment, scopes: memberScopes, role, seesLive: true };
  return { session, access: { caller }, found };
}

/**
 * Records that a session is used now, unless its last use was recorded in the last five minutes. Returns the time at
 * which the session ends if it is not used again, or null if nothing was recorded.
 */
export async function recordSessionUse(db: Queryable, tokenHash: Buffer): Promise<Date | null> {
  const { rows } = await db.query<{ idleExpiresAt: Date }>({
    name: 'record-session-use',
    text: `
      update sessions set used_at = now()
      where token_hash = $1 and used_at between now() - ${idleLifetime} and now() - interval '5 minutes'
      returning least(used_at + ${idleLifetime}, expires_at) as "idleExpiresAt"`,
    values: [tokenHash],
  });
  return rows[0]?.idleExpiresAt ?? null;
}

/**
 * Replaces the token of a session that must be renewed. The previous token is accepted for another minute. Returns
 * false if another request has renewed the session.
 */
export async function renewSession(db: Queryable, tokenHash: Buffer, newTokenHash: Buffer): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'renew-session',
    text: `
      update sessions
      set token_hash = $2, previous_token_hash = token_hash, renewed_at = now(), must_renew = false
      where token_hash = $1 and must_renew`,
    values: [tokenHash, newTokenHash],
  });
  return rowCount === 1;
}

/**
 * Returns the SQL statement that writes one audit entry in each workspace of a member.
 * @param from table expression with the columns `member_id` and `via_operator`. If it has no row, no entry is written.
 * @param address SQL parameter with the address of the client
 */
export function insertMemberEntries(from: string, action: AuditAction, address: string): string {
  return `
    insert into audit_log (workspace_id, actor_kind, actor, via, address, action, subject)
    select a.workspace_id, 'member', who.member_id, case when who.via_operator then 'operator' end, ${address}::inet, '${action}', 'members/' || who.member_id
    from ${from} who join memberships a on a.member_id = who.member_id order by a.workspace_id`;
}

/**
 * Ends a session, or all sessions of its member. Returns false if there is no such session.
 * @param address address of the client, for the audit log
 */
export async function endSessions(
  db: Queryable,
  tokenHash: Buffer,
  which: 'this' | 'all',
  address: string | null,
): Promise<boolean> {
  const condition = which === 'this' ? 's.token_hash = own.token_hash' : 'true';
  const { rowCount } = await db.query({
    name: `end-sessions-${which}`,
    text: `
      with own as (
        select s.token_hash, s.member_id, s.via_operator from sessions s where s.token_hash = $1 or s.previous_token_hash = $1
      ), ended as (
        delete from sessions s using own where s.member_id = own.member_id and ${condition} returning s.member_id
      ), members_of_ended as (
        select distinct own.member_id, own.via_operator from ended join own using (member_id)
      ), audited as (${insertMemberEntries('members_of_ended', which === 'this' ? 'session.end' : 'session.end_all', '$2')}
      )
      select from own`,
    values: [tokenHash, address],
  });
  return rowCount! > 0;
}
