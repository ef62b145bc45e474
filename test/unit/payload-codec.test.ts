import { randomUUID } from 'node:crypto';
import { ApplicationFailure, type Payload, type SerializationContext } from '@temporalio/common';
import { defaultPayloadConverter } from '@temporalio/common';
import { describe, expect, test } from 'vitest';
import { createKeyRing, deriveKeys, parseEncryptionKeys } from '@assay/domain/lib/key-ring.ts';
import { createDataConverter, createPayloadCodec } from '@assay/runtime/temporal/payload-codec.ts';
import { examinationId } from '@assay/domain/workflow-ids.ts';
import { payloadConverter } from '@assay/runtime/temporal/payload-converter.ts';
import { payloadConverter as workflowConverter } from '../../workflows/payload-converter.ts';
import { encryptionKey } from '../support/secrets.ts';

const [one, two] = [encryptionKey('one', 1), encryptionKey('two', 2)];
const namespace = 'assay';
const value = { filename: 'a.txt' };
const payload = defaultPayloadConverter.toPayload(value);
const contextOf = (workflowId: string): SerializationContext => ({ type: 'workflow', namespace, workflowId });
const context = contextOf('submission:1:v1');

const codecOf = (keys: string, options: Partial<Parameters<typeof createPayloadCodec>[0]> = {}) =>
  createPayloadCodec({
    keys: parseEncryptionKeys(keys),
    namespace,
    encrypts: true,
    refuses: true,
    ...options,
  });

async function encrypted(of = context): Promise<Payload> {
  return (await codecOf(one).encode([payload], of))[0]!;
}

/** Returns the decoded value. Rejects if the codec refuses the payload. */
async function read(stored: Payload, of: SerializationContext | undefined, codec = codecOf(one)) {
  const [decoded] = await codec.decode([stored], of);
  return payloadConverter.fromPayload<unknown>(decoded!);
}

const metadataOf = ({ metadata }: Payload, field: string) => Buffer.from(metadata![field]!).toString();

test('a payload is encrypted with the first key, and every key decrypts', async () => {
  const stored = await encrypted();
  expect(Buffer.from(stored.data!).toString('latin1')).not.toContain('a.txt');
  expect(metadataOf(stored, 'encryption-key-id')).toBe('one');
  expect(metadataOf(stored, 'encryption-workflow-id')).toBe('submission:1:v1');
  expect(await read(stored, context, codecOf(`${two},${one}`))).toEqual(value);
});

test('payloads have no context in the Temporal UI, which decodes them and encodes those of operators', async () => {
  expect(await read(await encrypted(), undefined)).toEqual(value);
  const [typed] = await codecOf(one).encode([payload]);
  expect(await read(typed!, context)).toEqual(value);
});

describe('a payload is refused', () => {
  const refusal = (reason: RegExp) => ({
    type: 'payload_refused',
    nonRetryable: true,
    message: expect.stringMatching(reason) as string,
  });

  test.each([
    ['that is not encrypted', () => payload, context, /it is not encrypted/],
    [
      'of another workflow',
      encrypted,
      contextOf('submission:2:v1'),
      /belongs to the workflow "submission:1:v1"/,
    ],
    [
      'whose workflow id was changed',
      async () => {
        const stored = await encrypted();
        stored.metadata!['encryption-workflow-id'] = Buffer.from('submission:2:v1');
        return stored;
      },
      contextOf('submission:2:v1'),
      /does not decrypt it for the workflow "submission:2:v1"/,
    ],
    [
      'of an operator in an activity',
      async () => (await codecOf(one).encode([payload]))[0]!,
      {
        type: 'activity',
        namespace,
        workflowId: 'submission:1:v1',
        activityId: '1',
        isLocal: false,
      } as const,
      /belongs to the workflow ""/,
    ],
  ])('%s', async (_name, make, of, reason) => {
    await expect(read(await make(), of)).rejects.toMatchObject(refusal(reason));
  });

  test('of another namespace, even if payloads of other workflows are accepted', async () => {
    const elsewhere = codecOf(one, { namespace: 'other', refuses: false });
    const failure = read(await encrypted(), context, elsewhere);
    await expect(failure).rejects.toMatchObject(refusal(/in the namespace other/));
  });

  test('and is not written again', async () => {
    const [decoded] = await codecOf(one).decode([payload], context);
    expect(() => payloadConverter.toPayload(payloadConverter.fromPayload(decoded!))).toThrow(
      ApplicationFailure,
    );
  });

  test('in workflows too', async () => {
    const [decoded] = await codecOf(one).decode([payload], context);
    const failure = Promise.resolve(workflowConverter.fromPayload<unknown>(decoded!));
    await expect(failure).rejects.toMatchObject(refusal(/it is not encrypted/));
  });

  test.each([
    ['text that is not JSON', 'json/plain'],
    ['an unknown encoding', 'nope'],
  ])('in workflows, where an error would be retried forever, if it has %s', async (_content, encoding) => {
    const unreadable = { metadata: { encoding: Buffer.from(encoding) }, data: Buffer.from('{') };
    const failure = Promise.resolve(workflowConverter.fromPayload<unknown>(unreadable));
    await expect(failure).rejects.toMatchObject(refusal(/it cannot be read/));
  });

  test('with a reason that Postgres can store, even if a sidekick chose it', async () => {
    const stored = await encrypted();
    stored.metadata!['encryption-workflow-id'] = Buffer.from(`a\0b${'c'.repeat(1_000_000)}`);
    const failure = read(stored, context);
    await expect(failure).rejects.toMatchObject(refusal(/: it belongs to the workflow "a b[^\0]{400,500}$/));
  });
});

test('the runs of a schedule share the payloads of the schedule', async () => {
  const run = contextOf('upkeep:storage-2026-01-02T03:00:00Z');
  expect(await read(await encrypted(contextOf('upkeep:storage')), run)).toEqual(value);
  expect(await read(await encrypted(contextOf('upkeep:storage-2026-01-01T03:00:00Z')), run)).toEqual(value);
  await expect(read(await encrypted(contextOf('upkeep:orders')), run)).rejects.toThrow('belongs to');
});

describe('the payloads of a custom sidekick on a task queue', () => {
  const [mine, other] = [randomUUID(), randomUUID()];
  const activityOf = (sidekickId: string, activityId: string): SerializationContext => ({
    type: 'activity',
    namespace,
    workflowId: examinationId({ submissionId: randomUUID(), version: 1, assetId: randomUUID(), sidekickId }),
    activityId,
    isLocal: false,
  });

  test('are not encrypted without keys of its own', async () => {
    const activity = activityOf(mine, 'examine');
    expect(await codecOf(one).encode([payload], activity)).toEqual([payload]);
    expect(await read(payload, activity)).toEqual(value);
  });

  test('are encrypted with a key that decrypts only its own', async () => {
    const activity = activityOf(mine, 'examine-encrypted');
    const stored = await encrypted(activity);
    expect(metadataOf(stored, 'encryption-key-id')).toBe(`${mine}/one`);
    expect(await read(stored, activity)).toEqual(value);
    expect(await read(stored, undefined)).toEqual(value);
    const owned = deriveKeys(parseEncryptionKeys(one), mine);
    const open = (each: Payload, { workflowId }: SerializationContext) =>
      createKeyRing(owned).decrypt(
        { keyId: `${mine}/one`, data: each.data! },
        `${namespace}\n${workflowId!}`,
      );
    expect(open(stored, activity).toString()).toContain('a.txt');
    for (const others of [activityOf(other, 'examine-encrypted'), context]) {
      const foreign = await encrypted(others);
      expect(() => open(foreign, others)).toThrow('cannot be decrypted');
      await expect(read(stored, others)).rejects.toThrow(`its key ${mine}/one is not for this`);
    }
    await expect(read(payload, activity)).rejects.toThrow('it is not encrypted');
  });

  test.each(['examine', 'examine-encrypted'])(
    'are refused if the answer of %s has an unknown key, because an error would stall its workflow',
    async (activityId) => {
      for (const keyId of ['nope', `${mine}/nope`, '']) {
        const answer = await encrypted(activityOf(mine, 'examine-encrypted'));
        answer.metadata!['encryption-key-id'] = Buffer.from(keyId);
        await expect(read(answer, activityOf(mine, activityId))).rejects.toMatchObject({
          type: 'payload_refused',
          message: expect.stringContaining(`its key ${keyId} is not configured`) as string,
        });
      }
    },
  );
});

test('a missing key is an error that Temporal retries', async () => {
  await expect(codecOf(two).decode([await encrypted()], context)).rejects.toThrow(
    'the encryption key one is not configured',
  );
});

test('without keys, the data converter is that of the SDK', () => {
  const settings = { payloadKeys: null, TEMPORAL_NAMESPACE: namespace };
  expect(createDataConverter({ ...settings, PAYLOAD_ENCRYPTION: 'required' })).toEqual({});
});

describe('PAYLOAD_ENCRYPTION', () => {
  const converterOf = (use: 'decrypt' | 'encrypt' | 'required') =>
    createDataConverter({
      payloadKeys: parseEncryptionKeys(one),
      PAYLOAD_ENCRYPTION: use,
      TEMPORAL_NAMESPACE: namespace,
    });

  test.each(['decrypt', 'encrypt'] as const)('%s accepts all payloads of the namespace', async (use) => {
    const codec = converterOf(use).payloadCodecs![0]!;
    expect(await read(payload, context, codec)).toEqual(value);
    expect(await read(await encrypted(), context, codec)).toEqual(value);
    expect(await read(await encrypted(), contextOf('other'), codec)).toEqual(value);
  });

  test('decrypt writes readable payloads and failures', async () => {
    const converter = converterOf('decrypt');
    expect(converter.failureConverterPath).toBeUndefined();
    expect(await converter.payloadCodecs![0]!.encode([payload], context)).toEqual([payload]);
  });

  test('required refuses payloads that are not encrypted', async () => {
    const codec = converterOf('required').payloadCodecs![0]!;
    await expect(read(payload, context, codec)).rejects.toThrow('it is not encrypted');
    expect(await read((await codec.encode([payload], context))[0]!, context, codec)).toEqual(value);
  });
});
