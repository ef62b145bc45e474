import type { Leased, StartingWorkspace } from '../webhooks/waiting-deliveries.ts';
import type { Queryable } from '../database/database.ts';
import {
  type UnstartedRow,
  type UnstartedVersion,
  unstartedVersions,
  versionRecordColumns,
} from './outbox.ts';

// Sandbox submissions wait in Postgres until an orchestration worker has capacity. The worker leases a submission and
// starts its workflow. If the worker dies, another worker can lease the submission after the lease ends.

/** Postgres channel (LISTEN and NOTIFY) that announces new versions of sandbox submissions to the workers. */
export const newSandboxChannel = 'assay_sandbox';

/**
 * SQL expression of a `returning` clause: notifies the workers of version `v` when the transaction commits. Does
 * nothing if the version belongs to a live submission.
 */
export const announceSandbox = `
  case when v.sandbox_workspace_id is not null then pg_notify('${newSandboxChannel}', '') end`;

/** SQL condition: version `v` of a sandbox submission waits for a worker. */
export const isSandboxWaiting = `v.workflow_started_at is null and v.sandbox_workspace_id is not null`;
const isLeasable = `${isSandboxWaiting} and (v.leased_until is null or v.leased_until <= clock_timestamp())`;

const lowestWorkspaceId = (condition: string) => `
  select v.sandbox_workspace_id as id from submission_versions v where ${isSandboxWaiting} and ${condition} order by 1 limit 1`;

/** Ends the leases of versions whose workflow was not started, so that another worker can lease them at once. */
export async function releaseSandboxLeases(
  db: Queryable,
  versions: readonly Pick<UnstartedVersion, 'submissionId' | 'version'>[],
): Promise<void> {
  await db.query({
    name: 'release-sandbox-leases',
    text: `
      update submission_versions v set leased_until = null
      from unnest($1::uuid[], $2::integer[]) as r (submission_id, version)
      where v.submission_id = r.submission_id and v.version = r.version`,
    values: [versions.map(({ submissionId }) => submissionId), versions.map(({ version }) => version)],
  });
}

/**
 * Leases the next sandbox versions to start, round-robin over workspaces. The workspace with the fewest submissions
 * that are being started comes first. If several workspaces have the same number, the least recently served one comes
 * first. Within a workspace, the oldest versions come first. Rows that another worker is leasing are skipped.
 *
 * The recursion is a loose index scan over the workspaces with waiting versions. At most `limit` versions of each
 * workspace are read, so the cost does not grow with the number of waiting versions. The limits are subqueries, which
 * hide their values from the planner. Postgres therefore reuses one plan instead of planning each execution.
 * @param leaseSeconds seconds after which another worker may lease the versions
 * @param limit maximum number of versions
 * @param workspaces workspaces with submissions that are being started or were started recently, least recently served
 *   first
 */
export async function leaseSandboxVersions(
  db: Queryable,
  limit: number,
  leaseSeconds: number,
  workspaces: readonly StartingWorkspace[],
): Promise<Leased<UnstartedVersion>> {
  const { rows } = await db.query<UnstartedRow | { submissionId: null }>({
    name: 'lease-sandbox-versions',
    text: `
      with recursive submitters as (
        (${lowestWorkspaceId('true')})
        union all
        select (${lowestWorkspaceId('v.sandbox_workspace_id > submitters.id')}) from submitters where id is not null
      ), chosen as (
        select o.submission_id, o.version, coalesce(w.starting, 0) + o.number as turn, w.place, o.created_at
        from submitters left join unnest($3::uuid[], $4::integer[], $5::integer[])
          with ordinality as w (id, starting, free, place) using (id)
        cross join lateral (
          select v.submission_id, v.version, v.created_at, row_number() over (order by v.created_at) as number from (
            select * from submission_versions v
            -- Comparing and ordering by both columns makes the planner use the partial index on both, whatever the
            -- statistics.
            where (v.sandbox_workspace_id, v.created_at) >= (submitters.id, '-infinity')
              and (v.sandbox_workspace_id, v.created_at) < (submitters.id, 'infinity') and ${isLeasable}
            order by v.sandbox_workspace_id, v.created_at limit least((select $1::integer), w.free)
          ) v
        ) o
        order by turn, place nulls first, created_at limit (select $1::integer)
      ), locked as (
        -- The limit and the case make the planner look up each row by its key, whatever the statistics.
        select v.submission_id, v.version from chosen c cross join lateral (
          select v.submission_id, v.version from submission_versions v
          where v.submission_id = c.submission_id and v.version = c.version and case when ${isLeasable} then true end
          limit 1 for no key update skip locked
        ) v
      ), leased as (
        update submission_versions v set leased_until = clock_timestamp() + make_interval(secs => $2)
        from locked l
        where v.submission_id = any(array(select submission_id from locked))
          and v.submission_id = l.submission_id and v.version = l.version
        returning v.*
      )
      select ${versionRecordColumns}, v.traceparent
      from chosen c
      left join leased v on v.submission_id = c.submission_id and v.version = c.version
      left join lateral (select * from submissions where id = v.submission_id limit 1) s on true
      order by c.turn, c.place nulls first, c.created_at`,
    values: [
      limit,
      leaseSeconds,
      workspaces.map(({ workspaceId }) => workspaceId),
      workspaces.map(({ starting }) => starting),
      workspaces.map(({ free }) => free),
    ],
  });
  const leased = rows.filter((row): row is UnstartedRow => row.submissionId !== null);
  return { leased: unstartedVersions(leased), chosenCount: rows.length };
}
