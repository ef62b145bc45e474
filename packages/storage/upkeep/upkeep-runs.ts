import type { FindingKind, UpkeepTask } from '@assay/domain/upkeep.ts';
import type { Queryable } from '../database/database.ts';

/**
 * An inconsistency that upkeep found, or data that it removed. A dry run records the data that it would remove, and
 * keeps the data.
 */
export interface UpkeepFinding {
  kind: FindingKind;
  /** Id or key of the row, blob or workflow that the finding is about. */
  subject: string;
  detail: string | null;
}

const retentionDays = 90;

/** Records the start of a run and deletes runs older than `retentionDays`. The call is idempotent. */
export async function insertUpkeepRun(
  db: Queryable,
  run: { runId: string; task: UpkeepTask; dryRun: boolean },
): Promise<void> {
  await db.query(`delete from upkeep_runs where started_at < now() - make_interval(days => $1)`, [
    retentionDays,
  ]);
  await db.query(
    `insert into upkeep_runs (id, task, dry_run) values ($1, $2, $3) on conflict (id) do nothing`,
    [run.runId, run.task, run.dryRun],
  );
}

/** Adds findings to a run. Findings that the run already has are ignored, so an activity can repeat a batch. */
export async function insertFindings(
  db: Queryable,
  runId: string,
  findings: readonly UpkeepFinding[],
): Promise<void> {
  if (findings.length === 0) return;
  await db.query(
    `insert into upkeep_findings (run_id, kind, subject, detail)
     select $1, kind, subject, detail from jsonb_to_recordset($2::jsonb) as f (kind text, subject text, detail text)
     on conflict do nothing`,
    [runId, JSON.stringify(findings)],
  );
}

/**
 * Records the end of a run.
 * @param checked number of rows, keys and workflows that the run checked
 * @returns the number of the run's findings
 */
export async function completeUpkeepRun(db: Queryable, runId: string, checked: number): Promise<number> {
  const { rows } = await db.query<{ found: number }>(
    `with completed as (
       update upkeep_runs set completed_at = coalesce(completed_at, now()), checked = $2 where id = $1
     )
     select count(*) as found from upkeep_findings where run_id = $1`,
    [runId, checked],
  );
  return rows[0]!.found;
}

export interface UpkeepRun {
  runId: string;
  task: UpkeepTask;
  dryRun: boolean;
  startedAt: Date;
  /** Null until the run has ended. */
  completedAt: Date | null;
  /** Number of rows, keys and workflows that the run checked. Null until the run has ended. */
  checked: number | null;
  found: Partial<Record<FindingKind, number>>;
}

const runs = `
  select r.id as "runId", r.task, r.dry_run as "dryRun", r.started_at as "startedAt",
    r.completed_at as "completedAt", r.checked,
    (select coalesce(jsonb_object_agg(kind, count), '{}') from (
      select kind, count(*) from upkeep_findings where run_id = r.id group by kind) by_kind) as found
  from upkeep_runs r`;

/**
 * Returns runs, newest first.
 * @param task return only runs of this task; null for all
 */
export async function listUpkeepRuns(
  db: Queryable,
  task: UpkeepTask | null,
  limit: number,
): Promise<UpkeepRun[]> {
  const { rows } = await db.query<UpkeepRun>(
    `${runs} where $1::text is null or r.task = $1 order by r.started_at desc limit $2`,
    [task, limit],
  );
  return rows;
}

export async function readUpkeepRun(db: Queryable, runId: string): Promise<UpkeepRun | null> {
  const { rows } = await db.query<UpkeepRun>(`${runs} where r.id = $1`, [runId]);
  return rows[0] ?? null;
}

/** Returns the findings of a run, ordered by kind and subject. */
export async function listFindings(db: Queryable, runId: string): Promise<UpkeepFinding[]> {
  const { rows } = await db.query<UpkeepFinding>(
    `select kind, subject, detail from upkeep_findings where run_id = $1 order by kind, subject`,
    [runId],
  );
  return rows;
}
