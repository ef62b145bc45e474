import { cancellationSignal } from '@temporalio/activity';
import { fileTypeOf, type FileType } from '../../domain/asset-type.ts';
import { billableSeconds, metricOf } from '../../domain/pricing.ts';
import { ContentChanged, type RangedSource } from '../../domain/ranged-source.ts';
import { insertMeasurement, measurementExists } from '../../storage/postgres/measurements.ts';
import { type Measurement, readUpload } from '../../storage/postgres/uploads.ts';
import { pendingKey } from '../../storage/s3/keys.ts';
import { IsolateFailed } from '../isolate/isolate-error.ts';
import { inWorkDirectory } from '../media/work-directory.ts';
import type { MediaDeps } from '../media-deps.ts';
import { withHeartbeat } from '../with-heartbeat.ts';
import { demuxedDuration } from './demuxed-duration.ts';
import type { ContentMeasurement } from './measure-content.ts';
import { Unmeasurable } from './unmeasurable.ts';

export interface MeasureAssetInput {
  assetId: string;
  /** The bytes to be measured; when the upload has others by now, there is nothing to measure. */
  etag: string;
  sizeBytes: number;
}

const maxComputeMs = 8_000;

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
      const decided = await withHeartbeat(() => measure(deps, source, type.mimeType, signal));
      await insertMeasurement(database, { assetId, etag, sizeBytes, ...toMeasurement(type, decided) });
    } catch (error) {
      if (!(error instanceof ContentChanged)) throw error;
    }
  };
}

type Decided = Exclude<ContentMeasurement, { outcome: 'undecided' }> & { cause?: string };

/** In an isolate over ranged reads; what cannot be told that way, by ffmpeg on a local copy. */
async function measure(
  { isolates, workDir, tools }: MediaDeps,
  source: RangedSource,
  mimeType: string,
  signal: AbortSignal,
): Promise<Decided> {
  try {
    const content = await isolates.run('measureContent', { mimeType }, source, { signal, maxComputeMs });
    if (content.outcome !== 'undecided') return content;
    const value = await inWorkDirectory(workDir, async (directory) =>
      demuxedDuration(tools, await directory.localCopyOf(source)(), signal),
    );
    return { outcome: 'measured', value, details: { method: 'demuxed' } };
  } catch (error) {
    if (error instanceof Unmeasurable) return { outcome: 'unmeasurable', reason: error.message };
    if (!(error instanceof IsolateFailed)) throw error;
    return {
      outcome: 'unmeasurable',
      reason: 'it is damaged, or too complex to be read',
      cause: error.message,
    };
  }
}

function toMeasurement({ assetType }: FileType, decided: Decided): Omit<Measurement, 'etag'> {
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
