import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { sidekickDescriptions } from '@assay/analysis/sidekicks/catalogue.ts';
import { createKey } from '@assay/storage/accounts/create-key.ts';
import { routes } from '../../api/route-table.ts';
import type { Environment, Scope } from '@assay/domain/api-key.ts';
import {
  type Answer,
  type Caller,
  caller,
  sandboxPath,
  submitSandbox,
  untilDone,
  useStackDatabase,
  useTenant,
} from '../support/api.ts';
import { useApps } from '../support/app.ts';
import { failRetryably, submitLive, uploadPdf } from '../support/live.ts';
import { newPlan } from '../support/plans.ts';
import { newWorkspace } from '../support/database.ts';
import { watchStatements } from '../support/watched-database.ts';

const database = useStackDatabase();
const tenant = useTenant(database);
const startApp = useApps();
const document = sidekickDescriptions.find(({ code }) => code === 'document')!;

const submissions = '/api/integrations/submissions';
const subscriptions = '/api/integrations/webhooks/subscriptions';
const fire = '/api/integrations/sandbox/events/fire';

async function keyOf(environment: Environment, scopes: readonly Scope[], workspaceId = tenant.workspaceId) {
  const { key } = await createKey(database, workspaceId, environment, null, null, { scopes });
  return key;
}

const missing = (scope: Scope) => ({
  status: 403,
  body: expect.objectContaining({ detail: `This API key does not have the scope "${scope}"` }),
});

describe('the scope of every route', () => {
  const read = ['read'] as const;
  const submit = ['submit'] as const;
  const either = ['read', 'submit'] as const;
  const webhooks = ['webhooks'] as const;
  const profiles = ['profiles'] as const;

  /** The scopes that permit each route. The first one is in the error of a key that has none of them. */
  const table: Record<string, readonly Scope[]> = {
    'POST /uploads/url': submit,
    'POST /api/integrations/uploads/url': submit,
    'POST /api/pricing/estimate': either,
    'POST /api/integrations/submissions': submit,
    'GET /api/integrations/submissions': read,
    'GET /api/integrations/submissions/{submission_id}': read,
    'GET /api/integrations/submissions/{submission_id}/versions': read,
    'GET /api/integrations/submissions/{submission_id}/deliveries': webhooks,
    'GET /api/integrations/submissions/{submission_id}/assets/{asset_id}': read,
    'GET /api/integrations/submissions/{submission_id}/assets/{asset_id}/issues': read,
    'GET /api/integrations/submissions/{submission_id}/assets/{asset_id}/topics': read,
    'GET /api/integrations/submissions/{submission_id}/assets/{asset_id}/checks': read,
    'PUT /api/integrations/submissions/{submission_id}/assets/{asset_id}/issues/{issue_id}/decision': submit,
    'DELETE /api/integrations/submissions/{submission_id}/assets/{asset_id}/issues/{issue_id}/decision':
      submit,
    'GET /api/integrations/submissions/{submission_id}/assets/{asset_id}/decisions': read,
    'PUT /api/integrations/submissions/{submission_id}/assets/{asset_id}/decisions': submit,
    'GET /api/integrations/submissions/{submission_id}/assets/{asset_id}/evidence/{evidence_id}': read,
    'GET /api/integrations/submissions/{submission_id}/assets/{asset_id}/sign-off': read,
    'PUT /api/integrations/submissions/{submission_id}/assets/{asset_id}/sign-off': submit,
    'DELETE /api/integrations/submissions/{submission_id}/assets/{asset_id}/sign-off': submit,
    'GET /api/integrations/submissions/{submission_id}/assets/{asset_id}/compare': read,
    'POST /api/integrations/submissions/{submission_id}/assets/{asset_id}/report-links': submit,
    'GET /api/integrations/submissions/{submission_id}/assets/{asset_id}/report-links': read,
    'DELETE /api/integrations/submissions/{submission_id}/assets/{asset_id}/report-links/{report_link_id}':
      submit,
    'GET /api/integrations/submissions/{submission_id}/assets/{asset_id}/report.json': read,
    'GET /api/integrations/submissions/{submission_id}/assets/{asset_id}/report.jws': read,
    'GET /api/integrations/submissions/{submission_id}/assets/{asset_id}/report.pdf': read,
    'GET /api/integrations/submissions/{submission_id}/assets/{asset_id}/report.{format}': read,
    'GET /api/integrations/submissions/{submission_id}/assets/{asset_id}/media': read,
    'POST /api/integrations/submissions/{submission_id}/assets/{asset_id}/preview': read,
    'GET /api/integrations/submissions/{submission_id}/assets/{asset_id}/progress': read,
    'GET /api/integrations/submissions/{submission_id}/assets/{asset_id}/series': read,
    'GET /api/integrations/submissions/{submission_id}/assets/{asset_id}/series/{name}': read,
    'POST /api/integrations/submissions/{submission_id}/assets/{asset_id}/retry': submit,
    'GET /api/integrations/sidekicks': either,
    'GET /api/integrations/rules/decisions': read,
    'GET /api/integrations/profiles': either,
    'POST /api/integrations/profiles': profiles,
    'GET /api/integrations/profiles/{profile_id}': either,
    'PUT /api/integrations/profiles/{profile_id}': profiles,
    'DELETE /api/integrations/profiles/{profile_id}': profiles,
    'POST /api/integrations/profiles/{profile_id}/trials': profiles,
    'GET /api/integrations/profiles/{profile_id}/trials/{trial_id}': profiles,
    'POST /api/integrations/sandbox/events/fire': submit,
    'POST /api/integrations/webhooks/subscriptions': webhooks,
    'GET /api/integrations/webhooks/subscriptions': webhooks,
    'GET /api/integrations/webhooks/subscriptions/{subscription_id}': webhooks,
    'PATCH /api/integrations/webhooks/subscriptions/{subscription_id}': webhooks,
    'DELETE /api/integrations/webhooks/subscriptions/{subscription_id}': webhooks,
    'GET /api/integrations/webhooks/subscriptions/{subscription_id}/deliveries': webhooks,
    'GET /api/integrations/webhooks/subscriptions/{subscription_id}/deliveries/{event_id}': webhooks,
    'POST /api/integrations/webhooks/subscriptions/{subscription_id}/deliveries/{event_id}/redeliver':
      webhooks,
    'POST /api/integrations/webhooks/subscriptions/{subscription_id}/replay': webhooks,
    'POST /api/integrations/webhooks/subscriptions/{subscription_id}/example': webhooks,
    'POST /api/integrations/webhooks/subscriptions/{subscription_id}/rotate-secret': webhooks,
  };
  const keys = {} as Record<Environment, Record<'read' | 'submit' | 'webhooks' | 'every scope', string>>;

  beforeAll(async () => {
    for (const environment of ['live', 'sandbox'] as const) {
      keys[environment] = {
        read: await keyOf(environment, ['read', 'live_data']),
        submit: await keyOf(environment, ['submit', 'live_data']),
        webhooks: await keyOf(environment, ['webhooks', 'live_data']),
        'every scope': environment === 'live' ? tenant.liveKey : tenant.sandboxKey,
      };
    }
  });

  /** Sends a request with unknown ids. If the route takes a body, the body is invalid, so nothing is changed. */
  function send(name: string, key: string): Promise<Answer> {
    const [method, path] = name.split(' ') as [string, string];
    const url = path.replace(/\{\w+\}/g, () => randomUUID());
    const { operation } = routes.find((route) => route.method === method && route.path === path)!;
    return caller(key)(method, url, operation.body === undefined ? undefined : 'no JSON');
  }

  test('the table of this test has a row for every route and for no other', () => {
    expect(Object.keys(table).sort()).toEqual(routes.map(({ method, path }) => `${method} ${path}`).sort());
  });

  test.for(
    Object.entries(table).flatMap(([name, scopes]) =>
      (['live', 'sandbox'] as const).flatMap((environment) =>
        (['read', 'submit', 'webhooks'] as const).map((only) => [name, environment, only, scopes] as const),
      ),
    ),
  )('%s with a %s key that has only %s', async ([name, environment, only, scopes]) => {
    const answer = await send(name, keys[environment][only]);
    if (scopes.includes(only)) {
      const { status, body } = await send(name, keys[environment]['every scope']);
      expect({ status: answer.status, body: answer.body }).toEqual({ status, body });
    } else {
      expect(answer).toMatchObject(missing(scopes[0]!));
    }
  });

  test('one key can have several scopes', async () => {
    const key = await keyOf('live', ['read', 'webhooks']);
    const statuses = [];
    for (const path of ['/api/integrations/sidekicks', subscriptions]) {
      statuses.push((await caller(key)('GET', path)).status);
    }
    expect(statuses).toEqual([200, 200]);
    expect(await caller(key)('POST', submissions, {})).toMatchObject(missing('submit'));
  });

  test('402 and 429 come before the 403', async () => {
    const free = await keyOf('live', ['read'], await newWorkspace(database, 'free'));
    expect((await caller(free)('POST', submissions, {})).status).toBe(402);
    const plan = await newPlan(database, { bucketLimits: { submission_write: 1 } });
    const limited = caller(await keyOf('live', ['read'], await newWorkspace(database, plan)));
    expect(await limited('POST', submissions, {})).toMatchObject(missing('submit'));
    expect((await limited('POST', submissions, {})).status).toBe(429);
  });

  test('the 403 comes before the check of the query and of the body', async () => {
    const call = caller(await keyOf('live', ['read']));
    const delayed = `${submissions}?simulationDelaySeconds=x`;
    expect(await call('POST', delayed, `"${'x'.repeat(2 ** 20)}"`)).toMatchObject(missing('submit'));
  });

  test('the scope submit is sufficient from the upload to the 201', async () => {
    const call = caller(await keyOf('live', ['submit']));
    const own = { ...tenant, live: call };
    const blobPath = await uploadPdf(own);
    expect((await call('POST', '/api/pricing/estimate', { files: [{ blobPath }] })).status).toBe(200);
    expect((await submitLive(own, [blobPath])).status).toBe(201);
  });
});

describe('a sandbox key without live_data', () => {
  let limited: Caller;
  let full: Caller;
  let live: { submissionId: string; assetId: string; blobPath: string };
  let failed: { submissionId: string; assetId: string };
  /** Names of the SQL statements of the last request. */
  let statements: string[];

  /** Submits a file whose name has a sandbox marker. Returns its ids when it has been processed. */
  async function submitMarked() {
    const blobPath = await uploadPdf(tenant, { filename: 'a__sandbox_pass__.pdf' });
    const { submissionId, assets } = (await submitLive(tenant, [blobPath], [document.id])).body;
    await untilDone(tenant.live, submissionId);
    return { submissionId, assetId: assets[0].assetId as string, blobPath };
  }

  beforeAll(async () => {
    [live, failed] = await Promise.all([submitMarked(), submitMarked()]);
    await failRetryably(database, failed.submissionId);
    const watched = watchStatements(database);
    statements = watched.names;
    const apiUrl = await startApp(watched.database);
    limited = caller(await keyOf('sandbox', ['read', 'submit']), apiUrl);
    full = caller(await keyOf('sandbox', ['read', 'submit', 'live_data']), apiUrl);
    // The first request of a key also records the use of the key.
    for (const call of [limited, full]) await call('GET', '/api/integrations/sidekicks');
  });

  /** Sends a request. Returns everything that the caller can observe, and the statements that the request sent. */
  async function observe(call: Caller, method: string, path: string, body?: unknown) {
    statements.length = 0;
    const { status, headers, body: received } = await call(method, path, body);
    const sent = [...headers].filter(([name]) => name !== 'date');
    return { status, headers: sent, body: received, statements: [...statements] };
  }

  /**
   * Every route that takes the id of a submission, as the route table lists them, and the id in a body. Webhooks need
   * `live_data`.
   */
  const paths = routes
    .filter(({ path, scopes }) => path.includes('{submission_id}') && !scopes.includes('webhooks'))
    .map(({ method, path }) => [method, path] as const);
  const fill = (path: string, ids: { submissionId: string; assetId: string }) =>
    path
      .replace('{submission_id}', ids.submissionId)
      .replace('{asset_id}', ids.assetId)
      .replace('{issue_id}', randomUUID())
      .replace('{report_link_id}', randomUUID())
      .replace('{evidence_id}', randomUUID())
      .replace('{name}', 'loudness')
      .replace('{format}', 'csv');
  const bodyOf = (method: string, path: string) => {
    if (path.endsWith('/report-links') && method === 'POST') return {};
    if (method !== 'PUT') return undefined;
    // The profile has no manual checks, so nothing is signed off.
    if (path.endsWith('/sign-off')) return { manualChecks: [{ code: 'x', outcome: 'passed' }] };
    return { decision: 'accepted', ...(path.endsWith('/decisions') ? { issueIds: [randomUUID()] } : {}) };
  };
  const unknown = () => ({ submissionId: randomUUID(), assetId: randomUUID() });

  test('these tests have every route that takes the id of a submission', () => {
    expect(paths).toHaveLength(28);
    const inBody = routes.filter(
      ({ operation }) => 'submissionId' in ((operation.body as { shape?: object } | undefined)?.shape ?? {}),
    );
    expect(inBody.map(({ path }) => path)).toEqual([fire]);
  });

  test.for(paths)('%s %s: a live submission is like an unknown one', async ([method, path]) => {
    for (const ids of [live, failed]) {
      const response = await observe(limited, method, fill(path, ids), bodyOf(method, path));
      expect(response).toMatchObject({ status: 404, body: { detail: 'Submission not found' } });
      expect(response).toEqual(await observe(limited, method, fill(path, unknown()), bodyOf(method, path)));
    }
    // The same request without the limit shows that the submission exists.
    const { status, body } = await observe(full, method, fill(path, live), bodyOf(method, path));
    // A document has no curves.
    if (path.endsWith('{name}')) expect([status, body.detail]).toEqual([404, 'Series not found']);
    else if (path.includes('{issue_id}')) expect([status, body.detail]).toEqual([404, 'Issue not found']);
    else if (path.endsWith('/sign-off')) expect(status).toBe(method === 'PUT' ? 422 : 200);
    else if (path.endsWith('/decisions')) expect(status).toBe(method === 'PUT' ? 422 : 200);
    // It replaces no other asset.
    else if (path.endsWith('/compare')) expect([status, body.fields[0].field]).toEqual([422, 'with']);
    else if (path.includes('{evidence_id}'))
      expect([status, body.detail]).toEqual([404, 'File of evidence not found']);
    else if (path.includes('{report_link_id}'))
      expect([status, body.detail]).toEqual([404, 'Report link not found']);
    else if (path.endsWith('/report-links')) expect(status).toBe(method === 'GET' ? 200 : 201);
    else expect(status).toBe(method === 'GET' ? 200 : 409);
  });

  test('a retry changes nothing', async () => {
    const path = `${submissions}/${failed.submissionId}/assets/${failed.assetId}`;
    expect((await limited('POST', `${path}/retry`)).status).toBe(404);
    expect((await full('GET', path)).body).toMatchObject({ status: 'failed', version: 1 });
  });

  test('an event of a live submission cannot be fired, and none is written', async () => {
    const body = (submissionId: string) => ({ eventType: 'asset.processing.completed', submissionId });
    const count = async () =>
      (await database.query('select from events where workspace_id = $1', [tenant.workspaceId])).rowCount;
    const before = await count();
    const response = await observe(limited, 'POST', fire, body(live.submissionId));
    expect(response).toMatchObject({ status: 404, body: { detail: 'Submission not found' } });
    expect(response).toEqual(await observe(limited, 'POST', fire, body(randomUUID())));
    expect(await count()).toBe(before);
    expect((await full('POST', fire, body(live.submissionId))).status).toBe(200);
  });

  test('a 409 does not name a live submission, because paths are submitted once per environment', async () => {
    const { blobPath } = live;
    const body = { assets: [{ blobPath }], sidekickIds: ['any'] };
    const created = await limited('POST', submissions, body);
    expect(created).toMatchObject({ status: 201, body: { environment: 'sandbox' } });
    const again = await limited('POST', submissions, body);
    expect(again.status).toBe(409);
    expect(again.headers.get('location')).toBe(`${submissions}/${created.body.submissionId}`);
  });

  test('an estimate of a live upload shows nothing of its bytes', async () => {
    const response = await observe(limited, 'POST', '/api/pricing/estimate', {
      files: [{ blobPath: live.blobPath }],
    });
    expect(response.body.files).toEqual([
      {
        blobPath: live.blobPath,
        assetType: 'document',
        metric: 'pages',
        metricValue: null,
        credits: 0,
        priceable: true,
      },
    ]);
    expect(response.statements).toEqual(['find-api-key']);
  });

  test('sandbox submissions can be read and retried', async () => {
    const { body } = await submitSandbox(tenant, ['retryable_error']);
    const ids = { submissionId: body.submissionId, assetId: body.assets[0].assetId };
    for (const [method, path] of paths) {
      const { status, body } = await limited(method, fill(path, ids), bodyOf(method, path));
      // No curves, previews and reports exist in the sandbox.
      const written = path.endsWith('/preview') ? 409 : 202;
      if (path.endsWith('{name}')) expect([status, body.detail]).toEqual([404, 'Series not found']);
      else if (path.includes('{issue_id}')) expect([status, body.detail]).toEqual([404, 'Issue not found']);
      else if (path.endsWith('/decisions')) expect(status).toBe(method === 'PUT' ? 422 : 200);
      else if (path.endsWith('/compare')) expect([status, body.fields[0].field]).toEqual([422, 'with']);
      else if (path.includes('{evidence_id}'))
        expect([status, body.detail]).toEqual([404, 'File of evidence not found']);
      else if (path.includes('{report_link_id}'))
        expect([status, body.detail]).toEqual([404, 'Report link not found']);
      else if (/\/(?:report\.|sign-off)/.test(path) || (path.endsWith('/report-links') && method === 'POST'))
        expect([status, body.detail]).toEqual([404, 'Report not found']);
      else expect([method, path, status]).toEqual([method, path, method === 'GET' ? 200 : written]);
    }
    const fired = { eventType: 'asset.processing.completed', submissionId: ids.submissionId };
    expect((await limited('POST', fire, fired)).status).toBe(200);
    expect(
      (
        await limited('POST', submissions, {
          assets: [{ blobPath: sandboxPath('pass') }],
          sidekickIds: ['any'],
        })
      ).status,
    ).toBe(201);
  });

  test('webhooks need live_data', async () => {
    expect(await limited('GET', subscriptions)).toMatchObject(missing('webhooks'));
    await expect(keyOf('sandbox', ['read', 'webhooks'])).rejects.toThrow(/api_keys_webhooks/);
  });
});
