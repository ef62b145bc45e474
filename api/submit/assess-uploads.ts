import { fileTypeOf, type FileType } from '../../domain/asset-type.ts';
import { ApiError } from '../../domain/errors.ts';
import { creditsFor, type PriceBook } from '../../domain/pricing.ts';
import { type MeasuredUpload, type Measurement, readUploads } from '../../storage/postgres/uploads.ts';
import { pendingKey } from '../../storage/s3/keys.ts';
import type { ApiDeps } from '../deps.ts';
import type { AssetReference } from './references.ts';
import { isTooLarge } from './too-large.ts';

/** A reference that was issued to this workspace. */
export interface IssuedUpload extends AssetReference {
  type: FileType;
  upload: MeasuredUpload;
}

/** Finds the uploads that blob paths stand for; 403 when one was never issued to this workspace. */
export async function findUploads(
  deps: ApiDeps,
  workspaceId: string,
  references: readonly AssetReference[],
): Promise<{ issued: IssuedUpload[]; prices: PriceBook }> {
  const ids = references.map((reference) => reference.assetId);
  const { uploads, prices } = await readUploads(deps.database, workspaceId, ids);
  const issued = references.map((reference) => {
    const upload = uploads.get(reference.assetId);
    const type = fileTypeOf(reference.filename);
    if (upload?.filename !== reference.filename || type === null) throw new ApiError('invalid_blob_path');
    return { ...reference, type, upload };
  });
  return { issued, prices };
}

/** An upload with what is in storage at this moment; null where nothing is. */
export interface StoredUpload extends IssuedUpload {
  stored: { etag: string; sizeBytes: number | null } | null;
}

/** Looks uploads up in storage. One that is submitted has the bytes that were. */
export function headUploads(deps: ApiDeps, issued: readonly IssuedUpload[]): Promise<StoredUpload[]> {
  return Promise.all(
    issued.map(async (one) => {
      const { submittedEtag } = one.upload;
      const stored =
        submittedEtag === null
          ? await deps.blobs.head(pendingKey(one.assetId))
          : { etag: submittedEtag, sizeBytes: null };
      return { ...one, stored };
    }),
  );
}

/** What stands in the way of an asset's submission. */
export type UploadFault =
  { kind: 'not_uploaded' | 'too_large' } | { kind: 'content_mismatch' | 'unmeasurable'; reason: string };

/** An upload with its price, or with why it has none. */
export type Assessment = IssuedUpload &
  (
    | { fault: UploadFault; credits: 0 }
    | { fault: null; etag: string; sizeBytes: number | null; measurement: Measurement; credits: number }
  );

/**
 * Prices uploads by the measurement of the very bytes that are in storage, made now where there is none yet; by the
 * prices that hold when that is done.
 * @param currentPrices those read with the uploads
 */
export async function assessUploads(
  deps: ApiDeps,
  workspaceId: string,
  uploads: readonly StoredUpload[],
  currentPrices: PriceBook,
): Promise<{ assessments: Assessment[]; prices: PriceBook }> {
  let prices = currentPrices;
  const known = new Map<string, Measurement>();
  const remember = ({ assetId, measurements }: MeasuredUpload) => {
    for (const measurement of measurements) known.set(`${assetId} ${measurement.etag}`, measurement);
  };
  for (const { upload } of uploads) remember(upload);
  const unmeasured = uploads.flatMap(({ assetId, type, stored }) => {
    if (stored === null || stored.sizeBytes === null || isTooLarge(type, stored.sizeBytes)) return [];
    if (known.has(`${assetId} ${stored.etag}`)) return [];
    return [{ assetId, etag: stored.etag, sizeBytes: stored.sizeBytes }];
  });
  if (unmeasured.length > 0) {
    await deps.measure(workspaceId, unmeasured);
    const ids = unmeasured.map(({ assetId }) => assetId);
    const measured = await readUploads(deps.database, workspaceId, ids);
    for (const upload of measured.uploads.values()) remember(upload);
    prices = measured.prices;
  }

  const assessments = uploads.map((upload): Assessment => {
    const { stored, type, assetId } = upload;
    if (stored === null) return { ...upload, fault: { kind: 'not_uploaded' }, credits: 0 };
    if (isTooLarge(type, stored.sizeBytes)) return { ...upload, fault: { kind: 'too_large' }, credits: 0 };
    const measurement = known.get(`${assetId} ${stored.etag}`);
    // It was overwritten while it was being measured: the next request finds the new bytes.
    if (measurement === undefined) throw new ApiError('measurement_unavailable');
    if (measurement.outcome !== 'measured') {
      const reason = String(measurement.details['reason']);
      return { ...upload, fault: { kind: measurement.outcome, reason }, credits: 0 };
    }
    const credits = creditsFor(prices, measurement.metric, measurement.metricValue);
    return { ...upload, fault: null, ...stored, measurement, credits };
  });
  return { assessments, prices };
}
