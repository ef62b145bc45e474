import { fileTypeOf } from '@assay/domain/asset-type.ts';
import { formatBlobPath } from '@assay/domain/blob-path.ts';
import { ApiError } from '@assay/domain/errors.ts';
import { metricOf } from '@assay/domain/pricing.ts';
import { sandboxMarkers, sandboxOutcomeOf } from '@assay/domain/sandbox.ts';
import type { Caller } from '@assay/storage/accounts/caller.ts';
import { countSandboxPending, type NewSubmission } from '@assay/storage/submissions/submissions.ts';
import type { ApiDeps } from '../deps.ts';
import { type AssetToSubmit, findReplaced } from './find-replaced.ts';

/**
 * Seconds in the `Retry-After` header if a workspace has too many assets marked `pending`. Each asset counts towards
 * the limit for `maxPendingDays`.
 */
const pendingRetryAfterSeconds = 3600;

/**
 * Returns the assets of a sandbox submission. A sandbox submission needs no upload, is not measured and costs nothing
 * (specification 4.2, rule 4).
 * @throws {ApiError} 400 if a filename has no marker; 409 if an asset id is given twice; 429 if the workspace has too
 *   many assets marked `pending`; 422 if an asset that is to be replaced does not exist
 */
export async function prepareSandbox(
  deps: ApiDeps,
  workspace: Pick<Caller, 'workspaceId' | 'maxSandboxPending'>,
  requested: readonly AssetToSubmit[],
): Promise<Pick<NewSubmission, 'assets' | 'priceBookVersion'>> {
  const assets = requested.map(({ assetId, filename }) => {
    const sandboxOutcome = sandboxOutcomeOf(filename);
    if (sandboxOutcome === null) {
      const values = { filename, markers: sandboxMarkers.join(', ') };
      throw new ApiError('sandbox_marker_missing', { values });
    }
    const type = fileTypeOf(filename);
    return {
      assetId,
      blobPath: formatBlobPath({ assetId, filename }),
      filename,
      assetType: type?.assetType ?? null,
      mimeType: type?.mimeType ?? null,
      metric: metricOf(type?.assetType ?? null),
      metricValue: null,
      credits: 0,
      etag: null,
      sizeBytes: null,
      sandboxOutcome,
      ledgerEntryId: null,
    };
  });
  if (new Set(assets.map(({ assetId }) => assetId)).size < assets.length) {
    throw new ApiError('asset_already_submitted');
  }
  await limitPending(deps, workspace, assets);
  const replaced = await findReplaced(deps.database, workspace.workspaceId, 'sandbox', requested);
  return {
    assets: assets.map((asset, index) => ({ ...asset, replaces: replaced[index]! })),
    priceBookVersion: null,
  };
}

/**
 * Throws a 429 if the workspace would exceed its limit of assets marked `pending`. Each submission with such an asset
 * keeps a workflow running for weeks.
 */
async function limitPending(
  { database }: ApiDeps,
  { workspaceId, maxSandboxPending: max }: Pick<Caller, 'workspaceId' | 'maxSandboxPending'>,
  assets: NewSubmission['assets'],
): Promise<void> {
  const count = assets.filter(({ sandboxOutcome }) => sandboxOutcome === 'pending').length;
  if (count === 0 || max === null) return;
  const before = await countSandboxPending(database, workspaceId, max);
  if (before + count > max) {
    throw new ApiError('too_many_pending', { retryAfterSeconds: pendingRetryAfterSeconds });
  }
}
