import { isUuid } from '../domain/blob-path.ts';
import type { Queryable } from '../storage/postgres/database.ts';
import { readWorkspace } from '../storage/postgres/workspaces.ts';
import { UsageError } from './run.ts';

/** Throws `UsageError` if the workspace does not exist. */
export async function requireWorkspace(db: Queryable, id: string): Promise<void> {
  const known = isUuid(id) && (await readWorkspace(db, id)) !== null;
  if (!known) throw new UsageError(`there is no workspace ${id}`);
}
