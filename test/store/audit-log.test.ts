import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import pg from 'pg';
import { urlAs } from '../../tools/local/stack/process-roles.ts';
import type { Actor } from '@assay/domain/actor.ts';
import { listAuditEntries } from '@assay/storage/accounts/audit-log.ts';
import { inTransaction } from '@assay/storage/database/database.ts';
import { setUpRoles } from '@assay/storage/database/roles.ts';
import { insertWorkspace } from '@assay/storage/accounts/workspaces.ts';
import { useDatabase } from '../support/database.ts';

const own = useDatabase();
const operator: Actor = { kind: 'operator', name: 'ada', address: null };
const noFilter = { workspaceId: null, actor: null, action: null, subject: null, since: null, until: null };

async function create(name: string): Promise<string> {
  return (await insertWorkspace(own.database, { id: randomUUID(), name, plan: 'growth' }, operator)).id;
}

beforeAll(async () => {
  await setUpRoles(own.url, {});
});

test.for(['update audit_log set actor = $$x$$', 'delete from audit_log', 'truncate audit_log'])(
  'the owner of the tables cannot run "%s"',
  async (statement) => {
    await create('Acme');
    const before = await listAuditEntries(own.database, noFilter, 100);
    await expect(own.database.query(statement)).rejects.toMatchObject({ code: '42501' });
    expect(await listAuditEntries(own.database, noFilter, 100)).toEqual(before);
  },
);

test('the API can write entries of keys, and cannot forge, change or delete entries', async () => {
  const client = new pg.Client({ connectionString: urlAs(own.url, 'assay_api') });
  await client.connect();
  const columns = 'actor_kind, actor, action, subject';
  const values = `'key', 'k', 'a', 's'`;
  try {
    await client.query(`insert into audit_log (${columns}) values (${values})`);
    for (const statement of [
      `insert into audit_log (occurred_at, ${columns}) values ('2020-01-01', ${values})`,
      `insert into audit_log (id, ${columns}) overriding system value values (99, ${values})`,
      'update audit_log set actor = null',
      'delete from audit_log',
    ])
      await expect(client.query(statement)).rejects.toThrow('permission denied for table audit_log');
    const asOperator = `insert into audit_log (${columns}) values ('operator', 'ada', 'a', 's')`;
    await expect(client.query(asOperator)).rejects.toMatchObject({
      constraint: 'audit_log_api_writes_no_operators',
    });
  } finally {
    await client.end();
  }
});

test('a change that is rolled back leaves no entry', async () => {
  const id = randomUUID();
  const failing = inTransaction(own.database, async (tx) => {
    await insertWorkspace(tx, { id, name: 'Acme', plan: 'growth' }, operator);
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  expect(await listAuditEntries(own.database, { ...noFilter, workspaceId: id }, 100)).toEqual([]);
});

test('entries are listed newest first, by any condition', async () => {
  const [first, second] = [await create('One'), await create('Two')];
  const list = async (filter: object) =>
    (await listAuditEntries(own.database, { ...noFilter, ...filter }, 100)).map(({ subject }) => subject);
  const since = (await listAuditEntries(own.database, { ...noFilter, workspaceId: first }, 1))[0]!.occurredAt;
  const both = [`workspaces/${second}`, `workspaces/${first}`];
  expect((await list({ actor: 'ada', action: 'workspace.create' })).slice(0, 2)).toEqual(both);
  expect(await list({ workspaceId: first })).toEqual([`workspaces/${first}`]);
  expect(await list({ subject: `workspaces/${second}` })).toEqual([`workspaces/${second}`]);
  expect((await list({ subject: 'workspaces' })).slice(0, 2)).toEqual(both);
  expect(await list({ subject: 'work' })).toEqual([]);
  expect(await list({ actor: 'bob' })).toEqual([]);
  expect(await list({ action: 'key.create' })).toEqual([]);
  expect(await list({ since })).toEqual(expect.arrayContaining(both));
  expect(await list({ until: since })).not.toContain(both[1]);
});
