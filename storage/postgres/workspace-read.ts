import type { Queryable } from './database.ts';

/**
 * A read of one resource of a workspace. The read can run inside the statement that looks up the caller's API
 * key. This saves every GET request a round trip to Postgres (see `findApiKey`).
 */
export interface WorkspaceRead {
  /** Name of the prepared statement. */
  name: string;
  /**
   * SQL expression that returns the resource as JSON text, or null if the workspace has no such resource.
   * `scope.workspace_id` is the id of the workspace; $2, $3… are the ids of the resource.
   */
  expression: string;
}

/** Runs a `WorkspaceRead`. Returns JSON text, or null if the workspace has no such resource. */
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
