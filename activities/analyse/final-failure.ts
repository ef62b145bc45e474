import { ApplicationFailure, cancellationSignal } from '@temporalio/activity';
import { diskTooSmallType } from '@assay/domain/outages.ts';
import { type Clock, createPausableTimeout } from '@assay/domain/lib/pausable-timeout.ts';
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
  return ApplicationFailure.nonRetryable(
    `${what} takes longer than ${withinSeconds} s`,
    'decoding_takes_long',
  );
}

/** A time limit of an activity, which starts when the limit is created. */
export interface TimeLimit {
  /** Aborted when the activity is cancelled or exceeds its limit. */
  signal: AbortSignal;
  /** Is paused while the work waits for others. Null if there is no limit. */
  clock: Clock | null;
  /** Returns the failure for an error, like `asDecodingFailure`. */
  failureOf(error: unknown): unknown;
}

/**
 * Limits the time of the current activity. After `withinSeconds` the failure has the type `decoding_takes_long`, after
 * `maxMs` it is final.
 * @param what name of the work, for the message
 * @param withinSeconds the time limit in seconds; undefined: `maxMs` applies
 * @param maxMs the time limit in milliseconds if `withinSeconds` is undefined; absent: there is none
 */
export function startTimeLimit(what: string, withinSeconds: number | undefined, maxMs?: number): TimeLimit {
  const cancelled = cancellationSignal();
  const limitMs = withinSeconds === undefined ? maxMs : withinSeconds * 1000;
  if (limitMs === undefined) return { signal: cancelled, clock: null, failureOf: asFinalFailure };
  const { signal: deadline, clock } = createPausableTimeout(limitMs);
  return {
    signal: AbortSignal.any([cancelled, deadline]),
    clock,
    failureOf: (error) => {
      const isTooLate = deadline.aborted && !cancelled.aborted;
      const reason = isTooLate ? new DecodeTimedOut(`${what} took longer than ${limitMs / 1000} s`) : error;
      return asDecodingFailure(reason, what, withinSeconds);
    },
  };
}
