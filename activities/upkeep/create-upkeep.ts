import type { UpkeepStep, UpkeepTask } from '@assay/domain/upkeep.ts';
import { completeUpkeepRun, insertUpkeepRun } from '@assay/storage/upkeep/upkeep-runs.ts';
import type { UpkeepBatch, UpkeepDeps, UpkeepProgress } from './batch.ts';
import { createComparisons } from './compare.ts';
import { createExpiry } from './expire.ts';
import { createStorageCount } from './count-storage.ts';
import { createFindOrphanBlobs } from './find-orphan-blobs.ts';

/** Creates the activities of upkeep: one for each step, and two that start and complete the report. */
export function createUpkeep(deps: UpkeepDeps) {
  const steps: Record<UpkeepStep, (batch: UpkeepBatch) => Promise<UpkeepProgress>> = {
    ...createExpiry(deps),
    ...createStorageCount(deps),
    findOrphanBlobs: createFindOrphanBlobs(deps),
    ...createComparisons(deps),
  };
  return {
    ...steps,

    async beginUpkeep(run: { runId: string; task: UpkeepTask; dryRun: boolean }): Promise<void> {
      await insertUpkeepRun(deps.database, run);
    },

    async completeUpkeep({ runId, checked }: { runId: string; checked: number }): Promise<number> {
      return completeUpkeepRun(deps.database, runId, checked);
    },
  };
}
