import { forEachConcurrent } from '@assay/domain/lib/concurrency.ts';
import {
  deleteExample,
  deleteUpload,
  expireSubmissions as expire,
  listSubmissionsToPurge,
  purgeSubmission,
  scanAbandonedUploads,
  scanExpiredExamples,
  scanExpiredSubmissions,
} from '@assay/storage/upkeep/expiry.ts';
import { insertFindings } from '@assay/storage/upkeep/upkeep-runs.ts';
import { pendingKey, submissionPrefixes } from '@assay/storage/s3/keys.ts';
import { withHeartbeat } from '../with-heartbeat.ts';
import type { UpkeepBatch, UpkeepDeps, UpkeepProgress } from './batch.ts';

/**
 * Creates the activities that remove expired data. Rows are deleted, or hidden from the API, before their blobs are
 * removed. A crash can therefore leave blobs without a visible row, but never a visible row without its blob.
 */
export function createExpiry({ database, blobs }: Pick<UpkeepDeps, 'database' | 'blobs'>) {
  return {
    /** Removes uploads that were never submitted, including their measurements and bytes. */
    async expireUploads({ runId, dryRun, limit, cursor: after }: UpkeepBatch): Promise<UpkeepProgress> {
      const { due, ...progress } = await scanAbandonedUploads(database, after, limit);
      await withHeartbeat(() =>
        forEachConcurrent(due, async ({ id }) => {
          if (!dryRun && !(await deleteUpload(database, id))) return;
          await insertFindings(database, runId, [{ kind: 'upload_abandoned', subject: id, detail: null }]);
          if (!dryRun) await blobs.remove(pendingKey(id));
        }),
      );
      return progress;
    },

    /** Hides expired submissions from the API. `purgeSubmissions` removes their data. */
    async expireSubmissions(batch: UpkeepBatch): Promise<UpkeepProgress> {
      const { runId, dryRun, limit, cursor: after } = batch;
      const { due, ...progress } = await scanExpiredSubmissions(database, environmentOf(batch), after, limit);
      const ids = dryRun ? due.map(({ id }) => id) : await expire(database, due);
      const findings = ids.map((id) => ({ kind: 'submission_expired' as const, subject: id, detail: null }));
      await insertFindings(database, runId, findings);
      return progress;
    },

    /** Removes the bytes, results and events of submissions that this or an earlier run has hidden. */
    async purgeSubmissions(batch: UpkeepBatch): Promise<UpkeepProgress> {
      const { dryRun, limit, cursor: after } = batch;
      if (dryRun) return { cursor: null, checked: 0 };
      const submissions = await listSubmissionsToPurge(database, environmentOf(batch), after, limit);
      await withHeartbeat(() =>
        forEachConcurrent(submissions, async ({ submissionId, workspaceId, assetIds }) => {
          for (const prefix of submissionPrefixes(workspaceId, submissionId)) await blobs.removeAll(prefix);
          if (batch.task === 'retention')
            for (const assetId of assetIds) await blobs.remove(pendingKey(assetId));
          await purgeSubmission(database, submissionId);
        }),
      );
      const last = submissions.at(-1)?.submissionId;
      return {
        cursor: submissions.length < limit ? null : (last ?? null),
        checked: submissions.length,
      };
    },

    /** Removes expired example events and the history of their deliveries. */
    async expireExamples({ runId, dryRun, limit, cursor: after }: UpkeepBatch): Promise<UpkeepProgress> {
      const { due, ...progress } = await scanExpiredExamples(database, after, limit);
      await withHeartbeat(() =>
        forEachConcurrent(due, async ({ id }) => {
          if (!dryRun && !(await deleteExample(database, id))) return;
          await insertFindings(database, runId, [{ kind: 'example_expired', subject: id, detail: null }]);
        }),
      );
      return progress;
    },
  };
}

function environmentOf({ task }: UpkeepBatch): 'live' | 'sandbox' {
  return task === 'sandbox' ? 'sandbox' : 'live';
}
