import { connect } from 'node:net';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { createKey } from '../../admin/keys.ts';
import { revokeApiKey } from '../../storage/postgres/api-keys.ts';
import { readPlan, savePlan } from '../../storage/postgres/plans.ts';
import { caller, newTenant, useStackDatabase } from '../support/api.ts';
import { useApps } from '../support/app.ts';
import { newWorkspace } from '../support/database.ts';

const database = useStackDatabase();
const anyPath = '/api/integrations/sidekicks';

/** Sends bytes as they are, and answers all that comes back. */
function overSocket(request: string, apiUrl = inject('stack').apiUrl): Promise<string> {
  const { port, hostname } = new URL(apiUrl);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(request));
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString()));
    socket.on('end', () => resolve(text));
    socket.on('error', reject);
  });
}

describe('a key', () => {
  test.for([
    [null, 'Missing X-API-Key header'],
    ['', 'Missing X-API-Key header'],
    ['nonsense', 'Invalid API key'],
    [`sk_live_${'0'.repeat(64)}`, 'Invalid API key'],
    [`sk_test_${'g'.repeat(64)}`, 'Invalid API key'],
    [`sk_live_${'0'.repeat(63)}`, 'Invalid API key'],
  ] as const)('%s is answered: %s', async ([key, detail]) => {
    expect(await caller(key)('GET', anyPath)).toMatchObject({ status: 401, body: { detail } });
  });

  test('that has expired or was revoked says so, at once', async () => {
    const workspaceId = await newWorkspace(database);
    const expired = await createKey(database, workspaceId, 'live', new Date(Date.now() - 1));
    expect((await caller(expired.key)('GET', anyPath)).body).toEqual({ detail: 'This API key has expired' });
    const revoked = await createKey(database, workspaceId, 'live', null);
    expect((await caller(revoked.key)('GET', anyPath)).status).toBe(200);
    await revokeApiKey(database, revoked.id);
    expect((await caller(revoked.key)('GET', anyPath)).body).toEqual({
      detail: 'This API key has been revoked',
    });
  });

  test('is taken from the header in any case', async () => {
    const { liveKey } = await newTenant(database);
    const raw = await overSocket(
      `GET ${anyPath} HTTP/1.1\r\nHost: x\r\nx-ApI-kEy: ${liveKey}\r\nConnection: close\r\n\r\n`,
    );
    expect(raw).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('sent twice is no key', async () => {
    const { liveKey } = await newTenant(database);
    const header = `X-API-Key: ${liveKey}\r\n`;
    const raw = await overSocket(
      `GET ${anyPath} HTTP/1.1\r\nHost: x\r\n${header}${header}Connection: close\r\n\r\n`,
    );
    expect(raw).toMatch(/^HTTP\/1\.1 401 /);
    expect(raw).toContain('Invalid API key');
  });
});

describe('with API_KEY_HEADER_CASE=exact', () => {
  const startApp = useApps();
  let url: string;

  beforeAll(async () => {
    url = await startApp(database, { apiKeyHeaderCase: 'exact' });
  });

  test.for([
    ['X-API-Key', 200],
    ['x-api-key', 401],
    ['X-Api-Key', 401],
  ] as const)('%s is answered %i', async ([name, status]) => {
    const { liveKey } = await newTenant(database);
    const request = `GET ${anyPath} HTTP/1.1\r\nHost: x\r\n${name}: ${liveKey}\r\nConnection: close\r\n\r\n`;
    const raw = await overSocket(request, url);
    expect(raw).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    if (status === 401) expect(raw).toContain('Missing X-API-Key header');
  });

  test('sent twice is no key', async () => {
    const { liveKey } = await newTenant(database);
    const header = `X-API-Key: ${liveKey}\r\n`;
    const request = `GET ${anyPath} HTTP/1.1\r\nHost: x\r\n${header}${header}Connection: close\r\n\r\n`;
    expect(await overSocket(request, url)).toContain('Invalid API key');
  });
});

describe('a plan', () => {
  test('without the Integrations API is answered 402, naming the bucket', async () => {
    const { live } = await newTenant(database, 'free');
    const answer = await live('GET', anyPath);
    expect(answer.status).toBe(402);
    expect(answer.body).toEqual({
      error_code: 'tier_not_authorized_for_integrations_api',
      message: expect.any(String) as string,
      bucket: 'submission_read',
    });
  });

  test('without one bucket lacks that one alone', async () => {
    const growth = (await readPlan(database, 'growth'))!;
    const { sandbox: _, ...bucketLimits } = growth.bucketLimits;
    await savePlan(database, { ...growth, name: 'no-sandbox', bucketLimits });
    const tenant = await newTenant(database, 'no-sandbox');
    expect((await tenant.live('GET', anyPath)).status).toBe(200);
    expect(await tenant.sandbox('POST', '/api/integrations/sandbox/events/fire', {})).toMatchObject({
      status: 402,
      body: { bucket: 'sandbox' },
    });
  });

  test('limits each bucket of each key on its own, and says when to come back', async () => {
    const growth = (await readPlan(database, 'growth'))!;
    await savePlan(database, {
      ...growth,
      name: 'tiny',
      bucketLimits: { submission_read: 2, webhook_read: 2 },
    });
    const tenant = await newTenant(database, 'tiny');
    const statuses = [];
    for (let i = 0; i < 3; i++) statuses.push((await tenant.live('GET', anyPath)).status);
    expect(statuses).toEqual([200, 200, 429]);
    const limited = await tenant.live('GET', anyPath);
    expect(limited.body).toEqual({ error: 'Rate limit exceeded' });
    expect(limited.headers.get('retry-after')).toMatch(/^([1-9]|[1-5]\d|60)$/);
    for (const name of limited.headers.keys()) expect(name).not.toMatch(/ratelimit/);
    expect((await tenant.live('GET', '/api/integrations/webhooks/subscriptions')).status).toBe(200);
    expect((await tenant.sandbox('GET', anyPath)).status).toBe(200);
  });
});

describe('the order of checks', () => {
  const fire = '/api/integrations/sandbox/events/fire';

  test('is key, plan, environment, shape', async () => {
    expect((await caller(null)('POST', fire, '{')).status).toBe(401);
    expect((await (await newTenant(database, 'free')).live('POST', fire, '{')).status).toBe(402);
    const tenant = await newTenant(database);
    expect((await tenant.live('POST', fire, '{')).status).toBe(403);
    expect((await tenant.sandbox('POST', fire, '{')).status).toBe(422);
  });
});

describe('what is not there', () => {
  test.for([
    ['GET', '/'],
    ['GET', '/api/integrations/submissions'],
    ['PUT', anyPath],
    ['HEAD', anyPath],
    ['GET', '/api/integrations/submissions/%zz'],
    ['GET', `/${'x'.repeat(5000)}`],
  ])('%s %s is answered in the domain shape', async ([method, path]) => {
    const { live } = await newTenant(database);
    const answer = await live(method!, path!);
    expect(answer.status).toBe(404);
    if (method !== 'HEAD') expect(answer.body).toMatchObject({ detail: 'Not found' });
  });
});

describe('a path id of any length', () => {
  test.for([10, 101, 3000])('is a field at fault: %i characters', async (length) => {
    const { live } = await newTenant(database);
    expect(await live('GET', `/api/integrations/submissions/${'x'.repeat(length)}`)).toMatchObject({
      status: 422,
      body: { fields: [{ field: 'submission_id' }] },
    });
  });
});

describe('what is hardly HTTP', () => {
  test.for([
    ['a method nobody knows', 'NONSENSE / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['headers without end', `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(50_000)}\r\n\r\n`],
    ['noise', '\u0000\u0001\u0002\r\n\r\n'],
  ])('is answered in the domain shape: %s', async ([, request]) => {
    const answer = await overSocket(request!);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('{"detail":"Malformed HTTP request"');
  });

  test('an expectation is passed over', async () => {
    const answer = await overSocket(
      'GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\nConnection: close\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('a body', () => {
  test('that is too large is answered in the domain shape', async () => {
    const { sandbox } = await newTenant(database);
    const answer = await sandbox('POST', '/api/integrations/submissions', `"${'x'.repeat(2 ** 20)}"`);
    expect(answer).toMatchObject({ status: 413, body: { detail: 'Request body is too large' } });
  });

  test.for(['text/plain', 'application/xml', 'nonsense'])('of type %s is not JSON', async (contentType) => {
    const { sandbox } = await newTenant(database);
    const answer = await sandbox('POST', '/api/integrations/submissions', '{}', {
      'Content-Type': contentType,
    });
    expect(answer).toMatchObject({ status: 422, body: { fields: [{ field: 'body' }] } });
  });

  test('of a hundred thousand nested arrays is refused', async () => {
    const { sandbox } = await newTenant(database);
    const answer = await sandbox(
      'POST',
      '/api/integrations/submissions',
      '['.repeat(100_000) + ']'.repeat(100_000),
    );
    expect(answer.status).toBe(422);
  });
});

describe('without a key', () => {
  test('health and readiness are answered', async () => {
    const nobody = caller(null);
    expect(await nobody('GET', '/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(await nobody('GET', '/readyz')).toMatchObject({
      status: 200,
      body: { status: 'ok', postgres: 'ok', storage: 'ok', temporal: 'ok' },
    });
  });
});

test('no answer carries a request id or tells what it runs on', async () => {
  const { live } = await newTenant(database);
  const { headers } = await live('GET', anyPath);
  for (const name of ['x-request-id', 'request-id', 'x-powered-by', 'server'])
    expect(headers.has(name)).toBe(false);
});
