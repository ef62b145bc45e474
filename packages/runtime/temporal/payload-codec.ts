import path from 'node:path';
import type { DataConverter, Payload, PayloadCodec } from '@temporalio/common';
import proto from '@temporalio/proto';
import { createKeyRing, type EncryptionKeys } from '@assay/domain/lib/key-ring.ts';

const { Payload: PayloadMessage } = proto.temporal.api.common.v1;

const encrypted = 'binary/encrypted';
const encodingField = 'encoding';
const keyIdField = 'encryption-key-id';

/**
 * Returns a codec that encrypts payloads. Payloads that are not encrypted are decoded unchanged, so that histories from
 * before the encryption remain readable.
 *
 * The format is that of Temporal's encryption samples: the data is the nonce, the ciphertext and the tag of the whole
 * payload as a protobuf message (AES-256-GCM without associated data). Workers of custom sidekicks use these samples:
 * https://github.com/temporalio/samples-python/tree/main/encryption
 */
export function createPayloadCodec(keys: EncryptionKeys): PayloadCodec {
  const ring = createKeyRing(keys);
  const context = '';

  function encode(payload: Payload): Payload {
    const { keyId, data } = ring.encrypt(PayloadMessage.encode(payload).finish(), context);
    return { metadata: { [encodingField]: Buffer.from(encrypted), [keyIdField]: Buffer.from(keyId) }, data };
  }

  function decode(payload: Payload): Payload {
    const { metadata, data } = payload;
    if (text(metadata?.[encodingField]) !== encrypted) return payload;
    const message = ring.decrypt(
      { keyId: text(metadata?.[keyIdField]), data: data ?? new Uint8Array() },
      context,
    );
    return PayloadMessage.decode(message);
  }

  return {
    encode: (payloads) => Promise.resolve(payloads.map(encode)),
    decode: (payloads) => Promise.resolve().then(() => payloads.map(decode)),
  };
}

/** Settings of the encryption of payloads, as `packages/runtime/config.ts` returns them. */
export interface PayloadEncryption {
  /** Null if payloads are neither encrypted nor decrypted. */
  payloadKeys: EncryptionKeys | null;
  /** `decrypt`: payloads are decrypted, but not encrypted. */
  PAYLOAD_ENCRYPTION: 'encrypt' | 'decrypt';
}

export function encryptsPayloads({ payloadKeys, PAYLOAD_ENCRYPTION: use }: PayloadEncryption): boolean {
  return payloadKeys !== null && use === 'encrypt';
}

/** Returns the data converter of clients and workers. Without keys, returns the default data converter of the SDK. */
export function createDataConverter(settings: PayloadEncryption): DataConverter {
  const { payloadKeys: keys } = settings;
  if (keys === null) return {};
  const codec = createPayloadCodec(keys);
  if (!encryptsPayloads(settings))
    return { payloadCodecs: [{ ...codec, encode: (payloads) => Promise.resolve(payloads) }] };
  return {
    payloadCodecs: [codec],
    failureConverterPath: path.join(import.meta.dirname, 'failure-converter.ts'),
  };
}

const text = (bytes: Uint8Array | null | undefined) => Buffer.from(bytes ?? []).toString();
