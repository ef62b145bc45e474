import type { Queryable } from './database.ts';
import {
  type UnstartedRow,
  type UnstartedVersion,
  unstartedVersions,
  versionRecordColumns,
} from './outbox.ts';

// A workspace's live submissions are begun a few assets at a time, so that one that submits thousands does not have
// thousands of workflows at work beside everybody else's. The others wait here, oldest first.

const waits = (version: string): string => `${version}.waits and ${version}.workflow_started_at is null`;

/** True of a version `v` that waits for its turn. */
export const isWaiting = waits('v');

/**
 * What has been in work for longer takes no place any more: it waits for somebody else (a sidekick of the operator's own, a
 * disk), and would hold up the workspace.
 */
const holdsItsPlaceMinutes = 10;
/** By then places have become free, whatever is in work. */
const forgottenMinutes = 2 * holdsItsPlaceMinutes;

/** True of a version of a workspace's that is in work, and was begun in the last minutes. */
const isInWork = (version: string, workspaceId: string, minutes: number): string => `
  ${version}.workspace_id = ${workspaceId} and ${version}.status = 'processing' and not (${waits(version)})
  and coalesce(${version}.workflow_started_at, ${version}.created_at) > now() - interval '${minutes} minutes'`;

/** The number of a workspace's assets in work, as an expression. */
const assetsInWork = (workspaceId: string): string => `
  (select coalesce(sum(v.expected_count - v.finished_count), 0)::integer
   from submission_versions v where ${isInWork('v', workspaceId, holdsItsPlaceMinutes)})`;

/**
 * Whether a new submission has to wait, as an expression: others do, or all places are taken. What is inserted at the same moment
 * is not seen, so more may be in work than a plan says.
 */
export const hasToWait = (workspaceId: string, maxAssetsInWork: string): string => `
  (exists (select 1 from submission_versions v where v.workspace_id = ${workspaceId} and ${isWaiting})
   or ${assetsInWork(workspaceId)} >= ${maxAssetsInWork})`;

/** The ids of the workspaces with something that waits, as the rows of a query: one look into an index for each. */
const waitingWorkspaces = `
  with recursive found (workspace_id) as (
    (select v.workspace_id from submission_versions v where ${isWaiting} order by v.workspace_id limit 1)
    union all
    select (select v.workspace_id from submission_versions v
      where ${isWaiting} and v.workspace_id > f.workspace_id order by v.workspace_id limit 1)
    from found f where f.workspace_id is not null
  )
  select workspace_id from found where workspace_id is not null`;

/** They with their plans, as `q` and `p`. */
const waitingWithPlans = `
  (${waitingWorkspaces}) q join workspaces o on o.id = q.workspace_id join plans p on p.name = o.plan`;

/** The time since which the oldest of all that wait has done so, as an expression. */
export const waitingSince = `
  (select min((select v.created_at from submission_versions v
     where v.workspace_id = q.workspace_id and ${isWaiting} order by v.created_at limit 1))
   from (${waitingWorkspaces}) q)`;

/** A workspace of which submissions wait. */
export interface Crowd {
  workspaceId: string;
  /** Assets that may be begun now, none where it is not above 0; null: all. */
  places: number | null;
}

export async function readCrowds(db: Queryable): Promise<Crowd[]> {
  const { rows } = await db.query<Crowd>({
    name: 'read-crowds',
    text: `
      select q.workspace_id as "workspaceId", p.max_assets_in_work - ${assetsInWork('q.workspace_id')} as places
      from ${waitingWithPlans}`,
  });
  return rows;
}

/** The versions whose turn it is: of each workspace the oldest, as many as it has places for, and of all the first before the second. */
export async function readVersionsInTurn(
  db: Queryable,
  crowds: readonly Crowd[],
  limit: number,
): Promise<UnstartedVersion[]> {
  const { rows } = await db.query<UnstartedRow>({
    name: 'read-versions-in-turn',
    text: `
      select ${versionRecordColumns}, v.traceparent
      from unnest($1::uuid[], $2::integer[]) as c (workspace_id, places)
      cross join lateral (
        select o.*, sum(o.expected_count) over (order by o.created_at, o.submission_id) - o.expected_count as before
        from (select v.* from submission_versions v where v.workspace_id = c.workspace_id and ${isWaiting}
          order by v.created_at limit least(c.places, $3)) o
      ) v
      join submissions s on s.id = v.submission_id
      where c.places is null or v.before < c.places
      order by v.before, v.created_at limit $3`,
    values: [crowds.map(({ workspaceId }) => workspaceId), crowds.map(({ places }) => places), limit],
  });
  return unstartedVersions(rows);
}

/** A workspace of which submissions wait, as an operator sees it. */
export interface WaitingWorkspace {
  workspaceId: string;
  plan: string;
  maxAssetsInWork: number | null;
  assetsInWork: number;
  waitingSubmissions: number;
  oldestAt: Date;
}

export async function listWaitingWorkspaces(db: Queryable): Promise<WaitingWorkspace[]> {
  const { rows } = await db.query<WaitingWorkspace>(
    `select q.workspace_id as "workspaceId", p.name as plan, p.max_assets_in_work as "maxAssetsInWork",
       ${assetsInWork('q.workspace_id')} as "assetsInWork",
       w.count::integer as "waitingSubmissions", w.oldest as "oldestAt"
     from ${waitingWithPlans}
     cross join lateral (select count(*), min(v.created_at) as oldest from submission_versions v
       where v.workspace_id = q.workspace_id and ${isWaiting}) w
     order by w.oldest`,
  );
  return rows;
}

/**
 * True of a version `v` that waits although nothing of its workspace has been begun for long, and what is in work holds its
 * place for less: no dispatcher looks, or something is wrong with it.
 */
export const isForgotten = `${isWaiting} and v.created_at < now() - interval '${forgottenMinutes} minutes'
  and not exists (select 1 from submission_versions b where ${isInWork('b', 'v.workspace_id', forgottenMinutes)})`;
