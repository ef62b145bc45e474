import { ApplicationFailure, cancellationSignal } from '@temporalio/activity';
import { diskTooSmallType } from '@assay/domain/outages.ts';
import { ContentChanged } from '@assay/domain/lib/ranged-source.ts';
import { DiskTooSmall } from '@assay/analysis/decode/disk-space.ts';
import { ParserFailed } from '@assay/analysis/parsers/run-job.ts';
import { DecodeFailed, DecodeTimedOut } from '@assay/analysis/decode/run-ffmpeg.ts';
import { LongerThanMeasured } from '@assay/analysis/decode/recording-limits.ts';
import { ProbeRefused } from '@assay/analysis/decode/ffprobe.ts';
import { InvalidFindings } from '@assay/analysis/contract/check-findings.ts';

/**
 * Errors that Temporal must not retry, because every attempt would fail in the same way. Each row has the error class,
 * the failure type and the message for the consumer.
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

/** Returns a non-retryable failure for an error of a class in `finalFailures`. Returns any other error unchanged. */
export function asFinalFailure(error: unknown): unknown {
  const row = finalFailures.find(([errorClass]) => error instanceof errorClass);
  if (row === undefined) return error;
  const [, type, message] = row;
  return ApplicationFailure.create({ type, message, nonRetryable: true, cause: error as Error });
}

/**
 * Returns the failure for an error of a decode. If the decode exceeded `withinSeconds`, the type is
 * `decoding_takes_long`, and the workflow repeats the decode without this limit. Other errors are handled by
 * `asFinalFailure`.
 * @param what name of the work, for the message
 * @param withinSeconds the time limit; undefined if there is none
 */
export function asDecodingFailure(error: unknown, what: string, withinSeconds: number | undefined): unknown {
  if (withinSeconds === undefined || !(error instanceof DecodeTimedOut)) return asFinalFailure(error);
  return takesLong(what, withinSeconds);
}

/** A time limit of an activity, which starts when the limit is created. */
export interface TimeLimit {
  /** Aborted when the activity is cancelled or exceeds its limit. */
  signal: AbortSignal;
  /** Returns the failure for an error, like `asDecodingFailure`. */
  failureOf(error: unknown): unknown;
}

/**
 * Limits the time of the current activity.
 * @param what name of the work, for the message
 * @param withinSeconds the time limit; undefined if there is none
 */
export function startTimeLimit(what: string, withinSeconds: number | undefined): TimeLimit {
  const cancelled = cancellationSignal();
  if (withinSeconds === undefined) return { signal: cancelled, failureOf: asFinalFailure };
  const deadline = AbortSignal.timeout(withinSeconds * 1000);
  return {
    signal: AbortSignal.any([cancelled, deadline]),
    failureOf: (error) =>
      deadline.aborted && !cancelled.aborted
        ? takesLong(what, withinSeconds)
        : asDecodingFailure(error, what, withinSeconds),
  };
}

function takesLong(what: string, withinSeconds: number): ApplicationFailure {
  return ApplicationFailure.nonRetryable(
    `${what} takes longer than ${withinSeconds} s`,
    'decoding_takes_long',
  );
}
