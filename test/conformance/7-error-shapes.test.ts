import { randomUUID } from 'node:crypto';
import { METHODS } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type Answer,
  caller,
  newTenant,
  submitSandbox,
  type Tenant,
  useStackDatabase,
  useTenant,
} from '../support/api.ts';
import { newPlan } from '../support/plans.ts';
import { expectShape, type Shape } from '../support/shape.ts';
import { overSocket } from '../support/socket.ts';
import { domainError, rateLimitError, tierError, validationError } from './bodies.ts';
import { endpoints, fill, parametersOf, rows, submissions } from './endpoints.ts';
import { expectDomain, expectInvalid } from './errors.ts';

const database = useStackDatabase();
const tenant = useTenant(database);

describe('7 Four shapes', () => {
  const path = '/api/integrations/sidekicks';
  let limited: Tenant;
  let free: Tenant;
  beforeAll(async () => {
    limited = await newTenant(database, await newPlan(database, { bucketLimits: { submission_read: 0 } }));
    free = await newTenant(database, 'free');
  });

  test.for([
    ['Domain', 404, domainError, () => tenant.live('GET', '/nowhere')],
    ['Domain', 401, domainError, () => caller(null)('GET', path)],
    ['Validation', 422, validationError, () => tenant.live('POST', submissions, {})],
    ['Rate limit', 429, rateLimitError, () => limited.live('GET', path)],
    ['Tier', 402, tierError, () => free.live('GET', path)],
  ] as [string, number, Shape, () => Promise<Answer>][])('%s: %i', async ([, status, shape, send]) => {
    const answer = await send();
    expect(answer.status).toBe(status);
    expectShape(answer.body, shape);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.has('retry-after')).toBe(status === 429);
  });

  test('no response has a request id, X-RateLimit-* or the name of the server software', async () => {
    const allowed =
      /^(?:content-type|content-length|date|connection|keep-alive|transfer-encoding|retry-after|cache-control|vary|location|x-content-type-options|cross-origin-resource-policy|access-control-allow-origin|access-control-expose-headers)$/;
    const answers = [
      await submitSandbox(tenant, ['pass']),
      await tenant.live('GET', path),
      await tenant.live('GET', '/nowhere'),
      await tenant.live('POST', submissions, {}),
      await limited.live('GET', path),
      await free.live('GET', path),
      await caller(null)('GET', path),
      await caller(null)('GET', '/healthz'),
    ];
    for (const { headers } of answers) for (const name of headers.keys()) expect(name).toMatch(allowed);
  });
});

describe('7 Unknown routes: 404 in the domain shape', () => {
  test.for([
    '/',
    '/api',
    '/api/integrations',
    '/api/Integrations/sidekicks',
    '/api/integrations/sidekicks/',
    '//api/integrations/sidekicks',
    '/v1/api/integrations/sidekicks',
    `/api/integrations/submissions/${randomUUID()}/assets`,
    '/api/integrations/submissions/%zz',
    '/api/integrations/submissions/%00/x',
    `/${'x'.repeat(5_000)}`,
  ])('%s', async (path) => {
    for (const call of [tenant.live, caller(null)]) expectDomain(await call('GET', path), 404, 'Not found');
  });
});

describe('7 Wrong methods: 404 in the domain shape', () => {
  const known = (path: string) =>
    new Set(endpoints.filter((endpoint) => endpoint.path === path).map(({ method }) => method as string));
  const paths = [...new Set(endpoints.map(({ path }) => path))];

  test.for(paths.map((path) => [path] as const))('%s', async ([path]) => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      // The list of submissions is an extension with the path of a specified endpoint.
      const isExtension = method === 'GET' && path === submissions;
      if (isExtension || known(path).has(method)) continue;
      expectDomain(await tenant.live(method, fill(path)), 404, 'Not found');
    }
  });

  // All methods that this version of Node supports, except GET and HEAD, which the path allows, and CONNECT, which has
  // no path.
  test.for(
    METHODS.filter((method) => !['CONNECT', 'GET', 'HEAD'].includes(method)).map((name) => [name] as const),
  )('%s /api/integrations/sidekicks', async ([method]) => {
    const answer = await overSocket(
      `${method} /api/integrations/sidekicks HTTP/1.1\r\nHost: x\r\nX-API-Key: ${tenant.liveKey}\r\nConnection: close\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer).toMatch(/\r\n\r\n\{"detail":"Not found"/);
  });
});

describe('7 Malformed path ids: 422 in the validation shape', () => {
  const cases = rows.flatMap(([method, path]) =>
    parametersOf(path).map((name) => [method, path, name] as const),
  );

  test.for(cases)('%s %s: %s', async ([method, path, name]) => {
    for (const id of [
      '',
      'x',
      '1',
      randomUUID().replaceAll('-', ''),
      `${randomUUID()}0`,
      '%20',
      'x'.repeat(3_000),
    ]) {
      const body = method === 'PATCH' ? { enabled: true } : undefined;
      const answer = await tenant.live(method, fill(path, { [name]: id }), body);
      expectInvalid(answer, name);
      expect(answer.body.fields[0].message).toBe('must be a UUID');
    }
  });
});

test('headers of more than 16 KiB are a 400 that says so', async () => {
  const answer = await overSocket(`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('{"detail":"Request headers are too large"');
});

test('a request without a Host header is accepted', async () => {
  const answer = await overSocket('GET /nowhere HTTP/1.1\r\nConnection: close\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 404 /);
  expect(answer).toContain('{"detail":"Not found"');
});

describe('7 Malformed HTTP: 400 in the domain shape', () => {
  test.for([
    ['an unknown method', 'NONSENSE / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['noise', '\u0000\u0001\u0002\r\n\r\n'],
  ] as const)('%s', async ([, request]) => {
    const answer = await overSocket(request);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toMatch(/\r\n\r\n\{"detail":"Malformed HTTP request"/);
  });

  test('an unknown expectation is ignored', async () => {
    const answer = await overSocket(
      'GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\nConnection: close\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });
});
