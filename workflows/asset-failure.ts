import { TimeoutType } from '@temporalio/common';
import {
  ActivityFailure,
  ApplicationFailure,
  ChildWorkflowFailure,
  isCancellation,
  TimeoutFailure,
} from '@temporalio/workflow';
import type { AssetFailure } from '../activities/record/record-asset.ts';
import { accessDeniedType, diskTooSmallType } from '@assay/domain/outages.ts';
import { payloadRefusedType } from '@assay/domain/payload-marks.ts';

/** Returns the first failure that is not retryable, otherwise the first failure. Null if nothing failed. */
export function worstOf(failures: readonly (AssetFailure | null)[]): AssetFailure | null {
  const failed = failures.filter((failure) => failure !== null);
  return failed.find((failure) => !failure.isRetryable) ?? failed[0] ?? null;
}

/**
 * Returns the failure of the asset for a failed activity. A non-retryable failure of the activity keeps its type and
 * message. The failure is retryable if attempts were exhausted, the work was cancelled, a sidekick was unavailable, or
 * an operator can help: with a larger disk, or with a right that a process lacks. It is not retryable if the last
 * attempt lost its heartbeat. Throws `error` if it is neither a cancellation nor a failure of an activity or child
 * workflow.
 */
export function toFailure(error: unknown, errorType: string, errorMessage: string): AssetFailure {
  if (isCancellation(error)) {
    return { errorType: 'cancelled', errorMessage: 'Processing was cancelled', isRetryable: true };
  }
  if (!(error instanceof ActivityFailure) && !(error instanceof ChildWorkflowFailure)) throw error;
  const cause = causeOf(error);
  if (isNonRetryable(cause)) {
    return {
      errorType: cause.type,
      errorMessage: cause.message,
      isRetryable: [accessDeniedType, diskTooSmallType, payloadRefusedType].includes(cause.type),
    };
  }
  if (isUnavailable(cause)) {
    return {
      errorType: unavailable,
      errorMessage: `${errorMessage}: no worker or endpoint accepted it`,
      isRetryable: true,
    };
  }
  // A file that stops its workers must not be retried free of charge.
  if (cause instanceof TimeoutFailure && cause.timeoutType === TimeoutType.HEARTBEAT) {
    return {
      errorType,
      errorMessage: `${errorMessage}: the worker stopped responding in the last attempt`,
      isRetryable: false,
    };
  }
  return { errorType, errorMessage, isRetryable: true };
}

/** Returns whether an activity failed with a non-retryable failure of the given type. */
export function isFinal(error: unknown, type: string): boolean {
  return error instanceof ActivityFailure && isNonRetryable(error.cause) && error.cause.type === type;
}

function isNonRetryable(cause: Error | undefined): cause is ApplicationFailure & { type: string } {
  return cause instanceof ApplicationFailure && cause.nonRetryable === true && typeof cause.type === 'string';
}

/** Returns the cause of an activity's failure. The activity may belong to a child workflow. */
function causeOf({ cause }: ActivityFailure | ChildWorkflowFailure): Error | undefined {
  return cause instanceof ActivityFailure ? cause.cause : cause;
}

const unavailable = 'sidekick_unavailable';

/** Returns whether a sidekick was unavailable: no worker started its work, or its endpoint was unavailable. */
function isUnavailable(cause: Error | undefined): boolean {
  if (cause instanceof TimeoutFailure) return cause.timeoutType === TimeoutType.SCHEDULE_TO_START;
  return cause instanceof ApplicationFailure && cause.type === unavailable;
}
