import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { consoleRoutes } from '../../api/console/route-table.ts';
import { routes } from '../../api/route-table.ts';
import { caller, newTenant, sandboxPath, type Tenant, useStackDatabase } from '../support/api.ts';
import { newPerson, ownPage, type Person, stackConsole } from '../support/console.ts';

const database = useStackDatabase();
const site = stackConsole();
const own = ownPage(site);
let tenant: Tenant;
let ada: Person;
beforeAll(async () => {
  tenant = await newTenant(database);
  ada = await newPerson(database, site, tenant.workspaceId, 'admin');
});

const json = { 'Content-Type': 'application/json' };
/** Headers of requests that a page of another site can make a browser send. */
const foreign = {
  'no Origin': { ...json, 'sec-fetch-site': 'same-origin' },
  'a foreign Origin': { ...own, ...json, origin: 'https://evil.example' },
  'the Origin of another port': { ...own, ...json, origin: 'http://localhost:1' },
  'an Origin that begins alike': { ...own, ...json, origin: `${own.origin}.evil.example` },
  'the Origin null': { ...own, ...json, origin: 'null' },
  'a form': { ...own, 'Content-Type': 'application/x-www-form-urlencoded' },
  'a form with a file': { ...own, 'Content-Type': 'multipart/form-data; boundary=x' },
  'plain text': { ...own, 'Content-Type': 'text/plain' },
  'a type that begins alike': { ...own, 'Content-Type': 'application/jsonp' },
  'from another site': { ...own, ...json, 'sec-fetch-site': 'cross-site' },
  'from another host of the site': { ...own, ...json, 'sec-fetch-site': 'same-site' },
  'typed into the address bar': { ...own, ...json, 'sec-fetch-site': 'none' },
} satisfies Record<string, Record<string, string>>;

const writes = consoleRoutes
  .filter(({ method }) => method !== 'GET')
  .map(({ method, path }) => [method, path] as const);

/** Returns all rows that a request of the console could change. */
async function snapshot(): Promise<unknown> {
  const { rows } = await database.query(
    `select (select json_agg(s order by s.token_hash) from sessions s where member_id = $1) as sessions,
       (select json_agg(l order by l.token_hash) from sign_in_links l where member_id = $1) as links,
       (select json_agg(m order by m.member_id) from memberships m where workspace_id = $2) as memberships,
       (select json_agg(k order by k.id) from api_keys k where workspace_id = $2) as keys,
       (select json_agg(u order by u.id) from subscriptions u where workspace_id = $2) as subscriptions,
       (select count(*) from submissions where workspace_id = $2) as submissions,
       (select count(*) from uploads where workspace_id = $2) as uploads,
       (select count(*) from audit_log where workspace_id = $2) as entries`,
    [ada.memberId, tenant.workspaceId],
  );
  return rows[0];
}

describe.for(Object.entries(foreign))('%s', ([, headers]) => {
  test('every write gets 403 and changes nothing', async () => {
    const before = await snapshot();
    const call = caller(null, site.apiUrl);
    for (const [method, template] of writes) {
      const path = template
        .replace('{workspaceId}', tenant.workspaceId)
        .replace('{environment}', 'sandbox')
        .replace(/\{\w+\}/g, () => randomUUID());
      const { status, body } = await call(method, path, '{}', { cookie: ada.cookie, ...headers });
      expect({ method, path, status, detail: body.detail }).toEqual({
        method,
        path,
        status: 403,
        detail: `The request must be sent by a page of ${own.origin}, and its body must be JSON`,
      });
    }
    expect(await snapshot()).toEqual(before);
  });

  test('a submission that would be valid is not created', async () => {
    const before = await snapshot();
    const path = `/console/api/${tenant.workspaceId}/sandbox/api/integrations/submissions`;
    const sent = { assets: [{ blobPath: sandboxPath('pass') }], sidekickIds: ['any'] };
    const { status } = await caller(null, site.apiUrl)('POST', path, sent, {
      cookie: ada.cookie,
      ...headers,
    });
    expect(status).toBe(403);
    expect(await snapshot()).toEqual(before);
  });
});

test('the same submission from the own page is created, also without Sec-Fetch-Site', async () => {
  const path = `/console/api/${tenant.workspaceId}/sandbox/api/integrations/submissions`;
  for (const headers of [own, { origin: own.origin }]) {
    const sent = { assets: [{ blobPath: sandboxPath('pass') }], sidekickIds: ['any'] };
    const { status } = await caller(null, site.apiUrl)('POST', path, sent, {
      cookie: ada.cookie,
      ...headers,
    });
    expect(status).toBe(201);
  }
});

test('a GET needs no Origin', async () => {
  const { status } = await caller(null, site.apiUrl)('GET', '/console/api/session', undefined, {
    cookie: ada.cookie,
  });
  expect(status).toBe(200);
});

test('pages of other origins may send requests with an API key, and none to the console', async () => {
  const origin = { origin: 'null' };
  const preflight = { ...origin, 'access-control-request-method': 'POST' };
  const call = caller(null, site.apiUrl);
  for (const [allRoutes, status] of [
    [routes, 204],
    [consoleRoutes, 404],
  ] as const)
    for (const { method, path } of allRoutes) {
      const answer = await call(
        'OPTIONS',
        path.replace(/\{\w+\}/g, () => randomUUID()),
        undefined,
        preflight,
      );
      expect([path, answer.status]).toEqual([path, status]);
      if (status === 404) expect(answer.headers.has('access-control-allow-origin')).toBe(false);
      else expect(answer.headers.get('access-control-allow-methods')!.split(', ')).toContain(method);
    }
  const read = await tenant.live('GET', '/api/integrations/sidekicks', undefined, origin);
  const refused = await call('GET', '/api/integrations/sidekicks', undefined, origin);
  const session = await ada.call('GET', '/console/api/session', undefined, origin);
  expect([read, refused, session].map(({ status }) => status)).toEqual([200, 401, 200]);
  expect([read, refused, session].map(({ headers }) => headers.get('access-control-allow-origin'))).toEqual([
    '*',
    '*',
    null,
  ]);
  for (const { headers } of [read, session])
    expect(headers.has('access-control-allow-credentials')).toBe(false);
});
