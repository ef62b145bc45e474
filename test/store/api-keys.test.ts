import { createHash, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createKey } from '@assay/storage/accounts/create-key.ts';
import { findApiKey, listApiKeys, recordKeyUse, revokeApiKey } from '@assay/storage/accounts/api-keys.ts';
import { listPlans, readPlan, savePlan } from '@assay/storage/accounts/plans.ts';
import { listWorkspaces, readWorkspace } from '@assay/storage/accounts/workspaces.ts';
import { newWorkspace, useDatabase } from '../support/database.ts';

const own = useDatabase();
const hash = (key: string) => createHash('sha256').update(key).digest();

test('a key is found by its hash, with the limits of its plan', async () => {
  const workspaceId = await newWorkspace(own.database, 'starter');
  const created = await createKey(own.database, workspaceId, 'live', null);
  expect(created.key).toMatch(/^sk_live_[0-9a-f]{64}$/);
  expect((await findApiKey(own.database, hash(created.key)))?.key).toMatchObject({
    id: created.id,
    workspaceId,
    environment: 'live',
    expired: false,
    revoked: false,
    plan: 'starter',
    integrationsApi: true,
    bucketLimits: { upload: 60, submission_write: 30 },
    maxSubscriptions: 20,
    maxAssets: 50,
  });
});

test('the database does not contain the text of a key', async () => {
  const workspaceId = await newWorkspace(own.database);
  const { key } = await createKey(own.database, workspaceId, 'sandbox', null);
  expect(key).toMatch(/^sk_test_[0-9a-f]{64}$/);
  const { rows } = await own.database.query<{ text: string }>('select k::text as text from api_keys k');
  expect(rows.map((row) => row.text).join('\n')).not.toContain(key.slice(8, 40));
});

test('an unknown key is not found; an expired one is found and marked as expired', async () => {
  const workspaceId = await newWorkspace(own.database);
  expect(await findApiKey(own.database, hash('nobody'))).toBeNull();
  const past = await createKey(own.database, workspaceId, 'live', new Date(Date.now() - 1000));
  const future = await createKey(own.database, workspaceId, 'live', new Date(Date.now() + 60_000));
  expect((await findApiKey(own.database, hash(past.key)))?.key.expired).toBe(true);
  expect((await findApiKey(own.database, hash(future.key)))?.key.expired).toBe(false);
});

test('a new key has every scope by default, and a live key always has live_data', async () => {
  const workspaceId = await newWorkspace(own.database);
  const scopesOf = async (...given: Parameters<typeof createKey>) => {
    const { key, scopes } = await createKey(...given);
    const found = (await findApiKey(own.database, hash(key)))!.key;
    expect(found.scopes).toEqual(scopes);
    return [found.scopes, found.seesLive];
  };
  const all = ['read', 'submit', 'webhooks', 'profiles', 'live_data'];
  expect(await scopesOf(own.database, workspaceId, 'sandbox', null)).toEqual([all, true]);
  const some = { scopes: ['submit', 'read'] as const };
  expect(await scopesOf(own.database, workspaceId, 'sandbox', null, null, some)).toEqual([
    ['read', 'submit'],
    false,
  ]);
  expect(await scopesOf(own.database, workspaceId, 'live', null, null, some)).toEqual([
    ['read', 'submit', 'live_data'],
    true,
  ]);
});

test('a key that is written without scopes has every scope', async () => {
  const workspaceId = await newWorkspace(own.database);
  await own.database.query(
    `insert into api_keys (id, workspace_id, environment, key_hash, hint) values ($1, $2, 'sandbox', $3, 'old!')`,
    [randomUUID(), workspaceId, hash('old')],
  );
  expect((await findApiKey(own.database, hash('old')))?.key).toMatchObject({
    scopes: ['read', 'submit', 'webhooks', 'profiles', 'live_data'],
    seesLive: true,
  });
});

test.for([
  ['sandbox', '{}', 'api_keys_scopes_check'],
  ['sandbox', '{live_data}', 'api_keys_scopes_check'],
  ['sandbox', '{read,write}', 'api_keys_scopes_check'],
  ['sandbox', '{read,NULL}', 'api_keys_scopes_check'],
  ['sandbox', '{read,webhooks}', 'api_keys_webhooks'],
  ['live', '{read}', 'api_keys_live_data'],
] as const)('a %s key cannot have the scopes %s', async ([environment, scopes, constraint]) => {
  const workspaceId = await newWorkspace(own.database);
  const { id } = await createKey(own.database, workspaceId, environment, null);
  const change = own.database.query('update api_keys set scopes = $2 where id = $1', [id, scopes]);
  await expect(change).rejects.toMatchObject({ constraint });
});

test('concurrent statements write the last use of a key once', async () => {
  await own.database.query(`
    create table writes (id uuid);
    create function count_write() returns trigger language plpgsql as $$
      begin insert into writes values (new.id); return new; end $$;
    create trigger count_writes after update on api_keys for each row execute function count_write()`);
  const { id } = await createKey(own.database, await newWorkspace(own.database), 'live', null);
  await Promise.all(Array.from({ length: 10 }, () => recordKeyUse(own.database, id)));
  expect((await own.database.query('select id from writes')).rows).toEqual([{ id }]);
});

test('revoking a key again does not change the time of its revocation, and is not audited', async () => {
  const workspaceId = await newWorkspace(own.database);
  const { id, key } = await createKey(own.database, workspaceId, 'live', null);
  const operator = { kind: 'operator', name: 'ada', address: null } as const;
  const first = await revokeApiKey(own.database, id, operator);
  const second = await revokeApiKey(own.database, id, operator);
  expect(second).toEqual(first);
  expect(first?.revokedAt).toBeInstanceOf(Date);
  const { rows } = await own.database.query(`select action from audit_log where subject = 'keys/' || $1`, [
    id,
  ]);
  expect(rows).toEqual([{ action: 'key.revoke' }]);
  expect((await findApiKey(own.database, hash(key)))?.key.revoked).toBe(true);
  expect(await revokeApiKey(own.database, randomUUID())).toBeNull();
  expect((await listApiKeys(own.database)).find((listed) => listed.id === id)).toMatchObject({
    hint: key.slice(-4),
  });
});

test('workspaces can be read and listed', async () => {
  const id = await newWorkspace(own.database, 'growth');
  expect(await readWorkspace(own.database, id)).toMatchObject({ id, plan: 'growth' });
  expect(await readWorkspace(own.database, randomUUID())).toBeNull();
  expect((await listWorkspaces(own.database)).map((workspace) => workspace.id)).toContain(id);
});

test('the migrations create the four plans, and plans can be changed and added', async () => {
  const plans = await listPlans(own.database);
  expect(plans.map((plan) => plan.name)).toEqual(['enterprise', 'free', 'growth', 'starter', 'unlimited']);
  expect(plans[0]!.bucketLimits).toEqual({
    upload: 1200,
    submission_write: 600,
    submission_read: 6000,
    webhook_write: 120,
    webhook_read: 1200,
    sandbox: 240,
  });
  expect(plans[1]).toMatchObject({ integrationsApi: false, bucketLimits: {} });
  await savePlan(own.database, { ...plans[3]!, bucketLimits: { upload: 1, sandbox: null } });
  expect((await readPlan(own.database, 'starter'))?.bucketLimits).toEqual({ upload: 1, sandbox: null });
  await savePlan(own.database, { ...plans[3]!, name: 'trial' });
  expect((await readPlan(own.database, 'trial'))?.maxAssets).toBe(50);
  expect(await readPlan(own.database, 'none')).toBeNull();
});
