import { defaultPayloadConverter } from '@temporalio/common';
import { expect, test } from 'vitest';
import { parseEncryptionKeys } from '@assay/domain/lib/key-ring.ts';
import { createDataConverter, createPayloadCodec } from '@assay/runtime/temporal/payload-codec.ts';
import { encryptionKey } from '../support/secrets.ts';

const codecOf = (...keys: string[]) => createPayloadCodec(parseEncryptionKeys(keys.join()));
const [one, two] = [encryptionKey('one', 1), encryptionKey('two', 2)];
const payload = defaultPayloadConverter.toPayload({ filename: 'a.txt' });
const valueOf = (decoded: typeof payload) => defaultPayloadConverter.fromPayload(decoded);

test('a payload is encrypted with the first key, and every key decrypts', async () => {
  const encrypted = await codecOf(one).encode([payload]);
  expect(Buffer.from(encrypted[0]!.data!).toString('latin1')).not.toContain('a.txt');
  expect(Buffer.from(encrypted[0]!.metadata!['encryption-key-id']!).toString()).toBe('one');
  const [decoded] = await codecOf(two, one).decode(encrypted);
  expect(valueOf(decoded!)).toEqual({ filename: 'a.txt' });
});

test('a payload that is not encrypted is decoded unchanged', async () => {
  expect(await codecOf(one).decode([payload])).toEqual([payload]);
});

test('a missing key is named', async () => {
  await expect(codecOf(two).decode(await codecOf(one).encode([payload]))).rejects.toThrow(
    'the encryption key one is not configured',
  );
});

test('without keys, the data converter is that of the SDK', () => {
  expect(createDataConverter({ payloadKeys: null, PAYLOAD_ENCRYPTION: 'encrypt' })).toEqual({});
});

test('a process that only decrypts writes readable payloads and failures', async () => {
  const payloadKeys = parseEncryptionKeys(one);
  const converter = createDataConverter({ payloadKeys, PAYLOAD_ENCRYPTION: 'decrypt' });
  expect(converter.failureConverterPath).toBeUndefined();
  const [codec] = converter.payloadCodecs!;
  expect(await codec!.encode([payload])).toEqual([payload]);
  const [decoded] = await codec!.decode(await codecOf(one).encode([payload]));
  expect(valueOf(decoded!)).toEqual({ filename: 'a.txt' });
});
