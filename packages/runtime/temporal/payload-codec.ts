import path from 'node:path';
import type { DataConverter, Payload, PayloadCodec, SerializationContext } from '@temporalio/common';
import proto from '@temporalio/proto';
import { customActivityIds } from '@assay/domain/examination.ts';
import {
  createKeyRing,
  deriveKeys,
  type EncryptionKeys,
  type KeyRing,
  UndecryptableError,
} from '@assay/domain/lib/key-ring.ts';
import { refusedEncoding } from '@assay/domain/payload-marks.ts';
import { readExaminationId } from '@assay/domain/workflow-ids.ts';

const { Payload: PayloadMessage } = proto.temporal.api.common.v1;

const encrypted = 'binary/encrypted';
const encodingField = 'encoding';
const keyIdField = 'encryption-key-id';
/** The Temporal UI sends payloads without their workflow, so each payload names it. */
const workflowIdField = 'encryption-workflow-id';

export interface PayloadCodecOptions {
  keys: EncryptionKeys;
  namespace: string;
  /** True to encrypt new payloads. */
  encrypts: boolean;
  /** True to refuse payloads that are not encrypted, or that belong to another workflow. */
  refuses: boolean;
}

/**
 * Returns a codec that encrypts payloads and decodes encrypted ones. It marks payloads that it refuses
 * (`packages/domain/payload-marks.ts`).
 *
 * The format extends that of Temporal's encryption samples: the data is the nonce, the ciphertext and the tag of the
 * whole payload as a protobuf message (AES-256-GCM). The additional authenticated data is the namespace, a line feed
 * and the workflow id. A schedule has the workflow id of its action. The payloads of a custom sidekick with encryption
 * have keys of their own (`deriveKeys` with the sidekick's id), and key ids of the form `sidekick/key`.
 * https://github.com/temporalio/samples-python/tree/main/encryption
 */
export function createPayloadCodec({
  keys,
  namespace,
  encrypts,
  refuses,
}: PayloadCodecOptions): PayloadCodec {
  const ring = createKeyRing(keys);
  const ringOf = (sidekickId: string | null): KeyRing =>
    sidekickId === null ? ring : createKeyRing(deriveKeys(keys, sidekickId));
  const placeOf = (workflowId: string) => `${namespace}\n${workflowId}`;

  function encode(payload: Payload, context?: SerializationContext): Payload {
    if (!encrypts || isClear(context)) return payload;
    const workflowId = context?.workflowId ?? '';
    const { keyId, data } = ringOf(sidekickOf(context)).encrypt(
      PayloadMessage.encode(payload).finish(),
      placeOf(workflowId),
    );
    const metadata = {
      [encodingField]: Buffer.from(encrypted),
      [keyIdField]: Buffer.from(keyId),
      [workflowIdField]: Buffer.from(workflowId),
    };
    return { metadata, data };
  }

  function decode(payload: Payload, context?: SerializationContext): Payload {
    const { metadata, data } = payload;
    if (text(metadata?.[encodingField]) !== encrypted)
      return !refuses || isClear(context) ? payload : refused('it is not encrypted');
    const keyId = text(metadata?.[keyIdField]);
    const [, sidekickId = null, id = ''] = /^(?:(.*)\/)?(.*)$/s.exec(keyId)!;
    if (!keys.has(id)) {
      // The author of a custom sidekick chooses the key id of its payloads, and must not stall workflows of Assay.
      if (isOfSidekick(context)) return refused(`its key ${keyId} is not configured`);
      // The operator can add a missing key. Until then, Temporal retries the task.
      throw new UndecryptableError(`the encryption key ${id} is not configured`);
    }
    const workflowId = text(metadata?.[workflowIdField]);
    if (context !== undefined && sidekickId !== sidekickOf(context))
      return refused(`its key ${keyId} is not for this workflow or activity`);
    if (refuses && context !== undefined && !belongsTo(workflowId, context))
      return refused(`it belongs to the workflow "${workflowId}", not to "${context.workflowId ?? ''}"`);
    try {
      const encryptedData = { keyId, data: data ?? new Uint8Array() };
      return PayloadMessage.decode(ringOf(sidekickId).decrypt(encryptedData, placeOf(workflowId)));
    } catch {
      return refused(
        `the key ${keyId} does not decrypt it for the workflow "${workflowId}" in the namespace ${namespace}`,
      );
    }
  }

  return {
    encode: (payloads, context) => Promise.resolve(payloads.map((each) => encode(each, context))),
    decode: (payloads, context) =>
      Promise.resolve().then(() => payloads.map((each) => decode(each, context))),
  };
}

function refused(reason: string): Payload {
  return { metadata: { [encodingField]: Buffer.from(refusedEncoding) }, data: Buffer.from(reason) };
}

/** Returns whether payloads are not encrypted: those of custom sidekicks whose workers have no keys. */
const isClear = (context?: SerializationContext) => sidekickOf(context, customActivityIds.clear) !== null;

/** Returns whether payloads are those of a custom sidekick's activity, with or without encryption. */
const isOfSidekick = (context?: SerializationContext) => isClear(context) || sidekickOf(context) !== null;

/** Returns the id of the custom sidekick whose activity a context describes. Null for other activities. */
function sidekickOf(context?: SerializationContext, id: string = customActivityIds.encrypted): string | null {
  if (context?.type !== 'activity' || context.activityId !== id) return null;
  return readExaminationId(context.workflowId ?? '')?.sidekickId ?? null;
}

/** End of the workflow id of a run that a schedule has started. Temporal appends the time to the id of the schedule. */
const scheduledTime = /-\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/**
 * Returns whether a payload of a workflow may be used in a context. The input of a scheduled run is that of its
 * schedule, and each run gets the result of the run before. All runs of a schedule therefore count as one workflow. A
 * payload without a workflow id comes from an operator, for whom `/codec/encode` encrypted it. Operators start
 * workflows and send updates, but do not write the payloads of activities.
 */
function belongsTo(workflowId: string, context: SerializationContext): boolean {
  if (workflowId === '') return context.type === 'workflow';
  return withoutTime(workflowId) === withoutTime(context.workflowId ?? '');
}

const withoutTime = (workflowId: string) => workflowId.replace(scheduledTime, '');

/** Settings of the encryption of payloads, as `packages/runtime/config.ts` returns them. */
export interface PayloadEncryption {
  /** Null if payloads are neither encrypted nor decrypted. */
  payloadKeys: EncryptionKeys | null;
  PAYLOAD_ENCRYPTION: 'decrypt' | 'encrypt' | 'required';
  TEMPORAL_NAMESPACE: string;
}

export function encryptsPayloads({ payloadKeys, PAYLOAD_ENCRYPTION: use }: PayloadEncryption): boolean {
  return payloadKeys !== null && use !== 'decrypt';
}

/** Returns the data converter of clients and workers. Without keys, returns the default data converter of the SDK. */
export function createDataConverter(settings: PayloadEncryption): DataConverter {
  const { payloadKeys: keys, PAYLOAD_ENCRYPTION: use, TEMPORAL_NAMESPACE: namespace } = settings;
  if (keys === null) return {};
  const encrypts = encryptsPayloads(settings);
  const file = (name: string) => path.join(import.meta.dirname, name);
  return {
    payloadCodecs: [createPayloadCodec({ keys, namespace, encrypts, refuses: use === 'required' })],
    payloadConverterPath: file('payload-converter.ts'),
    ...(encrypts ? { failureConverterPath: file('failure-converter.ts') } : {}),
  };
}

const text = (bytes: Uint8Array | null | undefined) => Buffer.from(bytes ?? []).toString();
