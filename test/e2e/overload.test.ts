/** @module-tag long */

import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { freePort } from '../../tools/local/stack/ports.ts';
import { newTenant, type Tenant, until, uploadFile, useStackDatabase, useTenant } from '../support/api.ts';
import { startSlowProxy } from '../support/slow-proxy.ts';
import { stackEnvironment } from '../support/stack-environment.ts';

// These tests start another API process on the running stack. It reaches Postgres, Temporal and S3 through proxies with
// an adjustable delay.

const connections = 5;
const maxRequests = 40;
const unknown = '/api/integrations/submissions/00000000-0000-4000-8000-000000000000';

const database = useStackDatabase();
const tenant = useTenant(database);
let other: Tenant;
let child: ChildProcess;
let port: number;
let postgres: Awaited<ReturnType<typeof startSlowProxy>>;
let temporal: Awaited<ReturnType<typeof startSlowProxy>>;
let storage: Awaited<ReturnType<typeof startSlowProxy>>;

beforeAll(async () => {
  const url = new URL(inject('stack').databaseUrl);
  postgres = await startSlowProxy(Number(url.port));
  url.port = String(postgres.port);
  temporal = await startSlowProxy(Number(inject('stack').temporalAddress.split(':')[1]));
  storage = await startSlowProxy(Number(new URL(inject('stack').s3Endpoint).port));
  other = await newTenant(database);
  port = await freePort(0, new Set());
  child = spawn(process.execPath, [path.join(import.meta.dirname, '../../api/main.ts')], {
    env: {
      ...stackEnvironment(),
      PORT: String(port),
      DATABASE_URL: url.href,
      S3_ENDPOINT: `http://127.0.0.1:${storage.port}`,
      TEMPORAL_ADDRESS: `127.0.0.1:${temporal.port}`,
      DATABASE_MAX_CONNECTIONS: String(connections),
      MAX_REQUESTS_IN_PROGRESS: String(maxRequests),
    },
    stdio: 'inherit',
  });
  // Requests fail until the API process listens.
  await until(
    () => send('GET', '/readyz').catch(() => null),
    (answer) => answer?.status === 200,
    30_000,
  );
});

// A failed test must not slow down the next one.
afterEach(() => {
  postgres.slowDown(0);
  temporal.slowDown(0);
  storage.slowDown(0);
});

afterAll(() => {
  child.kill('SIGKILL');
  postgres.close();
  temporal.close();
  storage.close();
});

interface Answer {
  status: number;
  retryAfter: string | undefined;
  body: unknown;
  seconds: number;
}

/** Sends a request over a new connection. Rejects if the server closes the connection without a response. */
function send(
  method: string,
  url: string,
  key = tenant.liveKey,
  agent = new Agent(),
  body?: unknown,
): Promise<Answer> {
  const startedAt = performance.now();
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
  return new Promise((resolve, reject) => {
    const outgoing = request({ agent, port, host: '127.0.0.1', method, path: url, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => (text += chunk));
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({
          status: answer.statusCode!,
          retryAfter: answer.headers['retry-after'],
          body: JSON.parse(text),
          seconds: (performance.now() - startedAt) / 1000,
        }),
      );
    });
    outgoing.on('error', reject);
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

const atOnce = (count: number, key?: string) =>
  Promise.all(Array.from({ length: count }, () => send('GET', unknown, key)));

const count = (answers: readonly Answer[], wanted: number) =>
  answers.filter(({ status }) => status === wanted).length;

/** Expects every error to have a Retry-After header, and the body that specification 7 defines for its status. */
function expectRetryAfter(answers: readonly Answer[]): void {
  for (const { status, retryAfter, body } of answers) {
    if (status === 404) continue;
    expect([429, 500]).toContain(status);
    expect(retryAfter).toMatch(/^[1-9]\d*$/);
    expect(body).toEqual(
      status === 429
        ? { error: 'Too many requests at once' }
        : { detail: 'The service is overloaded; try again' },
    );
  }
}

async function residentMiB(): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)![1]) / 1024;
}

describe('an API with a slow Postgres', () => {
  test('responds to every request under overload, without growing in memory', async () => {
    // The first rounds fill caches and pools. The memory for these does not count as growth.
    for (let round = 0; round < 5; round++) await atOnce(200);
    const before = await residentMiB();
    postgres.slowDown(250);
    const answers = (await Promise.all(Array.from({ length: 10 }, () => atOnce(100)))).flat();
    expect(answers.length).toBe(1_000);
    expectRetryAfter(answers);
    expect(count(answers, 404)).toBeGreaterThan(0);
    expect(count(answers, 429)).toBeGreaterThan(500);
    expect(Math.max(...answers.map(({ seconds }) => seconds))).toBeLessThan(30);
    expect((await residentMiB()) - before).toBeLessThan(100);
    postgres.slowDown(0);
    expect(count(await atOnce(10), 404)).toBe(10);
  });

  test('keeps half of the slots for other workspaces, also if one workspace has two keys', async () => {
    await send('GET', unknown, tenant.sandboxKey);
    postgres.slowDown(1_000);
    const flood = Promise.all([
      atOnce(5 * maxRequests, tenant.liveKey),
      atOnce(5 * maxRequests, tenant.sandboxKey),
    ]);
    const answer = await send('GET', unknown, other.liveKey);
    expect(answer.status).toBe(404);
    const answers = (await flood).flat();
    expectRetryAfter(answers);
    // The workspace can use as many slots as are free. Its other requests are rejected at once.
    expect(count(answers, 404)).toBe(maxRequests / 2);
    postgres.slowDown(0);
  });

  test('serves known keys while unknown keys flood it', async () => {
    await send('GET', unknown);
    postgres.slowDown(1_000);
    const keys = Array.from({ length: 5 * maxRequests }, () => `sk_live_${randomBytes(32).toString('hex')}`);
    const flood = Promise.all(keys.map((key) => send('GET', unknown, key)));
    expect((await send('GET', unknown)).status).toBe(404);
    const answers = await flood;
    expect(count(answers, 401)).toBe(maxRequests / 4);
    expect(count(answers, 429)).toBe(keys.length - maxRequests / 4);
    postgres.slowDown(0);
  });

  test('serves keys while requests to /readyz flood it', async () => {
    await send('GET', unknown);
    postgres.slowDown(1_000);
    const flood = Promise.all(Array.from({ length: 5 * maxRequests }, () => send('GET', '/readyz')));
    // Each check is a statement, and all statements wait for the same connections.
    await setTimeout(500);
    const answer = await send('GET', unknown);
    expect(answer.status).toBe(404);
    expect(answer.seconds).toBeLessThan(5);
    expect(count(await flood, 200)).toBe(5 * maxRequests);
    postgres.slowDown(0);
  });

  test('still responds to /healthz', async () => {
    postgres.slowDown(1_000);
    const flood = atOnce(5 * maxRequests);
    expect((await send('GET', '/healthz')).status).toBe(200);
    await flood;
    postgres.slowDown(0);
  });
});

test('an API with a hanging Postgres ends every request in time, and recovers', async () => {
  postgres.slowDown(Infinity);
  const answers = await atOnce(2 * maxRequests);
  expectRetryAfter(answers);
  expect(count(answers, 404)).toBe(0);
  expect(count(answers, 500)).toBe(maxRequests / 2);
  expect(Math.max(...answers.map(({ seconds }) => seconds))).toBeLessThan(35);
  postgres.slowDown(0);
  await until(
    () => send('GET', unknown),
    ({ status }) => status === 404,
    30_000,
  );
  expect(count(await atOnce(10), 404)).toBe(10);
});

test('responses that the client does not read do not occupy slots', async () => {
  const ask = (url: string, key: string) => `GET ${url} HTTP/1.1\r\nHost: api\r\nX-API-Key: ${key}\r\n\r\n`;
  // These responses are larger than the socket buffers. The responses to the pipelined requests in `behind` therefore
  // wait until the client reads.
  const unread = ask('/docs/assets/scalar.js', 'x').repeat(8);
  const both = ask(unknown, tenant.liveKey) + ask(unknown, other.liveKey);
  const behind = both.repeat(maxRequests / 2);
  const socket = connect(port, '127.0.0.1').pause();
  try {
    socket.write(unread + behind);
    // The requests occupy slots only until their responses have been built.
    let free = 0;
    for (let round = 0; free < 10 && round < 300; round++, await setTimeout(100))
      free = (await send('GET', unknown)).status === 404 ? free + 1 : 0;
    expect(free).toBe(10);
  } finally {
    socket.destroy();
  }
});

test('requests of disconnected clients do not occupy slots', async () => {
  postgres.slowDown(500);
  const agents = Array.from({ length: maxRequests }, () => new Agent());
  const gone = Promise.allSettled(agents.map((agent) => send('GET', unknown, tenant.liveKey, agent)));
  await until(
    () => send('GET', unknown),
    ({ status }) => status === 429,
  );
  for (const agent of agents) agent.destroy();
  await gone;
  postgres.slowDown(0);
  await until(
    () => send('GET', unknown),
    ({ status }) => status === 404,
    30_000,
  );
  const answers = await atOnce(maxRequests / 2);
  expect(count(answers, 404)).toBe(maxRequests / 2);
});

test('requests whose body trickles in do not occupy the slots of other requests', async () => {
  const sockets: Socket[] = [];
  const trickle = (key: string) =>
    new Promise<number | null>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      sockets.push(socket);
      socket.write(
        `POST /uploads/url HTTP/1.1\r\nHost: api\r\nX-API-Key: ${key}\r\n` +
          'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
      );
      socket.once('error', () => resolve(null));
      socket.once('data', (bytes) => resolve(Number(bytes.toString().slice(9, 12))));
      // A request that is accepted gets no response while its body is incomplete.
      void setTimeout(2_000).then(() => resolve(null));
    });
  try {
    await send('GET', unknown, tenant.sandboxKey);
    const keys = [tenant.liveKey, tenant.sandboxKey];
    const statuses = await Promise.all(
      keys.flatMap((key) => Array.from({ length: maxRequests }, () => trickle(key))),
    );
    expect(statuses.filter((status) => status === null).length).toBe(maxRequests / 2);
    expect(statuses.filter((status) => status === 429).length).toBe(1.5 * maxRequests);
    const upload = { filename: 'a.txt', contentType: 'text/plain' };
    expect((await send('POST', '/uploads/url', other.liveKey, new Agent(), upload)).status).toBe(200);
    // The workspace itself can still send requests without a body.
    expect(count(await atOnce(10), 404)).toBe(10);
  } finally {
    for (const socket of sockets) socket.destroy();
  }
});

test('a body that trickles in is rejected after two seconds, also if the operation may take longer', async () => {
  const socket = connect(port, '127.0.0.1');
  socket.write(
    `POST /api/integrations/submissions HTTP/1.1\r\nHost: api\r\nX-API-Key: ${tenant.liveKey}\r\n` +
      'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n',
  );
  const trickle = setInterval(() => socket.write('{'), 1_000);
  const startedAt = performance.now();
  try {
    const [bytes] = (await once(socket, 'data')) as [Buffer];
    expect(bytes.toString()).toMatch(/^HTTP\/1\.1 400 /);
    expect(bytes.toString()).toContain('"The request was not complete in time"');
    const seconds = (performance.now() - startedAt) / 1000;
    expect(seconds).toBeGreaterThan(2);
    expect(seconds).toBeLessThan(5);
  } finally {
    clearInterval(trickle);
    socket.destroy();
  }
});

test('estimates of one workspace do not make the storage fail for others, nor the process unready', async () => {
  const hoarder = await newTenant(database, 'unlimited');
  const issue = async ({ live }: Tenant) =>
    (await live('POST', '/uploads/url', { filename: 'a.txt', contentType: 'text/plain' })).body
      .blobPath as string;
  const estimate = (key: string, blobPaths: readonly string[], agent = new Agent()) =>
    send('POST', '/api/pricing/estimate', key, agent, { files: blobPaths.map((blobPath) => ({ blobPath })) });
  const blobPaths = await Promise.all(Array.from({ length: 50 }, () => issue(hoarder)));
  const [blobPath] = [await issue(other)];
  await estimate(other.liveKey, [blobPath]);
  const agent = new Agent();
  const flood = () =>
    Promise.allSettled(
      Array.from({ length: maxRequests / 2 }, () => estimate(hoarder.liveKey, blobPaths, agent)),
    );
  // The process knows both keys from here on.
  await estimate(hoarder.liveKey, blobPaths.slice(0, 1));
  storage.slowDown(500);
  void flood();
  await setTimeout(1_000);
  const answers = await Promise.all([
    estimate(other.liveKey, [blobPath]),
    send('GET', '/readyz'),
    estimate(other.liveKey, [blobPath]),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(Math.max(...answers.map(({ seconds }) => seconds))).toBeLessThan(3);
  // The rest of the work of disconnected clients does not delay the workspace.
  agent.destroy();
  await setTimeout(1_000);
  expect((await estimate(hoarder.liveKey, blobPaths.slice(0, 8))).seconds).toBeLessThan(5);
});

test('requests that wait for a measurement do not occupy the slots of other requests', async () => {
  const blobPath = await uploadFile(tenant.live, 'a.txt', 'text/plain', Buffer.from('A text.\n'));
  await send('GET', unknown);
  // The start of the measurement fails after ten seconds without a response from Temporal.
  temporal.slowDown(Infinity);
  let rejected = 0;
  const estimates = Promise.all(
    Array.from({ length: maxRequests }, async () => {
      const answer = await send('POST', '/api/pricing/estimate', tenant.liveKey, new Agent(), {
        files: [{ blobPath }],
      });
      if (answer.status === 429) rejected += 1;
    }),
  );
  try {
    // A workspace can use half of the slots for waits, of which there are half as many.
    await expect.poll(() => rejected, { timeout: 8_000 }).toBe(maxRequests - maxRequests / 4);
    expect(count(await atOnce(maxRequests / 2), 404)).toBe(maxRequests / 2);
  } finally {
    temporal.slowDown(0);
  }
  await estimates;
});
