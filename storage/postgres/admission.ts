import type { Queryable } from './database.ts';
import { inputColumns, type UnstartedVersion } from './outbox.ts';

// A workspace's live submissions are begun a few assets at a time, so that one that submits thousands does not have
// thousands of workflows at work beside everybody else's. The others wait here, oldest first.

/** True of a version `v` that waits for its turn. */
export const isWaiting = `v.waits and v.workflow_started_at is null`;

/**
 * What has been in work for longer takes no place any more: it waits for somebody else (a sidekick of a consumer's own, an
 * operator), and would hold up the workspace.
 */
const holdsItsPlaceMinutes = 10;

/** The number of a workspace's assets in work, as an expression. */
export const assetsInWork = (workspaceId: string): string => `
  (select coalesce(sum(v.expected_count - v.finished_count), 0)
   from submission_versions v
   where v.workspace_id = ${workspaceId} and v.status = 'processing' and not (${isWaiting})
     and coalesce(v.workflow_started_at, v.created_at) > now() - interval '${holdsItsPlaceMinutes} minutes')`;

/** The versions whose turn it is, of each workspace the oldest, as many as it has places for. */
export async function readVersionsInTurn(db: Queryable, limit: number): Promise<UnstartedVersion[]> {
  const { rows } = await db.query<UnstartedVersion>({
    name: 'read-versions-in-turn',
    text: `
      with crowd as (
        select q.workspace_id, p.max_assets_in_work - ${assetsInWork('q.workspace_id')} as places
        from (select distinct v.workspace_id from submission_versions v where ${isWaiting}) q
        join workspaces w on w.id = q.workspace_id join plans p on p.name = w.plan
      )
      select ${inputColumns}, v.traceparent
      from crowd c
      cross join lateral (
        select o.*, sum(o.expected_count) over (order by o.created_at, o.submission_id) - o.expected_count as before
        from (select v.* from submission_versions v where v.workspace_id = c.workspace_id and ${isWaiting}
          order by v.created_at limit $1) o
      ) v
      join submissions s on s.id = v.submission_id
      where c.places is null or v.before < c.places
      order by v.created_at limit $1`,
    values: [limit],
  });
  return rows;
}

/** True where anything waits for its turn. */
export async function hasWaitingVersions(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ waits: boolean }>({
    name: 'has-waiting-versions',
    text: `select exists (select 1 from submission_versions v where ${isWaiting}) as waits`,
  });
  return rows[0]!.waits;
}
