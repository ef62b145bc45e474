import { randomUUID } from 'node:crypto';
import { fileTypeOf } from '@assay/domain/asset-type.ts';
import { metricOf } from '@assay/domain/pricing.ts';
import type { Database } from '@assay/storage/database/database.ts';
import type { BlobStore } from '@assay/storage/s3/blob-store.ts';
import { pendingKey } from '@assay/storage/s3/keys.ts';
import { insertSubmission } from '@assay/storage/submissions/submissions.ts';
import { insertMeasurement } from '@assay/storage/uploads/measurements.ts';
import { insertUpload } from '@assay/storage/uploads/uploads.ts';
import { upload } from './blobs.ts';

interface MeasuredFile {
  workspaceId: string;
  filename: string;
  bytes: Buffer;
  sidekickIds: readonly string[];
  /** Measured pages or seconds. Absent: 1. */
  metricValue?: number;
}

/** Stores a file as an upload with a measurement, and submits it. Does not start the workflow. */
export async function submitMeasured(
  database: Database,
  blobs: BlobStore,
  { workspaceId, filename, bytes, sidekickIds, metricValue = 1 }: MeasuredFile,
): Promise<{ submissionId: string; assetId: string }> {
  const [assetId, submissionId] = [randomUUID(), randomUUID()];
  const { assetType, mimeType } = fileTypeOf(filename)!;
  const metric = metricOf(assetType);
  const sizeBytes = bytes.length;
  await insertUpload(database, {
    assetId,
    workspaceId,
    filename,
    contentType: mimeType,
    contentLength: null,
    environment: 'live',
    maxBytes: 2 ** 20,
    expiresAt: new Date(),
  });
  const etag = await upload(blobs, pendingKey(assetId), bytes, mimeType);
  await insertMeasurement(database, {
    assetId,
    etag,
    sizeBytes,
    outcome: 'measured',
    metric,
    metricValue,
    details: {},
  });
  await insertSubmission(database, {
    submissionId,
    workspaceId,
    environment: 'live',
    sidekickIds,
    simulationDelaySeconds: 0,
    priceBookVersion: 1,
    assets: [
      {
        assetId,
        blobPath: `${assetId}/${filename}`,
        filename,
        assetType,
        mimeType,
        metric,
        metricValue,
        credits: 1,
        etag,
        sizeBytes,
        sandboxOutcome: null,
        ledgerEntryId: randomUUID(),
      },
    ],
  });
  return { submissionId, assetId };
}
