import { ApplicationFailure, defaultPayloadConverter, type PayloadConverter } from '@temporalio/common';
import { payloadRefusedType, refusalReason, refusedValue } from '@assay/domain/payload-marks.ts';

/** The converter of the workflow bundle, for payloads that the codec of a worker has decoded. */
export const payloadConverter: PayloadConverter = {
  toPayload: (value, context) => defaultPayloadConverter.toPayload(value, context),

  fromPayload(payload, context) {
    const reason = refusalReason(payload);
    if (reason !== null) return refused(reason);
    try {
      return defaultPayloadConverter.fromPayload(payload, context);
    } catch {
      // A custom sidekick chooses the bytes of its answer, and an error here would stall the workflow.
      return refused('A payload in Temporal was refused: it cannot be read');
    }
  },
};

const refused = (reason: string) =>
  refusedValue(ApplicationFailure.nonRetryable(reason, payloadRefusedType)) as never;
