import { isUnstarted } from '../submissions/outbox.ts';
import { isSandboxWaiting } from '../submissions/sandbox-queue.ts';
import { isQueued, oldestQueuedAt } from '../submissions/submission-queue.ts';
import type { Queryable } from '../database/database.ts';

/** The length of one queue and the age of its oldest item. */
export interface BacklogPart {
  /** Number of items in the queue. Counting stops at `maxCount`. */
  count: number;
  /** Age of the oldest item in seconds. Null if the queue is empty. */
  oldestSeconds: number | null;
}

export interface Backlog {
  /** Versions of live submissions in the outbox: neither started nor queued. */
  submissionOutbox: BacklogPart;
  /** Versions of sandbox submissions that wait for an orchestration worker. */
  sandboxQueue: BacklogPart;
  /** Submissions that are queued because their workspace has reached its limit of assets in progress. */
  waitingSubmissions: BacklogPart;
  /** Deliveries in the outbox: pending, with no workflow started. */
  deliveryOutbox: BacklogPart;
  /** Live submissions with unfinished assets. The age of a submission counts from the start of its current version. */
  unfinished: BacklogPart;
  /** Pending delivery attempts that are due. The age of an attempt counts from the time at which it became due. */
  dueAttempts: BacklogPart;
}

/** Maximum count per queue. Bounds the cost of the read, which happens every few seconds. */
const maxCount = 10_000;

/**
 * Returns an SQL expression for the `BacklogPart` of the rows of the query `select`, which must read a partial index.
 * @param column column of `select` with the time from which an item's age counts
 */
const backlogPart = (column: string, select: string) => `
  (select json_build_object('count', count(*), 'oldestSeconds', extract(epoch from now() - min(${column})))
   from (${select} limit ${maxCount}) w)`;

/**
 * Returns an SQL expression for the `BacklogPart` of the rows of `table` that meet `condition`. These rows must have a
 * partial index on `group` and `created_at`. The recursion is a loose index scan: it reads only the oldest row of each
 * group. The `order by` of the counted rows makes the planner use the same index.
 * @param table name of the table, with an alias
 */
const waitingPart = (table: string, group: string, condition: string) => `
  (select json_build_object(
     'count', (select count(*) from (
       select from ${table} where ${condition} order by ${group}, created_at limit ${maxCount}) w),
     'oldestSeconds', extract(epoch from now() - min(created_at)))
   from (
     with recursive oldest as (
       (select ${group} as id, created_at from ${table} where ${condition} order by 1, 2 limit 1)
       union all
       select n.* from oldest o cross join lateral (
         select ${group}, created_at from ${table} where ${condition} and ${group} > o.id order by 1, 2 limit 1) n
     )
     select created_at from oldest) o)`;

/** Returns the backlog of all workspaces. Each part is read from a partial index of unfinished work. */
export async function readBacklog(db: Queryable): Promise<Backlog> {
  const { rows } = await db.query<Backlog>({
    name: 'read-backlog',
    text: `
      select
        ${backlogPart(
          'created_at',
          `select created_at from submission_versions
           where workflow_started_at is null and not waits and sandbox_workspace_id is null order by created_at`,
        )} as "submissionOutbox",
        ${waitingPart('submission_versions v', 'v.sandbox_workspace_id', isSandboxWaiting)} as "sandboxQueue",
        (select json_build_object('count', count(*), 'oldestSeconds', extract(epoch from now() - ${oldestQueuedAt}))
         from (select 1 from submission_versions v where ${isQueued} limit ${maxCount}) w) as "waitingSubmissions",
        ${waitingPart('deliveries d', 'd.subscription_id', isUnstarted)} as "deliveryOutbox",
        ${backlogPart(
          'created_at',
          // Submission ids are UUIDv7, so ordering by id is ordering by creation time.
          `select (select case when not (${isQueued}) then coalesce(workflow_started_at, v.created_at) end as created_at
             from submission_versions v where v.submission_id = s.id and v.version = s.version)
           from submissions s where status = 'processing' and environment = 'live' order by id`,
        )} as unfinished,
        ${backlogPart(
          'next_attempt_at',
          `select next_attempt_at from attempts where status = 'pending' and next_attempt_at < now() order by next_attempt_at`,
        )} as "dueAttempts"`,
  });
  return rows[0]!;
}
