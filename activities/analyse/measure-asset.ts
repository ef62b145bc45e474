import { activityInfo } from '@temporalio/activity';
import { fileTypeOf, type FileType } from '@assay/domain/asset-type.ts';
import { billableSeconds, metricOf } from '@assay/domain/pricing.ts';
import { ContentChanged, type RangedSource } from '@assay/domain/lib/ranged-source.ts';
import {
  insertMeasurement,
  measurementExists,
  releaseMeasurement,
} from '@assay/storage/uploads/measurements.ts';
import { type Measurement, readUpload } from '@assay/storage/uploads/uploads.ts';
import { pendingKey } from '@assay/storage/s3/keys.ts';
import { ProbeTimedOut } from '@assay/analysis/decode/ffprobe.ts';
import type { MediaDeps } from './with-local-copy.ts';
import { withHeartbeat } from '../with-heartbeat.ts';
import { measureWithin } from './measure-within.ts';
import type { MeasurementOutcome } from '@assay/analysis/measure/measurement.ts';

/** Maximum number of attempts to measure a file, if each attempt exceeds the time limit. */
const maxTimedOutAttempts = 3;

export interface MeasureAssetInput {
  assetId: string;
  /** ETag of the bytes to measure. If other bytes have replaced the upload, the activity stores nothing. */
  etag: string;
  sizeBytes: number;
  /** Time limit in seconds, after which the activity fails with `measurement_takes_long`. Absent: no limit. */
  withinSeconds?: number;
}

/**
 * Detects the type of an upload from its content and measures the metric that decides its price. Stores the type and
 * the metric for the upload's ETag.
 */
export function createMeasureAsset(deps: MediaDeps) {
  const { database, blobs } = deps;
  return async function measureAsset(input: MeasureAssetInput): Promise<void> {
    const { assetId, etag, sizeBytes, withinSeconds } = input;
    const upload = (await measurementExists(database, assetId, etag))
      ? null
      : await readUpload(database, assetId);
    const type = upload && fileTypeOf(upload.filename);
    if (!type) return releaseMeasurement(database, input);
    const { workspaceId } = upload;
    const open = (signal: AbortSignal) => blobs.openRanged(pendingKey(assetId), etag, sizeBytes, signal);
    try {
      const measured = await withHeartbeat(() =>
        measureInTime(workspaceId, open, type.mimeType, withinSeconds),
      );
      await insertMeasurement(database, { assetId, etag, sizeBytes, ...toMeasurement(type, measured) });
    } catch (error) {
      if (!(error instanceof ContentChanged)) throw error;
      await releaseMeasurement(database, input);
    }
  };

  /** Retries a timeout twice, because the machine may be busy. After the third timeout the file is unmeasurable. */
  async function measureInTime(
    workspaceId: string,
    open: (signal: AbortSignal) => RangedSource,
    mimeType: string,
    withinSeconds: number | undefined,
  ): Promise<MeasurementOutcome> {
    try {
      return await measureWithin(deps, workspaceId, open, mimeType, withinSeconds);
    } catch (error) {
      if (!(error instanceof ProbeTimedOut) || activityInfo().attempt < maxTimedOutAttempts) throw error;
      return { outcome: 'unmeasurable', reason: 'time limit exceeded while reading', cause: error.message };
    }
  }
}

/** Returns the result of a measurement as it is stored: with the metric that decides the price, and its value. */
export function toMeasurement(
  { assetType }: FileType,
  measured: MeasurementOutcome,
): Omit<Measurement, 'etag'> {
  if (measured.outcome !== 'measured') {
    const { outcome, ...details } = measured;
    return { outcome, metric: null, metricValue: null, details };
  }
  const metric = metricOf(assetType);
  const { value, details } = measured;
  if (metric === null || value === null)
    return { outcome: 'measured', metric: null, metricValue: null, details };
  const metricValue = metric === 'durationSeconds' ? billableSeconds(value) : value;
  return { outcome: 'measured', metric, metricValue, details: { ...details, value } };
}
