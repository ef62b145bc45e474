import type { Queryable } from '../database/database.ts';
import {
  type UnstartedRow,
  type UnstartedVersion,
  unstartedVersions,
  versionRecordColumns,
} from './outbox.ts';

// Backpressure per workspace: a plan limits how many assets of live submissions a workspace can have in
// progress. Submissions beyond the limit are queued, and the oldest is started first. So a workspace with
// thousands of submissions does not delay other workspaces.

const queued = (version: string): string => `${version}.waits and ${version}.workflow_started_at is null`;

export const isQueued = queued('v');

/**
 * Minutes for which a started version counts against its workspace's limit. A version that takes longer probably waits
 * for an external system, such as a custom sidekick. This wait must not block the queue.
 */
const maxCountedMinutes = 10;
/**
 * Minutes after which a queued version is starved, if no version that its workspace started in this time is in
 * progress. Versions that were started earlier no longer count against the workspace's limit.
 */
const starvedMinutes = 2 * maxCountedMinutes;

/** SQL condition: the workspace's version is in progress and was started in the last `minutes` minutes. */
const isInProgress = (version: string, workspaceId: string, minutes: number): string => `
  ${version}.workspace_id = ${workspaceId} and ${version}.status = 'processing' and not (${queued(version)})
  and coalesce(${version}.workflow_started_at, ${version}.created_at) > now() - interval '${minutes} minutes'`;

/**
 * Hours for which a preview in progress counts as an asset in progress. A preview takes at most three hours. One that
 * takes longer probably waits for an external system.
 */
const maxPreviewHours = 4;

/**
 * Returns an SQL expression: the number of a workspace's assets in progress that count against its limit. A preview in
 * progress counts as an asset.
 */
export const assetsInProgress = (workspaceId: string): string => `
  ((select coalesce(sum(v.expected_count - v.finished_count), 0)::integer
    from submission_versions v where ${isInProgress('v', workspaceId, maxCountedMinutes)})
   + (select count(*)::integer from previews p where p.workspace_id = ${workspaceId} and p.status = 'making'
      and p.requested_at > now() - interval '${maxPreviewHours} hours'))`;

/**
 * Returns an SQL condition: a new submission must be queued. This is so if the workspace has queued
 * submissions or has reached its limit. Concurrent inserts do not see each other, so a workspace can exceed
 * its limit slightly.
 */
export const mustQueue = (workspaceId: string, maxAssetsInWork: string): string => `
  (exists (select 1 from submission_versions v where v.workspace_id = ${workspaceId} and ${isQueued})
   or ${assetsInProgress(workspaceId)} >= ${maxAssetsInWork})`;

/**
 * SQL query for the ids of the workspaces with queued versions. The recursion is a loose index scan (skip
 * scan): one index lookup per workspace, however many versions are queued.
 */
const queuedWorkspaces = `
  with recursive found (workspace_id) as (
    (select v.workspace_id from submission_versions v where ${isQueued} order by v.workspace_id limit 1)
    union all
    select (select v.workspace_id from submission_versions v
      where ${isQueued} and v.workspace_id > f.workspace_id order by v.workspace_id limit 1)
    from found f where f.workspace_id is not null
  )
  select workspace_id from found where workspace_id is not null`;

/** SQL from-list: the workspaces with queued versions as `q`, their rows as `o`, and their plans as `p`. */
const queuedWithPlans = `
  (${queuedWorkspaces}) q join workspaces o on o.id = q.workspace_id join plans p on p.name = o.plan`;

/** SQL expression: the creation time of the oldest queued version. Null if no version is queued. */
export const oldestQueuedAt = `
  (select min((select v.created_at from submission_versions v
     where v.workspace_id = q.workspace_id and ${isQueued} order by v.created_at limit 1))
   from (${queuedWorkspaces}) q)`;

export interface QueuedWorkspace {
  workspaceId: string;
  /** Number of assets that may be started now. Zero or less means none, and null means no limit. */
  capacity: number | null;
}

/** Returns every workspace with queued submissions and its free capacity, in no particular order. */
export async function readQueuedWorkspaces(db: Queryable): Promise<QueuedWorkspace[]> {
  const { rows } = await db.query<QueuedWorkspace>({
    name: 'read-queued-workspaces',
    text: `
      select q.workspace_id as "workspaceId", p.max_assets_in_work - ${assetsInProgress('q.workspace_id')} as capacity
      from ${queuedWithPlans}`,
  });
  return rows;
}

/**
 * Returns the next versions to start: oldest first within each workspace's free capacity, round-robin over
 * workspaces. A version with more assets than the free capacity is still started as a whole.
 * @param limit maximum number of versions
 */
export async function readQueuedVersions(
  db: Queryable,
  workspaces: readonly QueuedWorkspace[],
  limit: number,
): Promise<UnstartedVersion[]> {
  const { rows } = await db.query<UnstartedRow>({
    name: 'read-queued-versions',
    text: `
      select ${versionRecordColumns}, v.traceparent
      from unnest($1::uuid[], $2::integer[]) as c (workspace_id, capacity)
      cross join lateral (
        -- "before" is the number of the workspace's assets that are queued ahead of the version.
        select o.*, sum(o.expected_count) over (order by o.created_at, o.submission_id) - o.expected_count as before
        from (select v.* from submission_versions v where v.workspace_id = c.workspace_id and ${isQueued}
          order by v.created_at limit least(c.capacity, $3)) o
      ) v
      join submissions s on s.id = v.submission_id
      where c.capacity is null or v.before < c.capacity
      order by v.before, v.created_at limit $3`,
    values: [
      workspaces.map(({ workspaceId }) => workspaceId),
      workspaces.map(({ capacity }) => capacity),
      limit,
    ],
  });
  return unstartedVersions(rows);
}

export interface QueuedWorkspaceOverview {
  workspaceId: string;
  plan: string;
  /** The plan's limit of assets in progress. Null means no limit. */
  maxAssetsInWork: number | null;
  assetsInWork: number;
  waitingSubmissions: number;
  oldestAt: Date;
}

/** Returns every workspace with queued submissions. The workspace that has waited longest is first. */
export async function listQueuedWorkspaces(db: Queryable): Promise<QueuedWorkspaceOverview[]> {
  const { rows } = await db.query<QueuedWorkspaceOverview>(
    `select q.workspace_id as "workspaceId", p.name as plan, p.max_assets_in_work as "maxAssetsInWork",
       ${assetsInProgress('q.workspace_id')} as "assetsInWork",
       w.count::integer as "waitingSubmissions", w.oldest as "oldestAt"
     from ${queuedWithPlans}
     cross join lateral (select count(*), min(v.created_at) as oldest from submission_versions v
       where v.workspace_id = q.workspace_id and ${isQueued}) w
     order by w.oldest`,
  );
  return rows;
}

/**
 * SQL condition: version `v` is starved. The version has been queued for more than `starvedMinutes`, and no version
 * that its workspace started in this time is in progress, so the workspace has free capacity. Either no dispatcher is
 * running, or the version cannot be started.
 */
export const isStarved = `${isQueued} and v.created_at < now() - interval '${starvedMinutes} minutes'
  and not exists (select 1 from submission_versions b where ${isInProgress('b', 'v.workspace_id', starvedMinutes)})`;
