import { forEachConcurrent } from '@assay/domain/lib/concurrency.ts';
import { findUnreferenced } from '@assay/storage/submissions/blob-references.ts';
import { insertFindings } from '@assay/storage/upkeep/upkeep-runs.ts';
import { parseKey } from '@assay/storage/s3/keys.ts';
import { withHeartbeat } from '../with-heartbeat.ts';
import type { UpkeepBatch, UpkeepDeps, UpkeepProgress } from './batch.ts';

/**
 * Checks blobs in the order of their keys. Reports blobs that no row refers to, and removes them unless `dryRun` is
 * true. Skips blobs younger than `minAgeHours`, because their rows may not be written yet. Skips keys that Assay does
 * not create.
 */
export function createFindOrphanBlobs({ database, blobs }: Pick<UpkeepDeps, 'database' | 'blobs'>) {
  return async function findOrphanBlobs(batch: UpkeepBatch): Promise<UpkeepProgress> {
    const { runId, dryRun, minAgeHours, limit, cursor: after } = batch;
    const { objects, isLast } = await blobs.list('', after, limit);
    const maxModifiedMs = Date.now() - minAgeHours * 3_600_000;
    const keyed = objects.flatMap(({ key, modifiedAt }) => {
      const parsed = parseKey(key);
      return parsed === null || modifiedAt.getTime() > maxModifiedMs ? [] : [{ key, ...parsed }];
    });
    const orphans = await findUnreferenced(database, keyed);
    const findings = orphans.map((key) => ({ kind: 'blob_orphaned' as const, subject: key, detail: null }));
    await insertFindings(database, runId, findings);
    if (!dryRun) await withHeartbeat(() => forEachConcurrent(orphans, (key) => blobs.remove(key)));
    return { cursor: isLast ? null : (objects.at(-1)?.key ?? null), checked: objects.length };
  };
}
