import type { Actor } from '../../domain/actor.ts';
import { actorJson, insertEntries } from './audit-log.ts';
import type { Queryable } from './database.ts';

export interface Workspace {
  id: string;
  name: string;
  plan: string;
  createdAt: Date;
  /** Bytes in the storage, counted every hour. */
  storedBytes: number;
}

const columns = `id, name, plan, created_at as "createdAt", stored_bytes::float8 as "storedBytes"`;

/** Returns the statement that writes the audit entry of a change. `from` has the changed workspaces. */
function auditWorkspaces(actor: string, action: string, from: string): string {
  const subject = `'workspaces/' || id`;
  return insertEntries({ actor, workspaceId: 'id', action: `'${action}'`, subject, from });
}

/** Writes a workspace and returns it. Throws if its plan does not exist. */
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
     select ${columns} from created`,
    [workspace.id, workspace.name, workspace.plan, actorJson(actor)],
  );
  return rows[0]!;
}

/**
 * Changes the plan of a workspace and returns the workspace, or null if there is no such workspace. The new
 * limits apply from the next request on. Throws if the plan does not exist.
 */
export async function setWorkspacePlan(
  db: Queryable,
  id: string,
  plan: string,
  actor: Actor | null = null,
): Promise<Workspace | null> {
  const { rows } = await db.query<Workspace>(
    `with changed as (
       update workspaces set plan = $2 where id = $1 returning *
     ), audited as (${auditWorkspaces('$3', 'workspace.set_plan', 'changed')}
     )
     select ${columns} from changed`,
    [id, plan, actorJson(actor)],
  );
  return rows[0] ?? null;
}

/** Returns a workspace. Returns null if there is no workspace with this id. */
export async function readWorkspace(db: Queryable, id: string): Promise<Workspace | null> {
  const { rows } = await db.query<Workspace>(`select ${columns} from workspaces where id = $1`, [id]);
  return rows[0] ?? null;
}

/** Returns all workspaces, oldest first. */
export async function listWorkspaces(db: Queryable): Promise<Workspace[]> {
  const { rows } = await db.query<Workspace>(`select ${columns} from workspaces order by created_at, id`);
  return rows;
}
