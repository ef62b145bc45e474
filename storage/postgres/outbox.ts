import type { DescribedDelivery } from '../../domain/delivery-description.ts';
import {
  type ProcessSubmissionInput,
  processSubmissionInput,
  type VersionRecord,
} from '../../domain/workflow-inputs.ts';
import type { Queryable } from './database.ts';

// Rows whose workflow Temporal does not have yet. The API starts what it has just written; what it could not
// start, because it or Temporal went away, is found here by the dispatcher.

/** What a start of `processSubmission` needs. */
export type UnstartedVersion = ProcessSubmissionInput & {
  /** Of the trace that it was written in; null or absent where it is not traced. */
  traceparent?: string | null;
};

/** The columns of a `VersionRecord`, of a version `v` of a submission `s`. */
export const versionRecordColumns = `
  s.id as "submissionId", v.version, s.workspace_id as "workspaceId", s.environment,
  s.simulation_delay_seconds as "simulationDelaySeconds",
  (select json_agg(json_build_object(
      'assetId', a.asset_id, 'assetType', a.asset_type, 'sandboxOutcome', a.sandbox_outcome,
      'metric', a.metric, 'metricValue', a.metric_value) order by a.position)
    from assets a where a.submission_id = s.id and a.asset_id = any(v.asset_ids)) as assets`;

export type UnstartedRow = VersionRecord & { traceparent: string | null };

/** Returns what a start of `processSubmission` needs, from rows of `versionRecordColumns` and the traceparent. */
export function unstartedVersions(rows: readonly UnstartedRow[]): UnstartedVersion[] {
  return rows.map(({ traceparent, ...record }) => ({ ...processSubmissionInput(record), traceparent }));
}

/** Whether delivery `d` is in the outbox. */
const isUnstarted = `d.workflow_started_at is null and d.status = 'pending'`;

/** A workspace may have as many deliveries in it before it is asked to wait: minutes of what Temporal begins here. */
const maxDeliveries = 10_000;

/**
 * Whether the outbox of a workspace has as many deliveries as it may have; no more than these are counted, of one subscription after
 * the other. Those that ask at once are told the same, so it is a little more at times.
 */
export const isOutboxFull = (workspaceId: string) => `
  (select count(*) = ${maxDeliveries} from (
    select from subscriptions o cross join lateral (
      select from deliveries d where d.subscription_id = o.id and ${isUnstarted} limit ${maxDeliveries}) d
    where o.workspace_id = ${workspaceId} limit ${maxDeliveries}) counted)`;

/** The first subscription that has deliveries in the outbox, of those for which a condition holds: one step in an index. */
const firstOf = (condition: string) => `
  select d.subscription_id as id from deliveries d where ${isUnstarted} and ${condition} order by 1 limit 1`;

/** Orders rows by a workspace's turn, so that one whose outbox is long does not hold up the others; any of its rows may be next. */
const inTurn = `order by row_number() over (partition by s.workspace_id order by random()), random()`;

/** Versions written more than `olderThanSeconds` ago whose workflow has not been started, of all workspaces in turn. */
export async function readUnstartedVersions(
  db: Queryable,
  olderThanSeconds: number,
  limit: number,
): Promise<UnstartedVersion[]> {
  const { rows } = await db.query<UnstartedRow>({
    name: 'read-unstarted-versions',
    text: `
      with chosen as (
        select v.submission_id, v.version
        from submission_versions v join submissions s on s.id = v.submission_id
        where v.workflow_started_at is null and not v.waits and v.created_at < now() - make_interval(secs => $1)
        ${inTurn} limit $2
      )
      select ${versionRecordColumns}, v.traceparent
      from chosen join submission_versions v using (submission_id, version) join submissions s on s.id = v.submission_id`,
    values: [olderThanSeconds, limit],
  });
  return unstartedVersions(rows);
}

export async function readVersionToStart(
  db: Queryable,
  submissionId: string,
  version: number,
): Promise<ProcessSubmissionInput | null> {
  const { rows } = await db.query<VersionRecord>({
    name: 'read-version-to-start',
    text: `
      select ${versionRecordColumns}
      from submission_versions v join submissions s on s.id = v.submission_id
      where v.submission_id = $1 and v.version = $2`,
    values: [submissionId, version],
  });
  return rows[0] === undefined ? null : processSubmissionInput(rows[0]);
}

/** The versions of a submission that have assets which are not done, whether they have been started or not. */
export async function readOpenVersionsOf(
  db: Queryable,
  submissionId: string,
): Promise<ProcessSubmissionInput[]> {
  const { rows } = await db.query<VersionRecord>(
    `select ${versionRecordColumns}
     from submission_versions v join submissions s on s.id = v.submission_id
     where v.submission_id = $1 and v.status = 'processing' and v.finished_count < v.expected_count
     order by v.version`,
    [submissionId],
  );
  return rows.map(processSubmissionInput);
}

export async function markVersionStarted(
  db: Queryable,
  submissionId: string,
  version: number,
): Promise<void> {
  await db.query({
    name: 'mark-version-started',
    text: `
      update submission_versions set workflow_started_at = now()
      where submission_id = $1 and version = $2 and workflow_started_at is null`,
    values: [submissionId, version],
  });
}

/** What a start of `deliverWebhook` needs. */
export interface UnstartedDelivery extends DescribedDelivery {
  deliveryId: string;
  /** How many attempts it had before those that are to be made; 0 where it is absent. */
  attemptsBefore?: number;
  /** The attempt to begin with, at once; absent for the first of the sequence. */
  resumeAt?: number;
  /** Of the trace that it was written in; null or absent where it is not traced. */
  traceparent?: string | null;
}

/** The same of a delivery `d` and its event `e`. */
export const deliveryToStart = `
  d.id as "deliveryId", d.attempts_before as "attemptsBefore", e.workspace_id as "workspaceId",
  e.submission_id as "submissionId", d.traceparent,
  (select json_build_object('assetId', a.asset_id, 'assetType', a.asset_type, 'environment', a.environment,
      'eventType', e.type)
    from assets a where a.submission_id = e.submission_id and a.asset_id = e.asset_id) as about`;

/**
 * Deliveries written more than `olderThanSeconds` ago whose workflow has not been started, of all workspaces in turn. Of each subscription
 * the oldest alone are looked at, five times as many as are asked for, so that the length of the outbox costs nothing; any of them may
 * be next, so that several dispatchers find different ones.
 */
export async function readUnstartedDeliveries(
  db: Queryable,
  olderThanSeconds: number,
  limit: number,
): Promise<UnstartedDelivery[]> {
  const { rows } = await db.query<UnstartedDelivery>({
    name: 'read-unstarted-deliveries',
    text: `
      with recursive subscribers as (
        (${firstOf('true')})
        union all
        select (${firstOf('d.subscription_id > subscribers.id')}) from subscribers where id is not null
      ), oldest as (
        select d.id, s.workspace_id
        from subscribers join subscriptions s using (id) cross join lateral (
          select d.id from deliveries d
          -- Rows are compared and ordered by both columns, so that no index but that of both will do.
          where (d.subscription_id, d.created_at) >= (s.id, '-infinity')
            and (d.subscription_id, d.created_at) < (s.id, now() - make_interval(secs => $1)) and ${isUnstarted}
          order by d.subscription_id, d.created_at limit 5 * $2
        ) d
      ), chosen as (
        select s.id from oldest s ${inTurn} limit $2
      )
      select ${deliveryToStart}
      from chosen join deliveries d using (id) join events e on e.id = d.event_id`,
    values: [olderThanSeconds, limit],
  });
  return rows;
}

/** The deliveries of a submission's events that are still to be made, whether they have been started or not, each with its next attempt. */
export async function readOpenDeliveriesOf(
  db: Queryable,
  submissionId: string,
): Promise<UnstartedDelivery[]> {
  const { rows } = await db.query<UnstartedDelivery>(
    `select ${deliveryToStart}, t.attempt_number as "resumeAt"
     from deliveries d join events e on e.id = d.event_id
     join attempts t on t.delivery_id = d.id and t.status = 'pending'
     where e.submission_id = $1 and d.status = 'pending' order by d.id`,
    [submissionId],
  );
  return rows;
}

/** Notes that Temporal has the workflow of a delivery's sequence of attempts, unless another has taken its place. */
export async function markDeliveryStarted(
  db: Queryable,
  deliveryId: string,
  attemptsBefore = 0,
): Promise<void> {
  await db.query({
    name: 'mark-delivery-started',
    text: `
      update deliveries set workflow_started_at = now()
      where id = $1 and attempts_before = $2 and workflow_started_at is null`,
    values: [deliveryId, attemptsBefore],
  });
}
