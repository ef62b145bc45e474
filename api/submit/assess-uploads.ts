import { fileTypeOf, type FileType } from '@assay/domain/asset-type.ts';
import type { BlobPath } from '@assay/domain/blob-path.ts';
import { ApiError } from '@assay/domain/errors.ts';
import { creditsFor, type PriceBook } from '@assay/domain/pricing.ts';
import type { Caller } from '@assay/storage/accounts/caller.ts';
import { type MeasuredUpload, type Measurement, readUploads } from '@assay/storage/uploads/uploads.ts';
import { pendingKey } from '@assay/storage/s3/keys.ts';
import type { ApiDeps } from '../deps.ts';
import { type RequestSlot, tooManyAtOnce } from '../load-shedding.ts';
import { isTooLarge } from './upload-checks.ts';

// Reads and prices the uploads of a workspace, for estimates and submissions. Both run `readIssuedUploads` and
// `loadUploads`, which take milliseconds, and then `assessUploads`, which can wait a minute for measurements.

/** A blob path that was issued to the workspace. */
export interface IssuedUpload extends BlobPath {
  type: FileType;
  /** The ETag of the submitted bytes; null if the upload has not been submitted. */
  submittedEtag: string | null;
  /** The stored measurements of the upload, at most one for each ETag. */
  measurements: readonly Measurement[];
}

export interface IssuedUploads {
  uploads: IssuedUpload[];
  /** The price book in force. */
  prices: PriceBook;
}

export interface LoadedUpload extends IssuedUpload {
  /** The bytes to price; null if no file has been uploaded. `sizeBytes` is null if the bytes have been submitted. */
  stored: { etag: string; sizeBytes: number | null } | null;
}

export type UploadFault =
  { kind: 'not_uploaded' | 'too_large' } | { kind: 'content_mismatch' | 'unmeasurable'; reason: string };

/** An upload with its price, or with the reason why it has no price. */
export type AssessedUpload = BlobPath & { type: FileType } & (
    | { fault: UploadFault; credits: 0 }
    | { fault: null; credits: number; etag: string; sizeBytes: number | null; measurement: Measurement }
  );

/**
 * Returns the uploads with the given blob paths, in the order of the paths, and the price book in force.
 * @throws {ApiError} 403 if a path was not issued to the workspace
 */
export async function readIssuedUploads(
  deps: ApiDeps,
  workspaceId: string,
  blobPaths: readonly BlobPath[],
): Promise<IssuedUploads> {
  const ids = blobPaths.map(({ assetId }) => assetId);
  const { uploads, prices } = await readUploads(deps.database, workspaceId, ids);
  const issued = blobPaths.map(({ assetId, filename }) => {
    const upload = uploads.get(assetId);
    const type = fileTypeOf(filename);
    if (upload?.filename !== filename || type === null) throw new ApiError('invalid_blob_path');
    const { submittedEtag, measurements } = upload;
    return { assetId, filename, type, submittedEtag, measurements };
  });
  return { uploads: issued, prices };
}

/**
 * Returns the uploads with the ETag and size of their stored bytes. In the result, `submittedEtag` can be set where it
 * was null in `uploads`, because a concurrent request submitted the upload.
 * @throws {ApiError} 429 if the client disconnects before the end
 */
export async function loadUploads(
  deps: ApiDeps,
  slot: RequestSlot,
  workspaceId: string,
  { uploads, prices }: IssuedUploads,
): Promise<{ uploads: LoadedUpload[]; prices: PriceBook }> {
  const loaded = await Promise.all(
    uploads.map(async (upload) => ({
      ...upload,
      stored: submittedBytes(upload) ?? (await headUpload(deps, slot, workspaceId, upload)),
    })),
  );
  if (loaded.every(({ stored }) => stored !== null)) return { uploads: loaded, prices };
  // A concurrent request may have submitted an upload, whose bytes were then moved before the HEAD request. A second
  // read returns such an upload as submitted.
  const again = await readIssuedUploads(deps, workspaceId, uploads);
  const reloaded = again.uploads.map((upload, index) => ({
    ...upload,
    stored: loaded[index]!.stored ?? submittedBytes(upload),
  }));
  return { uploads: reloaded, prices };
}

/**
 * Returns the bytes of a submitted upload; null if the upload has not been submitted. The bytes may have been moved to
 * another storage key. No HEAD request is needed: the ETag is known, and the size was checked when the upload was
 * submitted.
 */
function submittedBytes({ submittedEtag }: IssuedUpload): LoadedUpload['stored'] {
  return submittedEtag === null ? null : { etag: submittedEtag, sizeBytes: null };
}

function headUpload(
  { blobs, workspaceLimits }: ApiDeps,
  slot: RequestSlot,
  workspaceId: string,
  { assetId }: IssuedUpload,
): Promise<LoadedUpload['stored']> {
  return workspaceLimits.limitHeads(workspaceId, async () => {
    // The client has disconnected. Its remaining requests to S3 must not delay the next requests of the workspace.
    if (slot.isEnded()) throw tooManyAtOnce();
    return blobs.head(pendingKey(assetId));
  });
}

/**
 * Prices uploads by the measurement of their stored bytes. Bytes without a measurement are measured first, which can
 * take a minute. In that case the price book in force after the measurement is used.
 * @throws {ApiError} 429 if too many requests wait for measurements, or if the workspace has too many measurements in
 *   progress; 500 if a measurement fails or takes too long, or if an upload is overwritten during its measurement
 */
export async function assessUploads(
  deps: ApiDeps,
  slot: RequestSlot,
  workspace: Pick<Caller, 'workspaceId' | 'maxMeasurements'>,
  { uploads, prices }: { uploads: readonly LoadedUpload[]; prices: PriceBook },
): Promise<{ uploads: AssessedUpload[]; priceBookVersion: number }> {
  const unmeasured = uploads.flatMap((upload) => {
    const { assetId, type, stored } = upload;
    if (stored === null || stored.sizeBytes === null || isTooLarge(type, stored.sizeBytes)) return [];
    if (measurementOf(upload, stored.etag) !== undefined) return [];
    return [{ assetId, etag: stored.etag, sizeBytes: stored.sizeBytes }];
  });
  if (unmeasured.length > 0) {
    const measuring = slot.during(() => deps.measure(workspace, unmeasured));
    if (measuring === null) throw tooManyAtOnce();
    await measuring;
  }
  const measured =
    unmeasured.length > 0
      ? await readUploads(
          deps.database,
          workspace.workspaceId,
          unmeasured.map(({ assetId }) => assetId),
        )
      : { uploads: new Map<string, MeasuredUpload>(), prices };

  const assessed = uploads.map((upload): AssessedUpload => {
    const { assetId, filename, type, stored } = upload;
    const asset = { assetId, filename, type };
    if (stored === null) return { ...asset, fault: { kind: 'not_uploaded' }, credits: 0 };
    if (isTooLarge(type, stored.sizeBytes)) return { ...asset, fault: { kind: 'too_large' }, credits: 0 };
    const measurement = measurementOf(measured.uploads.get(assetId) ?? upload, stored.etag);
    // The upload was overwritten during the measurement. The next request will measure the new bytes.
    if (measurement === undefined) throw new ApiError('measurement_unavailable');
    if (measurement.outcome !== 'measured') {
      const reason = String(measurement.details['reason']);
      return { ...asset, fault: { kind: measurement.outcome, reason }, credits: 0 };
    }
    const credits = creditsFor(measured.prices, measurement.metric, measurement.metricValue);
    return { ...asset, fault: null, credits, ...stored, measurement };
  });
  return { uploads: assessed, priceBookVersion: measured.prices.version };
}

function measurementOf(
  { measurements }: { measurements: readonly Measurement[] },
  etag: string,
): Measurement | undefined {
  return measurements.find((measurement) => measurement.etag === etag);
}
