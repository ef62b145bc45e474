import { createHash, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { pino } from 'pino';
import { consoleSettings } from '../../api/console/settings.ts';
import { createSignInLimiter } from '../../api/console/sign-in-limiter.ts';
import type { ApiDeps } from '../../api/deps.ts';
import { inviteMember, linkMember } from '@assay/storage/accounts/invite.ts';
import { newToken } from '@assay/storage/accounts/token.ts';
import { listAuditEntries } from '@assay/storage/accounts/audit-log.ts';
import { addToWorkspace, removeMember, setRole } from '@assay/storage/accounts/members.ts';
import { setSuspended } from '@assay/storage/accounts/workspaces.ts';
import { createRedact } from '@assay/runtime/telemetry/redact.ts';
import { newTenant, useStackDatabase } from '../support/api.ts';
import { useApps } from '../support/app.ts';
import {
  cookieOf,
  newPerson,
  pageCaller,
  type Person,
  signIn,
  stackConsole,
  type TestConsole,
  tokenOf,
} from '../support/console.ts';
import { watchStatements } from '../support/watched-database.ts';

const database = useStackDatabase();
const startApp = useApps();
const operator = { kind: 'operator', name: 'ada', address: null } as const;
const noFilter = { workspaceId: null, actor: null, action: null, subject: null, since: null, until: null };

async function startConsole(
  publicUrl = 'http://localhost:3000',
  overrides: Partial<ApiDeps> = {},
): Promise<TestConsole> {
  const apiUrl = await startApp(database, {
    signIn: { settings: consoleSettings(publicUrl), limiter: createSignInLimiter(database) },
    trustProxy: ['127.0.0.1'],
    ...overrides,
  });
  return { apiUrl, publicUrl };
}

/** An address of its own, so that the failures of a test count for this test only. */
const newAddress = () => ({
  'x-forwarded-for': `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}::1`,
});

async function newWorkspace(): Promise<string> {
  return (await newTenant(database)).workspaceId;
}

async function newLink(workspaceId: string): Promise<{ memberId: string; token: string; expiresAt: Date }> {
  const { url, ...link } = await inviteMember(
    database,
    'http://localhost',
    { name: 'Ada', workspaceId, role: 'viewer' },
    operator,
  );
  return { ...link, token: tokenOf(url) };
}

async function entriesOf(workspaceId: string) {
  const entries = await listAuditEntries(database, { ...noFilter, workspaceId }, 100);
  return entries.map(({ actorKind, actor, action, subject }) => [actorKind, actor, action, subject]);
}

/** Returns the causes of rejected sign-ins of a member, newest first, with the workspace of the entry. */
async function causesOf(memberId: string) {
  const entries = await listAuditEntries(
    database,
    { ...noFilter, actor: memberId, action: 'session.reject' },
    100,
  );
  return entries.map(({ subject, workspaceId }) => {
    expect(subject).toMatch(new RegExp(`^members/${memberId}/links/[a-z]+$`));
    return [subject.split('/').at(-1), workspaceId];
  });
}

let site: TestConsole;
beforeAll(async () => {
  site = await startConsole();
});

describe('a sign-in link', () => {
  test('shows whom it is for without being spent, works once, and gives a session', async () => {
    const workspaceId = await newWorkspace();
    const { memberId, token, expiresAt } = await newLink(workspaceId);
    expect(expiresAt.getTime() - Date.now()).toBeGreaterThan(7 * 24 * 3600_000 - 10_000);
    const call = pageCaller(site, null);
    for (let times = 0; times < 2; times++) {
      const preview = await call('POST', '/console/api/sign-in/preview', { token });
      expect(preview.status).toBe(200);
      expect(preview.body).toEqual({
        memberName: 'Ada',
        workspaces: [{ name: 'Test' }],
        expiresAt: expiresAt.toISOString(),
      });
    }
    const answer = await call('POST', '/console/api/sign-in', { token });
    expect(answer.status).toBe(204);
    const session = await pageCaller(site, cookieOf(answer))('GET', '/console/api/session');
    expect(session.body).toEqual({
      member: { id: memberId, name: 'Ada' },
      memberships: [{ workspaceId, workspaceName: 'Test', role: 'viewer' }],
      via: 'operator',
      operatorSignedInAt: null,
      expiresAt: expect.any(String),
      idleExpiresAt: expect.any(String),
    });
    const lasts = (field: string) => Date.parse(session.body[field]) - Date.now();
    expect(lasts('expiresAt')).toBeCloseTo(7 * 24 * 3600_000, -5);
    expect(lasts('idleExpiresAt')).toBeCloseTo(12 * 3600_000, -5);
    expect(session.headers.get('cache-control')).toBe('no-store');
    expect(session.headers.get('vary')).toBe('cookie');
    expect(await entriesOf(workspaceId)).toEqual([
      ['member', memberId, 'session.create', `members/${memberId}`],
      ['operator', 'ada', 'member.invite', `members/${memberId}/roles/viewer`],
    ]);
  });

  test('of an operator marks every entry of the session, and the member learns of the sign-in', async () => {
    const workspaceId = await newWorkspace();
    const ada = await newPerson(database, site, workspaceId, 'admin');
    const session = async (call: Person['call']) => (await call('GET', '/console/api/session')).body;
    expect(await session(ada.call)).toMatchObject({ via: null, operatorSignedInAt: null });
    const link = await linkMember(database, site.publicUrl, ada.memberId, operator);
    const cookie = await signIn(site, tokenOf(link!.url));
    const impostor = pageCaller(site, cookie);
    expect(await session(impostor)).toMatchObject({ via: 'operator', operatorSignedInAt: null });
    const { operatorSignedInAt } = await session(ada.call);
    expect(operatorSignedInAt).toEqual(expect.any(String));
    const invite = (call: Person['call']) =>
      call('POST', `/console/api/${workspaceId}/members`, { name: 'Bob', role: 'viewer' });
    expect([(await invite(impostor)).status, (await invite(ada.call)).status]).toEqual([201, 201]);
    await impostor('DELETE', '/console/api/session');
    // The member still learns of the sign-in when the session has ended.
    expect((await session(ada.call)).operatorSignedInAt).not.toBeNull();
    await pageCaller(site, null)('POST', '/console/api/sign-in', { token: tokenOf(link!.url) }, newAddress());
    const entries = await listAuditEntries(database, { ...noFilter, workspaceId }, 100);
    expect(entries.map(({ action, actorKind, via }) => [action, actorKind, via])).toEqual([
      ['session.reject', 'member', 'operator'],
      ['session.end', 'member', 'operator'],
      ['member.invite', 'member', null],
      ['member.invite', 'member', 'operator'],
      ['session.create', 'member', 'operator'],
      ['member.link', 'operator', null],
      ['session.create', 'member', null],
    ]);
    const { items } = (await ada.call('GET', `/console/api/${workspaceId}/audit?limit=2`)).body;
    expect(items.map((item: any) => item.actor.via)).toEqual(['operator', 'operator']);
    const bob = await newLink(workspaceId);
    expect((await session(pageCaller(site, await signIn(site, bob.token)))).via).toBe('operator');
    // The person's own sign-in with such a link does not hide the earlier one.
    const own = await linkMember(database, site.publicUrl, ada.memberId, operator);
    const again = pageCaller(site, await signIn(site, tokenOf(own!.url)));
    expect(await session(again)).toMatchObject({ via: 'operator', operatorSignedInAt });
    expect((await session(ada.call)).operatorSignedInAt > operatorSignedInAt).toBe(true);
  });

  test('of a member whose session was opened with such a link marks the sessions of the invited person', async () => {
    const workspaceId = await newWorkspace();
    const ada = await newPerson(database, site, workspaceId, 'admin');
    const link = await linkMember(database, site.publicUrl, ada.memberId, operator);
    const impostor = pageCaller(site, await signIn(site, tokenOf(link!.url)));
    for (const [call, via] of [
      [impostor, 'operator'],
      [ada.call, null],
    ] as const) {
      const path = `/console/api/${workspaceId}/members`;
      const { memberId, url } = (await call('POST', path, { name: 'Bob', role: 'admin' })).body;
      const bob = pageCaller(site, await signIn(site, tokenOf(url)));
      expect((await bob('GET', '/console/api/session')).body.via).toBe(via);
      await bob('POST', `/console/api/${workspaceId}/api-keys`, { name: 'K', environment: 'live' });
      const filter = { ...noFilter, workspaceId, actor: memberId };
      const entries = await listAuditEntries(database, filter, 2);
      expect(entries.map((entry) => [entry.action, entry.via])).toEqual([
        ['key.create', via],
        ['session.create', via],
      ]);
    }
  });

  test('used by 50 requests at once, one of them signs in', async () => {
    const workspaceId = await newWorkspace();
    const { memberId, token } = await newLink(workspaceId);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        pageCaller(site, null)('POST', '/console/api/sign-in', { token }, newAddress()),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([204, ...Array.from({ length: 49 }, () => 401)]);
    const { rows } = await database.query('select from sessions where member_id = $1', [memberId]);
    expect(rows).toHaveLength(1);
  });

  test('unknown, malformed, spent, expired, of a removed member or of a suspended workspace gets the same 401', async () => {
    const [workspaceId, suspended] = [await newWorkspace(), await newWorkspace()];
    const [spent, expired, removed, ofSuspended] = [
      await newLink(workspaceId),
      await newLink(workspaceId),
      await newLink(workspaceId),
      await newLink(suspended),
    ];
    await signIn(site, spent.token);
    await database.query(
      `update sign_in_links set expires_at = now() - interval '1 second' where member_id = $1`,
      [expired.memberId],
    );
    await removeMember(database, { memberId: removed.memberId, workspaceId, keepAdmin: false }, operator);
    await setSuspended(database, suspended, true);
    const answers = [];
    for (const path of ['/console/api/sign-in', '/console/api/sign-in/preview'])
      for (const { token } of [
        spent,
        expired,
        removed,
        ofSuspended,
        { token: newToken().text },
        { token: 'short' },
        { token: '' },
      ])
        answers.push(await pageCaller(site, null)('POST', path, { token }, newAddress()));
    for (const { status, headers, body } of answers) {
      expect({ status, body }).toEqual({ status: 401, body: { detail: 'This sign-in link does not work' } });
      expect(headers.getSetCookie()).toEqual([]);
    }
    // Each of these links was tried twice, and has one entry for its cause.
    expect(await causesOf(spent.memberId)).toEqual([['used', workspaceId]]);
    expect(await causesOf(expired.memberId)).toEqual([['expired', workspaceId]]);
    expect(await causesOf(removed.memberId)).toEqual([['revoked', null]]);
    expect(await causesOf(ofSuspended.memberId)).toEqual([['suspended', suspended]]);
    // Anybody could fill the audit log with unknown links.
    expect(await listAuditEntries(database, { ...noFilter, actor: 'unknown' }, 1)).toEqual([]);
  });

  test('another link works for 15 minutes, and gives a session of the same member', async () => {
    const workspaceId = await newWorkspace();
    const { memberId } = await newLink(workspaceId);
    const link = await linkMember(database, 'https://assay.example', memberId, operator);
    expect(link!.url).toMatch(/^https:\/\/assay\.example\/console\/sign-in#[A-Za-z0-9_-]{43}$/);
    expect(link!.expiresAt.getTime() - Date.now()).toBeCloseTo(15 * 60_000, -4);
    const cookie = await signIn(site, tokenOf(link!.url));
    expect((await pageCaller(site, cookie)('GET', '/console/api/session')).body.member.id).toBe(memberId);
    expect(await linkMember(database, 'https://assay.example', randomUUID(), operator)).toBeNull();
  });

  test('stops working when another link of the member is made', async () => {
    const workspaceId = await newWorkspace();
    const { memberId, token } = await newLink(workspaceId);
    const link = await linkMember(database, site.publicUrl, memberId, operator);
    for (const path of ['/console/api/sign-in/preview', '/console/api/sign-in'])
      for (let times = 0; times < 3; times++) {
        const { status } = await pageCaller(site, null)('POST', path, { token }, newAddress());
        expect(status).toBe(401);
      }
    expect(await causesOf(memberId)).toEqual([['replaced', workspaceId]]);
    await signIn(site, tokenOf(link!.url));
    await expect(signIn(site, tokenOf(link!.url))).rejects.toThrow('This sign-in link does not work');
    // The entry of the second link is new. The first link has no second entry.
    await expect(signIn(site, token)).rejects.toThrow('This sign-in link does not work');
    expect(await causesOf(memberId)).toEqual([
      ['used', workspaceId],
      ['replaced', workspaceId],
    ]);
    const other = await newWorkspace();
    await addToWorkspace(database, { memberId, workspaceId: other }, 'viewer', operator);
    await database.query(
      `update sign_in_links set expires_at = now() - interval '31 days' where member_id = $1`,
      [memberId],
    );
    await linkMember(database, site.publicUrl, memberId, operator);
    const { rowCount } = await database.query('select from sign_in_links where member_id = $1', [memberId]);
    expect(rowCount).toBe(1);
  });

  test('and the sessions of a member stop working when the member joins another workspace', async () => {
    const bob = await newPerson(database, site, await newWorkspace(), 'viewer');
    const link = await linkMember(database, site.publicUrl, bob.memberId, operator);
    const key = { memberId: bob.memberId, workspaceId: await newWorkspace() };
    await addToWorkspace(database, key, 'viewer', operator);
    expect((await bob.call('GET', '/console/api/session')).status).toBe(401);
    await expect(signIn(site, tokenOf(link!.url))).rejects.toThrow('This sign-in link does not work');
    await addToWorkspace(database, key, 'viewer', operator);
  });

  test.for([
    [{}, 'token', 'is required'],
    [{ token: 7 }, 'token', 'must be a string'],
    [{ token: 'x'.repeat(201) }, 'token', 'must be at most 200 characters'],
    [{ token: 'x', more: 1 }, 'more', 'is not supported'],
    ['{', 'body', 'must be well-formed JSON'],
    ['{"token":"x","__proto__":{}}', 'body', 'must not have the key __proto__'],
  ] as const)('%o gets 422', async ([sent, field, message]) => {
    const { status, body } = await pageCaller(site, null)('POST', '/console/api/sign-in', sent, newAddress());
    expect({ status, fields: body.fields }).toEqual({ status: 422, fields: [{ field, message }] });
  });
});

describe('requests without a workspace', () => {
  test(
    'are limited: previews per network, and reads of the session per member',
    { tags: 'long' },
    async () => {
      const workspaceId = await newWorkspace();
      const own = await startConsole();
      const { token } = await newLink(workspaceId);
      const [here, elsewhere] = [newAddress(), newAddress()];
      const preview = (address: object) =>
        pageCaller(own, null)('POST', '/console/api/sign-in/preview', { token }, { ...address });
      const previews = [];
      for (let count = 0; count < 61; count++) previews.push((await preview(here)).status);
      expect(previews).toEqual([...Array(60).fill(200), 429]);
      expect((await preview(elsewhere)).status).toBe(200);

      const [ada, bob] = [
        await newPerson(database, own, workspaceId, 'viewer'),
        await newPerson(database, own, workspaceId, 'viewer'),
      ];
      const read = ({ call }: Person) => call('GET', '/console/api/session');
      const reads = [];
      for (let round = 0; round < 11; round++)
        reads.push(...(await Promise.all(Array.from({ length: 11 }, () => read(ada)))));
      const rejected = reads.filter(({ status }) => status === 429);
      expect(rejected).toMatchObject([{ body: { error: 'Rate limit exceeded' } }]);
      expect(rejected[0]!.headers.get('retry-after')).toMatch(/^[1-9]\d?$/);
      expect((await read(bob)).status).toBe(200);
    },
  );
});

describe('failed sign-ins', () => {
  const fail = (where: TestConsole, headers: Record<string, string>) =>
    pageCaller(where, null)('POST', '/console/api/sign-in', { token: newToken().text }, headers);

  test('an address that failed ten times in a minute gets 429, also at another process', async () => {
    const address = newAddress();
    const other = await startConsole();
    const answers = await Promise.all(
      Array.from({ length: 14 }, (_, index) => fail(index % 2 === 0 ? site : other, address)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array.from({ length: 10 }, () => 401),
      ...Array.from({ length: 4 }, () => 429),
    ]);
    const { token } = await newLink(await newWorkspace());
    const limited = await pageCaller(site, null)('POST', '/console/api/sign-in', { token }, address);
    expect({ status: limited.status, body: limited.body }).toEqual({
      status: 429,
      body: { error: 'Too many failed sign-ins' },
    });
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(limited.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect((await fail(site, newAddress())).status).toBe(401);
  });

  test('many previews of a working link at once do not block its address', async () => {
    const address = newAddress();
    const { token } = await newLink(await newWorkspace());
    const call = pageCaller(site, null);
    await Promise.all(
      Array.from({ length: 14 }, () => call('POST', '/console/api/sign-in/preview', { token }, address)),
    );
    expect((await call('POST', '/console/api/sign-in', { token }, address)).status).toBe(204);
  });

  test('addresses of one IPv6 network count together; sign-ins that succeed do not count', async () => {
    const network = `2001:db8:${randomUUID().slice(0, 4)}:1`;
    const workspaceId = await newWorkspace();
    for (let index = 0; index < 12; index++) {
      const { token } = await newLink(workspaceId);
      const headers = { 'x-forwarded-for': `${network}::${index}` };
      expect((await pageCaller(site, null)('POST', '/console/api/sign-in', { token }, headers)).status).toBe(
        204,
      );
    }
    const statuses = [];
    for (let index = 0; index < 11; index++)
      statuses.push((await fail(site, { 'x-forwarded-for': `${network}:0:0:${index}:ab` })).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
  });
});

describe('the cookie', () => {
  test.for([
    [
      'https://assay.example',
      /^__Host-assay=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=604800; Secure$/,
    ],
    ['http://localhost:3000', /^assay-3000=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=604800$/],
  ] as const)('of %s', async ([publicUrl, expected]) => {
    const other = await startConsole(publicUrl);
    const { token } = await newLink(await newWorkspace());
    const answer = await pageCaller(other, null)('POST', '/console/api/sign-in', { token });
    expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(expected)]);
  });

  test('is ignored if it is malformed, unknown, double, or of the other name', async () => {
    const { cookie } = await newPerson(database, site, await newWorkspace(), 'admin');
    for (const sent of [
      'assay-3000=',
      'assay-3000=x',
      `assay-3000=${newToken().text}`,
      `${cookie}; assay-3000=${newToken().text}`,
      cookie.replace('assay', '__Host-assay'),
      cookie.replace('assay', 'Assay'),
    ]) {
      const { status, body } = await pageCaller(site, sent)('GET', '/console/api/session');
      expect({ sent, status, body }).toEqual({ sent, status: 401, body: { detail: 'Not signed in' } });
    }
    expect((await pageCaller(site, `a=1; ${cookie}; b=2`)('GET', '/console/api/session')).status).toBe(200);
  });

  test('opens nothing on the public API', async () => {
    const { cookie } = await newPerson(database, stackConsole(), await newWorkspace(), 'admin');
    const { status, body } = await pageCaller(stackConsole(), cookie)('GET', '/api/integrations/sidekicks');
    expect({ status, body }).toEqual({ status: 401, body: { detail: 'Missing X-API-Key header' } });
  });

  test('a stolen row of the database opens nothing', async () => {
    const { memberId, cookie } = await newPerson(database, site, await newWorkspace(), 'admin');
    const { memberId: invited } = await newLink(await newWorkspace());
    const { rows } = await database.query<{ hash: Buffer }>(
      `select token_hash as hash from sessions where member_id = $1
       union all select token_hash from sign_in_links where member_id = $2`,
      [memberId, invited],
    );
    expect(rows.map(({ hash }) => hash.toString('hex'))).toContain(
      createHash('sha256').update(cookie.split('=')[1]!).digest('hex'),
    );
    for (const { hash } of rows)
      for (const text of [hash.toString('base64url'), hash.toString('hex'), hash.toString('latin1')]) {
        const stolen = `assay-3000=${encodeURIComponent(text)}`;
        expect((await pageCaller(site, stolen)('GET', '/console/api/session')).status).toBe(401);
        const { status } = await pageCaller(site, null)(
          'POST',
          '/console/api/sign-in',
          { token: text },
          newAddress(),
        );
        expect(status).toBe(401);
      }
  });
});

describe('a session ends', () => {
  const path = '/console/api/session';
  const status = async (person: Person) => (await person.call('GET', path)).status;
  const age = (memberId: string, column: 'used_at' | 'expires_at', interval: string) =>
    database.query(`update sessions set ${column} = now() - interval '${interval}' where member_id = $1`, [
      memberId,
    ]);
  let workspaceId: string;
  let ada: Person;
  beforeAll(async () => {
    workspaceId = await newWorkspace();
  });
  const renew = async () => (ada = await newPerson(database, site, workspaceId, 'admin'));

  test('when the person signs out, without other sessions of the person', async () => {
    await renew();
    const link = await linkMember(database, site.publicUrl, ada.memberId, null);
    const second = pageCaller(site, await signIn(site, tokenOf(link!.url)));
    const answer = await ada.call('DELETE', path);
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([
      204,
      ['assay-3000=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0'],
    ]);
    expect([await status(ada), (await second('GET', path)).status]).toEqual([401, 200]);
    expect((await ada.call('DELETE', path)).status).toBe(401);
  });

  test('when the person signs out everywhere', async () => {
    await renew();
    const bob = await newPerson(database, site, workspaceId, 'admin');
    const link = await linkMember(database, site.publicUrl, ada.memberId, null);
    const second = pageCaller(site, await signIn(site, tokenOf(link!.url)));
    expect((await second('DELETE', '/console/api/sessions')).status).toBe(204);
    expect([await status(ada), (await second('GET', path)).status, await status(bob)]).toEqual([
      401, 401, 200,
    ]);
  });

  test('when the browser signs in again', async () => {
    await renew();
    const link = await linkMember(database, site.publicUrl, ada.memberId, null);
    const answer = await ada.call('POST', '/console/api/sign-in', { token: tokenOf(link!.url) });
    expect([answer.status, await status(ada)]).toEqual([204, 401]);
    expect((await pageCaller(site, cookieOf(answer))('GET', path)).status).toBe(200);
  });

  test('after 12 hours without use; use within them keeps it for 12 more', async () => {
    await renew();
    await age(ada.memberId, 'used_at', '11 hours 59 minutes');
    const background = { 'assay-background': '1' };
    const { body: unchanged } = await ada.call('GET', path, undefined, background);
    expect(Date.parse(unchanged.idleExpiresAt) - Date.now()).toBeLessThan(60_000);
    const list = `/console/api/${workspaceId}/live/api/integrations/submissions`;
    expect((await ada.call('GET', list, undefined, background)).status).toBe(200);
    const { body } = await ada.call('GET', path);
    expect(Date.parse(body.idleExpiresAt) - Date.now()).toBeCloseTo(12 * 3600_000, -5);
    await age(ada.memberId, 'used_at', '12 hours');
    expect(await status(ada)).toBe(401);
  });

  test('after seven days, although it is used', async () => {
    await renew();
    await age(ada.memberId, 'expires_at', '0');
    expect(await status(ada)).toBe(401);
  });

  test('and is removed from the database when anybody signs in', async () => {
    const [idle, old, current] = await Promise.all(
      [1, 2, 3].map(() => newPerson(database, site, workspaceId, 'viewer')),
    );
    await age(idle!.memberId, 'used_at', '12 hours');
    await age(old!.memberId, 'expires_at', '0');
    await newPerson(database, site, await newWorkspace(), 'viewer');
    const { rows } = await database.query(
      'select member_id as "memberId" from sessions where member_id = any ($1)',
      [[idle, old, current].map((person) => person!.memberId)],
    );
    expect(rows).toEqual([{ memberId: current!.memberId }]);
  });

  test('when the only workspace of the person is suspended, and when its membership goes', async () => {
    await renew();
    await setSuspended(database, workspaceId, true);
    expect(await status(ada)).toBe(401);
    await setSuspended(database, workspaceId, false);
    expect(await status(ada)).toBe(200);
    const link = await linkMember(database, site.publicUrl, ada.memberId, null);
    const second = pageCaller(site, await signIn(site, tokenOf(link!.url)));
    await setSuspended(database, workspaceId, true);
    expect((await second('DELETE', path)).status).toBe(204);
    await setSuspended(database, workspaceId, false);
    expect([await status(ada), (await second('GET', path)).status]).toEqual([200, 401]);
    await removeMember(database, { memberId: ada.memberId, workspaceId, keepAdmin: false }, operator);
    expect(await status(ada)).toBe(401);
    const { rows } = await database.query(
      `select from sessions where member_id = $1 union all
       select from sign_in_links where member_id = $1 and spent_at is null and ended_as is null`,
      [ada.memberId],
    );
    expect(rows).toEqual([]);
  });

  test('a change of role gives the session a new token; the old one ends within a minute', async () => {
    await renew();
    await setRole(database, { memberId: ada.memberId, workspaceId, keepAdmin: false }, 'viewer', operator);
    const answers = await Promise.all(Array.from({ length: 8 }, () => ada.call('GET', path)));
    expect(answers.map(({ status: got }) => got)).toEqual(Array.from({ length: 8 }, () => 200));
    for (const { body } of answers) expect(body.memberships[0].role).toBe('viewer');
    const cookies = answers.filter(({ headers }) => headers.getSetCookie().length > 0).map(cookieOf);
    expect(cookies).toHaveLength(1);
    expect(cookies[0]).not.toBe(ada.cookie);
    await database.query(
      `update sessions set renewed_at = now() - interval '1 minute' where member_id = $1`,
      [ada.memberId],
    );
    const renewed = pageCaller(site, cookies[0]!);
    expect([await status(ada), (await renewed('GET', path)).status]).toEqual([401, 200]);
  });
});

test('the time of the last use is written at most every five minutes, and not by any other request', async () => {
  const watched = watchStatements(database);
  const where = await startConsole('http://localhost:3000', { database: watched.database });
  const { memberId, call } = await newPerson(database, where, await newWorkspace(), 'viewer');
  const written = () => watched.names.filter((name) => name === 'record-session-use').length;
  for (let times = 0; times < 3; times++) await call('GET', '/console/api/session');
  expect(written()).toBe(0);
  await database.query(`update sessions set used_at = now() - interval '6 minutes' where member_id = $1`, [
    memberId,
  ]);
  for (let times = 0; times < 3; times++) await call('GET', '/console/api/session');
  expect(written()).toBe(1);
});

test('without a console, its routes do not exist', async () => {
  const apiUrl = await startApp(database);
  const call = pageCaller({ apiUrl, publicUrl: apiUrl }, null);
  for (const [method, path] of [
    ['GET', '/console/api/session'],
    ['POST', '/console/api/sign-in'],
  ] as const)
    expect((await call(method, path)).status).toBe(404);
});

test('the log contains no token and no cookie, at any level', async () => {
  const lines: string[] = [];
  const log = pino(
    { level: 'trace', hooks: { streamWrite: createRedact([]) } },
    { write: (line) => void lines.push(line) },
  );
  const where = await startConsole('http://localhost:3000', { log });
  const workspaceId = await newWorkspace();
  const { token } = await newLink(workspaceId);
  const ada = await newPerson(database, where, workspaceId, 'admin');
  await ada.call('POST', '/console/api/sign-in', { token: newToken().text }, newAddress());
  await ada.call('GET', `/console/api/${workspaceId}/live/api/integrations/sidekicks`);
  log.info(
    { headers: { cookie: ada.cookie }, sent: { token }, url: `${where.publicUrl}/console/sign-in#${token}` },
    `the header was "Cookie: ${ada.cookie}"`,
  );
  expect(lines.length).toBeGreaterThan(3);
  for (const secret of [token, ada.cookie.split('=')[1]!]) expect(lines.join('\n')).not.toContain(secret);
});
