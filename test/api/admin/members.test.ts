import { randomUUID } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, inject, test } from 'vitest';
import { createKey } from '@assay/storage/accounts/create-key.ts';
import { setSuspended } from '@assay/storage/accounts/workspaces.ts';
import { admin } from '../../support/admin.ts';
import { newTenant, useStackDatabase } from '../../support/api.ts';
import { newPerson, pageCaller, signIn, stackConsole, tokenOf } from '../../support/console.ts';

const database = useStackDatabase();
const site = stackConsole();
let workspaceId: string;
beforeAll(async () => {
  ({ workspaceId } = await newTenant(database));
});

/** Runs a command of the group `members`. */
const members = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  admin(['members', ...args], {
    DATABASE_URL: inject('stack').databaseUrl,
    PUBLIC_URL: site.publicUrl,
    ...env,
  });

async function json(...args: string[]): Promise<any> {
  const { stdout, stderr } = await members([...args, '--json']);
  if (stderr !== '') throw new Error(stderr);
  return JSON.parse(stdout);
}

const sessionOf = async (cookie: string) =>
  (await pageCaller(site, cookie)('GET', '/console/api/session')).body;

test('a person is invited, signs in, gets another link and another role, and is removed', async () => {
  const invited = await json('invite', '--workspace', workspaceId, '--role', 'viewer', '--name', ' Ada ');
  expect(invited).toEqual({
    memberId: expect.any(String),
    url: expect.stringMatching(new RegExp(`^${site.publicUrl}/console/sign-in#[\\w-]{43}$`)),
    expiresAt: expect.any(String),
  });
  const { memberId } = invited;
  const cookie = await signIn(site, tokenOf(invited.url));
  const link = await json('link', memberId);
  expect(link).toEqual({ memberId, url: expect.any(String), expiresAt: expect.any(String) });
  expect(Date.parse(link.expiresAt) - Date.now()).toBeCloseTo(15 * 60_000, -5);
  expect(await sessionOf(await signIn(site, tokenOf(link.url)))).toMatchObject({ member: { id: memberId } });

  await json('set-role', memberId, '--workspace', workspaceId, '--role', 'admin');
  const { workspaceId: second } = await newTenant(database);
  await json('set-role', memberId, '--workspace', second, '--role', 'member');
  // A member who joins another workspace signs in again.
  expect(await sessionOf(cookie)).toEqual({ detail: 'Not signed in' });
  const joined = await signIn(site, tokenOf((await json('link', memberId)).url));
  expect((await sessionOf(joined)).memberships).toMatchObject([
    { workspaceId, role: 'admin' },
    { workspaceId: second, role: 'member' },
  ]);
  expect(await json('list', '--workspace', workspaceId)).toMatchObject([
    { id: memberId, name: 'Ada', workspaceId, role: 'admin', lastUsedAt: expect.any(String) },
  ]);

  expect(await json('remove', memberId, '--workspace', second)).toMatchObject([{ workspaceId: second }]);
  const third = await json('link', memberId);
  expect(await json('remove', memberId)).toMatchObject([{ memberId, workspaceId, removed: true }]);
  expect(await sessionOf(joined)).toEqual({ detail: 'Not signed in' });
  await expect(signIn(site, tokenOf(third.url))).rejects.toThrow('This sign-in link does not work');
  const { rows } = await database.query<{ action: string }>(
    `select distinct action from audit_log where starts_with(subject, $1) and actor_kind = 'operator' order by 1`,
    [`members/${memberId}`],
  );
  const actions = ['member.add', 'member.invite', 'member.link', 'member.remove', 'member.set_role'];
  expect(rows.map(({ action }) => action)).toEqual(actions);
});

test('the keys that a removed person made are listed, and revoked unless their names are given', async () => {
  const { workspaceId: own } = await newTenant(database);
  const { memberId } = await newPerson(database, site, own, 'admin');
  const actor = { kind: 'member', name: memberId, address: null } as const;
  const create = async (name: string) => (await createKey(database, own, 'live', null, actor, { name })).id;
  const ids = { cms: await create('CMS'), first: await create('Ingest'), second: await create('Ingest') };
  const row = (keyId: string, name: string, outcome: string) => ({
    keyId,
    name,
    environment: 'live',
    hint: expect.stringMatching(/^[0-9a-f]{4}$/),
    outcome,
  });
  const usable = async () =>
    (
      await database.query(
        'select id from api_keys where workspace_id = $1 and created_by = $2 and revoked_at is null',
        [own, memberId],
      )
    ).rowCount;
  expect(await json('remove', memberId, '--dry-run', '--keep-key', 'CMS')).toEqual([
    {
      memberId,
      workspaceId: own,
      removed: false,
      keys: [
        row(ids.cms, 'CMS', 'kept'),
        row(ids.first, 'Ingest', 'revoked'),
        row(ids.second, 'Ingest', 'revoked'),
      ],
    },
  ]);
  for (const [name, reason] of [
    ['Ingest', `several keys have the name "Ingest": give one of ${ids.first}, ${ids.second}`],
    ['None', 'the member has no usable key "None"'],
  ] as const) {
    const { code, stderr } = await members(['remove', memberId, '--keep-key', name]);
    expect([code, stderr]).toEqual([1, expect.stringContaining(reason)]);
  }
  expect(await usable()).toBe(3);
  const [removed] = await json('remove', memberId, '--keep-key', 'CMS', '--keep-key', ids.second);
  expect(removed).toEqual({
    memberId,
    workspaceId: own,
    removed: true,
    keys: [
      row(ids.cms, 'CMS', 'kept'),
      row(ids.first, 'Ingest', 'revoked'),
      row(ids.second, 'Ingest', 'kept'),
    ],
  });
  expect(await usable()).toBe(2);
});

test('an admin who gets another role loses keys in the same way', async () => {
  const { workspaceId: own } = await newTenant(database);
  const { memberId } = await newPerson(database, site, own, 'admin');
  const actor = { kind: 'member', name: memberId, address: null } as const;
  for (const name of ['CMS', 'Ingest']) await createKey(database, own, 'live', null, actor, { name });
  const setRole = (...more: string[]) => json('set-role', memberId, '--workspace', own, ...more);
  const keys = [
    { name: 'CMS', outcome: 'kept' },
    { name: 'Ingest', outcome: 'revoked' },
  ];
  const demote = ['--role', 'member', '--keep-key', 'CMS'];
  expect(await setRole(...demote, '--dry-run')).toMatchObject({ role: 'admin', keys });
  expect(await setRole('--role', 'admin')).toMatchObject({ role: 'admin', keys: [] });
  expect(await setRole(...demote)).toMatchObject({ role: 'member', keys });
  expect(await setRole('--role', 'viewer')).toMatchObject({ role: 'viewer', keys: [] });
});

test('the data of a person is exported, also after the removal', async () => {
  const { memberId } = await newPerson(database, site, workspaceId, 'viewer');
  await json('remove', memberId);
  const data = await json('export', memberId);
  expect(data).toMatchObject({ member: { id: memberId }, memberships: [], sessions: [] });
  const actions = data.changesOfMember.map(({ action }: { action: string }) => action);
  expect(actions.at(-1)).toBe('member.remove');
  const { code, stderr } = await members(['export', randomUUID()]);
  expect([code, stderr]).toEqual([1, expect.stringContaining('there is no member')]);
});

test('without PUBLIC_URL, links have the URL of the local stack', async () => {
  const directory = await mkdtemp(path.join(inject('scratchDir'), 'members-'));
  const { databaseUrl } = inject('stack');
  const stack = { databaseUrl, consoleUrl: 'http://localhost:4567/console/sign-in#token' };
  await writeFile(path.join(directory, 'stack.json'), JSON.stringify(stack));
  const args = ['invite', '--workspace', workspaceId, '--role', 'viewer', '--name', 'Ada'];
  const local = { LOCAL_DIR: directory, PUBLIC_URL: '' };
  const { stdout } = await members(args, { ...local, DATABASE_URL: '' });
  expect(stdout).toContain('http://localhost:4567/console/sign-in#');
  const other = await members(args, { ...local, LOCAL_DIR: path.join(directory, 'none') });
  expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('no public URL: set PUBLIC_URL')]);
});

test('the local stack has a link in stack.json, for 15 minutes, with which an admin signs in', () => {
  const { consoleUrl, consoleLinks, memberId, workspaceId: local } = inject('stack');
  expect(consoleUrl).toBe(`${site.publicUrl}/console/sign-in#${tokenOf(consoleUrl)}`);
  expect(consoleLinks).toEqual([{ memberId, seconds: 900, workspaceId: local, role: 'admin' }]);
});

test.for([
  [['link', 'nobody'], 'there is no member nobody'],
  [['remove', randomUUID()], 'there is no member'],
  [['set-role', 'x', '--workspace', 'WORKSPACE', '--role', 'viewer'], 'there is no member x'],
  [['set-role', randomUUID(), '--workspace', 'x', '--role', 'viewer'], 'there is no workspace x'],
  [['invite', '--workspace', randomUUID(), '--role', 'viewer', '--name', 'A'], 'there is no workspace'],
  [
    ['invite', '--workspace', 'WORKSPACE', '--role', 'owner', '--name', 'A'],
    'Allowed choices are viewer, member, admin',
  ],
  [
    ['invite', '--workspace', 'WORKSPACE', '--role', 'viewer', '--name', ' '],
    'Give 1 to 100 printable characters',
  ],
  [
    ['invite', '--workspace', 'WORKSPACE', '--role', 'viewer', '--name', 'a\u202Eb'],
    'Give 1 to 100 printable characters',
  ],
  [['invite', '--workspace', 'WORKSPACE', '--name', 'A'], "required option '--role <role>' not specified"],
] as const)('%o is refused', async ([args, reason]) => {
  const { code, stdout, stderr } = await members(
    args.map((arg) => (arg === 'WORKSPACE' ? workspaceId : arg)),
  );
  expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining(reason)]);
});

test('a removed workspace gets no members', async () => {
  const { workspaceId: removed } = await newTenant(database);
  await setSuspended(database, removed, true);
  await database.query('update workspaces set removed_at = now() where id = $1', [removed]);
  const { stderr } = await members(['invite', '--workspace', removed, '--role', 'viewer', '--name', 'A']);
  expect(stderr).toContain(`workspace ${removed} is removed`);
});
