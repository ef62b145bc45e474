import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { reencryptSecrets } from '@assay/storage/webhooks/reencrypted-secrets.ts';
import { rotateSecret } from '@assay/storage/webhooks/subscription-secrets.ts';
import { deleteSubscription, insertSubscription } from '@assay/storage/webhooks/subscriptions.ts';
import { registerCustom } from '../support/custom-sidekicks.ts';
import { newWorkspace, useDatabase } from '../support/database.ts';
import { cipherOf, encryptionKey } from '../support/secrets.ts';

const own = useDatabase();
const [oldKey, newKey] = [encryptionKey('old', 1), encryptionKey('new', 2)];
const before = cipherOf(oldKey);
const rotating = cipherOf(newKey, oldKey);
const oldFirst = cipherOf(oldKey, newKey);
const after = cipherOf(newKey);
let workspaceId: string;

beforeEach(async () => {
  workspaceId = await newWorkspace(own.database);
  await own.database.query('delete from subscriptions');
});

async function subscribe(secretOf: (id: string) => string): Promise<string> {
  const id = randomUUID();
  const endpoint = { endpointUrl: 'https://example.com', eventTypes: [], description: null };
  await insertSubscription(own.database, { id, workspaceId, ...endpoint, secret: secretOf(id) }, 100);
  return id;
}

async function stored(id: string): Promise<{ secret: string; previous: string | null; updated: Date }> {
  const { rows } = await own.database.query(
    'select secret, previous_secret as previous, updated_at as updated from subscriptions where id = $1',
    [id],
  );
  return rows[0];
}

describe('encrypting secrets again', () => {
  test('encrypts secrets of an old key, in batches', async () => {
    const ids = await Promise.all(
      [0, 1, 2, 3].map((n) => subscribe((id) => before.encrypt(`whsec_${n}`, id))),
    );
    const { updated } = await stored(ids[1]!);
    expect(await reencryptSecrets(own.database, rotating, 'subscriptions', null, 2)).toEqual({
      reencrypted: 4,
      undecryptable: [],
    });
    for (const [n, id] of ids.entries())
      expect(after.decrypt((await stored(id)).secret, id)).toBe(`whsec_${n}`);
    expect((await stored(ids[1]!)).updated).toEqual(updated);
    expect(await reencryptSecrets(own.database, rotating, 'subscriptions', null, 2)).toMatchObject({
      reencrypted: 0,
    });
  });

  test('includes the previous secret, and leaves out deleted subscriptions', async () => {
    const deleted = await subscribe((id) => before.encrypt('whsec_deleted', id));
    await deleteSubscription(own.database, workspaceId, deleted);
    const id = await subscribe((each) => before.encrypt('whsec_first', each));
    await rotateSecret(own.database, rotating, workspaceId, id, 'whsec_second', 60);
    expect(await reencryptSecrets(own.database, rotating, 'subscriptions')).toMatchObject({ reencrypted: 1 });
    const { secret, previous } = await stored(id);
    expect([after.decrypt(secret, id), after.decrypt(previous!, id)]).toEqual([
      'whsec_second',
      'whsec_first',
    ]);
  });

  test('names rows that cannot be decrypted, and leaves them unchanged', async () => {
    const lost = await subscribe((id) => cipherOf(encryptionKey('lost', 3)).encrypt('whsec_lost', id));
    const moved = await subscribe(() => before.encrypt('whsec_moved', lost));
    const good = await subscribe((id) => before.encrypt('whsec_good', id));
    const { secret } = await stored(lost);
    const { reencrypted, undecryptable } = await reencryptSecrets(
      own.database,
      rotating,
      'subscriptions',
      null,
      1,
    );
    expect([reencrypted, undecryptable.toSorted()]).toEqual([1, [lost, moved].toSorted()]);
    expect((await stored(lost)).secret).toBe(secret);
    expect(after.decrypt((await stored(good)).secret, good)).toBe('whsec_good');
  });

  test('loses no rotation that happens at the same time', async () => {
    const id = await subscribe((each) => before.encrypt('whsec_0', each));
    for (let n = 1; n <= 30; n++) {
      // The keys change places each time, so that each round encrypts again.
      const [ring, other] = n % 2 === 0 ? [rotating, oldFirst] : [oldFirst, rotating];
      await Promise.all([
        rotateSecret(own.database, ring, workspaceId, id, `whsec_${n}`, 60),
        reencryptSecrets(own.database, other, 'subscriptions'),
      ]);
      const { secret, previous } = await stored(id);
      expect([rotating.decrypt(secret, id), rotating.decrypt(previous!, id)]).toEqual([
        `whsec_${n}`,
        `whsec_${n - 1}`,
      ]);
    }
  });

  test('encrypts the secrets of custom sidekicks', async () => {
    const parts = { code: 'at-endpoint', url: 'https://example.com' };
    const { id, secret } = await registerCustom(own.database, workspaceId, parts, before);
    expect(await reencryptSecrets(own.database, rotating, 'sidekicks')).toMatchObject({ reencrypted: 1 });
    const { rows } = await own.database.query<{ secret: string }>(
      'select secret from registered_sidekicks where id = $1',
      [id],
    );
    expect(after.decrypt(rows[0]!.secret, id)).toBe(secret);
  });
});
