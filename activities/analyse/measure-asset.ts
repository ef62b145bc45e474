import { activityInfo, cancellationSignal } from '@temporalio/activity';
import { fileTypeOf, type FileType } from '../../domain/asset-type.ts';
import { billableSeconds, metricOf } from '../../domain/pricing.ts';
import { ContentChanged, type RangedSource } from '../../lib/ranged-source.ts';
import { insertMeasurement, measurementExists } from '../../storage/postgres/measurements.ts';
import { type Measurement, readUpload } from '../../storage/postgres/uploads.ts';
import { pendingKey } from '../../storage/s3/keys.ts';
import { ProbeTimedOut } from '../../analysis/media/ffprobe.ts';
import type { MediaDeps } from './media-deps.ts';
import { withHeartbeat } from '../with-heartbeat.ts';
import { measureSource } from '../../analysis/measure/measure-source.ts';
import type { MeasurementOutcome } from '../../analysis/measure/measurement.ts';

/** After which a file that takes too long is taken to do so by itself. */
const attemptsInTime = 3;

export interface MeasureAssetInput {
  assetId: string;
  /** The bytes to be measured; when the upload has others by now, there is nothing to measure. */
  etag: string;
  sizeBytes: number;
}

/** Tells an upload's type by its content, measures what it is priced by, and keeps both for its ETag. */
export function createMeasureAsset(deps: MediaDeps) {
  const { database, blobs } = deps;
  return async function measureAsset({ assetId, etag, sizeBytes }: MeasureAssetInput): Promise<void> {
    if (await measurementExists(database, assetId, etag)) return;
    const upload = await readUpload(database, assetId);
    const type = upload && fileTypeOf(upload.filename);
    if (!type) return;
    const signal = cancellationSignal();
    const source = blobs.openRanged(pendingKey(assetId), etag, sizeBytes, signal);
    try {
      const decided = await withHeartbeat(() => measureInTime(source, type.mimeType, signal));
      await insertMeasurement(database, { assetId, etag, sizeBytes, ...toMeasurement(type, decided) });
    } catch (error) {
      if (!(error instanceof ContentChanged)) throw error;
    }
  };

  /** A file that takes too long on a busy machine is tried again; one that does it every time is made to. */
  async function measureInTime(
    source: RangedSource,
    mimeType: string,
    signal: AbortSignal,
  ): Promise<MeasurementOutcome> {
    try {
      return await measureSource(deps, source, mimeType, signal);
    } catch (error) {
      if (!(error instanceof ProbeTimedOut) || activityInfo().attempt < attemptsInTime) throw error;
      return { outcome: 'unmeasurable', reason: 'it takes too long to read', cause: error.message };
    }
  }
}

function toMeasurement({ assetType }: FileType, decided: MeasurementOutcome): Omit<Measurement, 'etag'> {
  if (decided.outcome !== 'measured') {
    const { outcome, ...details } = decided;
    return { outcome, metric: null, metricValue: null, details };
  }
  const metric = metricOf(assetType);
  const { value, details } = decided;
  if (metric === null || value === null)
    return { outcome: 'measured', metric: null, metricValue: null, details };
  const metricValue = metric === 'durationSeconds' ? billableSeconds(value) : value;
  return { outcome: 'measured', metric, metricValue, details: { ...details, value } };
}
