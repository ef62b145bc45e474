import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { consoleRoutes } from '../../api/console/route-table.ts';
import { routes } from '../../api/route-table.ts';
import type { Role } from '@assay/domain/role.ts';
import { listAuditEntries } from '@assay/storage/accounts/audit-log.ts';
import { setRole } from '@assay/storage/accounts/members.ts';
import { setSuspended } from '@assay/storage/accounts/workspaces.ts';
import {
  type Answer,
  caller,
  newTenant,
  sandboxPath,
  type Tenant,
  useStackDatabase,
} from '../support/api.ts';
import { newPerson, pageCaller, type Person, stackConsole } from '../support/console.ts';
import { newPlan } from '../support/plans.ts';

const database = useStackDatabase();
/** The API of the stack connects with the rights of its Postgres role. */
const site = stackConsole();
const operator = { kind: 'operator', name: 'ada', address: null } as const;

/** Who may use a route: anyone, anyone who is signed in, or members with at least this role. */
type Access = 'anyone' | 'session' | Role;

const inWorkspace = '/console/api/{workspaceId}/{environment}';
const submissions = `${inWorkspace}/api/integrations/submissions`;
const asset = `${submissions}/{submission_id}/assets/{asset_id}`;
const subscriptions = `${inWorkspace}/api/integrations/webhooks/subscriptions`;
const subscription = `${subscriptions}/{subscription_id}`;
const profiles = `${inWorkspace}/api/integrations/profiles`;
const keys = '/console/api/{workspaceId}/api-keys';
const members = '/console/api/{workspaceId}/members';

/** The whole table of rights. A route without a row fails the first test. */
const table: Record<string, Access> = {
  'POST /console/api/sign-in/preview': 'anyone',
  'POST /console/api/sign-in': 'anyone',
  'GET /console/api/session': 'session',
  'DELETE /console/api/session': 'session',
  'DELETE /console/api/sessions': 'session',
  [`POST ${inWorkspace}/uploads/url`]: 'member',
  [`POST ${inWorkspace}/api/integrations/uploads/url`]: 'member',
  [`POST ${inWorkspace}/api/pricing/estimate`]: 'member',
  [`POST ${submissions}`]: 'member',
  [`GET ${submissions}`]: 'viewer',
  [`GET ${submissions}/{submission_id}`]: 'viewer',
  [`GET ${submissions}/{submission_id}/versions`]: 'viewer',
  [`GET ${submissions}/{submission_id}/deliveries`]: 'viewer',
  [`GET ${asset}`]: 'viewer',
  [`GET ${asset}/issues`]: 'viewer',
  [`GET ${asset}/topics`]: 'viewer',
  [`GET ${asset}/checks`]: 'viewer',
  [`PUT ${asset}/issues/{issue_id}/decision`]: 'member',
  [`DELETE ${asset}/issues/{issue_id}/decision`]: 'member',
  [`GET ${asset}/decisions`]: 'viewer',
  [`PUT ${asset}/decisions`]: 'member',
  [`GET ${asset}/evidence/{evidence_id}`]: 'viewer',
  [`GET ${asset}/sign-off`]: 'viewer',
  [`PUT ${asset}/sign-off`]: 'member',
  [`DELETE ${asset}/sign-off`]: 'member',
  [`GET ${asset}/compare`]: 'viewer',
  [`POST ${asset}/report-links`]: 'member',
  [`GET ${asset}/report-links`]: 'viewer',
  [`DELETE ${asset}/report-links/{report_link_id}`]: 'member',
  [`GET ${asset}/report.json`]: 'viewer',
  [`GET ${asset}/report.jws`]: 'viewer',
  [`GET ${asset}/report.pdf`]: 'viewer',
  [`GET ${asset}/report.{format}`]: 'viewer',
  [`GET ${asset}/media`]: 'viewer',
  [`POST ${asset}/preview`]: 'viewer',
  [`GET ${asset}/progress`]: 'viewer',
  [`GET ${asset}/series`]: 'viewer',
  [`GET ${asset}/series/{name}`]: 'viewer',
  [`POST ${asset}/retry`]: 'member',
  [`GET ${inWorkspace}/api/integrations/sidekicks`]: 'viewer',
  [`GET ${inWorkspace}/api/integrations/rules/decisions`]: 'viewer',
  [`GET ${profiles}`]: 'viewer',
  [`POST ${profiles}`]: 'admin',
  [`GET ${profiles}/{profile_id}`]: 'viewer',
  [`PUT ${profiles}/{profile_id}`]: 'admin',
  [`DELETE ${profiles}/{profile_id}`]: 'admin',
  [`POST ${profiles}/{profile_id}/trials`]: 'admin',
  [`GET ${profiles}/{profile_id}/trials/{trial_id}`]: 'admin',
  [`POST ${inWorkspace}/api/integrations/sandbox/events/fire`]: 'member',
  [`POST ${subscriptions}`]: 'admin',
  [`GET ${subscriptions}`]: 'viewer',
  [`GET ${subscription}`]: 'viewer',
  [`PATCH ${subscription}`]: 'admin',
  [`DELETE ${subscription}`]: 'admin',
  [`GET ${subscription}/deliveries`]: 'viewer',
  [`GET ${subscription}/deliveries/{event_id}`]: 'viewer',
  [`POST ${subscription}/deliveries/{event_id}/redeliver`]: 'member',
  [`POST ${subscription}/replay`]: 'member',
  [`POST ${subscription}/example`]: 'member',
  [`POST ${subscription}/rotate-secret`]: 'admin',
  [`GET ${keys}`]: 'admin',
  [`POST ${keys}`]: 'admin',
  [`DELETE ${keys}/{keyId}`]: 'admin',
  [`GET ${members}`]: 'admin',
  [`POST ${members}`]: 'admin',
  [`PATCH ${members}/{memberId}`]: 'admin',
  [`DELETE ${members}/{memberId}`]: 'admin',
  'GET /console/api/{workspaceId}/audit': 'admin',
  'GET /console/api/{workspaceId}/default-profile': 'viewer',
  'PUT /console/api/{workspaceId}/default-profile': 'admin',
};

const ranks: Role[] = ['viewer', 'member', 'admin'];
const ofWorkspaces = Object.entries(table).filter(([name]) => name.includes('{workspaceId}'));
/** Routes of the public API. The others are only in the console. */
const publicRows = ofWorkspaces.filter(([name]) => name.includes(inWorkspace));
const consoleRows = ofWorkspaces.filter(([name]) => !name.includes(inWorkspace));

let tenant: Tenant;
const people = {} as Record<Role | 'other', Person>;
beforeAll(async () => {
  tenant = await newTenant(database);
  for (const role of ranks) people[role] = await newPerson(database, site, tenant.workspaceId, role);
  people.other = await newPerson(database, site, (await newTenant(database)).workspaceId, 'admin');
});

/** Returns the path of a row, with ids that do not exist. */
function pathOf(name: string, environment: string): string {
  return name
    .split(' ')[1]!
    .replace('{workspaceId}', tenant.workspaceId)
    .replace('{environment}', environment)
    .replace('{format}', 'csv')
    .replace(/\{\w+\}/g, () => randomUUID());
}

/** Sends a request whose body is invalid, so that it changes nothing. */
function send(call: Person['call'], name: string, environment: string): Promise<Answer> {
  const method = name.split(' ')[0]!;
  return call(method, pathOf(name, environment), method === 'GET' ? undefined : 'no JSON');
}

const plain = ({ status, body }: Answer) => ({ status, body });

test('every route of the console has a row, and every row a route', () => {
  expect(Object.keys(table).sort()).toEqual(
    consoleRoutes.map(({ method, path }) => `${method} ${path}`).sort(),
  );
});

test('the routes that return URLs of endpoints are known, so that each hides paths from viewers and members', () => {
  const hasUrl = (schema: z.ZodType | null) =>
    schema !== null &&
    JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any' })).includes('"endpointUrl"');
  const found = routes.filter(({ operation }) => Object.values(operation.responses).some(hasUrl));
  expect(found.map(({ operation, role }) => [operation.id, role])).toEqual([
    ['listSubmissionDeliveries', 'viewer'],
    ['createSubscription', 'admin'],
    ['listSubscriptions', 'viewer'],
    ['readSubscription', 'viewer'],
    ['updateSubscription', 'admin'],
  ]);
});

describe('without a session', () => {
  test.for(Object.entries(table))('%s', async ([name, access]) => {
    for (const call of [pageCaller(site, null), caller(tenant.liveKey, site.apiUrl)]) {
      const headers = { origin: new URL(site.publicUrl).origin };
      const answer = await call(name.split(' ')[0]!, pathOf(name, 'live'), undefined, headers);
      expect(plain(answer)).toEqual(
        access === 'anyone'
          ? { status: 422, body: expect.objectContaining({ error: 'validation_error' }) }
          : { status: 401, body: { detail: 'Not signed in' } },
      );
    }
  });
});

const missingRole = (role: Role, required: Access) => ({
  status: 403,
  body: {
    detail: `Your role "${role}" does not permit this; it needs the role "${required}"`,
    docs_url: expect.any(String),
  },
});

describe('a member, at the routes that only the console has', () => {
  test.for(consoleRows.flatMap(([name, access]) => ranks.map((role) => [name, role, access] as const)))(
    '%s as %s',
    async ([name, role, required]) => {
      const answer = await send(people[role].call, name, 'live');
      if (ranks.indexOf(role) < ranks.indexOf(required as Role))
        expect(plain(answer)).toEqual(missingRole(role, required));
      // The ids do not exist, and the bodies are not JSON.
      else expect(answer.status).toBe({ GET: 200, DELETE: 404 }[name.split(' ')[0]!] ?? 422);
    },
  );
});

describe.for(['live', 'sandbox'] as const)('a member, in the environment %s', (environment) => {
  test.for(publicRows.flatMap(([name, access]) => ranks.map((role) => [name, role, access] as const)))(
    '%s as %s',
    async ([name, role, required]) => {
      const answer = await send(people[role].call, name, environment);
      if (ranks.indexOf(role) < ranks.indexOf(required as Role)) {
        expect(plain(answer)).toEqual(missingRole(role, required));
      } else {
        // The answer is that of the same request with an API key.
        const [method, path] = name.replace(inWorkspace, '').split(' ') as [string, string];
        const url = path.replace('{format}', 'csv').replace(/\{\w+\}/g, () => randomUUID());
        const withKey = await tenant[environment](method, url, method === 'GET' ? undefined : 'no JSON');
        expect(plain(answer)).toEqual(plain(withKey));
      }
    },
  );
});

describe('an admin of another workspace, and an unknown workspace', () => {
  test.for(ofWorkspaces)('%s', async ([name]) => {
    const notFound = {
      status: 404,
      body: { detail: 'Workspace not found', docs_url: expect.any(String) },
    };
    expect(plain(await send(people.other.call, name, 'live'))).toEqual(notFound);
    for (const id of [randomUUID(), 'x', '..%2f', `${tenant.workspaceId}0`]) {
      const path = pathOf(name, 'live').replace(tenant.workspaceId, id);
      const method = name.split(' ')[0]!;
      const answer = await people.admin.call(method, path, method === 'GET' ? undefined : 'no JSON');
      expect({ id, ...plain(answer) }).toEqual({ id, ...notFound });
    }
  });
});

test('another environment than live and sandbox is an unknown route', async () => {
  const path = `/console/api/${tenant.workspaceId}/test/api/integrations/sidekicks`;
  expect(plain(await people.admin.call('GET', path))).toEqual({
    status: 404,
    body: { detail: 'Not found', docs_url: expect.any(String) },
  });
});

describe('requests of people do the same as requests with keys', () => {
  const base = (environment: string) => `/console/api/${tenant.workspaceId}/${environment}`;

  test('submissions of keys and of people are in one place, and the log names the person', async () => {
    const { memberId, call } = people.member;
    const url = `${base('sandbox')}/api/integrations/submissions`;
    const sent = { assets: [{ blobPath: sandboxPath('fail') }], sidekickIds: ['any'] };
    const created = await call('POST', url, sent);
    expect(created).toMatchObject({ status: 201, body: { status: 'complete' } });
    const id = created.body.submissionId as string;
    expect((await tenant.sandbox('GET', `/api/integrations/submissions/${id}`)).status).toBe(200);
    expect(
      (await people.viewer.call('GET', `${base('live')}/api/integrations/submissions/${id}`)).status,
    ).toBe(200);
    const filter = { workspaceId: tenant.workspaceId, actor: memberId, action: 'submission.create' };
    const more = { subject: null, since: null, until: null };
    expect(await listAuditEntries(database, { ...filter, ...more }, 9)).toMatchObject([
      { actorKind: 'member', address: '127.0.0.1', subject: `submissions/${id}` },
    ]);
  });

  test('people see only the origin of endpoints, except admins who read one subscription', async () => {
    const origin = `https://hooks-${randomUUID()}.example.com:8443`;
    const endpointUrl = `${origin}/secret-path?token=secret-query`;
    const path = '/api/integrations/webhooks/subscriptions';
    const eventTypes = ['asset.processing.completed'];
    const created = await people.admin.call('POST', `${base('sandbox')}${path}`, { endpointUrl, eventTypes });
    const id = created.body.id as string;
    const assets = [{ blobPath: sandboxPath('pass') }];
    const submission = await tenant.sandbox('POST', '/api/integrations/submissions', {
      assets,
      sidekickIds: ['any'],
    });
    const deliveries = `/api/integrations/submissions/${submission.body.submissionId}/deliveries`;
    const deliveriesOf = async (get: (route: string) => Promise<Answer>) => {
      const { deliveries: listed } = (await get(deliveries)).body as {
        deliveries: { subscriptionId: string; endpointUrl: string }[];
      };
      return listed.filter(({ subscriptionId }) => subscriptionId === id);
    };
    const withKey = (route: string) => tenant.sandbox('GET', route);
    const event = { submissionId: submission.body.submissionId as string, eventType: eventTypes[0] };
    const fired = await tenant.sandbox('POST', '/api/integrations/sandbox/events/fire', event);
    expect(fired.body).toEqual({ dispatched: 1 });
    const search = (text: string) => `${path}?sortBy=endpoint_url&search=${encodeURIComponent(text)}`;
    for (const role of ranks) {
      const answer = (route: string) => people[role].call('GET', `${base('sandbox')}${route}`);
      const get = async (route: string) => (await answer(route)).body;
      const list = async (route: string) => (await get(route)).items as object[];
      expect(await get(`${path}/${id}`), role).toMatchObject({
        endpointUrl: role === 'admin' ? endpointUrl : origin,
      });
      expect(await list(search(origin)), role).toMatchObject([{ id, endpointUrl: origin }]);
      for (const part of ['secret-path', 'secret-query']) expect(await list(search(part)), role).toEqual([]);
      expect(await deliveriesOf(answer), role).toMatchObject([{ endpointUrl: origin }]);
      for (const route of [path, deliveries, `${path}/${id}/deliveries`])
        expect(JSON.stringify(await get(route)), route).not.toContain('secret-');
    }
    // Programs with a key of the workspace see the URL.
    expect((await withKey(search('secret-query'))).body.items).toMatchObject([{ endpointUrl }]);
    expect(await deliveriesOf(withKey)).toMatchObject([{ endpointUrl }]);
    await tenant.sandbox('DELETE', `${path}/${id}`);
  });

  test('the environment is that of a key', async () => {
    const { call } = people.member;
    const assets = [{ blobPath: sandboxPath('pass') }];
    const live = await call('POST', `${base('live')}/api/integrations/submissions`, {
      assets,
      sidekickIds: [],
    });
    expect(live.status).not.toBe(201);
    const query = '/api/integrations/submissions?simulationDelaySeconds=0';
    expect(
      (await call('POST', `${base('live')}${query}`, { assets, sidekickIds: ['any'] })).body,
    ).toMatchObject({
      detail: 'simulationDelaySeconds is only available with a sandbox key',
    });
    expect((await call('POST', `${base('sandbox')}${query}`, { assets, sidekickIds: ['any'] })).status).toBe(
      201,
    );
    expect(
      (await call('POST', `${base('live')}/api/integrations/sandbox/events/fire`, {})).body,
    ).toMatchObject({
      detail: 'This endpoint is only available with a sandbox key',
    });
  });

  test('requests are counted by member and workspace, apart from those of keys and of other members', async () => {
    const plan = await newPlan(database, { bucketLimits: { submission_read: 2, webhook_read: 1 } });
    const { workspaceId, live } = await newTenant(database, plan);
    const [ada, bob] = [
      await newPerson(database, site, workspaceId, 'viewer'),
      await newPerson(database, site, workspaceId, 'viewer'),
    ];
    const read = (environment: string) =>
      `/console/api/${workspaceId}/${environment}/api/integrations/sidekicks`;
    const statuses = [];
    for (const environment of ['live', 'sandbox', 'live'])
      statuses.push((await ada.call('GET', read(environment))).status);
    expect(statuses).toEqual([200, 200, 429]);
    expect((await bob.call('GET', read('live'))).status).toBe(200);
    expect((await live('GET', '/api/integrations/sidekicks')).status).toBe(200);
    const limited = await ada.call('GET', read('live'));
    expect([limited.body, Number(limited.headers.get('retry-after')) > 0]).toEqual([
      { error: 'Rate limit exceeded' },
      true,
    ]);
  });

  test('without the API in the plan, and for a suspended workspace beside another one: 402', async () => {
    const free = await newTenant(database, 'free');
    const { memberId, call } = await newPerson(database, site, free.workspaceId, 'viewer');
    const path = (workspaceId: string) => `/console/api/${workspaceId}/live/api/integrations/sidekicks`;
    expect((await call('GET', path(free.workspaceId))).status).toBe(402);
    const { workspaceId } = await newTenant(database);
    await database.query(`insert into memberships (member_id, workspace_id, role) values ($1, $2, 'admin')`, [
      memberId,
      workspaceId,
    ]);
    expect((await call('GET', path(workspaceId))).status).toBe(200);
    await setSuspended(database, workspaceId, true);
    expect(plain(await call('GET', path(workspaceId)))).toMatchObject({
      status: 402,
      body: { message: 'The workspace is suspended' },
    });
    expect((await call('GET', '/console/api/session')).body.memberships).toMatchObject([
      { workspaceId: free.workspaceId },
    ]);
  });

  test('a change of role and the end of a membership apply to the next request', async () => {
    const { memberId, call } = await newPerson(database, site, tenant.workspaceId, 'viewer');
    const create = () =>
      call('POST', `${base('sandbox')}/api/integrations/submissions`, {
        assets: [{ blobPath: sandboxPath('pass') }],
        sidekickIds: ['any'],
      });
    expect((await create()).status).toBe(403);
    const key = { memberId, workspaceId: tenant.workspaceId, keepAdmin: true };
    expect(await setRole(database, key, 'member', operator)).toEqual([]);
    expect((await create()).status).toBe(201);
    await database.query('delete from memberships where member_id = $1', [memberId]);
    expect((await create()).status).toBe(401);
  });
});
