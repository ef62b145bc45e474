import { forEachConcurrent } from '../../lib/concurrency.ts';
import { findUnreferenced } from '../../storage/postgres/blob-references.ts';
import { insertFindings } from '../../storage/postgres/upkeep-runs.ts';
import { parseKey } from '../../storage/s3/keys.ts';
import { withHeartbeat } from '../with-heartbeat.ts';
import type { UpkeepBatch, UpkeepDeps, UpkeepProgress } from './batch.ts';

/**
 * Looks at blobs in the order of their keys, and finds those that nothing refers to; removes them unless the run is dry. What
 * is young may be on its way, and what has a key of another form is not ours: neither is touched.
 */
export function createFindOrphanBlobs({ database, blobs }: Pick<UpkeepDeps, 'database' | 'blobs'>) {
  return async function findOrphanBlobs(batch: UpkeepBatch): Promise<UpkeepProgress> {
    const { runId, dryRun, minAgeHours, limit, cursor: after } = batch;
    const { objects, isLast } = await blobs.list('', after, limit);
    const youngest = Date.now() - minAgeHours * 3_600_000;
    const keyed = objects.flatMap(({ key, modifiedAt }) => {
      const parsed = parseKey(key);
      return parsed === null || modifiedAt.getTime() > youngest ? [] : [{ key, ...parsed }];
    });
    const orphans = await findUnreferenced(database, keyed);
    const findings = orphans.map((key) => ({ kind: 'blob_orphaned' as const, subject: key, detail: null }));
    await insertFindings(database, runId, findings);
    if (!dryRun) await withHeartbeat(() => forEachConcurrent(orphans, (key) => blobs.remove(key)));
    return { cursor: isLast ? null : (objects.at(-1)?.key ?? null), checked: objects.length };
  };
}
