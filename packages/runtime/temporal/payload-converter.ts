import { ApplicationFailure, defaultPayloadConverter, type PayloadConverter } from '@temporalio/common';
import {
  failureOfRefused,
  payloadRefusedType,
  refusalReason,
  refusedValue,
} from '@assay/domain/payload-marks.ts';

/** The converter of clients and activities, for payloads from `createPayloadCodec`. */
export const payloadConverter: PayloadConverter = {
  /** Throws if the value replaces a refused payload, for example in a schedule that is written again. */
  toPayload(value, context) {
    const failure = failureOfRefused([value]);
    if (failure !== null) throw failure;
    return defaultPayloadConverter.toPayload(value, context);
  },

  fromPayload(payload, context) {
    const reason = refusalReason(payload);
    if (reason === null) return defaultPayloadConverter.fromPayload(payload, context);
    return refusedValue(ApplicationFailure.nonRetryable(reason, payloadRefusedType)) as never;
  },
};
