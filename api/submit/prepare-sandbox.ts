import { fileTypeOf } from '../../domain/asset-type.ts';
import { type BlobPath, formatBlobPath } from '../../domain/blob-path.ts';
import { ApiError } from '../../domain/errors.ts';
import { metricOf } from '../../domain/pricing.ts';
import { sandboxMarkers, sandboxOutcomeOf } from '../../domain/sandbox.ts';
import type { NewSubmission } from '../../storage/postgres/submissions.ts';

/**
 * Returns the assets of a sandbox submission. A sandbox submission needs no upload, is not measured and costs nothing
 * (specification 4.2, rule 4).
 * @throws {ApiError} 400 if a filename has no marker, then 409 if an asset id is given twice
 */
export function prepareSandbox(
  blobPaths: readonly BlobPath[],
): Pick<NewSubmission, 'assets' | 'priceBookVersion'> {
  const assets = blobPaths.map(({ assetId, filename }) => {
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
  return { assets, priceBookVersion: null };
}
