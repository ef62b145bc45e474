import type { ProcessSubmissionInput } from '../../domain/workflow-inputs.ts';
import type { Queryable } from './database.ts';

// Rows whose workflow Temporal does not have yet. The API starts what it has just written; what it could not
// start, because it or Temporal went away, is found here by the dispatcher.

/** What a start of `processSubmission` needs. */
export type UnstartedVersion = ProcessSubmissionInput & {
  /** Of the trace that it was written in; null or absent where it is not traced. */
  traceparent?: string | null;
};

const inputColumns = `
  s.id as "submissionId", v.version, s.workspace_id as "workspaceId", s.environment,
  -- The delay was asked for the submission as created; a retry is simulated at once.
  case when v.version = 1 then s.simulation_delay_seconds else 0 end as "simulationDelaySeconds",
  (select json_agg(json_build_object(
      'assetId', a.asset_id, 'assetType', a.asset_type, 'sandboxOutcome', a.sandbox_outcome) order by a.position)
    from assets a where a.submission_id = s.id and a.asset_id = any(v.asset_ids)) as assets`;

/** Versions written more than `olderThanSeconds` ago whose workflow has not been started, in any order. */
export async function readUnstartedVersions(
  db: Queryable,
  olderThanSeconds: number,
  limit: number,
): Promise<UnstartedVersion[]> {
  const { rows } = await db.query<UnstartedVersion>({
    name: 'read-unstarted-versions',
    text: `
      select ${inputColumns}, v.traceparent
      from submission_versions v join submissions s on s.id = v.submission_id
      where v.workflow_started_at is null and v.created_at < now() - make_interval(secs => $1)
      order by random() limit $2`,
    values: [olderThanSeconds, limit],
  });
  return rows;
}

export async function readVersionToStart(
  db: Queryable,
  submissionId: string,
  version: number,
): Promise<ProcessSubmissionInput | null> {
  const { rows } = await db.query<ProcessSubmissionInput>({
    name: 'read-version-to-start',
    text: `
      select ${inputColumns}
      from submission_versions v join submissions s on s.id = v.submission_id
      where v.submission_id = $1 and v.version = $2`,
    values: [submissionId, version],
  });
  return rows[0] ?? null;
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
export interface UnstartedDelivery {
  deliveryId: string;
  /** How many attempts it had before those that are to be made; 0 where it is absent. */
  attemptsBefore?: number;
  workspaceId: string;
  /** Null for an example event. */
  submissionId: string | null;
  /** Of the trace that it was written in; null or absent where it is not traced. */
  traceparent?: string | null;
}

export async function readUnstartedDeliveries(
  db: Queryable,
  olderThanSeconds: number,
  limit: number,
): Promise<UnstartedDelivery[]> {
  const { rows } = await db.query<UnstartedDelivery>({
    name: 'read-unstarted-deliveries',
    text: `
      select d.id as "deliveryId", d.attempts_before as "attemptsBefore", e.workspace_id as "workspaceId", e.submission_id as "submissionId",
        d.traceparent
      from deliveries d join events e on e.id = d.event_id
      where d.workflow_started_at is null and d.status = 'pending'
        and d.created_at < now() - make_interval(secs => $1)
      order by random() limit $2`,
    values: [olderThanSeconds, limit],
  });
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
