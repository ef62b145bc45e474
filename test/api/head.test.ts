import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { consoleRoutes } from '../../api/console/route-table.ts';
import { routes } from '../../api/route-table.ts';
import { fill } from '../conformance/endpoints.ts';
import { newTenant, submitSandbox, useStackDatabase, useTenant } from '../support/api.ts';
import { newPerson, stackConsole } from '../support/console.ts';
import { newPlan } from '../support/plans.ts';
import { overSocket } from '../support/socket.ts';

// RFC 9110, 9.1 and 9.3.2: a server supports HEAD, and responds to it like to GET, without a body.

const database = useStackDatabase();
const tenant = useTenant(database);
const site = stackConsole();
const submissions = '/api/integrations/submissions';
let cookie: string;
/** Ids of a finished submission and its asset, by the name of the path parameter. */
const ids: Record<string, string> = {};

beforeAll(async () => {
  ({ cookie } = await newPerson(database, site, tenant.workspaceId, 'admin'));
  const { submissionId, assets } = (await submitSandbox(tenant, ['fail'])).body;
  [ids['submission_id'], ids['asset_id']] = [submissionId, assets[0].assetId];
  [ids['workspaceId'], ids['environment']] = [tenant.workspaceId, 'sandbox'];
});

interface RawResponse {
  status: number;
  /** The header lines, sorted, without those that depend on the time. */
  headers: string[];
  body: string;
}

/** Sends a request over a socket, since HTTP clients do not read a body after HEAD. */
async function send(method: string, path: string, headers: string, url?: string): Promise<RawResponse> {
  const request = `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`;
  const answer = await overSocket(request, url);
  const end = answer.indexOf('\r\n\r\n');
  const [line, ...lines] = answer.slice(0, end).split('\r\n');
  return {
    status: Number(line!.split(' ')[1]),
    headers: lines.filter((each) => !/^(?:date|retry-after):/i.test(each)).sort(),
    body: answer.slice(end + 4),
  };
}

/** Expects HEAD to return the status and headers of GET. Returns the status. */
async function expectLikeGet(path: string, headers = '', url?: string): Promise<number> {
  const get = await send('GET', path, headers, url);
  const head = await send('HEAD', path, headers, url);
  expect(head).toEqual({ ...get, body: '' });
  expect(get.body).not.toBe('');
  return get.status;
}

describe('HEAD returns the status and the headers of GET, without a body', () => {
  const withKey = () => `X-API-Key: ${tenant.sandboxKey}\r\n`;
  const paths = routes.filter(({ method }) => method === 'GET').map(({ path }) => path);

  test.for(paths)('%s', async (path) => {
    await expectLikeGet(fill(path, ids), withKey());
    expect(await expectLikeGet(fill(path, ids))).toBe(401);
    if (path.includes('{'))
      expect(await expectLikeGet(path.replaceAll(/\{\w+\}/g, 'x'), withKey())).toBe(422);
  });

  test.for(['', '/versions', '/deliveries'])('…/submissions/{submission_id}%s that exists', async (part) => {
    expect(await expectLikeGet(`${submissions}/${ids['submission_id']}${part}`, withKey())).toBe(200);
  });

  test.for([
    ['/healthz', 200],
    ['/readyz', 200],
    ['/openapi.json', 200],
    ['/docs', 200],
    ['/docs/start.js', 200],
    ['/docs/errors', 200],
    ['/docs/assets/scalar.js', 200],
    ['/', 404],
    ['/nowhere', 404],
    ['/console', 200],
    ['/console/any/page', 200],
    ['/console/assets/none.js', 404],
  ] as const)('%s: %i', async ([path, status]) => {
    expect(await expectLikeGet(path)).toBe(status);
  });

  test('a built file of the console', async () => {
    const [, file] = /src="(\/console\/assets\/[^"]+)"/.exec((await send('GET', '/console', '')).body)!;
    expect(await expectLikeGet(file!)).toBe(200);
  });

  test('/ in a browser', async () => {
    const get = await send('GET', '/', 'Accept: text/html\r\n');
    expect(get.status).toBe(302);
    expect(await send('HEAD', '/', 'Accept: text/html\r\n')).toEqual(get);
  });

  const ofConsole = consoleRoutes.filter(({ method }) => method === 'GET').map(({ path }) => path);
  test.for(ofConsole)('%s', async (path) => {
    await expectLikeGet(fill(path, ids), `Cookie: ${cookie}\r\n`);
    expect(await expectLikeGet(fill(path, ids))).toBe(401);
  });

  test.for(['/healthz', '/readyz', '/metrics'])('%s of a worker', async (path) => {
    const url = inject('stack').workerHealthUrls.worker;
    const [get, head] = [await send('GET', path, '', url), await send('HEAD', path, '', url)];
    expect([head.status, head.body]).toEqual([200, '']);
    // The metrics change between two requests, and with them their length.
    const lasting = ({ headers }: RawResponse) => headers.filter((each) => !/^content-length:/i.test(each));
    expect(lasting(head)).toEqual(lasting(get));
  });
});

test('HEAD of a route without GET is a 404', async () => {
  for (const path of ['/uploads/url', '/api/pricing/estimate'])
    expect((await send('HEAD', path, `X-API-Key: ${tenant.sandboxKey}\r\n`)).status).toBe(404);
});

test('HEAD counts against the rate limit of GET', async () => {
  const own = await newTenant(database, await newPlan(database, { bucketLimits: { submission_read: 2 } }));
  const key = `X-API-Key: ${own.liveKey}\r\n`;
  const statuses = [];
  for (const method of ['HEAD', 'GET', 'HEAD', 'GET'])
    statuses.push((await send(method, submissions, key)).status);
  expect(statuses).toEqual([200, 200, 429, 429]);
});

test('curl --head shows a healthy service as healthy', async () => {
  const { stdout } = await promisify(execFile)('curl', ['-sSI', `${inject('stack').apiUrl}/healthz`]);
  expect(stdout).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
});
