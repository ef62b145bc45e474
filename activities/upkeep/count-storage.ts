import { log } from '@temporalio/activity';
import { nilUuid } from '@assay/domain/upkeep.ts';
import { forEachConcurrent } from '@assay/domain/lib/concurrency.ts';
import { deleteUpload } from '@assay/storage/upkeep/expiry.ts';
import {
  countStoredBytes,
  listWorkspaceIds,
  recordUploadedFiles,
} from '@assay/storage/uploads/stored-bytes.ts';
import { insertFindings } from '@assay/storage/upkeep/upkeep-runs.ts';
import { parseKey, pendingPrefix } from '@assay/storage/s3/keys.ts';
import { withHeartbeat } from '../with-heartbeat.ts';
import type { VersionCursor } from '@assay/storage/s3/blob-store.ts';
import type { UpkeepBatch, UpkeepDeps, UpkeepProgress } from './batch.ts';

/** Maximum number of pages of object versions per batch. A batch sends at most 20 requests to S3, two for each page. */
const pagesPerBatch = 10;

/** Creates the activities that count stored bytes per workspace, and remove uploads that are not needed. */
export function createStorageCount({ database, blobs }: Pick<UpkeepDeps, 'database' | 'blobs'>) {
  async function removeUnneeded(batch: UpkeepBatch): Promise<UpkeepProgress> {
    const { runId, dryRun, minAgeHours, limit, cursor: after } = batch;
    const { objects, isLast } = await blobs.list(pendingPrefix, after, limit);
    const maxModifiedMs = Date.now() - minAgeHours * 3_600_000;
    const files = objects.flatMap(({ key, sizeBytes, modifiedAt }) => {
      const assetId = parseKey(key)?.assetId;
      return assetId === undefined
        ? []
        : [{ key, assetId, sizeBytes, isOld: modifiedAt.getTime() <= maxModifiedMs }];
    });
    const unneeded = new Map(
      (await recordUploadedFiles(database, files)).map(({ assetId, reason }) => [assetId, reason]),
    );
    const due = files.filter(({ assetId }) => unneeded.has(assetId));
    await forEachConcurrent(due, async ({ key, assetId }) => {
      const reason = unneeded.get(assetId)!;
      // A live key may have submitted the upload since its row was read.
      if (!dryRun && reason === 'sandbox' && !(await deleteUpload(database, assetId))) return;
      await insertFindings(database, runId, [{ kind: 'upload_unneeded', subject: key, detail: reason }]);
      if (!dryRun) await blobs.remove(key);
    });
    return { cursor: isLast ? null : (objects.at(-1)?.key ?? null), checked: objects.length };
  }

  return {
    /** Records the sizes of uploaded files. Removes the ones that are not needed, unless `dryRun` is true. */
    removeUnneededUploads: (batch: UpkeepBatch) => withHeartbeat(() => removeUnneeded(batch)),

    /** Counts the stored bytes of workspaces. Requests for upload URLs are checked against these counts. */
    async countStorage({ limit, cursor: after }: UpkeepBatch): Promise<UpkeepProgress> {
      const ids = await listWorkspaceIds(database, after ?? nilUuid, limit);
      const errors: unknown[] = [];
      const count = (workspaceId: string) =>
        countStoredBytes(database, workspaceId).catch((error: unknown) => {
          log.error('the stored bytes of a workspace could not be counted', { workspaceId, error });
          errors.push(error);
        });
      await withHeartbeat(() => forEachConcurrent(ids, count));
      // If this activity fails, the workspaces of later batches are not counted. The activity therefore fails only if
      // every count of the batch failed. A timeout of one workspace is only logged.
      if (errors.length > 0 && errors.length === ids.length) throw errors[0];
      return { cursor: ids.length < limit ? null : ids.at(-1)!, checked: ids.length };
    },

    /**
     * Removes the old versions of overwritten uploads from a bucket with versioning. Assay does not read old versions,
     * and the count of stored bytes does not include them.
     */
    async removeOldVersions({ dryRun, cursor }: UpkeepBatch): Promise<UpkeepProgress> {
      if (dryRun) return { cursor: null, checked: 0 };
      return withHeartbeat(async () => {
        let after = cursor === null ? null : (JSON.parse(cursor) as VersionCursor);
        let checked = 0;
        for (let pages = 0; pages < pagesPerBatch; pages++) {
          const page = await blobs.removeOldVersions(pendingPrefix, after);
          checked += page.checked;
          after = page.next;
          if (after === null) break;
        }
        return { cursor: after && JSON.stringify(after), checked };
      });
    },
  };
}
