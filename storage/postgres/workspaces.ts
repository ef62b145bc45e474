import type { Actor } from '../../domain/actor.ts';
import { actorJson, insertEntries } from './audit-log.ts';
import type { Queryable } from './database.ts';
import { creditsInMonth } from './spending-limits.ts';

export interface Workspace {
  id: string;
  name: string;
  plan: string;
  createdAt: Date;
  /** Bytes in the storage, counted every hour. */
  storedBytes: number;
  /** Maximum number of credits that the workspace is charged per calendar month (UTC). Null means no limit. */
  spendingLimit: number | null;
  /** Credits charged in the current month, less those reversed. */
  creditsThisMonth: number;
}

const columns = `
  w.id, w.name, w.plan, w.created_at as "createdAt", w.stored_bytes::float8 as "storedBytes",
  w.spending_limit as "spendingLimit", ${creditsInMonth('w.id', 'now()')} as "creditsThisMonth"`;

/** Writes a workspace and returns it. Throws if its plan does not exist. */
export async function insertWorkspace(
  db: Queryable,
  workspace: Pick<Workspace, 'id' | 'name' | 'plan'>,
  actor: Actor | null = null,
): Promise<Workspace> {
  const { rows } = await db.query<Workspace>(
    `with created as (
       insert into workspaces (id, name, plan) values ($1, $2, $3) returning *
     ), audited as (${insertEntries({
       actor: '$4',
       workspaceId: 'id',
       action: `'workspace.create'`,
       subject: `'workspaces/' || id`,
       from: 'created',
     })}
     )
     select ${columns} from created w`,
    [workspace.id, workspace.name, workspace.plan, actorJson(actor)],
  );
  return rows[0]!;
}

/** Returns a workspace. Returns null if there is no workspace with this id. */
export async function readWorkspace(db: Queryable, id: string): Promise<Workspace | null> {
  const { rows } = await db.query<Workspace>(`select ${columns} from workspaces w where w.id = $1`, [id]);
  return rows[0] ?? null;
}

/** Returns all workspaces, oldest first. */
export async function listWorkspaces(db: Queryable): Promise<Workspace[]> {
  const { rows } = await db.query<Workspace>(
    `select ${columns} from workspaces w order by w.created_at, w.id`,
  );
  return rows;
}
