import { isQueued, oldestQueuedAt } from './submission-queue.ts';
import type { Queryable } from './database.ts';

/** Something that is waited for: how many there are, of which no more than `countLimit` are counted, and the oldest's age. */
export interface Waiting {
  count: number;
  /** Seconds; null where there is none. */
  oldestSeconds: number | null;
}

export interface Backlog {
  /** Versions of submissions whose workflow has not been started, and that do not wait for their turn. */
  submissionOutbox: Waiting;
  /** Submissions that wait until fewer of their workspace's assets are in work. */
  waitingSubmissions: Waiting;
  /** Deliveries whose workflow has not been started. */
  deliveryOutbox: Waiting;
  /** Live submissions with assets that have not ended, by the time since the version that is processed was begun. */
  unfinished: Waiting;
  /** Delivery attempts that are due, by the time since they are. */
  dueAttempts: Waiting;
}

/** Counting ends here: what is asked every few seconds must cost no more when there is much. */
export const countLimit = 10_000;

/** The count, and the age by `column`, of what a select finds that is read by an index of those rows alone. */
const waiting = (column: string, select: string) => `
  (select json_build_object('count', count(*), 'oldestSeconds', extract(epoch from now() - min(${column})))
   from (${select} limit ${countLimit}) w)`;

/** What is waited for, over all workspaces. Each part is read by a partial index that holds nothing else. */
export async function readBacklog(db: Queryable): Promise<Backlog> {
  const { rows } = await db.query<Backlog>({
    name: 'read-backlog',
    text: `
      select
        ${waiting(
          'created_at',
          `select created_at from submission_versions where workflow_started_at is null and not waits order by created_at`,
        )} as "submissionOutbox",
        (select json_build_object('count', count(*), 'oldestSeconds', extract(epoch from now() - ${oldestQueuedAt}))
         from (select 1 from submission_versions v where ${isQueued} limit ${countLimit}) w) as "waitingSubmissions",
        ${waiting(
          'created_at',
          `select created_at from deliveries where workflow_started_at is null and status = 'pending' order by created_at`,
        )} as "deliveryOutbox",
        ${waiting(
          'created_at',
          // Ids tell the time, so these are the ones that were created first.
          `select (select case when not (${isQueued}) then coalesce(workflow_started_at, v.created_at) end as created_at
             from submission_versions v where v.submission_id = s.id and v.version = s.version)
           from submissions s where status = 'processing' and environment = 'live' order by id`,
        )} as unfinished,
        ${waiting(
          'next_attempt_at',
          `select next_attempt_at from attempts where status = 'pending' and next_attempt_at < now() order by next_attempt_at`,
        )} as "dueAttempts"`,
  });
  return rows[0]!;
}
