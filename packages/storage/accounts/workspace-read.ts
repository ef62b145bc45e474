import type { Caller } from './caller.ts';
import type { Queryable } from '../database/database.ts';

/**
 * A read of a workspace's data. A read of one row by its primary key, or of a submission with its assets, can run
 * inside the statement that looks up the caller's API key or session (see `findApiKey`). This saves most GET requests a
 * round trip to Postgres.
 */
export interface WorkspaceRead {
  /** Name of the prepared statement. */
  name: string;
  /**
   * SQL expression that returns the resource as JSON text, or null if the workspace has no such resource.
   * `scope.workspace_id` is the id of the workspace, and `scope.scopes` are the scopes of the key. $2, $3…
   * are the ids of the resource, or the filters of a list. A read of a submission or asset must have the
   * condition `isVisible`.
   */
  expression: string;
  /**
   * True if callers read this resource often and at the same time. Concurrent reads with one API key then share SQL
   * statements (see `createKeyLookup`). The only parameter of the expression must be $2, a UUID.
   */
  isPolled?: boolean;
}

export interface ReadRequest {
  read: WorkspaceRead;
  /** The values of the parameters $2, $3… of the read. */
  values: readonly (string | null)[];
}

/** SQL condition in a `WorkspaceRead`: the key may see live submissions. */
export const seesLive = `('live_data' = any (scope.scopes))`;

/** Returns an SQL condition in a `WorkspaceRead`: the key may see rows of this environment. */
export const isVisible = (environment: string) => `(${environment} = 'sandbox' or ${seesLive})`;

/**
 * Runs a `WorkspaceRead`. Returns JSON text, or null if the workspace has no such resource. Live resources are
 * included, so the caller must have checked that the key may see them.
 */
export function readInWorkspace(
  db: Queryable,
  read: WorkspaceRead,
  workspaceId: string,
  ...parameters: (string | null)[]
): Promise<string | null> {
  return readAs(db, { workspaceId, scopes: ['live_data'] }, { read, values: parameters });
}

/** Runs a read with the scopes of a caller. Returns JSON text, or null if the caller may see no such resource. */
export async function readAs(
  db: Queryable,
  { workspaceId, scopes }: Pick<Caller, 'workspaceId' | 'scopes'>,
  { read: { name, expression }, values }: Pick<ReadRequest, 'read' | 'values'>,
): Promise<string | null> {
  const { rows } = await db.query<{ body: string | null }>({
    name,
    text: `
      select (${expression}) as body
      from (select $1::uuid as workspace_id, $${values.length + 2}::text[] as scopes) scope`,
    values: [workspaceId, ...values, scopes],
  });
  return rows[0]!.body;
}
