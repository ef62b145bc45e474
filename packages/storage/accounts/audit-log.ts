import type { Actor } from '@assay/domain/actor.ts';
import type { AuditAction } from '@assay/domain/audit-actions.ts';
import type { Queryable } from '../database/database.ts';

/** The action of an entry in the audit log, and SQL expressions for its other fields. */
export interface EntrySql {
  /** Parameter with the value of `actorJson`. */
  actor: string;
  workspaceId: string;
  action: AuditAction;
  subject: string;
  /** Table expression with the changed rows. One entry is written per row. */
  from: string;
}

/**
 * Returns an SQL statement that writes audit entries. It is used as a common table expression of the statement that
 * makes the change, so the change and its entries are stored together or not at all. If the actor is null, no entry is
 * written.
 *
 * A request can wait for a lock after its rights were checked. The entry is written after that wait, and
 * `require_author` then checks the rights once more. If the author has lost them, the statement fails (`isRightLost`).
 */
export function insertEntries({ actor, workspaceId, action, subject, from }: EntrySql): string {
  return `
    insert into audit_log (workspace_id, actor_kind, actor, via, address, action, subject)
    select ${workspaceId}, require_author(who, ${workspaceId}), who ->> 'name', who ->> 'via', (who ->> 'address')::inet, '${action}', ${subject}
    from ${from} cross join (select ${actor}::jsonb) as given (who) where who is not null`;
}

export function actorJson(actor: Actor | null): string | null {
  return actor === null ? null : JSON.stringify(actor);
}

/**
 * Checks once more that the author of a change still has the right to it. Call it before a change that can take this
 * right from its author. All other changes are checked with their entry.
 * @throws an error that fulfils `isRightLost`
 */
export async function requireAuthor(tx: Queryable, workspaceId: string, actor: Actor): Promise<void> {
  await tx.query({
    name: 'require-author',
    text: 'select require_author($1::jsonb, $2)',
    values: [actorJson(actor), workspaceId],
  });
}

/** An entry to write with a separate statement in the transaction of the change. */
export interface NewEntry {
  /** Null if the change concerns all workspaces. */
  workspaceId: string | null;
  action: AuditAction;
  /** Path of the changed resource. */
  subject: string;
}

/** Writes an entry. Checks the rights of the author as `insertEntries` does. */
export async function insertEntry(db: Queryable, actor: Actor | null, entry: NewEntry): Promise<void> {
  if (actor === null) return;
  await db.query({
    name: 'insert-audit-entry',
    text: `
      insert into audit_log (workspace_id, actor_kind, actor, via, address, action, subject)
      values ($1, require_author($2::jsonb, $1), $3, $4, $5, $6, $7)`,
    values: [
      entry.workspaceId,
      actorJson(actor),
      actor.name,
      actor.via ?? null,
      actor.address,
      entry.action,
      entry.subject,
    ],
  });
}

export interface AuditEntry {
  id: number;
  occurredAt: Date;
  workspaceId: string | null;
  actorKind: Actor['kind'];
  actor: string;
  /** `operator`: the member's session was opened with a link that an operator could use. */
  via: 'operator' | null;
  address: string | null;
  action: string;
  subject: string;
}

export interface WorkspaceEntry {
  id: number;
  occurredAt: Date;
  actor: {
    kind: Actor['kind'];
    /** Null for operators, and if no key or member with the id of the entry exists. */
    id: string | null;
    /**
     * Name of the operator, member or key. Null if the key has no name, or if `id` is null and the actor is no
     * operator.
     */
    name: string | null;
    /** `operator`: the member's session was opened with a link that an operator could use. */
    via: 'operator' | null;
  };
  address: string | null;
  action: string;
  subject: string;
}

/** Returns an SQL expression: the id of the actor of entry `e`, or null if the actor is of another kind. */
export const actorId = (kind: Actor['kind']) =>
  `case when e.actor_kind = '${kind}' and e.actor ~ '^[0-9a-f-]{36}$' then e.actor::uuid end`;

/**
 * Returns the newest entries of a workspace, newest first.
 * @param before returns only entries with a smaller id; null for all
 */
export async function listWorkspaceEntries(
  db: Queryable,
  workspaceId: string,
  before: number | null,
  limit: number,
): Promise<WorkspaceEntry[]> {
  const { rows } = await db.query<WorkspaceEntry>({
    name: 'list-workspace-entries',
    text: `
      select e.id, e.occurred_at as "occurredAt", json_build_object('kind', e.actor_kind,
          'id', coalesce(k.id, m.id),
          'name', case when e.actor_kind = 'operator' then e.actor else coalesce(k.name, m.name) end,
          'via', e.via) as actor,
        host(e.address) as address, e.action, e.subject
      from audit_log e
      left join api_keys k on k.id = ${actorId('key')}
      left join members m on m.id = ${actorId('member')}
      where e.workspace_id = $1 and ($2::bigint is null or e.id < $2)
      order by e.id desc limit $3`,
    values: [workspaceId, before, limit],
  });
  return rows;
}

/** Conditions on the listed entries. Null means no condition. */
export interface AuditFilter {
  workspaceId: string | null;
  actor: string | null;
  action: string | null;
  /** Path of a resource. Resources below it are included. */
  subject: string | null;
  since: Date | null;
  until: Date | null;
}

/** Returns the newest entries that match, newest first. */
export async function listAuditEntries(
  db: Queryable,
  filter: AuditFilter,
  limit: number,
): Promise<AuditEntry[]> {
  const { rows } = await db.query<AuditEntry>(
    `select id, occurred_at as "occurredAt", workspace_id as "workspaceId", actor_kind as "actorKind", actor, via,
       host(address) as address, action, subject
     from audit_log
     where ($1::uuid is null or workspace_id = $1) and ($2::text is null or actor = $2)
       and ($3::text is null or action = $3)
       and ($4::text is null or subject = $4 or starts_with(subject, $4 || '/'))
       and ($5::timestamptz is null or occurred_at >= $5) and ($6::timestamptz is null or occurred_at < $6)
     order by id desc limit $7`,
    [filter.workspaceId, filter.actor, filter.action, filter.subject, filter.since, filter.until, limit],
  );
  return rows;
}
