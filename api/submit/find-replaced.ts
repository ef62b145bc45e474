import type { Environment } from '@assay/domain/api-key.ts';
import type { BlobPath } from '@assay/domain/blob-path.ts';
import { validationError } from '@assay/domain/errors.ts';
import type { Database } from '@assay/storage/database/database.ts';
import { type AssetKey, findAssets } from '@assay/storage/submissions/submissions.ts';

/** An asset of a request: its upload, and the id of the asset that it replaces. */
export interface AssetToSubmit extends BlobPath {
  replaces?: string | undefined;
}

/**
 * Returns the asset that each asset of a request replaces, or null.
 * @throws {ApiError} 422 if the workspace has no such asset in this environment, or if an asset is to replace itself
 */
export async function findReplaced(
  database: Database,
  workspaceId: string,
  environment: Environment,
  assets: readonly AssetToSubmit[],
): Promise<(AssetKey | null)[]> {
  const ids = assets.flatMap(({ replaces }) => replaces ?? []);
  if (ids.length === 0) return assets.map(() => null);
  const found = await findAssets(database, workspaceId, environment, ids);
  const faults = assets.flatMap(({ assetId, replaces }, index) => {
    const field = `assets.${index}.replaces`;
    if (replaces === undefined) return [];
    if (replaces === assetId) return [{ field, message: 'must be another asset' }];
    return found.has(replaces)
      ? []
      : [{ field, message: `the workspace has no such asset in the ${environment} environment` }];
  });
  if (faults.length > 0) throw validationError(...faults);
  return assets.map(({ replaces }) => found.get(replaces ?? '') ?? null);
}
