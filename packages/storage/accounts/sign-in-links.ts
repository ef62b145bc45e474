import type { Queryable } from '../database/database.ts';
import { hasEnded, insertMemberEntries, mayEnter, sessionLifetime } from './sessions.ts';

/** SQL condition: link `l` with token hash $1 is neither used, ended nor expired, and its member may sign in. */
const isUsable = `
  l.token_hash = $1 and l.spent_at is null and l.ended_as is null and l.expires_at > now() and ${mayEnter('l.member_id')}`;

export interface SignInPreview {
  memberName: string;
  workspaces: { name: string }[];
  expiresAt: Date;
}

/** Returns the person and the workspaces of a link without using it. Null if the link cannot be used. */
export async function previewLink(db: Queryable, tokenHash: Buffer): Promise<SignInPreview | null> {
  const { rows } = await db.query<SignInPreview>({
    name: 'preview-sign-in-link',
    text: `
      select m.name as "memberName", l.expires_at as "expiresAt", (
        select json_agg(json_build_object('name', w.name) order by o.created_at, w.id)
        from memberships o join workspaces w on w.id = o.workspace_id
        where o.member_id = m.id and w.suspended_at is null) as workspaces
      from sign_in_links l join members m on m.id = l.member_id
      where ${isUsable}`,
    values: [tokenHash],
  });
  return rows[0] ?? null;
}

export interface SignIn {
  linkHash: Buffer;
  /** Hash of the new session's token. */
  sessionHash: Buffer;
  /** Hash of the browser's previous session token. That session is ended. Null if the browser has none. */
  previousHash: Buffer | null;
  address: string | null;
}

/**
 * Marks a link as used and creates a session. If several requests use the link concurrently, only one succeeds, because
 * the update requires an unused link. Also removes the ended sessions of all members. Returns false if the link cannot
 * be used.
 */
export async function signInWithLink(db: Queryable, signIn: SignIn): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'sign-in-with-link',
    text: `
      with spent as (
        update sign_in_links l set spent_at = now() where ${isUsable} returning member_id, via_operator
      ), ended as (
        delete from sessions where exists (select from spent) and token_hash in (
          select s.token_hash from sessions s where s.token_hash = $3 or ${hasEnded} for update skip locked)
      ), shown as (
        update members m set operator_signed_in_at = now() from spent where m.id = spent.member_id and via_operator
      ), audited as (${insertMemberEntries('spent', 'session.create', '$4')}
      )
      insert into sessions (token_hash, member_id, expires_at, via_operator, operator_signed_in_before)
      select $2, m.id, now() + ${sessionLifetime}, via_operator, m.operator_signed_in_at
      from spent join members m on m.id = spent.member_id`,
    values: [signIn.linkHash, signIn.sessionHash, signIn.previousHash, signIn.address],
  });
  return rowCount === 1;
}

/**
 * Writes the audit entries of a rejected sign-in: one in each workspace of the link's member, or one without a
 * workspace if the member has none. The subject ends with the cause. Each link has at most one such entry for each
 * cause, and an unknown link has none. Otherwise clients could fill the audit log, whose entries cannot be deleted.
 */
export async function recordRejectedSignIn(
  db: Queryable,
  linkHash: Buffer,
  address: string | null,
): Promise<void> {
  await db.query({
    name: 'record-rejected-sign-in',
    text: `
      with rejected as (
        select l.token_hash, case
          when l.spent_at is not null then 'used'
          when l.ended_as is not null then l.ended_as
          when l.expires_at <= now() then 'expired'
          when ${mayEnter('l.member_id')} then null
          else 'suspended' end as cause
        from sign_in_links l where l.token_hash = $1
      ), recorded as (
        update sign_in_links l set rejected_as = l.rejected_as || r.cause
        from rejected r
        where l.token_hash = r.token_hash and r.cause is not null and not r.cause = any(l.rejected_as)
        returning l.member_id, l.via_operator, r.cause
      )
      insert into audit_log (workspace_id, actor_kind, actor, via, address, action, subject)
      select a.workspace_id, 'member', r.member_id, case when r.via_operator then 'operator' end, $2::inet, 'session.reject',
        'members/' || r.member_id || '/links/' || r.cause
      from recorded r left join memberships a on a.member_id = r.member_id order by a.workspace_id`,
    values: [linkHash, address],
  });
}
