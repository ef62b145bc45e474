import type { Queryable } from './database.ts';

/**
 * A read within one workspace: an SQL expression for a JSON text, null when the workspace has no such thing. In it,
 * `scope.workspace_id` is the workspace, and $2, $3… are the ids. It can be made in the statement that finds the
 * caller's key, which is a round trip saved on every GET (see `findApiKey`).
 */
export interface WorkspaceRead {
  name: string;
  expression: string;
}

/** The JSON text; null when the workspace has no such thing. */
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
