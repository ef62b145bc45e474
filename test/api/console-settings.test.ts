import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { shippedProfiles } from '@assay/analysis/profiles/shipped/index.ts';
import { createKey } from '@assay/storage/accounts/create-key.ts';
import { listAuditEntries } from '@assay/storage/accounts/audit-log.ts';
import { removeMember, setRole } from '@assay/storage/accounts/members.ts';
import { caller, newTenant, type Tenant, useStackDatabase } from '../support/api.ts';
import { newPerson, ownPage, type Person, signIn, stackConsole, tokenOf } from '../support/console.ts';
import { untilWaitingForLocks } from '../support/database.ts';
import { newPlan } from '../support/plans.ts';

const database = useStackDatabase();
/** The API of the stack connects with the rights of its Postgres role. */
const site = stackConsole();
let tenant: Tenant;
let ada: Person;
let base: string;
beforeAll(async () => {
  tenant = await newTenant(database);
  ada = await newPerson(database, site, tenant.workspaceId, 'admin', 'Ada');
  base = `/console/api/${tenant.workspaceId}`;
});

const operator = { kind: 'operator', name: 'ada', address: null } as const;

/** Returns when the sessions of a person were last used. */
const usesOf = async ({ memberId }: Person) =>
  (await database.query('select used_at from sessions where member_id = $1', [memberId])).rows;

const invite = async (by: Person, role: string, name = 'Bob') => {
  const { status, body } = await by.call('POST', `${base}/members`, { name, role });
  expect(status).toBe(201);
  return body as { memberId: string; url: string; expiresAt: string };
};

async function newestEntry() {
  const filter = { actor: null, action: null, subject: null, since: null, until: null };
  const [entry] = await listAuditEntries(database, { ...filter, workspaceId: tenant.workspaceId }, 1);
  return [entry!.actorKind, entry!.actor, entry!.action, entry!.subject, entry!.address];
}

describe('API keys', () => {
  test('a key is created, shown once, works, is listed without its text, and is revoked', async () => {
    const sent = { name: 'Uploader', environment: 'sandbox', scopes: ['read', 'submit'] };
    const created = await ada.call('POST', `${base}/api-keys`, sent);
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      id: expect.any(String),
      key: expect.stringMatching(/^sk_test_[0-9a-f]{64}$/),
      name: 'Uploader',
      environment: 'sandbox',
      scopes: ['read', 'submit'],
      expiresAt: expect.any(String),
    });
    expect(Date.parse(created.body.expiresAt) - Date.now()).toBeCloseTo(365 * 24 * 3600_000, -5);
    const { id, key } = created.body as { id: string; key: string };
    const subject = `keys/${id}`;
    expect(await newestEntry()).toEqual(['member', ada.memberId, 'key.create', subject, '127.0.0.1']);
    expect((await caller(key)('GET', '/api/integrations/sidekicks')).status).toBe(200);

    const listed = await ada.call('GET', `${base}/api-keys`);
    expect(listed.body.items).toContainEqual({
      id,
      name: 'Uploader',
      environment: 'sandbox',
      scopes: ['read', 'submit'],
      prefix: 'sk_test_',
      lastFour: key.slice(-4),
      createdBy: { id: ada.memberId, name: 'Ada' },
      createdAt: expect.any(String),
      expiresAt: created.body.expiresAt,
      lastUsedAt: expect.any(String),
      revokedAt: null,
    });
    expect(listed.body.keyDays).toBe(365);
    // The keys of the tenant were created by the operator.
    expect(listed.body.items[0]).toMatchObject({ createdBy: null, lastUsedAt: null });
    expect(JSON.stringify(listed.body)).not.toContain(key.slice(8, 40));

    expect((await ada.call('DELETE', `${base}/api-keys/${id}`)).status).toBe(204);
    expect(await newestEntry()).toEqual(['member', ada.memberId, 'key.revoke', subject, '127.0.0.1']);
    expect((await caller(key)('GET', '/api/integrations/sidekicks')).body).toEqual({
      detail: 'This API key has been revoked',
    });
    const revoked = (await ada.call('GET', `${base}/api-keys`)).body.items.at(-1);
    expect(revoked).toMatchObject({ id, revokedAt: expect.any(String) });
  });

  test('a key expires as given, but not later than the plan sets', async () => {
    const plan = await newPlan(database, { keyDays: 30 });
    const other = await newTenant(database, plan);
    const bob = await newPerson(database, site, other.workspaceId, 'admin');
    const expiryOf = async (more: object) => {
      const path = `/console/api/${other.workspaceId}/api-keys`;
      const { body } = await bob.call('POST', path, { name: 'K', environment: 'live', ...more });
      expect(body.scopes).toEqual(['read', 'submit', 'webhooks', 'profiles', 'live_data']);
      return body.expiresAt as string | null;
    };
    const inDays = (days: number) => Date.now() + days * 24 * 3600_000;
    for (const more of [{}, { expiresAt: '2100-01-01T01:00:00+01:00' }])
      expect(Date.parse((await expiryOf(more))!)).toBeCloseTo(inDays(30), -5);
    const soon = new Date(inDays(10)).toISOString();
    expect(await expiryOf({ expiresAt: soon })).toBe(soon);
  });

  test.for([
    ['removed', 'member.remove', ''],
    ['demoted', 'member.set_role', '/roles/viewer'],
  ] as const)(
    'of a %s admin are revoked, except those that the request keeps, and all are in the audit log',
    async ([how, action, more]) => {
      const other = await newTenant(database);
      const [eve, bob] = [
        await newPerson(database, site, other.workspaceId, 'admin'),
        await newPerson(database, site, other.workspaceId, 'admin'),
      ];
      const path = `/console/api/${other.workspaceId}`;
      const create = async ({ call }: Person) =>
        (await call('POST', `${path}/api-keys`, { name: 'K', environment: 'live' })).body as {
          id: string;
          key: string;
        };
      const [lost, kept, ofEve] = [await create(bob), await create(bob), await create(eve)];
      const member = `${path}/members/${bob.memberId}`;
      const change = (keepKeys: string[]) =>
        how === 'removed'
          ? eve.call('DELETE', `${member}?keepKeys=${keepKeys.join(',')}`)
          : eve.call('PATCH', member, { role: 'viewer', keepKeys });
      expect((await change(['x'])).status).toBe(422);
      expect((await change([kept.id, randomUUID()])).status).toBe(how === 'removed' ? 204 : 200);
      const status = async ({ key }: { key: string }) =>
        (await caller(key)('GET', '/api/integrations/sidekicks')).status;
      expect([await status(lost), await status(kept), await status(ofEve)]).toEqual([401, 200, 200]);
      expect((await other.live('GET', '/api/integrations/sidekicks')).status).toBe(200);
      const { items } = (await eve.call('GET', `${path}/audit?limit=3`)).body;
      const entries = items.map((entry: any) => [entry.actor.id, entry.action, entry.subject]);
      expect(entries).toEqual(
        expect.arrayContaining([
          [eve.memberId, action, `members/${bob.memberId}${more}`],
          [eve.memberId, 'key.revoke', `keys/${lost.id}`],
          [eve.memberId, 'key.keep', `keys/${kept.id}`],
        ]),
      );
    },
  );

  test.for([
    [{}, ['name', 'environment']],
    [{ name: ' ', environment: 'live' }, ['name']],
    [{ name: 'x'.repeat(101), environment: 'live' }, ['name']],
    [{ name: 'a\u202Eb', environment: 'live' }, ['name']],
    [{ name: 'K', environment: 'test' }, ['environment']],
    [{ name: 'K', environment: 'live', scopes: ['all'] }, ['scopes.0']],
    [{ name: 'K', environment: 'live', scopes: [] }, ['scopes']],
    [{ name: 'K', environment: 'sandbox', scopes: ['webhooks'] }, ['scopes']],
    [{ name: 'K', environment: 'live', expiresAt: '2020-01-01T00:00:00Z' }, ['expiresAt']],
    [{ name: 'K', environment: 'live', expiresAt: 'soon' }, ['expiresAt']],
    [{ name: 'K', environment: 'live', expiresAt: null }, ['expiresAt']],
    [{ name: 'K', environment: 'live', expiresAt: '9999-12-31T23:59:59-23:59' }, ['expiresAt']],
    [{ name: '\u200b\u3164', environment: 'live' }, ['name']],
    [{ name: 'K', environment: 'live', workspaceId: randomUUID() }, ['workspaceId']],
  ] as const)('%o gets 422', async ([sent, fields]) => {
    const { status, body } = await ada.call('POST', `${base}/api-keys`, sent);
    const named = (body.fields as { field: string }[]).map(({ field }) => field);
    expect({ status, named }).toEqual({ status: 422, named: fields });
  });

  test('a workspace can have 50 usable keys, and 200 members', async () => {
    const other = await newTenant(database);
    const eve = await newPerson(database, site, other.workspaceId, 'admin');
    const path = `/console/api/${other.workspaceId}`;
    const { id } = await createKey(database, other.workspaceId, 'live', null);
    await database.query(
      `insert into api_keys (id, workspace_id, environment, key_hash, hint, scopes)
       select gen_random_uuid(), $1, 'live', sha256(gen_random_uuid()::text::bytea), 'hint', '{read,live_data}'
       from generate_series(1, 47)`,
      [other.workspaceId],
    );
    await database.query(
      `with made as (insert into members (id, name) select gen_random_uuid(), 'Bob' from generate_series(1, 199) returning id)
       insert into memberships (member_id, workspace_id, role) select id, $1, 'viewer' from made`,
      [other.workspaceId],
    );
    const create = () => eve.call('POST', `${path}/api-keys`, { name: 'K', environment: 'live' });
    const rejected = await create();
    expect([rejected.status, rejected.body.detail]).toEqual([409, 'A workspace can have 50 usable API keys']);
    await eve.call('DELETE', `${path}/api-keys/${id}`);
    expect((await create()).status).toBe(201);
    const invited = await eve.call('POST', `${path}/members`, { name: 'Bob', role: 'viewer' });
    expect([invited.status, invited.body.detail]).toEqual([409, 'A workspace can have 200 members']);
  });

  test('requests at the same time cannot exceed the numbers of keys and members', async () => {
    const other = await newTenant(database);
    const eve = await newPerson(database, site, other.workspaceId, 'admin');
    const path = `/console/api/${other.workspaceId}`;
    await database.query(
      `with made as (insert into members (id, name) select gen_random_uuid(), 'Bob' from generate_series(1, 190) returning id)
       insert into memberships (member_id, workspace_id, role) select id, $1, 'viewer' from made`,
      [other.workspaceId],
    );
    const countOf = async (count: number, collection: string, body: object) => {
      const answers = await Promise.all(
        Array.from({ length: count }, () => eve.call('POST', `${path}/${collection}`, body)),
      );
      return answers.filter(({ status }) => status === 201).length;
    };
    // The tenant has two keys, and Eve is a member.
    expect(await countOf(80, 'api-keys', { name: 'K', environment: 'live' })).toBe(48);
    expect(await countOf(30, 'members', { name: 'Bob', role: 'viewer' })).toBe(9);
    const { rows } = await database.query(
      `select (select count(*) from api_keys where workspace_id = $1 and revoked_at is null) as keys,
         (select count(*) from memberships where workspace_id = $1) as members`,
      [other.workspaceId],
    );
    expect(rows).toEqual([{ keys: 50, members: 200 }]);
  });

  test('members can create 100 keys in a day, also if they revoke them', async () => {
    const other = await newTenant(database);
    const eve = await newPerson(database, site, other.workspaceId, 'admin');
    const path = `/console/api/${other.workspaceId}/api-keys`;
    await database.query(
      `insert into api_keys
         (id, workspace_id, environment, key_hash, hint, scopes, created_by, revoked_at, created_at)
       select gen_random_uuid(), $1, 'live', sha256(gen_random_uuid()::text::bytea), 'hint', '{read,live_data}', $2, now(),
         now() - i * interval '14.5 minutes'
       from generate_series(0, 98) i`,
      [other.workspaceId, eve.memberId],
    );
    const create = () => eve.call('POST', path, { name: 'K', environment: 'live' });
    expect((await create()).status).toBe(201);
    const rejected = await create();
    expect(rejected).toMatchObject({
      status: 429,
      body: { error: 'Too many API keys of this workspace were created within 24 hours' },
    });
    // The oldest key was created 23 hours and 41 minutes ago.
    const seconds = Number(rejected.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(18.8 * 60);
    expect(seconds).toBeLessThanOrEqual(19 * 60);
    await createKey(database, other.workspaceId, 'live', null, operator);
  });

  test('a key of another workspace cannot be revoked, and is not listed', async () => {
    const other = await newTenant(database);
    const { id, key } = await createKey(database, other.workspaceId, 'live', null);
    for (const unknown of [id, randomUUID()]) {
      const { status, body } = await ada.call('DELETE', `${base}/api-keys/${unknown}`);
      expect({ status, detail: body.detail }).toEqual({ status: 404, detail: 'API key not found' });
    }
    expect((await caller(key)('GET', '/api/integrations/sidekicks')).status).toBe(200);
    const { body } = await ada.call('GET', `${base}/api-keys`);
    expect(body.items.map((item: { id: string }) => item.id)).not.toContain(id);
    expect((await ada.call('DELETE', `${base}/api-keys/x`)).status).toBe(422);
  });
});

describe('members', () => {
  test('a person is invited with a link for seven days, signs in, and is listed', async () => {
    const { memberId, url, expiresAt } = await invite(ada, 'member', '  Bob  ');
    expect(await newestEntry()).toEqual([
      ...['member', ada.memberId, 'member.invite', `members/${memberId}/roles/member`, '127.0.0.1'],
    ]);
    expect(url).toMatch(new RegExp(`^${site.publicUrl}/console/sign-in#[\\w-]{43}$`));
    expect(Date.parse(expiresAt) - Date.now()).toBeCloseTo(7 * 24 * 3600_000, -5);
    const row = async () => {
      const { body } = await ada.call('GET', `${base}/members`);
      return body.items.find((item: { memberId: string }) => item.memberId === memberId);
    };
    const expected = { memberId, name: 'Bob', role: 'member', createdAt: expect.any(String) };
    expect(await row()).toEqual({ ...expected, lastUsedAt: null });
    await signIn(site, tokenOf(url));
    expect(await row()).toEqual({ ...expected, lastUsedAt: expect.any(String) });
  });

  test.for([
    [{ name: 'Bob' }, ['role']],
    [{ name: 'Bob', role: 'owner' }, ['role']],
    [{ name: '', role: 'viewer' }, ['name']],
    [{ name: 'x'.repeat(101), role: 'viewer' }, ['name']],
    [{ name: 'B\u0000b', role: 'viewer' }, ['name']],
  ] as const)('the invitation %o gets 422', async ([sent, fields]) => {
    const { status, body } = await ada.call('POST', `${base}/members`, sent);
    const named = (body.fields as { field: string }[]).map(({ field }) => field);
    expect({ status, named }).toEqual({ status: 422, named: fields });
  });

  test('a role is changed, and a member removed, effective with the next request', async () => {
    const bob = await newPerson(database, site, tenant.workspaceId, 'viewer');
    const path = `${base}/members/${bob.memberId}`;
    const { status, body } = await ada.call('PATCH', path, { role: 'admin' });
    expect({ status, body }).toEqual({ status: 200, body: { memberId: bob.memberId, role: 'admin' } });
    const subject = `members/${bob.memberId}`;
    const given = `${subject}/roles/admin`;
    expect(await newestEntry()).toEqual(['member', ada.memberId, 'member.set_role', given, '127.0.0.1']);
    expect((await bob.call('GET', `${base}/members`)).status).toBe(200);
    expect((await ada.call('DELETE', path)).status).toBe(204);
    expect(await newestEntry()).toEqual(['member', ada.memberId, 'member.remove', subject, '127.0.0.1']);
    expect((await bob.call('GET', '/console/api/session')).status).toBe(401);
    const again = await ada.call('DELETE', path);
    expect([again.status, again.body.detail]).toEqual([404, 'Member not found']);
  });

  const rights = {
    members: { name: 'Eve', role: 'admin' },
    'api-keys': { name: 'Eve', environment: 'live' },
  };
  test.for([
    ['members', 'demoted', 403],
    ['members', 'removed', 401],
    ['api-keys', 'demoted', 403],
    ['api-keys', 'removed', 401],
  ] as const)('who creates %s, and is %s while the body arrives, gets %i', async ([list, how, status]) => {
    const { workspaceId } = await newTenant(database);
    const eve = await newPerson(database, site, workspaceId, 'admin');
    const body = JSON.stringify(rights[list]);
    const headers = { 'content-type': 'application/json', 'content-length': body.length, cookie: eve.cookie };
    const pending = httpRequest(`${site.apiUrl}/console/api/${workspaceId}/${list}`, {
      method: 'POST',
      headers: { ...ownPage(site), ...headers },
    });
    const response = once(pending, 'response') as Promise<[IncomingMessage]>;
    await database.query(`update sessions set used_at = now() - interval '1 hour' where member_id = $1`, [
      eve.memberId,
    ]);
    const before = await usesOf(eve);
    pending.write(body.slice(0, -1));
    // The API records the use of the session when it has admitted the request.
    await vi.waitFor(async () => expect(await usesOf(eve)).not.toEqual(before));
    const key = { memberId: eve.memberId, workspaceId, keepAdmin: false };
    await (how === 'demoted'
      ? setRole(database, key, 'viewer', operator)
      : removeMember(database, key, operator));
    pending.end(body.slice(-1));
    expect((await response)[0].statusCode).toBe(status);
    const { rows } = await database.query(
      `select from api_keys where workspace_id = $1 and created_by is not null
       union all select from memberships where workspace_id = $1 and member_id <> $2`,
      [workspaceId, eve.memberId],
    );
    expect(rows).toEqual([]);
  });

  test('who is removed while a request waits for the lock of the workspace, creates nothing', async () => {
    const { workspaceId } = await newTenant(database);
    const [boss, eve] = [
      await newPerson(database, site, workspaceId, 'admin'),
      await newPerson(database, site, workspaceId, 'admin'),
    ];
    const path = `/console/api/${workspaceId}`;
    const holder = await database.connect();
    try {
      await holder.query('begin');
      const lock = 'select 1 from workspaces where id = $1 for no key update';
      await holder.query(lock, [workspaceId]);
      const removal = boss.call('DELETE', `${path}/members/${eve.memberId}`);
      await untilWaitingForLocks(database, 1, 'select 1 from workspaces%');
      const late = [
        eve.call('POST', `${path}/api-keys`, rights['api-keys']),
        eve.call('POST', `${path}/members`, rights.members),
        eve.call('PATCH', `${path}/members/${boss.memberId}`, { role: 'viewer' }),
      ];
      await untilWaitingForLocks(database, 4, 'select 1 from workspaces%');
      await holder.query('commit');
      expect((await removal).status).toBe(204);
      expect((await Promise.all(late)).map(({ status }) => status)).toEqual([401, 401, 401]);
    } finally {
      holder.release(true);
    }
  });

  // A workspace has at most four connections, and the admin needs one of them.
  test.for([
    [0, 1],
    [2, 3],
  ])(
    'a key that is revoked while its requests wait for locks, and a member who is demoted, change nothing (%i, %i)',
    async (chosen) => {
      const one = await newTenant(database);
      const boss = await newPerson(database, site, one.workspaceId, 'admin');
      const eve = await newPerson(database, site, one.workspaceId, 'admin');
      const path = '/api/integrations/webhooks/subscriptions';
      const wanted = { endpointUrl: 'https://example.com/', eventTypes: ['asset.processing.completed'] };
      const created = await one.live('POST', path, wanted);
      expect(created.status).toBe(201);
      const subscriptionId = created.body.id as string;
      const own = `${path}/${subscriptionId}`;
      const secret = { secret: `whsec_${Buffer.alloc(32).toString('base64')}` };
      const asEve = `/console/api/${one.workspaceId}/live${own}`;
      const before = await one.sandbox('GET', own);
      const { body: keys } = await boss.call('GET', `/console/api/${one.workspaceId}/api-keys`);
      const { id } = (keys.items as { id: string; environment: string }[]).find(
        ({ environment }) => environment === 'live',
      )!;
      const holder = await database.connect();
      try {
        await holder.query('begin');
        await holder.query('select from workspaces where id = $1 for no key update', [one.workspaceId]);
        await holder.query('select from subscriptions where id = $1 for no key update', [subscriptionId]);
        const changes = [
          () => one.live('POST', path, wanted),
          () => one.live('PATCH', own, { enabled: false }),
          () => one.live('POST', `${own}/rotate-secret`, secret),
          () => one.live('POST', `${own}/example`, { eventType: wanted.eventTypes[0] }),
        ];
        const late = [...chosen.map((at) => changes[at]!()), eve.call('PATCH', asEve, { enabled: false })];
        await untilWaitingForLocks(database, late.length);
        expect((await boss.call('DELETE', `/console/api/${one.workspaceId}/api-keys/${id}`)).status).toBe(
          204,
        );
        await database.query(`update memberships set role = 'member' where member_id = $1`, [eve.memberId]);
        await holder.query('commit');
        const statuses = (await Promise.all(late)).map(({ status }) => status);
        expect(statuses).toEqual([401, 401, 403]);
        expect((await one.sandbox('GET', own)).body).toEqual(before.body);
        expect((await one.sandbox('GET', path)).body.total).toBe(1);
      } finally {
        holder.release(true);
      }
    },
  );

  test('members of other workspaces can be neither changed nor removed', async () => {
    const other = await newTenant(database);
    const bob = await newPerson(database, site, other.workspaceId, 'viewer');
    for (const memberId of [bob.memberId, randomUUID()])
      for (const [method, sent] of [
        ['PATCH', { role: 'admin' }],
        ['DELETE', undefined],
      ] as const) {
        const { status, body } = await ada.call(method, `${base}/members/${memberId}`, sent);
        expect({ status, detail: body.detail }).toEqual({ status: 404, detail: 'Member not found' });
      }
    expect((await bob.call('GET', '/console/api/session')).body.memberships).toMatchObject([
      { role: 'viewer' },
    ]);
  });

  test('the last admin cannot leave or become less, also not two at the same time', async () => {
    const other = await newTenant(database);
    const path = (person: Person) => `/console/api/${other.workspaceId}/members/${person.memberId}`;
    const first = await newPerson(database, site, other.workspaceId, 'admin');
    for (const [method, sent] of [
      ['PATCH', { role: 'member' }],
      ['DELETE', undefined],
    ] as const) {
      const { status, body } = await first.call(method, path(first), sent);
      expect({ status, detail: body.detail }).toEqual({
        status: 409,
        detail: 'A workspace needs at least one admin',
      });
    }
    expect((await first.call('PATCH', path(first), { role: 'admin' })).status).toBe(200);
    for (let round = 0; round < 5; round++) {
      const second = await newPerson(database, site, other.workspaceId, 'admin');
      const statuses = await Promise.all([
        first.call('PATCH', path(first), { role: 'viewer' }),
        second.call('DELETE', path(second)),
      ]);
      expect(statuses.map(({ status }) => status).filter((status) => status < 300)).toHaveLength(1);
      const { rows } = await database.query(
        `select from memberships where workspace_id = $1 and role = 'admin'`,
        [other.workspaceId],
      );
      expect(rows).toHaveLength(1);
      if (statuses[0].status === 200) break;
    }
  });

  test('a name with markup is stored and returned as text', async () => {
    const name = `<img src=x onerror=alert(1)> ' " & \\ \u00e9`;
    const { memberId } = await invite(ada, 'viewer', name);
    const { body, headers } = await ada.call('GET', `${base}/members`);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(body.items).toContainEqual(expect.objectContaining({ memberId, name }));
  });
});

describe('the audit log', () => {
  test('has the newest entries first, with names, by pages', async () => {
    const { workspaceId, sandbox } = await newTenant(database);
    const bob = await newPerson(database, site, workspaceId, 'admin', 'Bob');
    const path = `/console/api/${workspaceId}`;
    const { body: key } = await bob.call('POST', `${path}/api-keys`, { name: 'CI', environment: 'sandbox' });
    await caller(key.key)('POST', '/uploads/url', { filename: 'a.pdf', contentType: 'application/pdf' });
    await sandbox('POST', '/uploads/url', { filename: 'b.pdf', contentType: 'application/pdf' });
    const first = await bob.call('GET', `${path}/audit?limit=3`);
    expect(first.body.next).toBe(String(first.body.items[2].id));
    const entry = (who: object, action: string) => ({
      id: expect.any(Number),
      occurredAt: expect.any(String),
      address: '127.0.0.1',
      actor: { ...who, via: null },
      action,
      subject: expect.any(String),
    });
    const by = { kind: 'member', id: bob.memberId, name: 'Bob' };
    expect(first.body.items).toEqual([
      entry({ kind: 'key', id: expect.any(String), name: null }, 'upload.create'),
      entry({ kind: 'key', id: key.id, name: 'CI' }, 'upload.create'),
      entry(by, 'key.create'),
    ]);
    const last = await bob.call('GET', `${path}/audit?limit=3&cursor=${first.body.next}`);
    expect(last.body).toEqual({ items: [entry(by, 'session.create')], next: null });
    expect(JSON.stringify([first.body, last.body])).not.toContain(bob.cookie.split('=')[1]);
  });

  test('has no entries of other workspaces, and shows operators by their name', async () => {
    const { workspaceId } = await newTenant(database);
    const bob = await newPerson(database, site, workspaceId, 'admin');
    await createKey(database, workspaceId, 'live', null, { kind: 'operator', name: 'root', address: null });
    const { body } = await bob.call('GET', `/console/api/${workspaceId}/audit`);
    expect(body.items.map(({ actor, action, address }: any) => [actor, action, address])).toEqual([
      [{ kind: 'operator', id: null, name: 'root', via: null }, 'key.create', null],
      [expect.objectContaining({ id: bob.memberId }), 'session.create', '127.0.0.1'],
    ]);
  });

  test.for(['limit=0', 'limit=201', 'limit=x', 'cursor=x', 'cursor=-1', 'cursor=99999999999999999'])(
    '%s gets 422',
    async (query) => {
      expect((await ada.call('GET', `${base}/audit?${query}`)).status).toBe(422);
    },
  );
});

describe('the default profile', () => {
  const path = () => `${base}/default-profile`;
  const readDefault = async (by = ada) => (await by.call('GET', path())).body.profileId as string | null;
  const setDefault = (profileId: string | null) => ada.call('PUT', path(), { profileId });
  const profiles = () => `${base}/live/api/integrations/profiles`;
  const copy = async () => {
    const names = { name: 'Ours', code: `ours-${randomUUID().slice(0, 8)}` };
    return (await ada.call('POST', profiles(), { ...names, basedOn: shippedProfiles[0]!.id })).body
      .id as string;
  };

  test('is none, a built-in one or one of the workspace, and each change has an entry', async () => {
    const viewer = await newPerson(database, site, tenant.workspaceId, 'viewer');
    expect(await readDefault(viewer)).toBeNull();
    for (const id of [shippedProfiles[0]!.id, await copy()]) {
      expect((await setDefault(id)).status).toBe(200);
      expect(await readDefault(viewer)).toBe(id);
      const entry = ['member', ada.memberId, 'profile.set_default', `profiles/${id}`, '127.0.0.1'];
      expect(await newestEntry()).toEqual(entry);
    }
    const last = await readDefault();
    expect((await setDefault(null)).status).toBe(200);
    expect(await readDefault()).toBeNull();
    expect((await newestEntry()).slice(2, 4)).toEqual(['profile.unset_default', `profiles/${last}`]);
  });

  test('is no profile of another workspace, and no deleted one', async () => {
    const other = await newTenant(database);
    const content = { code: 'theirs', name: 'Theirs', basedOn: shippedProfiles[0]!.id };
    const theirs = (await other.live('POST', '/api/integrations/profiles', content)).body.id as string;
    const deleted = await copy();
    await ada.call('DELETE', `${profiles()}/${deleted}`);
    for (const id of [theirs, deleted, randomUUID()])
      expect((await setDefault(id)).body).toMatchObject({
        fields: [{ field: 'profileId', message: 'is not a profile of the workspace' }],
      });
    expect(await readDefault()).toBeNull();
  });

  test('is none any more when the profile is deleted', async () => {
    const id = await copy();
    await setDefault(id);
    expect((await ada.call('DELETE', `${profiles()}/${id}`)).status).toBe(204);
    expect(await readDefault()).toBeNull();
  });
});
