import {
  ApplicationFailure,
  DefaultPayloadConverter,
  type Payload,
  type SerializationContext,
} from '@temporalio/common';
import { payloadRefusedType, refusalReason, refusedValue } from '@assay/domain/payload-marks.ts';

/** The converter of the workflow bundle, for payloads that the codec of a worker has decoded. */
class RefusingPayloadConverter extends DefaultPayloadConverter {
  override fromPayload<T>(payload: Payload, context?: SerializationContext): T {
    const reason = refusalReason(payload);
    if (reason === null) return super.fromPayload<T>(payload, context);
    return refusedValue(ApplicationFailure.nonRetryable(reason, payloadRefusedType)) as T;
  }
}

export const payloadConverter = new RefusingPayloadConverter();
