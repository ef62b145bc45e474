import { ApplicationFailure, log, sleep } from '@temporalio/activity';
import { NoDiskSpace } from '@assay/analysis/decode/disk-space.ts';
import { accessDeniedType, diskSpace, outageType } from '@assay/domain/outages.ts';
import { UndecryptableError } from '@assay/domain/lib/key-ring.ts';
import { isDatabaseOutage, isInsufficientPrivilege } from '@assay/storage/database/database-errors.ts';
import { isStorageAccessDenied, isStorageOutage } from '@assay/storage/s3/storage-fault.ts';
import { withHeartbeat } from './with-heartbeat.ts';

const firstPauseMs = 1_000;
const maxPauseMs = 30_000;

function isOutage(error: unknown): boolean {
  return (
    isDatabaseOutage(error) ||
    isStorageOutage(error) ||
    error instanceof UndecryptableError ||
    error instanceof NoDiskSpace
  );
}

export function isAccessDenied(error: unknown): boolean {
  return isStorageAccessDenied(error) || isInsufficientPrivilege(error);
}

/**
 * Wraps an activity that records an outcome. Logs a missing right in S3 or Postgres. The activity is retried until the
 * right is granted: to record a failure of the asset, it would need the same right.
 */
export function loggingDenials<Input, Output>(
  activity: (input: Input) => Promise<Output>,
): (input: Input) => Promise<Output> {
  return async (input) => {
    try {
      return await activity(input);
    } catch (error) {
      if (isAccessDenied(error)) log.error('a right in S3 or Postgres is missing', { error });
      throw error;
    }
  };
}

/**
 * Wraps an activity. If the process lacks a right in S3 or Postgres, the activity fails with the type `access_denied`
 * and is not retried. The asset then fails, so that an operator notices the missing right. When the right is granted,
 * the asset can be retried.
 */
export function reportingDenials<Input, Output>(
  activity: (input: Input) => Promise<Output>,
): (input: Input) => Promise<Output> {
  return async (input) => {
    try {
      return await loggingDenials(activity)(input);
    } catch (error) {
      if (!isAccessDenied(error)) throw error;
      throw ApplicationFailure.create({
        type: accessDeniedType,
        message: 'The service lacks a right in its own storage or database',
        nonRetryable: true,
        cause: error as Error,
      });
    }
  };
}

/**
 * Wraps an activity. If Postgres or S3 is unavailable, an encryption key is missing or the disk has no space, the
 * activity fails with the type `outage`. The workflow then waits until the outage is over and runs the activity again
 * (`retryOutages`). Retries by Temporal would use up the attempts of the retry policy during an outage. A missing right
 * is reported as in `reportingDenials`.
 *
 * Sends heartbeats from the start, because a query that hangs takes longer than the heartbeat timeout.
 */
export function reportingOutages<Input, Output>(
  activity: (input: Input) => Promise<Output>,
): (input: Input) => Promise<Output> {
  return async (input) => {
    try {
      return await withHeartbeat(() => reportingDenials(activity)(input));
    } catch (error) {
      if (!isOutage(error)) throw error;
      const hasReason = error instanceof UndecryptableError || error instanceof NoDiskSpace;
      if (error instanceof NoDiskSpace) log.warn('no disk space for the local copy of a file', { error });
      throw ApplicationFailure.create({
        type: outageType,
        message: hasReason ? error.message : 'Postgres or S3 is unavailable',
        details: error instanceof NoDiskSpace ? [diskSpace, error.needed] : [],
        cause: error as Error,
      });
    }
  };
}

/** Runs `store`, with retries for up to `keepHours` during an outage. For results that are expensive to make. */
export async function storeThroughOutages<T>(keepHours: number, store: () => Promise<T>): Promise<T> {
  const giveUpAt = Date.now() + keepHours * 3_600_000;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
    try {
      return await store();
    } catch (error) {
      if (!isOutage(error) || Date.now() > giveUpAt) throw error;
      log.warn('results cannot be stored and are kept', { error, pauseMs });
      await sleep(pauseMs);
    }
  }
}
