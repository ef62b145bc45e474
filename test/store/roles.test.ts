import pg from 'pg';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { urlAs, urlsOfProcesses } from '../../tools/local/stack/process-roles.ts';
import { createKey } from '@assay/storage/accounts/create-key.ts';
import { inviteMember } from '@assay/storage/accounts/invite.ts';
import { revokeApiKey } from '@assay/storage/accounts/api-keys.ts';
import { setUpRoles } from '@assay/storage/database/roles.ts';
import { newWorkspace, useDatabase } from '../support/database.ts';

const own = useDatabase();
/** SQLSTATE of a statement for which the role lacks a right. */
const denied = { code: '42501' };
const roles = ['assay_api', 'assay_orchestration', 'assay_media', 'assay_delivery', 'assay_remote'];

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

beforeAll(async () => {
  await setUpRoles(own.url, {});
});

async function runAs(role: string, statement: string): Promise<unknown[]> {
  const client = await connect(urlAs(own.url, role));
  return (await client.query<Record<string, unknown>>(statement)).rows;
}

test('roles get their passwords, also in concurrent runs, and a new password replaces the old one', async () => {
  const loginAs = async (password: string) => {
    const url = new URL(own.url);
    url.username = 'assay_media';
    url.password = password;
    const client = await connect(url.href);
    return (await client.query('select current_user as name')).rows[0] as { name: string };
  };
  await Promise.all([1, 2, 3].map(() => setUpRoles(own.url, { assay_media: 'p:ä' })));
  expect(await loginAs('p%3A%C3%A4')).toEqual({ name: 'assay_media' });
  expect(await setUpRoles(own.url, { assay_media: 'second' })).toEqual(['assay_media']);
  expect(await loginAs('second')).toEqual({ name: 'assay_media' });
  await expect(loginAs('p%3A%C3%A4')).rejects.toThrow(/password authentication failed/);
});

test('the role of Temporal can create its own databases, and has no right in this one', async () => {
  await setUpRoles(own.url, { temporal: 'p' });
  const { rows } = await own.database.query('select rolcreatedb from pg_roles where rolname = $1', [
    'temporal',
  ]);
  expect(rows).toEqual([{ rolcreatedb: true }]);
  await expect(runAs('temporal', 'select from submissions')).rejects.toMatchObject(denied);
});

test.for([
  [{ assay_media: '' }, /password of assay_media is empty/],
  [{ postgres: 'p' }, /unknown role postgres/],
] as const)('%o is rejected', async ([passwords, reason]) => {
  await expect(setUpRoles(own.url, passwords)).rejects.toThrow(reason);
});

test('a run removes every right that roles.sql does not grant', async () => {
  await own.database.query('grant select on api_keys to assay_media');
  await own.database.query('grant select (secret) on subscriptions to assay_media');
  expect(await runAs('assay_media', 'select key_hash from api_keys')).toEqual([]);
  await setUpRoles(own.url, {});
  await expect(runAs('assay_media', 'select from api_keys')).rejects.toMatchObject(denied);
  await expect(runAs('assay_media', 'select secret from subscriptions')).rejects.toMatchObject(denied);
});

test('each table is granted to a process, so that a new table needs a line in roles.sql', async () => {
  const { rows } = await own.database.query<{ name: string }>(
    `select relname as name from pg_class c
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not in ('schema_migrations', 'audit_chain')
       and not exists (select from unnest($1::name[]) as r (role) where has_any_column_privilege(
         role, c.oid, 'select, insert, update'))`,
    [roles],
  );
  expect(rows).toEqual([]);
});

test.for([
  ...roles.flatMap((role) => [
    [role, 'create table mine ()'],
    [role, 'update ledger_entries set credits = 0'],
    [role, 'delete from ledger_entries'],
    [role, 'truncate submissions'],
    [role, 'update plans set max_assets = 1'],
    [role, 'insert into price_books (version) values (99)'],
    [role, `update api_keys set scopes = '{read}'`],
    [role, 'delete from api_keys'],
    [role, 'delete from members'],
    [role, `update workspaces set plan = 'unlimited'`],
    [role, 'insert into schema_migrations (version) values (99)'],
    [role, 'create role another'],
    [role, 'select from audit_chain'],
  ]),
  ...roles
    .filter((role) => role !== 'assay_api')
    .flatMap((role) => [
      [role, 'select key_hash from api_keys'],
      [role, 'insert into api_keys (id) values (gen_random_uuid())'],
      [role, 'select from memberships'],
      [role, 'select from sessions'],
      [role, 'select from sign_in_links'],
      [role, 'select from audit_log'],
    ]),
  ['assay_api', `update api_keys set expires_at = null`],
  ['assay_api', `update members set name = 'x'`],
  ['assay_api', 'update sign_in_links set expires_at = now()'],
  ['assay_api', 'update sessions set expires_at = now()'],
  ['assay_api', 'update sessions set member_id = gen_random_uuid()'],
  ...['assay_orchestration', 'assay_media', 'assay_remote'].flatMap((role) => [
    [role, 'select secret from subscriptions'],
    [role, 'select previous_secret from subscriptions'],
    [role, 'update subscriptions set enabled = true'],
  ]),
  ...roles
    .filter((role) => role !== 'assay_remote')
    .map((role) => [role, 'select secret from registered_sidekicks']),
  ['assay_api', 'select credits from ledger_entries'],
  ['assay_api', 'delete from submissions'],
  ['assay_media', 'select payload from events'],
  ['assay_media', 'update assets set credits = 0'],
  ['assay_media', 'update measurements set metric_value = 1'],
  ...['assay_api', 'assay_orchestration'].map((role) => [
    role,
    'insert into ledger_entries (id, created_at) values (gen_random_uuid(), now())',
  ]),
  ['assay_delivery', 'select filename from assets'],
  ['assay_delivery', `update subscriptions set endpoint_url = 'https://example.com'`],
  ['assay_delivery', `update subscriptions set secret = 'whsec_'`],
  ['assay_delivery', 'update deliveries set subscription_id = gen_random_uuid()'],
  ['assay_delivery', 'update attempts set subscription_id = gen_random_uuid()'],
  ['assay_remote', 'select payload from events'],
] as [string, string][])('%s cannot: %s', async ([role, statement]) => {
  await expect(runAs(role, statement)).rejects.toMatchObject(denied);
});

test('the processes of the local stack connect with their roles', async () => {
  const urls = await urlsOfProcesses(own.url);
  for (const [name, role] of [
    ['api', 'assay_api'],
    ['worker', 'assay_orchestration'],
    ['mediaWorker', 'assay_media'],
    ['deliveryWorker', 'assay_delivery_remote'],
  ] as const) {
    const client = await connect(urls[name]);
    expect((await client.query('select current_user as name')).rows).toEqual([{ name: role }]);
  }
  const delivery = await connect(urls.deliveryWorker);
  await delivery.query('select s.secret, r.secret from subscriptions s, registered_sidekicks r');
  await expect(delivery.query('select from api_keys')).rejects.toMatchObject(denied);
});

test('nobody can restore a revoked API key', async () => {
  const workspaceId = await newWorkspace(own.database);
  const { id } = await createKey(own.database, workspaceId, 'live', null);
  await revokeApiKey(own.database, id);
  const update = (to: string) => `update api_keys set revoked_at = ${to} where id = '${id}'`;
  const message = 'the revocation of this row is permanent';
  await expect(runAs('assay_api', update('null'))).rejects.toThrow(message);
  await expect(runAs('assay_api', update('now()'))).rejects.toThrow(message);
  await expect(own.database.query(update('null'))).rejects.toThrow(message);
  await runAs('assay_api', update('revoked_at'));
});

test('the API can neither spend a link a second time nor create a session that lasts longer', async () => {
  const workspaceId = await newWorkspace(own.database);
  const { memberId } = await inviteMember(
    own.database,
    '',
    { name: 'Ada', workspaceId, role: 'viewer' },
    null,
  );
  const spend = (at: string) => `update sign_in_links set spent_at = ${at} where member_id = '${memberId}'`;
  await runAs('assay_api', spend('now()'));
  await expect(runAs('assay_api', spend('null'))).rejects.toThrow('the use of this row is permanent');
  for (const table of ['sessions', 'sign_in_links']) {
    const insert = (columns: string, values: string) =>
      `insert into ${table} (token_hash, member_id, expires_at${columns})
       values (sha256('x'), '${memberId}', now() + interval '8 days'${values})`;
    await expect(runAs('assay_api', insert('', ''))).rejects.toThrow(`${table}_end`);
    const later = insert(', created_at', `, now() + interval '8 days'`);
    await expect(runAs('assay_api', later)).rejects.toMatchObject(denied);
  }
});
