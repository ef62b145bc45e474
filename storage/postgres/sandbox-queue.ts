import { withoutFlush } from './claims.ts';
import type { Queryable } from './database.ts';
import {
  type UnstartedRow,
  type UnstartedVersion,
  unstartedVersions,
  versionRecordColumns,
} from './outbox.ts';

// Sandbox submissions wait in Postgres until an orchestration worker has capacity for them. A claim is a lease: if the
// worker dies, the submission can be claimed again when the lease ends.

/** Channel of Postgres (LISTEN and NOTIFY) on which new versions of sandbox submissions are announced. */
export const newSandboxChannel = 'assay_sandbox';

/** SQL expression of a `returning` clause: announces version `v` when the transaction commits, unless it is live. */
export const announceSandbox = `
  case when v.sandbox_workspace_id is not null then pg_notify('${newSandboxChannel}', '') end`;

const waiting = `v.workflow_started_at is null and v.sandbox_workspace_id is not null`;
const isClaimable = `${waiting} and (v.claimed_until is null or v.claimed_until <= clock_timestamp())`;

const lowestWorkspaceId = (condition: string) => `
  select v.sandbox_workspace_id as id from submission_versions v where ${waiting} and ${condition} order by 1 limit 1`;

/** A workspace whose capacity is limited. */
export interface StartingWorkspace {
  workspaceId: string;
  /** Number of submissions that are being started. */
  starting: number;
  /** Number of further submissions that can be started now. */
  free: number;
}

/**
 * Claims the sandbox versions that start next: in turn over workspaces, the workspace with the fewest submissions that
 * are being started first, and oldest first within a workspace. Rows that another worker is claiming are skipped.
 *
 * The recursion is a loose index scan over the workspaces with waiting versions. At most `limit` versions of each
 * workspace are read, so the cost does not grow with the number of waiting versions.
 * @param leaseSeconds seconds after which another worker may claim the versions
 * @param limit maximum number of versions
 * @returns the claimed versions, and the number of versions whose turn it was. Another worker may have claimed some of
 *   these at the same time.
 */
export async function claimSandboxVersions(
  db: Queryable,
  limit: number,
  leaseSeconds: number,
  workspaces: readonly StartingWorkspace[],
): Promise<{ claimed: UnstartedVersion[]; chosenCount: number }> {
  const { rows } = await db.query<UnstartedRow | { submissionId: null }>({
    name: 'claim-sandbox-versions',
    text: `
      with recursive submitters as (
        (${lowestWorkspaceId('true')})
        union all
        select (${lowestWorkspaceId('v.sandbox_workspace_id > submitters.id')}) from submitters where id is not null
      ), chosen as (
        select o.submission_id, o.version, coalesce(w.starting, 0) + o.place as turn, o.created_at
        from submitters left join unnest($3::uuid[], $4::integer[], $5::integer[]) as w (id, starting, free) using (id)
        cross join lateral (
          select v.submission_id, v.version, v.created_at, row_number() over (order by v.created_at) as place
          from submission_versions v where v.sandbox_workspace_id = submitters.id and ${isClaimable}
          order by v.created_at limit least($1, w.free)
        ) o
        order by turn, o.created_at limit $1
      ), locked as (
        select v.submission_id, v.version from submission_versions v
        where (v.submission_id, v.version) in (select submission_id, version from chosen)
          and case when ${isClaimable} then true end
        for no key update of v skip locked
      ), claimed as (
        update submission_versions v set claimed_until = clock_timestamp() + make_interval(secs => $2)
        from locked l where v.submission_id = l.submission_id and v.version = l.version
        returning v.*
      )
      select ${versionRecordColumns}, v.traceparent
      from chosen c
      left join claimed v on v.submission_id = c.submission_id and v.version = c.version
      left join submissions s on s.id = v.submission_id
      where ${withoutFlush}
      order by c.turn, c.created_at`,
    values: [
      limit,
      leaseSeconds,
      workspaces.map(({ workspaceId }) => workspaceId),
      workspaces.map(({ starting }) => starting),
      workspaces.map(({ free }) => free),
    ],
  });
  const claimed = rows.filter((row): row is UnstartedRow => row.submissionId !== null);
  return { claimed: unstartedVersions(claimed), chosenCount: rows.length };
}
