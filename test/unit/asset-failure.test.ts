import { RetryState, TimeoutType } from '@temporalio/common';
import { ActivityFailure, TimeoutFailure } from '@temporalio/workflow';
import { expect, test } from 'vitest';
import { toFailure } from '../../workflows/asset-failure.ts';

const afterAllAttempts = (timeout: TimeoutType) =>
  new ActivityFailure(
    'Activity task timed out',
    'runSidekick',
    '1',
    RetryState.MAXIMUM_ATTEMPTS_REACHED,
    undefined,
    new TimeoutFailure('activity timeout', undefined, timeout),
  );

test.for([
  [TimeoutType.HEARTBEAT, false],
  [TimeoutType.START_TO_CLOSE, true],
] as const)(
  'an examination whose last attempt ended with the time-out %s is retryable: %s',
  ([timeout, isRetryable]) => {
    const failure = toFailure(afterAllAttempts(timeout), 'analysis_failed', 'The analysis by supers failed');
    expect(failure).toMatchObject({ errorType: 'analysis_failed', isRetryable });
  },
);
