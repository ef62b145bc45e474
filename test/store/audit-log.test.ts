import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import pg from 'pg';
import { urlAs } from '../../tools/local/stack/process-roles.ts';
import type { Actor } from '@assay/domain/actor.ts';
import { type ChainHead, readChainHeads, verifyChains } from '@assay/storage/accounts/audit-chain.ts';
import { listAuditEntries } from '@assay/storage/accounts/audit-log.ts';
import { inTransaction } from '@assay/storage/database/database.ts';
import { startWorkspaceErasure } from '@assay/storage/upkeep/erasure.ts';
import { eraseAddresses } from '@assay/storage/upkeep/people-erasure.ts';
import { setUpRoles } from '@assay/storage/database/roles.ts';
import { insertWorkspace, setSuspended } from '@assay/storage/accounts/workspaces.ts';
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

test('the owner of the tables cannot change an address, or anything together with its removal', async () => {
  const workspaceId = await create('Acme');
  await setSuspended(own.database, workspaceId, true, { kind: 'member', name: 'm', address: '198.51.100.7' });
  const update = (values: string) =>
    own.database.query(`update audit_log set ${values} where workspace_id = $1`, [workspaceId]);
  for (const values of [
    `actor = 'x', address = null, address_salt = null`,
    `address = '198.51.100.8'`,
    'address = null',
    'address_salt = null',
  ])
    await expect(update(values)).rejects.toMatchObject({ code: '42501' });
});

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

describe('the hash chain', () => {
  const headOf = (heads: ChainHead[], workspaceId: string) =>
    heads.find((head) => head.workspaceId === workspaceId);
  const verify = async (heads: ChainHead[] = []) => (await verifyChains(own.database, heads)).faults;

  /** Runs statements as an owner who has disabled the triggers, and then undoes them. */
  async function tampered(statements: string[], heads: ChainHead[] = []) {
    const client = await own.database.connect();
    try {
      await client.query('begin');
      await client.query('set local session_replication_role = replica');
      for (const statement of statements) await client.query(statement);
      return (await verifyChains(client, heads)).faults;
    } finally {
      await client.query('rollback');
      client.release();
    }
  }

  test('has each entry once, in the order of the commits, whatever runs at the same time', async () => {
    const ids = await Promise.all([create('A'), create('B')]);
    await Promise.all(
      Array.from({ length: 40 }, (_, at) => setSuspended(own.database, ids[at % 2]!, at % 4 < 2, operator)),
    );
    // A transaction with entries of two workspaces, as a sign-in has.
    await Promise.all(
      [ids, ids.toReversed()].map((order) =>
        inTransaction(own.database, async (tx) => {
          await tx.query(
            `insert into audit_log (workspace_id, actor_kind, actor, action, subject)
             select id, 'member', 'm', 'session.create', E'members/"\\\u0001é\u2028😀' from unnest($1::uuid[]) id order by id`,
            [order],
          );
        }),
      ),
    );
    expect(await verify()).toEqual([]);
    for (const workspaceId of ids) {
      const entries = await listAuditEntries(own.database, { ...noFilter, workspaceId }, 1000);
      expect(headOf(await readChainHeads(own.database), workspaceId)).toMatchObject({
        position: entries.length,
      });
    }
  });

  test('is extended by the API, which cannot change it', async () => {
    const workspaceId = await create('Acme');
    const client = new pg.Client({ connectionString: urlAs(own.url, 'assay_api') });
    await client.connect();
    try {
      await client.query(
        `insert into audit_log (workspace_id, actor_kind, actor, action, subject) values ($1, 'key', 'k', 'a', 's')`,
        [workspaceId],
      );
      await expect(client.query('select from audit_chain')).rejects.toMatchObject({ code: '42501' });
      await expect(
        client.query(`insert into audit_chain values (1, gen_random_uuid(), 1, sha256(''))`),
      ).rejects.toMatchObject({ code: '42501' });
    } finally {
      await client.end();
    }
    expect(headOf(await readChainHeads(own.database), workspaceId)).toMatchObject({ position: 2 });
    await expect(own.database.query('delete from audit_chain')).rejects.toMatchObject({ code: '42501' });
  });

  test('stays valid when the addresses of a workspace are erased, and shows any other change of an address', async () => {
    const [workspaceId, other] = [await create('Acme'), await create('Other')];
    const member = (name: string, address: string): Actor => ({ kind: 'member', name, address });
    const suspend = (id: string, actor: Actor) => setSuspended(own.database, id, true, actor);
    await suspend(workspaceId, member('m', '198.51.100.7'));
    await suspend(other, member('m', '2001:db8::7'));
    const heads = await readChainHeads(own.database);
    const changed = (id: string) => ({
      workspaceId: id,
      position: 2,
      entryId: expect.any(Number),
      fault: 'the entry was changed or removed',
    });
    const [mine, theirs] = [workspaceId, other].map(
      (id) => `workspace_id = '${id}' and actor_kind = 'member'`,
    );
    for (const values of [
      `address = '198.51.100.8'`,
      'address_salt = gen_random_uuid()',
      'address_salt = null',
    ])
      expect(await tampered([`update audit_log set ${values} where ${mine}`])).toEqual([
        changed(workspaceId),
      ]);
    const removal = `update audit_log set address = null, address_salt = null where ${mine}`;
    expect(await tampered([removal])).toEqual([
      { ...changed(workspaceId), fault: 'the address was removed without an erasure' },
    ]);

    await startWorkspaceErasure(own.database, workspaceId, operator);
    expect(await eraseAddresses(own.database, { workspaceId })).toBe(1);
    expect(await verifyChains(own.database, heads)).toMatchObject({ erasedAddresses: 1, faults: [] });
    const guess = `address = '198.51.100.7', address_salt = gen_random_uuid()`;
    for (const statement of [
      `update audit_log set ${guess} where ${mine}`,
      `update audit_log set actor = 'x' where ${mine}`,
      `update audit_chain set address_hash = sha256('') where chain = '${workspaceId}' and position = 2`,
    ])
      expect(await tampered([statement])).toEqual([changed(workspaceId)]);
    expect(await tampered([`update audit_log set address = '::1' where ${theirs}`])).toEqual([
      changed(other),
    ]);
  });

  test('shows entries that the owner of the tables has changed, removed or forged', async () => {
    const workspaceId = await create('Acme');
    for (const suspended of [true, false, true])
      await setSuspended(own.database, workspaceId, suspended, operator);
    const heads = await readChainHeads(own.database);
    const entryAt = `(select entry_id from audit_chain where chain = '${workspaceId}' and position = 2)`;
    const at = (position: number | null, fault: string) =>
      expect.objectContaining({ workspaceId, position, fault });
    for (const [statements, fault] of [
      [
        [`update audit_log set actor = 'eve' where id = ${entryAt}`],
        at(2, 'the entry was changed or removed'),
      ],
      [
        [`update audit_log set occurred_at = now() where id = ${entryAt}`],
        at(2, 'the entry was changed or removed'),
      ],
      [[`delete from audit_log where id = ${entryAt}`], at(2, 'the entry was changed or removed')],
      [
        [`delete from audit_chain where chain = '${workspaceId}' and position = 1`],
        at(2, 'the entries before this position were removed'),
      ],
      [
        [
          `insert into audit_log (workspace_id, actor_kind, actor, action, subject)
           values ('${workspaceId}', 'operator', 'eve', 'a', 's')`,
        ],
        at(null, 'the entry has no hash'),
      ],
    ] as const)
      expect(await tampered([...statements])).toContainEqual(fault);
    // Only an exported head shows that the newest entries were removed.
    const cut = [
      `delete from audit_log where id in (select entry_id from audit_chain where chain = '${workspaceId}' and position > 2)`,
      `delete from audit_chain where chain = '${workspaceId}' and position > 2`,
    ];
    expect(await tampered(cut)).toEqual([]);
    expect(await tampered(cut, heads)).toEqual([at(4, 'the exported head differs')]);
    expect(await verify(heads)).toEqual([]);
  });
});
