import {
  ApplicationFailure,
  DefaultPayloadConverter,
  type Payload,
  type SerializationContext,
} from '@temporalio/common';
import {
  failureOfRefused,
  payloadRefusedType,
  refusalReason,
  refusedValue,
} from '@assay/domain/payload-marks.ts';

/** The converter of clients and activities, for payloads from `createPayloadCodec`. */
class RefusingPayloadConverter extends DefaultPayloadConverter {
  /** Throws if the value replaces a refused payload, for example in a schedule that is written again. */
  override toPayload(value: unknown, context?: SerializationContext): Payload {
    const failure = failureOfRefused([value]);
    if (failure !== null) throw failure;
    return super.toPayload(value, context);
  }

  override fromPayload<T>(payload: Payload, context?: SerializationContext): T {
    const reason = refusalReason(payload);
    if (reason === null) return super.fromPayload<T>(payload, context);
    return refusedValue(ApplicationFailure.nonRetryable(reason, payloadRefusedType)) as T;
  }
}

export const payloadConverter = new RefusingPayloadConverter();
