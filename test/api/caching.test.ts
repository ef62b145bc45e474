import { describe, expect, inject, test } from 'vitest';
import { fill, rows } from '../conformance/endpoints.ts';
import { caller, useStackDatabase, useTenant } from '../support/api.ts';
import { useApps } from '../support/app.ts';
import { overSocket } from '../support/socket.ts';

const database = useStackDatabase();
const tenant = useTenant(database);
const startApp = useApps();
const sidekicks = '/api/integrations/sidekicks';

describe('no cache may store a response to a key or send it to another key, and no other site may load it', () => {
  const expectUncached = (headers: Headers) => {
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('strict-transport-security')).toBeNull();
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('vary')).toBe('x-api-key');
  };

  test.for(rows)('%s %s', async ([method, path]) => {
    for (const key of [tenant.liveKey, tenant.sandboxKey, 'x', null]) {
      expectUncached((await caller(key)(method, fill(path))).headers);
    }
  });

  test('a success with and without a body', async () => {
    expectUncached((await tenant.live('GET', sidekicks)).headers);
    const endpoint = { endpointUrl: 'https://localhost:1/', eventTypes: ['asset.processing.completed'] };
    const subscriptions = '/api/integrations/webhooks/subscriptions';
    const created = await tenant.live('POST', subscriptions, endpoint);
    expectUncached(created.headers);
    const deleted = await tenant.live('DELETE', `${subscriptions}/${created.body.id}`);
    expect(deleted.status).toBe(204);
    expectUncached(deleted.headers);
  });

  test.for([
    ['an unknown route', '/api/integrations/nothing', undefined],
    ['a malformed path', '/api/%zz', undefined],
    ['an oversize body', '/uploads/url', `"${'x'.repeat(2 ** 20)}"`],
    ['malformed JSON', '/uploads/url', '{'],
  ] as const)('%s', async ([, path, body]) => {
    const { status, headers } = await tenant.live('POST', path, body);
    expect(status).toBeGreaterThanOrEqual(400);
    expectUncached(headers);
  });

  test('malformed HTTP', async () => {
    const answer = await overSocket(
      `GET ${sidekicks} HTTP/1.1\r\nX-API-Key: ${tenant.liveKey}\r\n\0\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('\r\nCache-Control: no-store\r\nVary: X-API-Key\r\n');
  });

  test('readiness', async () => {
    expectUncached((await caller(null)('GET', '/readyz')).headers);
  });
});

test('browsers must use HTTPS if the public URL does', async () => {
  const url = await startApp(database, { publicUrl: 'https://assay.example.com' });
  for (const path of ['/healthz', sidekicks, '/api/%zz', '/unknown']) {
    const { headers } = await caller(null, url)('GET', path);
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
  }
});

test('the script of the API reference may be stored', async () => {
  const { headers } = await fetch(`${inject('stack').apiUrl}/docs/assets/scalar.js`);
  expect(headers.get('cache-control')).toBe('public, max-age=3600');
  expect(headers.get('vary')).toBe('accept-encoding');
});
