import { ApplicationFailure, cancellationSignal } from '@temporalio/activity';
import type { MeasurementOutcome } from '@assay/analysis/measure/measurement.ts';
import { LocalCopyTooLarge, measureSource } from '@assay/analysis/measure/measure-source.ts';
import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import type { MediaDeps } from './with-local-copy.ts';

/** Maximum size in bytes of a file that a short measurement downloads. A download of this size takes about a second. */
const maxShortLocalBytes = 64 * 2 ** 20;

/**
 * Measures a file. With `withinSeconds`, the activity fails with the type `measurement_takes_long` after that time, or
 * if a file larger than `maxShortLocalBytes` must be downloaded. The workflow then repeats the measurement on the queue
 * for long measurements.
 * @param open opens the file for ranged reads that end when the signal is aborted
 * @param withinSeconds time limit in seconds; undefined for no limit besides those of ffprobe and of the activity
 */
export async function measureWithin(
  { parserPool, tools, workDir }: MediaDeps,
  workspaceId: string,
  open: (signal: AbortSignal) => RangedSource,
  mimeType: string,
  withinSeconds: number | undefined,
): Promise<MeasurementOutcome> {
  const runtime = { parsers: parserPool.forTenant(workspaceId), tools, workDir, workspaceId };
  const cancelled = cancellationSignal();
  if (withinSeconds === undefined) return measureSource(runtime, open(cancelled), mimeType, cancelled);
  const deadline = AbortSignal.timeout(withinSeconds * 1000);
  const signal = AbortSignal.any([cancelled, deadline]);
  try {
    return await measureSource(runtime, open(signal), mimeType, signal, maxShortLocalBytes);
  } catch (error) {
    const isLong = error instanceof LocalCopyTooLarge || (deadline.aborted && !cancelled.aborted);
    if (!isLong) throw error;
    throw ApplicationFailure.nonRetryable('the measurement takes long', 'measurement_takes_long');
  }
}
