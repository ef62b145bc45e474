import type { DescribedDelivery } from '@assay/domain/delivery-description.ts';
import {
  type DeliverWebhookInput,
  type ProcessSubmissionInput,
  processSubmissionInput,
  type VersionRecord,
} from '@assay/domain/workflow-inputs.ts';
import type { Queryable } from '../database/database.ts';

// The transactional outbox: committed rows whose workflow has not been started. The API starts the workflow of a live
// submission right after its commit. If the API or Temporal fails in between, the dispatcher finds the row in the
// outbox. Sandbox submissions and deliveries wait in the outbox until a worker leases them and starts their workflows
// (sandbox-queue.ts, waiting-deliveries.ts).

/** The input of a `processSubmission` workflow, with the trace that the workflow continues. */
export type UnstartedVersion = ProcessSubmissionInput & {
  /** W3C traceparent of the request that wrote the version. Null or absent if the request is not traced. */
  traceparent?: string | null;
};

/** SQL columns of a `VersionRecord`, selected from version `v` and submission `s`. */
export const versionRecordColumns = `
  s.id as "submissionId", v.version, s.workspace_id as "workspaceId", s.environment,
  s.simulation_delay_seconds as "simulationDelaySeconds",
  (select json_agg(json_build_object(
      'assetId', a.asset_id, 'assetType', a.asset_type, 'sandboxOutcome', a.sandbox_outcome,
      'metric', a.metric, 'metricValue', a.metric_value, 'sizeBytes', a.size_bytes) order by a.position)
    from assets a where a.submission_id = s.id and a.asset_id = any(v.asset_ids)) as assets`;

export type UnstartedRow = VersionRecord & { traceparent: string | null };

/** Returns the workflow inputs of the given rows, each with its traceparent. */
export function unstartedVersions(rows: readonly UnstartedRow[]): UnstartedVersion[] {
  return rows.map(({ traceparent, ...record }) => ({ ...processSubmissionInput(record), traceparent }));
}

/** SQL condition: delivery `d` has no workflow yet. */
export const isUnstarted = `d.workflow_started_at is null and d.status = 'pending'`;

/** Maximum number of waiting deliveries per workspace. Beyond it, requests that add deliveries get 429. */
const maxUnstartedDeliveries = 10_000;

/**
 * Returns an SQL condition: the workspace has reached its outbox limit. Counting stops at the limit, so the
 * cost does not grow with the outbox. Concurrent requests see the same count, so a workspace can exceed the
 * limit slightly.
 */
export const isOutboxFull = (workspaceId: string) => `
  (select count(*) = ${maxUnstartedDeliveries} from (
    select from subscriptions o cross join lateral (
      select from deliveries d where d.subscription_id = o.id and ${isUnstarted} limit ${maxUnstartedDeliveries}) d
    where o.workspace_id = ${workspaceId} limit ${maxUnstartedDeliveries}) counted)`;

/**
 * SQL ordering of rows `s`: round-robin over workspaces, so that a long outbox of one workspace does not
 * delay the others. The order within a workspace is random, so a row that cannot be started does not block
 * the rows behind it.
 */
const roundRobin = `order by row_number() over (partition by s.workspace_id order by random()), random()`;

/**
 * Returns versions of live submissions whose workflow has not been started, round-robin over all workspaces. Versions
 * of sandbox submissions have a separate queue (sandbox-queue.ts).
 * @param olderThanSeconds minimum age in seconds; the request that wrote a younger version may still start its workflow
 * @param limit maximum number of versions
 */
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
        where v.workflow_started_at is null and not v.waits and v.sandbox_workspace_id is null
          and v.created_at < now() - make_interval(secs => $1)
        ${roundRobin} limit $2
      )
      select ${versionRecordColumns}, v.traceparent
      from chosen join submission_versions v using (submission_id, version) join submissions s on s.id = v.submission_id`,
    values: [olderThanSeconds, limit],
  });
  return unstartedVersions(rows);
}

/** Returns the workflow input of a version, whether started or not. Null if there is no such version. */
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

/** Returns a submission's versions with unfinished assets, oldest first, whether started or not. */
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

/** Removes a version from the outbox, because its workflow has been started. The call is idempotent. */
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

/** A delivery with the input and description of its `deliverWebhook` workflow. */
export interface UnstartedDelivery extends DescribedDelivery, DeliverWebhookInput {
  /** W3C traceparent of the request that wrote the delivery. Null if the request is not traced. */
  traceparent: string | null;
  /** Sequence that a redelivery replaced while its workflow may have been waiting. Null if there is none. */
  supersededSequence: number | null;
}

/** SQL columns of an `UnstartedDelivery` without `attemptNumber`, from delivery `d` and event `e`. */
export const deliveryInputColumns = `
  d.id as "deliveryId", d.attempts_before as "sequence", e.workspace_id as "workspaceId",
  e.submission_id as "submissionId", d.traceparent, d.superseded_sequence as "supersededSequence",
  e.type as "eventType",
  (select json_build_object('assetId', a.asset_id, 'assetType', a.asset_type, 'environment', a.environment)
    from assets a where a.submission_id = e.submission_id and a.asset_id = e.asset_id) as asset`;

const openDeliveries = (condition: string) => `
  select ${deliveryInputColumns}, t.attempt_number as "attemptNumber"
  from deliveries d join events e on e.id = d.event_id
  join attempts t on t.delivery_id = d.id and t.status = 'pending'
  where ${condition} and d.status = 'pending' order by d.id`;

/** Returns the pending deliveries of a submission's events, whether started or not, with their next attempts. */
export async function readOpenDeliveriesOf(
  db: Queryable,
  submissionId: string,
): Promise<UnstartedDelivery[]> {
  const { rows } = await db.query<UnstartedDelivery>(openDeliveries('e.submission_id = $1'), [submissionId]);
  return rows;
}

/** Returns the given deliveries that are pending, whether started or not, with their next attempts. */
export async function readOpenDeliveries(
  db: Queryable,
  deliveryIds: readonly string[],
): Promise<UnstartedDelivery[]> {
  const { rows } = await db.query<UnstartedDelivery>(openDeliveries('d.id = any($1::uuid[])'), [deliveryIds]);
  return rows;
}

/**
 * Removes a delivery from the outbox, because a workflow makes its attempts from now on. Also ends the caller's lease
 * on the delivery. A lease that another worker has acquired since stays, because that worker may be making the attempt.
 * @param sequence fencing number: number of attempts made before the workflow's redelivery; 0 for the first delivery.
 *   After a newer redelivery, nothing changes.
 * @param leasedUntil `LeasedDelivery.leasedUntil` of the caller's lease; null if it has none
 */
export async function markDeliveryStarted(
  db: Queryable,
  deliveryId: string,
  sequence = 0,
  leasedUntil: string | null = null,
): Promise<void> {
  await db.query({
    name: 'mark-delivery-started',
    text: `
      update deliveries set
        workflow_started_at = coalesce(workflow_started_at, now()),
        leased_until = nullif(leased_until, $3::timestamptz),
        open_leases = case when leased_until = $3 then 0 else open_leases end
      where id = $1 and attempts_before = $2`,
    values: [deliveryId, sequence, leasedUntil],
  });
}
