import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { caller, newTenant, submitSandbox, useStackDatabase } from '../support/api.ts';
import { useApps } from '../support/app.ts';
import { newPlan } from '../support/plans.ts';

const database = useStackDatabase();
const startApp = useApps();

const exceeded = { error: 'The storage quota of the workspace is exceeded' };
const pdf = { filename: 'a.pdf', contentType: 'application/pdf' };

test('upload URLs beyond the storage quota get 429, and those of other workspaces do not', async () => {
  const tenant = await newTenant(database, await newPlan(database, { maxStoredBytes: 1000 }));
  const ask = (contentLength: number, key: 'live' | 'sandbox' = 'live') =>
    tenant[key]('POST', '/uploads/url', { ...pdf, contentLength });
  expect((await ask(600)).status).toBe(200);
  const rejected = await ask(401);
  expect([rejected.status, rejected.headers.get('retry-after'), rejected.body]).toEqual([
    429,
    '600',
    exceeded,
  ]);
  // Sandbox keys share the quota, and can use a third of it.
  expect((await ask(334, 'sandbox')).status).toBe(429);
  expect((await ask(333, 'sandbox')).status).toBe(200);
  expect((await ask(1, 'sandbox')).status).toBe(429);
  expect((await ask(68)).status).toBe(429);
  expect((await ask(67)).status).toBe(200);
  expect((await ask(1)).status).toBe(429);
  const other = await newTenant(database);
  expect((await other.live('POST', '/uploads/url', { ...pdf, contentLength: 1000 })).status).toBe(200);
});

test('concurrent requests to a process cannot exceed the storage quota', async () => {
  const plan = await newPlan(database, { maxStoredBytes: 1000 });
  for (let round = 0; round < 3; round++) {
    const tenant = await newTenant(database, plan);
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => tenant.live('POST', '/uploads/url', { ...pdf, contentLength: 400 })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
  }
});

test('without contentLength, an upload counts with the limit of its type', async () => {
  const tenant = await newTenant(database, await newPlan(database, { maxStoredBytes: 150 * 2 ** 20 }));
  expect((await tenant.live('POST', '/uploads/url', pdf)).status).toBe(200);
  expect((await tenant.live('POST', '/uploads/url', pdf)).status).toBe(429);
});

test('upload URLs beyond ten thousand valid ones get 429, except those whose upload was submitted', async () => {
  const tenant = await newTenant(database, await newPlan(database, { maxStoredBytes: 2 ** 40 }));
  const { workspaceId } = tenant;
  await database.query(
    `insert into uploads (asset_id, workspace_id, filename, content_type, expires_at, max_bytes)
     select uuidv7(), $1, 'a.pdf', 'application/pdf', now() + interval '1 hour', 1 from generate_series(1, 10000)`,
    [workspaceId],
  );
  const ask = (key: 'live' | 'sandbox') => tenant[key]('POST', '/uploads/url', { ...pdf, contentLength: 1 });
  const rejected = await ask('live');
  expect([rejected.status, rejected.headers.get('retry-after'), rejected.body]).toEqual([
    429,
    '600',
    { error: 'Too many upload URLs of this workspace are valid and not submitted' },
  ]);
  expect((await ask('sandbox')).status).toBe(200);
  const submissionId = randomUUID();
  await database.query(
    `with submission as (
       insert into submissions (id, workspace_id, environment, sidekick_ids) values ($2, $1, 'live', '{any}')
     )
     insert into assets (submission_id, asset_id, position, workspace_id, environment, blob_path, filename, search_text,
       status, credits)
     select $2, asset_id, 0, $1, 'live', asset_id || '/a.pdf', 'a.pdf', 'a.pdf', 'pending', 1
     from uploads where workspace_id = $1 and environment = 'live' limit 1`,
    [workspaceId, submissionId],
  );
  expect([(await ask('live')).status, (await ask('live')).status]).toEqual([200, 429]);
});

test('an upload whose URL has expired no longer counts, but stored bytes do', async () => {
  const tenant = await newTenant(database, await newPlan(database, { maxStoredBytes: 1000 }));
  const ask = () => tenant.live('POST', '/uploads/url', { ...pdf, contentLength: 900 });
  expect([(await ask()).status, (await ask()).status]).toEqual([200, 429]);
  await database.query('update uploads set expires_at = now() where workspace_id = $1', [tenant.workspaceId]);
  expect((await ask()).status).toBe(200);
  await database.query('update uploads set expires_at = now() where workspace_id = $1', [tenant.workspaceId]);
  await database.query('update workspaces set stored_bytes = 101 where id = $1', [tenant.workspaceId]);
  expect((await ask()).status).toBe(429);
});

test('a file that was counted does not count again by its upload URL', async () => {
  const tenant = await newTenant(database, await newPlan(database, { maxStoredBytes: 1000 }));
  const ask = () => tenant.live('POST', '/uploads/url', { ...pdf, contentLength: 500 });
  expect((await ask()).status).toBe(200);
  await database.query('update uploads set stored_bytes = 500 where workspace_id = $1', [tenant.workspaceId]);
  await database.query('update workspaces set stored_bytes = 500 where id = $1', [tenant.workspaceId]);
  expect([(await ask()).status, (await ask()).status]).toEqual([200, 429]);
});

test('UPLOAD_CONTENT_LENGTH=required rejects requests without a length', async () => {
  const tenant = await newTenant(database);
  const call = caller(tenant.liveKey, await startApp(database, { requireContentLength: true }));
  const rejected = await call('POST', '/uploads/url', pdf);
  expect([rejected.status, rejected.body.fields]).toEqual([
    422,
    [{ field: 'contentLength', message: 'is required' }],
  ]);
  expect((await call('POST', '/uploads/url', { ...pdf, contentLength: 10 })).status).toBe(200);
});

test('sandbox assets are limited per workspace and day', async () => {
  const tenant = await newTenant(database, await newPlan(database, { maxSandboxPerDay: 2 }));
  expect((await submitSandbox(tenant, ['pass'])).status).toBe(201);
  const rejected = await submitSandbox(tenant, ['pass', 'pass']);
  expect([rejected.status, rejected.body]).toEqual([
    429,
    { error: 'The sandbox quota of the workspace for this day is reached' },
  ]);
  const now = new Date();
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1);
  const seconds = (midnight - now.getTime()) / 1000;
  expect(Math.abs(Number(rejected.headers.get('retry-after')) - seconds)).toBeLessThan(10);
  expect((await submitSandbox(tenant, ['pass'])).status).toBe(201);
});

test('sandbox assets marked pending are limited per workspace', async () => {
  const tenant = await newTenant(database, await newPlan(database, { maxSandboxPending: 2 }));
  const submit = (...markers: string[]) => submitSandbox(tenant, markers);
  expect((await submit('pending', 'pass')).status).toBe(201);
  const rejected = await submit('pending', 'pending');
  expect([rejected.status, rejected.headers.get('retry-after'), rejected.body]).toEqual([
    429,
    '3600',
    { error: 'Too many sandbox assets of this workspace are pending' },
  ]);
  expect((await submit('pending')).status).toBe(201);
  expect((await submit('pending')).status).toBe(429);
  expect((await submit('pass')).status).toBe(201);
  await database.query(
    `update assets set created_at = now() - interval '31 days' where workspace_id = $1 and environment = 'sandbox'`,
    [tenant.workspaceId],
  );
  expect((await submit('pending', 'pending')).status).toBe(201);
});
