import { fileTypeOf, type FileType, maxBytes } from '../../domain/asset-type.ts';
import { ApiError } from '../../domain/errors.ts';
import { creditsFor, type PriceBook } from '../../domain/pricing.ts';
import { type MeasuredUpload, type Measurement, readUploads } from '../../storage/postgres/uploads.ts';
import { pendingKey } from '../../storage/s3/keys.ts';
import type { ApiDeps } from '../deps.ts';
import type { AssetReference } from './references.ts';

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

/** What stands in the way of an asset's submission. */
export type UploadFault =
  | { kind: 'not_uploaded' }
  | { kind: 'too_large'; limitBytes: number }
  | { kind: 'content_mismatch' | 'unmeasurable'; reason: string };

/** An upload with its price, or with why it has none. */
export type Assessment = IssuedUpload &
  (
    | { fault: UploadFault; credits: 0 }
    | { fault: null; etag: string; sizeBytes: number | null; measurement: Measurement; credits: number }
  );

/**
 * Prices uploads by what is in storage at this moment: by the measurement of those very bytes, made now where
 * there is none yet. An asset that is submitted keeps the price of the bytes that were.
 */
export async function assessUploads(
  deps: ApiDeps,
  workspaceId: string,
  issued: readonly IssuedUpload[],
  prices: PriceBook,
  { refuseTooLarge = false } = {},
): Promise<Assessment[]> {
  const stored = await Promise.all(
    issued.map(({ assetId, upload: { submittedEtag } }) =>
      submittedEtag === null
        ? deps.blobs.head(pendingKey(assetId))
        : Promise.resolve({ etag: submittedEtag, sizeBytes: null }),
    ),
  );
  const known = new Map<string, Measurement>();
  const remember = ({ assetId, measurements }: MeasuredUpload) => {
    for (const measurement of measurements) known.set(`${assetId} ${measurement.etag}`, measurement);
  };
  for (const { upload } of issued) remember(upload);

  // What is too large is told before anything is measured.
  if (refuseTooLarge) {
    for (const [index, { filename, type }] of issued.entries()) {
      const limitBytes = maxBytes[type.assetType];
      if ((stored[index]?.sizeBytes ?? 0) <= limitBytes) continue;
      throw new ApiError('asset_too_large', { values: { filename, limitBytes, assetType: type.assetType } });
    }
  }
  const unmeasured = issued.flatMap(({ assetId, type }, index) => {
    const object = stored[index];
    if (!object || object.sizeBytes === null || object.sizeBytes > maxBytes[type.assetType]) return [];
    if (known.has(`${assetId} ${object.etag}`)) return [];
    return [{ assetId, etag: object.etag, sizeBytes: object.sizeBytes }];
  });
  if (unmeasured.length > 0) {
    await deps.measure(workspaceId, unmeasured);
    const ids = unmeasured.map(({ assetId }) => assetId);
    for (const upload of (await readUploads(deps.database, workspaceId, ids)).uploads.values())
      remember(upload);
  }

  return issued.map((upload, index) => {
    const object = stored[index] ?? null;
    if (object === null) return { ...upload, fault: { kind: 'not_uploaded' }, credits: 0 };
    const limitBytes = maxBytes[upload.type.assetType];
    if ((object.sizeBytes ?? 0) > limitBytes)
      return { ...upload, fault: { kind: 'too_large', limitBytes }, credits: 0 };
    const measurement = known.get(`${upload.assetId} ${object.etag}`);
    // It was overwritten while it was being measured: the next request finds the new bytes.
    if (measurement === undefined) throw new ApiError('measurement_unavailable');
    if (measurement.outcome !== 'measured') {
      const reason = String(measurement.details['reason']);
      return { ...upload, fault: { kind: measurement.outcome, reason }, credits: 0 };
    }
    const credits = creditsFor(prices, measurement.metric, measurement.metricValue);
    return { ...upload, fault: null, etag: object.etag, sizeBytes: object.sizeBytes, measurement, credits };
  });
}
