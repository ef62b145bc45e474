import { TimeoutType } from '@temporalio/common';
import {
  ActivityFailure,
  ApplicationFailure,
  ChildWorkflowFailure,
  isCancellation,
  TimeoutFailure,
} from '@temporalio/workflow';
import type { AssetFailure } from '../activities/record/record-asset.ts';

/** The first that is final, else the first that is not; null where nothing failed. */
export function worstOf(failures: readonly (AssetFailure | null)[]): AssetFailure | null {
  const failed = failures.filter((failure) => failure !== null);
  return failed.find((failure) => !failure.isRetryable) ?? failed[0] ?? null;
}

/**
 * What a failed activity means for its asset. A failure that its activity called final keeps its own type and
 * words and is not retryable; what was tried often enough can be retried by the consumer; so can what was cancelled, and
 * what waits for a sidekick that is not there.
 */
export function toFailure(error: unknown, errorType: string, errorMessage: string): AssetFailure {
  if (isCancellation(error)) {
    return { errorType: 'cancelled', errorMessage: 'Processing was cancelled', isRetryable: true };
  }
  if (!(error instanceof ActivityFailure) && !(error instanceof ChildWorkflowFailure)) throw error;
  const cause = causeOf(error);
  if (isCalledFinal(cause)) {
    return { errorType: cause.type, errorMessage: cause.message, isRetryable: false };
  }
  if (isUnavailable(cause)) {
    return {
      errorType: unavailable,
      errorMessage: `${errorMessage}: its worker or endpoint did not take it`,
      isRetryable: true,
    };
  }
  return { errorType, errorMessage, isRetryable: true };
}

/** Whether an activity called its failure final, and of this type. */
export function isFinal(error: unknown, type: string): boolean {
  return error instanceof ActivityFailure && isCalledFinal(error.cause) && error.cause.type === type;
}

function isCalledFinal(cause: Error | undefined): cause is ApplicationFailure & { type: string } {
  return cause instanceof ApplicationFailure && cause.nonRetryable === true && typeof cause.type === 'string';
}

/** What an activity failed with, be it one of a child. */
function causeOf({ cause }: ActivityFailure | ChildWorkflowFailure): Error | undefined {
  return cause instanceof ActivityFailure ? cause.cause : cause;
}

const unavailable = 'sidekick_unavailable';

/** No worker took the work, or no endpoint answered. */
function isUnavailable(cause: Error | undefined): boolean {
  if (cause instanceof TimeoutFailure) return cause.timeoutType === TimeoutType.SCHEDULE_TO_START;
  return cause instanceof ApplicationFailure && cause.type === unavailable;
}
