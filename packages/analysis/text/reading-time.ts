import { recordingLimits, unmeasuredTimeoutMs } from '../decode/recording-limits.ts';

/** Time limit in milliseconds for reading all pages of a document. */
const maxDocumentMs = 60 * 60_000;

/**
 * Returns the time limit in milliseconds for reading the text of a file. Undefined for an image, see `readFileText`.
 * @param file `metricValue` is the measured duration of a video in seconds; null if it was not measured
 */
export function readingTimeMs({
  assetType,
  metricValue,
}: {
  assetType: string | null;
  metricValue: number | null;
}): number | undefined {
  if (assetType === 'document') return maxDocumentMs;
  if (assetType !== 'video') return undefined;
  return metricValue === null ? unmeasuredTimeoutMs : recordingLimits(metricValue).timeoutMs;
}
