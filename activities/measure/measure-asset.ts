import { cancellationSignal, heartbeat } from '@temporalio/activity';
import { type FileType, fileTypeOf } from '../../domain/asset-type.ts';
import { billableSeconds, metricOf } from '../../domain/pricing.ts';
import { ContentChanged, type RangedSource } from '../../domain/ranged-source.ts';
import type { Database } from '../../storage/postgres/database.ts';
import { insertMeasurement, measurementExists } from '../../storage/postgres/measurements.ts';
import { type Measurement, readUpload } from '../../storage/postgres/uploads.ts';
import type { BlobStore } from '../../storage/s3/blob-store.ts';
import { pendingKey } from '../../storage/s3/keys.ts';
import { inWorkDirectory } from '../media/work-directory.ts';
import { pdfPages } from './pdf-pages.ts';
import { contentMismatch } from './sniff.ts';
import { textPages } from './text-pages.ts';
import { Unmeasurable } from './unmeasurable.ts';
import { videoDuration } from './video-duration.ts';

export interface MeasureAssetInput {
  assetId: string;
  /** The bytes to be measured; when the upload has others by now, there is nothing to measure. */
  etag: string;
  sizeBytes: number;
}

interface Deps {
  database: Database;
  blobs: BlobStore;
  workDir: string;
}

const heartbeatMs = 2_000;

/** Tells an upload's type by its content, measures what it is priced by, and keeps both for its ETag. */
export function createMeasureAsset({ database, blobs, workDir }: Deps) {
  return async function measureAsset({ assetId, etag, sizeBytes }: MeasureAssetInput): Promise<void> {
    if (await measurementExists(database, assetId, etag)) return;
    const upload = await readUpload(database, assetId);
    const type = upload && fileTypeOf(upload.filename);
    if (!type) return;
    const signal = cancellationSignal();
    const source = blobs.openRanged(pendingKey(assetId), etag, sizeBytes, signal);
    const alive = setInterval(heartbeat, heartbeatMs);
    try {
      const measured = await inWorkDirectory(workDir, (directory) =>
        measure(source, type, directory.localCopyOf(source), signal),
      );
      await insertMeasurement(database, { assetId, etag, sizeBytes, ...measured });
    } catch (error) {
      if (error instanceof ContentChanged) return;
      throw error;
    } finally {
      clearInterval(alive);
    }
  };
}

async function measure(
  source: RangedSource,
  { assetType, mimeType }: FileType,
  localFile: () => Promise<string>,
  signal: AbortSignal,
): Promise<Omit<Measurement, 'etag'>> {
  const mismatch = await contentMismatch(source, mimeType);
  if (mismatch !== null) {
    return { outcome: 'content_mismatch', metric: null, metricValue: null, details: { reason: mismatch } };
  }
  try {
    const { metricValue, details } = await metricValueOf(source, mimeType, localFile, signal);
    return { outcome: 'measured', metric: metricOf(assetType), metricValue, details };
  } catch (error) {
    if (!(error instanceof Unmeasurable)) throw error;
    return { outcome: 'unmeasurable', metric: null, metricValue: null, details: { reason: error.message } };
  }
}

async function metricValueOf(
  source: RangedSource,
  mimeType: string,
  localFile: () => Promise<string>,
  signal: AbortSignal,
): Promise<{ metricValue: number | null; details: Record<string, unknown> }> {
  switch (mimeType) {
    case 'video/mp4':
    case 'video/quicktime':
    case 'video/x-msvideo':
    case 'video/x-matroska': {
      const duration = await videoDuration(source, mimeType, localFile, signal);
      return { metricValue: billableSeconds(duration.durationSeconds), details: { ...duration } };
    }
    case 'application/pdf': {
      const count = await pdfPages(source, signal);
      return { metricValue: count.pages, details: { ...count } };
    }
    case 'text/plain':
      return { metricValue: await textPages(source), details: {} };
    case 'application/msword':
    case 'application/vnd.openxmlformats-officedocument.wordprocessingml.document':
      throw new Unmeasurable('pages of Word documents are not counted yet');
    default:
      return { metricValue: null, details: {} };
  }
}
