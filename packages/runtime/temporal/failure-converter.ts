import { DefaultFailureConverter } from '@temporalio/common';

/** Moves messages and stack traces of failures into a payload, which the payload codec encrypts. */
export const failureConverter = new DefaultFailureConverter({ encodeCommonAttributes: true });
