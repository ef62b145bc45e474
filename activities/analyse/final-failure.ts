import { ApplicationFailure, cancellationSignal } from '@temporalio/activity';
import { type Clock, createPausableTimeout } from '@assay/domain/lib/pausable-timeout.ts';
import { DecodeTimedOut } from '@assay/analysis/decode/run-ffmpeg.ts';
import { finalFailureOf } from '@assay/analysis/jobs/final-failures.ts';

/** Returns a non-retryable failure for an error that `finalFailureOf` knows. Returns any other error unchanged. */
export function asFinalFailure(error: unknown): unknown {
  const failure = finalFailureOf(error);
  if (failure === null) return error;
  return ApplicationFailure.create({ ...failure, nonRetryable: true, cause: error as Error });
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
