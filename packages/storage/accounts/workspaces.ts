import type { Actor } from '@assay/domain/actor.ts';
import type { AuditAction } from '@assay/domain/audit-actions.ts';
import { actorJson, insertEntries } from './audit-log.ts';
import type { Queryable } from '../database/database.ts';
import { creditsInMonth } from './spending-limits.ts';

export interface Workspace {
  id: string;
  name: string;
  plan: string;
  createdAt: Date;
  /** Bytes that the workspace has in S3, counted every hour. */
  storedBytes: number;
  suspendedAt: Date | null;
  removedAt: Date | null;
  /** Maximum number of credits that the workspace is charged per calendar month (UTC). Null means no limit. */
  spendingLimit: number | null;
  /** Credits charged in the current month, without reversed charges. */
  creditsThisMonth: number;
}

const columns = `
  w.id, w.name, w.plan, w.created_at as "createdAt", w.stored_bytes::float8 as "storedBytes",
  w.suspended_at as "suspendedAt", w.removed_at as "removedAt",
  w.spending_limit as "spendingLimit", ${creditsInMonth('w.id', 'now()')} as "creditsThisMonth"`;

/** SQL query for the workspace of the common table expression `changed`, or else of `known`, which is unchanged. */
const changedOrKnown = `
  select ${columns} from (
    select * from changed union all select * from known where not exists (select from changed)) w`;

function auditWorkspaces(actor: string, action: AuditAction, from: string): string {
  const subject = `'workspaces/' || id`;
  return insertEntries({ actor, workspaceId: 'id', action, subject, from });
}

/** Writes a workspace and returns it. Throws if its plan does not exist. */
/**
 * Locks the row of a workspace until the transaction ends. Transactions that count rows of a workspace before they
 * insert one, and therefore must not run concurrently, take this lock first.
 */
export async function lockWorkspace(tx: Queryable, id: string): Promise<void> {
  await tx.query({
    name: 'lock-workspace',
    text: `select 1 from workspaces where id = $1 for no key update`,
    values: [id],
  });
}

export async function insertWorkspace(
  db: Queryable,
  workspace: Pick<Workspace, 'id' | 'name' | 'plan'>,
  actor: Actor | null = null,
): Promise<Workspace> {
  const { rows } = await db.query<Workspace>(
    `with created as (
       insert into workspaces (id, name, plan) values ($1, $2, $3) returning *
     ), audited as (${auditWorkspaces('$4', 'workspace.create', 'created')}
     )
     select ${columns} from created w`,
    [workspace.id, workspace.name, workspace.plan, actorJson(actor)],
  );
  return rows[0]!;
}

/** Changes the plan of a workspace, effective with the next request. Throws if the plan does not exist. */
export async function setWorkspacePlan(
  db: Queryable,
  id: string,
  plan: string,
  actor: Actor | null = null,
): Promise<Workspace | null> {
  const { rows } = await db.query<Workspace>(
    `with known as (
       select * from workspaces where id = $1 for no key update
     ), changed as (
       update workspaces w set plan = $2 from known where w.id = known.id and known.plan <> $2 returning w.*
     ), audited as (${auditWorkspaces('$3', 'workspace.set_plan', 'changed')}
     )
     ${changedOrKnown}`,
    [id, plan, actorJson(actor)],
  );
  return rows[0] ?? null;
}

export async function readWorkspace(db: Queryable, id: string): Promise<Workspace | null> {
  const { rows } = await db.query<Workspace>(`select ${columns} from workspaces w where w.id = $1`, [id]);
  return rows[0] ?? null;
}

/** Returns all workspaces, oldest first. Removed workspaces are left out unless `withRemoved` is true. */
export async function listWorkspaces(db: Queryable, withRemoved = false): Promise<Workspace[]> {
  const { rows } = await db.query<Workspace>(
    `select ${columns} from workspaces w where $1 or w.removed_at is null order by w.created_at, w.id`,
    [withRemoved],
  );
  return rows;
}

/**
 * Suspends a workspace, or ends its suspension, and returns the workspace. If the workspace is suspended already,
 * `suspendedAt` is kept. Returns null if there is no such workspace, or if the workspace is removed.
 */
export async function setSuspended(
  db: Queryable,
  id: string,
  suspended: boolean,
  actor: Actor | null = null,
): Promise<Workspace | null> {
  const { rows } = await db.query<Workspace>(
    `with known as (
       select * from workspaces where id = $1 and removed_at is null for no key update
     ), changed as (
       update workspaces w set suspended_at = case when $2 then now() end
       from known where w.id = known.id and (known.suspended_at is not null) <> $2 returning w.*
     ), audited as (${auditWorkspaces('$3', suspended ? 'workspace.suspend' : 'workspace.resume', 'changed')}
     )
     ${changedOrKnown}`,
    [id, suspended, actorJson(actor)],
  );
  return rows[0] ?? null;
}

/** Marks a suspended workspace as removed. Removing it twice changes nothing. */
export async function removeWorkspace(db: Queryable, id: string, actor: Actor | null = null): Promise<void> {
  await db.query(
    `with removed as (
       update workspaces set removed_at = now() where id = $1 and removed_at is null returning id
     )
     ${auditWorkspaces('$2', 'workspace.remove', 'removed')}`,
    [id, actorJson(actor)],
  );
}
