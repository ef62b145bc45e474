import { auditQuery } from '@assay/domain/contracts/console.ts';
import { listWorkspaceEntries } from '@assay/storage/accounts/audit-log.ts';
import { consoleOperation } from '../workspace-route.ts';

/** Lists the entries of the workspace's audit log, newest first. `next` is the cursor of the next page. */
export const listEntriesRoute = consoleOperation({
  query: auditQuery,
  async handle(request) {
    const { caller, query, deps } = request;
    const { cursor = null, limit } = query;
    const entries = await deps.readList(request, (db) =>
      listWorkspaceEntries(db, caller.workspaceId, cursor, limit + 1),
    );
    const items = entries.slice(0, limit);
    const next = entries.length > limit ? String(items.at(-1)!.id) : null;
    return { status: 200, body: { items, next } };
  },
});
