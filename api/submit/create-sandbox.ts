import { fileTypeOf } from '../../domain/asset-type.ts';
import { formatBlobPath } from '../../domain/blob-path.ts';
import { ApiError } from '../../domain/errors.ts';
import { metricOf } from '../../domain/pricing.ts';
import { sandboxMarkers, sandboxOutcomeOf } from '../../domain/sandbox.ts';
import type { NewSubmission } from '../../storage/postgres/submissions.ts';
import type { AssetReference } from './references.ts';

/** What a sandbox create request writes: no upload, no measurement, no charge (specification 4.2, rule 4). */
export function prepareSandbox(
  references: readonly AssetReference[],
): Pick<NewSubmission, 'assets' | 'priceBookVersion'> {
  const marked = references.map((reference) => {
    const sandboxOutcome = sandboxOutcomeOf(reference.filename);
    if (sandboxOutcome === null) {
      const values = { filename: reference.filename, markers: sandboxMarkers.join(', ') };
      throw new ApiError('sandbox_marker_missing', { values });
    }
    return { ...reference, sandboxOutcome };
  });
  if (new Set(references.map(({ assetId }) => assetId)).size < references.length) {
    throw new ApiError('asset_already_submitted');
  }
  const assets = marked.map(({ assetId, filename, sandboxOutcome }) => {
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
  return { assets, priceBookVersion: null };
}
