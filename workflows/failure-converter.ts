import { DefaultFailureConverter } from '@temporalio/common';

/**
 * The failure converter of the workflow bundle. A worker with a payload codec defines `assayEncodesFailures` before it
 * loads the bundle, since all workers of a release share one. Messages and stack traces are then moved into a payload,
 * which the codec encrypts.
 */
export const failureConverter = new DefaultFailureConverter({
  encodeCommonAttributes: 'assayEncodesFailures' in globalThis,
});
