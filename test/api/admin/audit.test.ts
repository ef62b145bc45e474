import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { adminJson } from '../../support/admin.ts';
import { useDatabase } from '../../support/database.ts';
import { cipherOf, encryptionKey, testCipher, testKeys } from '../../support/secrets.ts';

const own = useDatabase();
/** Runs the admin CLI and returns the JSON that it prints. */
const admin = (...args: string[]) => adminWith({}, ...args);
const adminWith = (env: NodeJS.ProcessEnv, ...args: string[]) =>
  adminJson(args, { DATABASE_URL: own.url, ...env });

test('commands that change something are in the audit log with the user of the system', async () => {
  const workspace = await admin('workspaces', 'create', '--name', 'Acme', '--plan', 'growth');
  const [key] = await Promise.all([
    admin('keys', 'create', '--workspace', workspace.id, '--environment', 'live'),
    admin('plans', 'set', 'trial', '--max-assets', '3'),
    admin('prices', 'set', '--page-credits', '2'),
  ]);
  await admin('keys', 'revoke', key.id);
  await admin('workspaces', 'set-plan', workspace.id, '--plan', 'starter');
  const subscriptionId = randomUUID();
  await own.database.query(
    `insert into subscriptions (id, workspace_id, endpoint_url, event_types, search_text, origin_search_text, secret)
     values ($1, $2, 'https://receiver.invalid/', '{}', '', '', $3)`,
    [subscriptionId, workspace.id, testCipher.encrypt('whsec_', subscriptionId)],
  );
  await admin('webhooks', 'disable', '--workspace', workspace.id);

  const operator = { actorKind: 'operator', actor: userInfo().username, via: null, address: null };
  const inWorkspace = await admin('audit', 'list', '--workspace', workspace.id);
  expect(inWorkspace).toEqual(
    [
      ['subscription.disable', `subscriptions/${subscriptionId}`],
      ['workspace.set_plan', `workspaces/${workspace.id}`],
      ['key.revoke', `keys/${key.id}`],
      ['key.create', `keys/${key.id}`],
      ['workspace.create', `workspaces/${workspace.id}`],
    ].map(([action, subject]) => ({
      id: expect.any(Number),
      occurredAt: expect.any(String),
      workspaceId: workspace.id,
      ...operator,
      action,
      subject,
    })),
  );
  const all = await admin('audit', 'list', '--actor', operator.actor);
  expect(all.map(({ subject }: { subject: string }) => subject)).toEqual(
    expect.arrayContaining(['plans/trial', 'prices/2']),
  );
  const [newest] = inWorkspace;
  expect(await admin('audit', 'list', '--since', newest.occurredAt, '--limit', '1')).toEqual([newest]);
  expect(await admin('audit', 'list', '--action', 'key.revoke')).toHaveLength(1);
});

const entriesOf = async (actor: string) =>
  (await admin('audit', 'list', '--actor', actor)).map(({ action, subject }: Record<string, string>) => [
    action,
    subject,
  ]);

const oldKey = encryptionKey('old', 9);

test('set-up and rotation are in the audit log, with the name that the operator gives', async () => {
  const OPERATOR = 'Ada Lovelace';
  await adminWith({ OPERATOR, DATABASE_ROLES: 'assay_media=p,assay_remote=p' }, 'setup', 'database');
  const [id, { id: workspace }] = [
    randomUUID(),
    await admin('workspaces', 'create', '--name', 'A', '--plan', 'growth'),
  ];
  await own.database.query(
    `insert into subscriptions (id, workspace_id, endpoint_url, event_types, search_text, origin_search_text, secret)
     values ($1, $2, 'https://receiver.invalid/', '{}', '', '', $3)`,
    [id, workspace, cipherOf(oldKey).encrypt('whsec_', id)],
  );
  await adminWith({ OPERATOR, ENCRYPTION_KEYS: `${testKeys},${oldKey}` }, 'secrets', 'rotate');
  const { temporalAddress, payloadKeys } = inject('stack');
  const env = { TEMPORAL_ADDRESS: temporalAddress, PAYLOAD_ENCRYPTION_KEYS: payloadKeys };
  await adminWith({ OPERATOR, ...env }, 'upkeep', 'schedule');
  expect(await entriesOf(OPERATOR)).toEqual([
    ['upkeep.schedule', 'upkeep'],
    ['secrets.rotate', 'secrets/subscriptions'],
    ['role.set_password', 'roles/assay_remote'],
    ['role.set_password', 'roles/assay_media'],
  ]);
});

test('each migration is in the audit log', async () => {
  const name = `audited_${randomUUID().slice(0, 8)}`;
  await own.database.query(`create database ${name}`);
  const url = new URL(own.url);
  url.pathname = `/${name}`;
  const env = { DATABASE_URL: url.href, OPERATOR: 'Ada' };
  const { applied } = await adminWith(env, 'setup', 'database');
  const entries = await adminWith(env, 'audit', 'list', '--action', 'database.migrate', '--limit', '1000');
  expect(entries).toHaveLength(applied.length);
  expect(entries).toContainEqual(expect.objectContaining({ actor: 'Ada', subject: 'migrations/1' }));
});

test.for(['a\nb', 'x'.repeat(101)])('the name of an operator cannot be %j', async (OPERATOR) => {
  await expect(adminWith({ OPERATOR }, 'plans', 'list')).rejects.toThrow(
    'OPERATOR must be at most 100 printable characters',
  );
});

test('the heads of the chains are printed, and checked later', async () => {
  const file = path.join(inject('scratchDir'), `${randomUUID()}.json`);
  const heads = await admin('audit', 'head');
  await writeFile(file, JSON.stringify(heads));
  await admin('plans', 'set', 'later', '--max-assets', '3');
  expect(await admin('audit', 'verify', '--heads', file)).toMatchObject({
    chains: heads.length,
    entries: expect.any(Number),
    faults: 0,
  });
  await writeFile(file, JSON.stringify([{ ...heads[0], hash: '0'.repeat(64) }]));
  await expect(admin('audit', 'verify', '--heads', file)).rejects.toThrow('the exported head differs');
  await writeFile(file, '{}');
  await expect(admin('audit', 'verify', '--heads', file)).rejects.toThrow('is not the output of');
});
