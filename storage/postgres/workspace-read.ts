import type { Queryable } from './database.ts';

/**
 * A read of one resource of a workspace. It can run inside the statement that looks up the caller's API key,
 * which saves every GET a round trip to Postgres (see `findApiKey`).
 */
export interface WorkspaceRead {
  /** Prepared-statement name. */
  name: string;
  /**
   * SQL expression that returns the resource as JSON text; null when the workspace has no such resource.
   * `scope.workspace_id` is the workspace, and $2, $3… are the ids of the resource.
   */
  expression: string;
}

/** Runs a `WorkspaceRead`. Returns JSON text; null when the workspace has no such resource. */
export async function readInWorkspace(
  db: Queryable,
  { name, expression }: WorkspaceRead,
  workspaceId: string,
  ...ids: string[]
): Promise<string | null> {
  const { rows } = await db.query<{ body: string | null }>({
    name,
    text: `select (${expression}) as body from (select $1::uuid as workspace_id) scope`,
    values: [workspaceId, ...ids],
  });
  return rows[0]!.body;
}
