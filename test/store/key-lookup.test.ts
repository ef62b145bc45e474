import { createHash, randomUUID } from 'node:crypto';
import type { QueryConfig } from 'pg';
import { expect, test, vi } from 'vitest';
import { createKey } from '@assay/storage/accounts/create-key.ts';
import { revokeApiKey } from '@assay/storage/accounts/api-keys.ts';
import type { Database } from '@assay/storage/database/database.ts';
import { setSuspended } from '@assay/storage/accounts/workspaces.ts';
import { createKeyLookup } from '@assay/storage/accounts/key-lookup.ts';
import { submissionBody } from '@assay/storage/submissions/submissions.ts';
import { newWorkspace, useDatabase } from '../support/database.ts';
import { sandboxAsset, submit } from './fixtures.ts';

const own = useDatabase();

/** Returns a workspace with a sandbox key and submissions. */
async function newReader(submissionCount: number) {
  const workspaceId = await newWorkspace(own.database);
  const { id, key } = await createKey(own.database, workspaceId, 'sandbox', null);
  const submissionIds = [];
  for (let n = 0; n < submissionCount; n++)
    submissionIds.push(await submit(own.database, workspaceId, [sandboxAsset('pass')]));
  return { workspaceId, keyId: id, keyHash: createHash('sha256').update(key).digest(), submissionIds };
}

const reading = (submissionId: string) => ({ read: submissionBody, values: [submissionId] });
const idOf = (found: string | null) =>
  found === null ? null : (JSON.parse(found) as { submissionId: string }).submissionId;

test('concurrent reads with one key share statements, and each gets its own result', async () => {
  const [reader, other] = [await newReader(30), await newReader(1)];
  const query = vi.spyOn(own.database, 'query');
  const lookUp = createKeyLookup(own.database);
  const ids = [...reader.submissionIds, randomUUID(), other.submissionIds[0]!, ...reader.submissionIds];
  const found = await Promise.all(ids.map((id) => lookUp(reader.keyHash, reading(id))));
  const statements = query.mock.calls.length;
  query.mockRestore();
  const { submissionIds, workspaceId } = reader;
  expect(found.map((each) => idOf(each!.found))).toEqual([...submissionIds, null, null, ...submissionIds]);
  expect(new Set(found.map((each) => each!.key.workspaceId))).toEqual(new Set([workspaceId]));
  // Two statements with one read each, then four with up to 16.
  expect(statements).toBe(6);
});

test('each read gets its own result, however many run at the same time', async () => {
  const { keyHash, submissionIds } = await newReader(40);
  const lookUp = createKeyLookup(own.database);
  for (let count = 1; count <= submissionIds.length; count++) {
    const ids = submissionIds.slice(0, count);
    const found = await Promise.all(ids.map((id) => lookUp(keyHash, reading(id))));
    expect(found.map((each) => idOf(each!.found))).toEqual(ids);
  }
});

test('a key that may not be used runs no read', async () => {
  await own.database.query('create sequence reads');
  const count = {
    name: 'count-reads',
    expression: `select nextval('reads')::text where $2::uuid is not null`,
  };
  const ended: [string, (reader: Awaited<ReturnType<typeof newReader>>) => Promise<unknown>][] = [
    ['valid', () => Promise.resolve()],
    ['revoked', ({ keyId }) => revokeApiKey(own.database, keyId)],
    [
      'expired',
      ({ keyId }) =>
        own.database.query(`update api_keys set expires_at = now() - interval '1 second' where id = $1`, [
          keyId,
        ]),
    ],
    ['suspended', ({ workspaceId }) => setSuspended(own.database, workspaceId, true)],
    [
      'without the Integrations API',
      ({ workspaceId }) =>
        own.database.query(`update workspaces set plan = 'free' where id = $1`, [workspaceId]),
    ],
  ];
  const readsOf = [];
  for (const isPolled of [false, true]) {
    for (const [state, end] of ended) {
      const reader = await newReader(0);
      await end(reader);
      const lookUp = createKeyLookup(own.database);
      const request = { read: { ...count, isPolled }, values: [randomUUID()] };
      const found = await Promise.all(Array.from({ length: 4 }, () => lookUp(reader.keyHash, request)));
      const { rows } = await own.database.query<{ value: number }>(`select nextval('reads') as value`);
      readsOf.push([state, rows[0]!.value - 1, found.map((each) => each!.found !== null)]);
      await own.database.query('alter sequence reads restart');
    }
  }
  const states = ended.map(([state]) =>
    state === 'valid' ? [state, 4, Array(4).fill(true)] : [state, 0, Array(4).fill(false)],
  );
  expect(readsOf).toEqual([...states, ...states]);
});

test('reads with different keys never share a statement', async () => {
  const readers = await Promise.all(Array.from({ length: 5 }, () => newReader(1)));
  const query = vi.spyOn(own.database, 'query');
  const lookUp = createKeyLookup(own.database);
  const all = await Promise.all(
    readers.flatMap(({ keyHash }) => readers.map(({ submissionIds: [id] }) => lookUp(keyHash, reading(id!)))),
  );
  const keys = query.mock.calls.map(
    ([statement]) => (statement as unknown as { values: [Buffer] }).values[0],
  );
  query.mockRestore();
  expect(keys.every((key) => Buffer.isBuffer(key))).toBe(true);
  readers.forEach(({ submissionIds, workspaceId }, reader) => {
    const own = all.slice(reader * 5, reader * 5 + 5);
    expect(own.map((each) => idOf(each!.found))).toEqual(
      readers.map((_, index) => (index === reader ? submissionIds[0] : null)),
    );
    expect(own.every((each) => each!.key.workspaceId === workspaceId)).toBe(true);
  });
});

test('a read that waits for a statement sees what was committed meanwhile', async () => {
  const { keyId, keyHash, submissionIds } = await newReader(1);
  const held = Promise.withResolvers<undefined>();
  const query = async (statement: QueryConfig) => {
    const result = await own.database.query(statement);
    if (!statement.name!.includes('-all-')) await held.promise;
    return result;
  };
  const lookUp = createKeyLookup({ query } as unknown as Database);
  const [first, second, ...waiting] = [1, 2, 3, 4].map(() => lookUp(keyHash, reading(submissionIds[0]!)));
  await revokeApiKey(own.database, keyId);
  held.resolve(undefined);
  const isRevoked = async (reads: typeof waiting) =>
    (await Promise.all(reads)).map((each) => each!.key.revoked);
  expect(await isRevoked(waiting)).toEqual([true, true]);
  await Promise.all([first, second]);
});

test('an unknown key is not found, and a fault rejects every read of its statement', async () => {
  const lookUp = createKeyLookup(own.database);
  const unknown = createHash('sha256').update('nobody').digest();
  const reads = Array.from({ length: 6 }, () => lookUp(unknown, reading(randomUUID())));
  expect(await Promise.all(reads)).toEqual([null, null, null, null, null, null]);

  const { keyHash, submissionIds } = await newReader(1);
  const query = vi.spyOn(own.database, 'query').mockRejectedValue(new Error('connection lost'));
  const failed = Array.from({ length: 6 }, () => lookUp(keyHash, reading(submissionIds[0]!)));
  const settled = await Promise.allSettled(failed);
  query.mockRestore();
  expect(settled.map(({ status }) => status)).toEqual(Array(6).fill('rejected'));
  expect(idOf((await lookUp(keyHash, reading(submissionIds[0]!)))!.found)).toBe(submissionIds[0]);
});
