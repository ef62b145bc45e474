import { beforeAll, describe, expect, test } from 'vitest';
import { createKey } from '@assay/storage/accounts/create-key.ts';
import { revokeApiKey } from '@assay/storage/accounts/api-keys.ts';
import { caller, useStackDatabase, useTenant } from '../support/api.ts';
import { useApps } from '../support/app.ts';
import { expectShape } from '../support/shape.ts';
import { overSocket } from '../support/socket.ts';
import { domainError } from './bodies.ts';
import { fill, rows } from './endpoints.ts';

const database = useStackDatabase();
const tenant = useTenant(database);
const path = '/api/integrations/sidekicks';
const hex = (digit: string, count = 64) => digit.repeat(count);

const get = (headerLines: string, apiUrl?: string) =>
  overSocket(`GET ${path} HTTP/1.1\r\nHost: x\r\n${headerLines}Connection: close\r\n\r\n`, apiUrl);

describe('5 Header: X-API-Key must be sent on every request', () => {
  test.for(rows)('%s %s without it is a 401', async ([method, template]) => {
    const { status, body } = await caller(null)(method, fill(template));
    expect({ status, body }).toEqual({ status: 401, body: { detail: 'Missing X-API-Key header' } });
    expectShape(body, domainError);
  });

  test('a key outside the header is a 401', async () => {
    const { liveKey } = tenant;
    const nobody = caller(null);
    const answers = [
      await nobody('GET', path, undefined, { Authorization: `Bearer ${liveKey}` }),
      await nobody('GET', `${path}?X-API-Key=${liveKey}`),
      await nobody('GET', path, undefined, { Cookie: `X-API-Key=${liveKey}` }),
    ];
    for (const { body } of answers) expect(body).toEqual({ detail: 'Missing X-API-Key header' });
  });

  test.for(['X-API-Key', 'x-api-key', 'X-Api-Key'])(
    'by default, its name is accepted in any case: %s',
    async (name) => {
      expect(await get(`${name}: ${tenant.liveKey}\r\n`)).toMatch(/^HTTP\/1\.1 200 /);
    },
  );

  test('two headers are a 401, even with the same key', async () => {
    const answer = await get(`X-API-Key: ${tenant.liveKey}\r\n`.repeat(2));
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(answer).toContain('{"detail":"Invalid API key"}');
  });

  test.for([
    ['a second key', (key: string) => `X-API-Key: ${key}\r\nX-API-Key: x\r\n`],
    ['a second key in front', (key: string) => `X-API-Key: x\r\nX-API-Key: ${key}\r\n`],
    ['a name in another case', (key: string) => `X-API-Key: ${key}\r\nx-api-key: x\r\n`],
    ['an empty second key', (key: string) => `X-API-Key: ${key}\r\nX-API-KEY:\r\n`],
  ] as const)('two headers are a 401: %s', async ([, headers]) => {
    const answer = await get(headers(tenant.liveKey));
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(answer).toContain('{"detail":"Invalid API key"}');
  });
});

describe('5 Header: with API_KEY_HEADER_CASE=exact its name is case-sensitive', () => {
  const startApp = useApps();
  let url: string;
  beforeAll(async () => {
    url = await startApp(database, { apiKeyHeaderCase: 'exact' });
  });

  test.for([
    ['X-API-Key', 200],
    ['x-api-key', 401],
    ['X-Api-Key', 401],
  ] as const)('%s returns %i', async ([name, status]) => {
    const answer = await get(`${name}: ${tenant.liveKey}\r\n`, url);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    if (status === 401) expect(answer).toContain('{"detail":"Missing X-API-Key header"}');
  });

  test('two headers are a 401', async () => {
    const answer = await get(`X-API-Key: ${tenant.liveKey}\r\n`.repeat(2), url);
    expect(answer).toContain('{"detail":"Invalid API key"}');
  });

  test.for(['x-api-key', 'X-API-KEY', 'X-API-Key'])('a second header named %s is a 401', async (name) => {
    const answer = await get(`X-API-Key: ${tenant.liveKey}\r\n${name}: x\r\n`, url);
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(answer).toContain('{"detail":"Invalid API key"}');
  });
});

describe('5 Failure: 401 with {detail}', () => {
  test.for([
    ['missing', null, 'Missing X-API-Key header'],
    ['empty', '', 'Missing X-API-Key header'],
    ['nonsense', 'nonsense', 'Invalid API key'],
    ['an unknown live key', `sk_live_${hex('0')}`, 'Invalid API key'],
    ['an unknown sandbox key', `sk_test_${hex('0')}`, 'Invalid API key'],
    ['too short', `sk_live_${hex('0', 63)}`, 'Invalid API key'],
    ['too long', `sk_live_${hex('0', 65)}`, 'Invalid API key'],
    ['not hexadecimal', `sk_test_${hex('g')}`, 'Invalid API key'],
    ['of another prefix', `sk_prod_${hex('0')}`, 'Invalid API key'],
    ['without a prefix', hex('0'), 'Invalid API key'],
    ['of any length', 'x'.repeat(8_000), 'Invalid API key'],
  ] as const)('%s', async ([, key, detail]) => {
    const { status, body } = await caller(key)('GET', path);
    expect({ status, body }).toEqual({ status: 401, body: { detail } });
  });

  test('a key with the other prefix is invalid', async () => {
    const swapped = tenant.liveKey.replace('sk_live_', 'sk_test_');
    expect((await caller(swapped)('GET', path)).body).toEqual({ detail: 'Invalid API key' });
  });

  test('expired', async () => {
    const { key } = await createKey(database, tenant.workspaceId, 'live', new Date(Date.now() - 1));
    const { status, body } = await caller(key)('GET', path);
    expect({ status, body }).toEqual({ status: 401, body: { detail: 'This API key has expired' } });
  });

  test('revoked, from the next request on', async () => {
    const { id, key } = await createKey(database, tenant.workspaceId, 'sandbox', null);
    expect((await caller(key)('GET', path)).status).toBe(200);
    await revokeApiKey(database, id);
    const { status, body } = await caller(key)('GET', path);
    expect({ status, body }).toEqual({ status: 401, body: { detail: 'This API key has been revoked' } });
  });
});

describe('5 Keys', () => {
  test('live: sk_live_<64 hex chars>, sandbox: the prefix sk_test_', () => {
    expect(tenant.liveKey).toMatch(/^sk_live_[0-9a-f]{64}$/);
    expect(tenant.sandboxKey).toMatch(/^sk_test_[0-9a-f]{64}$/);
  });

  test('a key that expires later is valid', async () => {
    const { key } = await createKey(database, tenant.workspaceId, 'live', new Date(Date.now() + 60_000));
    expect((await caller(key)('GET', path)).status).toBe(200);
  });
});

describe('5 No key is needed', () => {
  test.for([
    ['/healthz', { status: 'ok' }],
    ['/readyz', { status: 'ok', postgres: 'ok', storage: 'ok', temporal: 'ok' }],
  ] as const)('for %s', async ([url, body]) => {
    expect(await caller(null)('GET', url)).toMatchObject({ status: 200, body });
  });
});
