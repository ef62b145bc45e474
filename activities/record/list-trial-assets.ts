import type { Database } from '@assay/storage/database/database.ts';
import { type AssetId, readTrialAssets } from '@assay/storage/profiles/trials.ts';

/** Returns the assets that a trial of a profile judges again. */
export function createListTrialAssets({ database }: { database: Database }) {
  return function listTrialAssets(input: { workspaceId: string; profileId: string }): Promise<AssetId[]> {
    return readTrialAssets(database, input.workspaceId, input.profileId);
  };
}
