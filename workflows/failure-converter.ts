import { DefaultFailureConverter } from '@temporalio/common';

/**
 * The failure converter of the workflow bundle, which all workers of a release share. A worker with a payload codec
 * defines the global `assayEncodesFailures` before it loads the bundle. Messages and stack traces are then moved into a
 * payload, which the codec encrypts.
 */
export const failureConverter = new DefaultFailureConverter({
  encodeCommonAttributes: 'assayEncodesFailures' in globalThis,
});
