import { WorkflowNotFoundError } from '@temporalio/client';
import { aFewAtATime } from '../../domain/a-few-at-a-time.ts';
import { firstId } from '../../domain/upkeep.ts';
import { readSubmissionWorkflowId, submissionWorkflowId } from '../../domain/workflow-ids.ts';
import { findUnreferenced } from '../../storage/postgres/blob-references.ts';
import {
  compareLedger,
  findMissingVersions,
  listAssetsToCompare,
  listOpenVersions,
  type OpenVersion,
  readOpenVersion,
} from '../../storage/postgres/reconciliation.ts';
import { insertFindings, type UpkeepFinding } from '../../storage/postgres/upkeep-runs.ts';
import { parseKey } from '../../storage/s3/keys.ts';
import { withHeartbeat } from '../with-heartbeat.ts';
import type { UpkeepBatch, UpkeepDeps, UpkeepProgress } from './batch.ts';

/** Compares Postgres, S3 and Temporal a batch at a time. Reports, and changes nothing. */
export function createComparisons({ database, blobs, temporal }: UpkeepDeps) {
  const report = ({ runId }: UpkeepBatch, findings: readonly UpkeepFinding[]) =>
    insertFindings(database, runId, findings);

  /** The status of a version's workflow in Temporal's words; `none` where there is no such workflow. */
  async function workflowStatus({ submissionId, version }: OpenVersion): Promise<string> {
    try {
      const handle = temporal.workflow.getHandle(submissionWorkflowId(submissionId, version));
      return (await handle.describe()).status.name;
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return 'none';
      throw error;
    }
  }

  /** A version is looked at twice, as it may end between the question and the answer. */
  async function compareVersion(open: OpenVersion): Promise<UpkeepFinding[]> {
    const { submissionId, version } = open;
    const status = open.isStarted ? await workflowStatus(open) : null;
    if (status === 'RUNNING') return [];
    const now = await readOpenVersion(database, submissionId, version);
    if (now === null || now.isStarted !== open.isStarted) return [];
    const subject = submissionWorkflowId(submissionId, version);
    if (status === null) return [{ kind: 'version_not_started', subject, detail: null }];
    return [{ kind: 'version_without_workflow', subject, detail: status }];
  }

  return {
    /** Finds versions that are processing, and whose workflow was not started or does not run. */
    async compareVersions(batch: UpkeepBatch): Promise<UpkeepProgress> {
      const { limit, cursor } = batch;
      const after = cursor === null ? null : readSubmissionWorkflowId(cursor);
      const open = await listOpenVersions(database, after ?? { submissionId: firstId, version: 0 }, limit);
      await withHeartbeat(() =>
        aFewAtATime(open, async (version) => report(batch, await compareVersion(version))),
      );
      const last = open.at(-1);
      const isLast = open.length < limit || last === undefined;
      return {
        cursor: isLast ? null : submissionWorkflowId(last.submissionId, last.version),
        checked: open.length,
      };
    },

    /** Finds workflows, ended ones too, of submissions that Postgres does not have. */
    async compareWorkflows(batch: UpkeepBatch): Promise<UpkeepProgress> {
      const { executions, nextPageToken } = await temporal.workflowService.listWorkflowExecutions({
        namespace: temporal.options.namespace,
        query: 'WorkflowType = "processSubmission"',
        pageSize: batch.limit,
        nextPageToken: batch.cursor === null ? undefined : Buffer.from(batch.cursor, 'base64'),
      });
      const versions = executions.flatMap(
        ({ execution }) => readSubmissionWorkflowId(execution?.workflowId ?? '') ?? [],
      );
      const missing = await findMissingVersions(database, versions);
      await report(
        batch,
        missing.map(({ submissionId, version }) => ({
          kind: 'workflow_without_version',
          subject: submissionWorkflowId(submissionId, version),
          detail: null,
        })),
      );
      const token = Buffer.from(nextPageToken).toString('base64');
      return { cursor: token === '' ? null : token, checked: executions.length };
    },

    /** Finds blobs that rows refer to and storage does not have, and assets that are not charged as they say. */
    async compareAssets(batch: UpkeepBatch): Promise<UpkeepProgress> {
      const { limit, cursor } = batch;
      const [submissionId, assetId] = (cursor ?? `${firstId}/${firstId}`).split('/') as [string, string];
      const assets = await listAssetsToCompare(database, { submissionId, assetId }, limit);
      await withHeartbeat(() =>
        aFewAtATime(assets, async ({ keys, chargeFinding, ...asset }) => {
          const subject = `${asset.submissionId}/${asset.assetId}`;
          if (chargeFinding !== null) await report(batch, [{ kind: chargeFinding, subject, detail: null }]);
          for (const key of keys) {
            if ((await blobs.head(key)) !== null) continue;
            // It may have been removed with what referred to it.
            const [gone] = await findUnreferenced(database, [{ key, ...parseKey(key)! }]);
            if (gone === undefined)
              await report(batch, [{ kind: 'blob_missing', subject: key, detail: null }]);
          }
        }),
      );
      const last = assets.at(-1);
      const isLast = assets.length < limit || last === undefined;
      return { cursor: isLast ? null : `${last.submissionId}/${last.assetId}`, checked: assets.length };
    },

    /** Finds entries of the ledger for an asset that is not there, or made twice; neither should be possible. */
    async compareCharges(batch: UpkeepBatch): Promise<UpkeepProgress> {
      const entries = await compareLedger(database, batch.cursor ?? firstId, batch.limit);
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
