import { nilUuid } from '../../domain/upkeep.ts';
import { forEachConcurrent } from '../../lib/concurrency.ts';
import { deleteUpload } from '../../storage/postgres/expiry.ts';
import {
  countStoredBytes,
  listWorkspaceIds,
  recordUploadedFiles,
} from '../../storage/postgres/stored-bytes.ts';
import { insertFindings } from '../../storage/postgres/upkeep-runs.ts';
import { parseKey, pendingPrefix } from '../../storage/s3/keys.ts';
import { withHeartbeat } from '../with-heartbeat.ts';
import type { UpkeepBatch, UpkeepDeps, UpkeepProgress } from './batch.ts';

/** Creates the activities that count stored bytes per workspace, and remove uploaded files that nothing will read. */
export function createStorageCount({ database, blobs }: Pick<UpkeepDeps, 'database' | 'blobs'>) {
  return {
    /** Records the sizes of uploaded files. Removes those that nothing will read, unless `dryRun` is true. */
    async removeUnneededUploads(batch: UpkeepBatch): Promise<UpkeepProgress> {
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
      await withHeartbeat(() =>
        forEachConcurrent(due, async ({ key, assetId }) => {
          const reason = unneeded.get(assetId)!;
          // A live key may have submitted the upload since its row was read.
          if (!dryRun && reason === 'sandbox' && !(await deleteUpload(database, assetId))) return;
          await insertFindings(database, runId, [{ kind: 'upload_unneeded', subject: key, detail: reason }]);
          if (!dryRun) await blobs.remove(key);
        }),
      );
      return { cursor: isLast ? null : (objects.at(-1)?.key ?? null), checked: objects.length };
    },

    /** Counts the stored bytes of workspaces, which upload URLs are compared with. */
    async countStorage({ limit, cursor: after }: UpkeepBatch): Promise<UpkeepProgress> {
      const ids = await listWorkspaceIds(database, after ?? nilUuid, limit);
      await withHeartbeat(() => forEachConcurrent(ids, (id) => countStoredBytes(database, id)));
      return { cursor: ids.length < limit ? null : ids.at(-1)!, checked: ids.length };
    },
  };
}
