import { diskTooSmallType } from '@assay/domain/outages.ts';
import { ContentChanged } from '@assay/domain/lib/ranged-source.ts';
import { InvalidFindings } from '../contract/check-findings.ts';
import { DiskTooSmall } from '../decode/disk-space.ts';
import { ProbeRefused } from '../decode/ffprobe.ts';
import { LongerThanMeasured } from '../decode/recording-limits.ts';
import { DecodeFailed, DecodeTimedOut } from '../decode/run-ffmpeg.ts';
import { ParserFailed } from '../parsers/run-job.ts';

/**
 * Errors of an examination that must not be retried, because every attempt would fail in the same way. Each row has the
 * error class, the failure type and the message for the consumer.
 */
const finalFailures = [
  [ProbeRefused, 'undecodable_media', 'The file cannot be decoded'],
  [DecodeFailed, 'undecodable_media', 'The file cannot be decoded'],
  [DecodeTimedOut, 'analysis_timed_out', 'The file takes too long to analyse'],
  [ParserFailed, 'unreadable_content', 'The file is damaged, or too complex to be read'],
  [LongerThanMeasured, 'longer_than_measured', 'The file is longer than its measured duration'],
  [DiskTooSmall, diskTooSmallType, 'The disk of the media worker is too small for the file'],
  [ContentChanged, 'content_changed', 'The stored file is not the one that was submitted'],
  [InvalidFindings, 'invalid_findings', 'A sidekick returned findings that cannot be used'],
] as const;

/** Returns the type and the message of an error of a class in `finalFailures`. Returns null for any other error. */
export function finalFailureOf(error: unknown): { type: string; message: string } | null {
  const row = finalFailures.find(([errorClass]) => error instanceof errorClass);
  return row === undefined ? null : { type: row[1], message: row[2] };
}
