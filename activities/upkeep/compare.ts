import { WorkflowNotFoundError } from '@temporalio/client';
import { forEachConcurrent } from '@assay/domain/lib/concurrency.ts';
import { nilUuid } from '@assay/domain/upkeep.ts';
import {
  deliveryWorkflowId,
  readDeliveryWorkflowId,
  readSubmissionWorkflowId,
  submissionWorkflowId,
} from '@assay/domain/workflow-ids.ts';
import { findUnreferenced } from '@assay/storage/submissions/blob-references.ts';
import {
  compareLedger,
  findMissingDeliveries,
  findMissingVersions,
  listAssetsToCompare,
  listEventsToCompare,
  listOpenDeliveries,
  listOpenVersions,
  type OpenDelivery,
  type OpenVersion,
  readOpenDelivery,
  readOpenVersion,
} from '@assay/storage/upkeep/reconciliation.ts';
import { insertFindings, type UpkeepFinding } from '@assay/storage/upkeep/upkeep-runs.ts';
import { parseKey } from '@assay/storage/s3/keys.ts';
import { withHeartbeat } from '../with-heartbeat.ts';
import type { UpkeepBatch, UpkeepDeps, UpkeepProgress } from './batch.ts';

/** Creates the activities that report differences between Postgres, S3 and Temporal. They change nothing. */
export function createComparisons({ database, blobs, temporal }: UpkeepDeps) {
  const report = ({ runId }: UpkeepBatch, findings: readonly UpkeepFinding[]) =>
    insertFindings(database, runId, findings);

  /** Returns Temporal's name for the status of a workflow, or `none` if the workflow does not exist. */
  async function workflowStatus(workflowId: string): Promise<string> {
    try {
      return (await temporal.workflow.getHandle(workflowId).describe()).status.name;
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return 'none';
      throw error;
    }
  }

  /**
   * Returns a finding if the workflow of an unfinished version or delivery is not running. Reads the row again first,
   * because the version or delivery may have finished since it was listed.
   * @param subject the id of the workflow
   * @param isStarted true if the row records that the workflow was started
   * @param readAgain returns the current row; null if the version or delivery has finished or has another workflow
   */
  async function compareOpen(
    kind: 'version' | 'delivery',
    subject: string,
    isStarted: boolean,
    readAgain: () => Promise<{ isStarted: boolean } | null>,
  ): Promise<UpkeepFinding[]> {
    const status = isStarted ? await workflowStatus(subject) : null;
    if (status === 'RUNNING') return [];
    if ((await readAgain())?.isStarted !== isStarted) return [];
    if (status === null) return [{ kind: `${kind}_not_started`, subject, detail: null }];
    return [{ kind: `${kind}_without_workflow`, subject, detail: status }];
  }

  const compareVersion = ({ submissionId, version, isStarted }: OpenVersion) =>
    compareOpen('version', submissionWorkflowId(submissionId, version), isStarted, () =>
      readOpenVersion(database, submissionId, version),
    );

  const compareDelivery = ({ deliveryId, sequence, isStarted }: OpenDelivery) =>
    compareOpen('delivery', deliveryWorkflowId(deliveryId, sequence), isStarted, async () => {
      const now = await readOpenDelivery(database, deliveryId);
      return now?.sequence === sequence ? now : null;
    });

  /** Returns a page of the ids of the workflows that match a visibility query. */
  async function listWorkflowIds({ limit, cursor }: UpkeepBatch, query: string) {
    const { executions, nextPageToken } = await temporal.workflowService.listWorkflowExecutions({
      namespace: temporal.options.namespace,
      query,
      pageSize: limit,
      nextPageToken: cursor === null ? undefined : Buffer.from(cursor, 'base64'),
    });
    const token = Buffer.from(nextPageToken).toString('base64');
    return {
      workflowIds: executions.map(({ execution }) => execution?.workflowId ?? ''),
      cursor: token === '' ? null : token,
    };
  }

  return {
    /** Finds versions in progress whose workflow was not started or is not running. */
    async compareVersions(batch: UpkeepBatch): Promise<UpkeepProgress> {
      const { limit, cursor, minAgeMinutes } = batch;
      const after = (cursor === null ? null : readSubmissionWorkflowId(cursor)) ?? {
        submissionId: nilUuid,
        version: 0,
      };
      const open = await listOpenVersions(database, after, limit, minAgeMinutes);
      await withHeartbeat(() =>
        forEachConcurrent(open, async (version) => report(batch, await compareVersion(version))),
      );
      const last = open.at(-1);
      const isLast = open.length < limit || last === undefined;
      return {
        cursor: isLast ? null : submissionWorkflowId(last.submissionId, last.version),
        checked: open.length,
      };
    },

    /** Finds workflows, running or closed, whose version of a submission is missing in Postgres. */
    async compareWorkflows(batch: UpkeepBatch): Promise<UpkeepProgress> {
      const page = await listWorkflowIds(batch, 'WorkflowType = "processSubmission"');
      const versions = page.workflowIds.flatMap((id) => readSubmissionWorkflowId(id) ?? []);
      const missing = await findMissingVersions(database, versions);
      await report(
        batch,
        missing.map(({ submissionId, version }) => ({
          kind: 'workflow_without_version',
          subject: submissionWorkflowId(submissionId, version),
          detail: null,
        })),
      );
      return { cursor: page.cursor, checked: page.workflowIds.length };
    },

    /** Finds pending deliveries whose workflow was not started or is not running. */
    async compareDeliveries(batch: UpkeepBatch): Promise<UpkeepProgress> {
      const { limit, cursor, minAgeMinutes } = batch;
      const open = await listOpenDeliveries(database, cursor ?? nilUuid, limit, minAgeMinutes);
      await withHeartbeat(() =>
        forEachConcurrent(open, async (delivery) => report(batch, await compareDelivery(delivery))),
      );
      return {
        cursor: open.length < limit ? null : (open.at(-1)?.deliveryId ?? null),
        checked: open.length,
      };
    },

    /**
     * Finds running workflows of deliveries that are missing in Postgres. Closed workflows are not compared, because
     * they may outlive their delivery rows.
     */
    async compareDeliveryWorkflows(batch: UpkeepBatch): Promise<UpkeepProgress> {
      const page = await listWorkflowIds(
        batch,
        'WorkflowType = "deliverWebhook" AND ExecutionStatus = "Running"',
      );
      const workflows = new Map(
        page.workflowIds.flatMap((id) => {
          const delivery = readDeliveryWorkflowId(id);
          return delivery === null ? [] : [[delivery.deliveryId, id]];
        }),
      );
      const missing = await findMissingDeliveries(database, [...workflows.keys()]);
      await report(
        batch,
        missing.map((id) => ({
          kind: 'workflow_without_delivery',
          subject: workflows.get(id)!,
          detail: null,
        })),
      );
      return { cursor: page.cursor, checked: page.workflowIds.length };
    },

    /** Finds events without a delivery for a subscription that should have received them. */
    async compareEvents(batch: UpkeepBatch): Promise<UpkeepProgress> {
      const events = await listEventsToCompare(database, batch.cursor ?? nilUuid, batch.limit);
      await report(
        batch,
        events.flatMap(({ eventId, missingSubscriptionIds }) =>
          missingSubscriptionIds.length === 0
            ? []
            : [
                {
                  kind: 'event_without_delivery',
                  subject: eventId,
                  detail: missingSubscriptionIds.join(', '),
                },
              ],
        ),
      );
      return {
        cursor: events.length < batch.limit ? null : (events.at(-1)?.eventId ?? null),
        checked: events.length,
      };
    },

    /** Finds missing blobs to which a row refers, and assets with a wrong charge in the ledger. */
    async compareAssets(batch: UpkeepBatch): Promise<UpkeepProgress> {
      const { limit, cursor } = batch;
      const [submissionId, assetId] = (cursor ?? `${nilUuid}/${nilUuid}`).split('/') as [string, string];
      const assets = await listAssetsToCompare(database, { submissionId, assetId }, limit);
      await withHeartbeat(() =>
        forEachConcurrent(assets, async ({ keys, chargeFinding, ...asset }) => {
          const subject = `${asset.submissionId}/${asset.assetId}`;
          if (chargeFinding !== null) await report(batch, [{ kind: chargeFinding, subject, detail: null }]);
          for (const key of keys) {
            if ((await blobs.head(key)) !== null) continue;
            // The row and its blob may have been removed since the row was listed.
            const [unreferenced] = await findUnreferenced(database, [{ key, ...parseKey(key)! }]);
            if (unreferenced === undefined)
              await report(batch, [{ kind: 'blob_missing', subject: key, detail: null }]);
          }
        }),
      );
      const last = assets.at(-1);
      const isLast = assets.length < limit || last === undefined;
      return { cursor: isLast ? null : `${last.submissionId}/${last.assetId}`, checked: assets.length };
    },

    /** Finds ledger entries without an asset, and duplicates. Constraints in Postgres should prevent both. */
    async compareCharges(batch: UpkeepBatch): Promise<UpkeepProgress> {
      const entries = await compareLedger(database, batch.cursor ?? nilUuid, batch.limit);
      await report(
        batch,
        entries.flatMap(({ entryId, finding, asset }) =>
          finding === null ? [] : [{ kind: finding, subject: entryId, detail: asset }],
        ),
      );
      return {
        cursor: entries.length < batch.limit ? null : (entries.at(-1)?.entryId ?? null),
        checked: entries.length,
      };
    },
  };
}
