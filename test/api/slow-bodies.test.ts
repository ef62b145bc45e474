import { hash } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { beforeAll, expect, test, vi } from 'vitest';
import { pino } from 'pino';
import { consoleSettings } from '../../api/console/settings.ts';
import { createSignInLimiter } from '../../api/console/sign-in-limiter.ts';
import { newTenant, useStackDatabase, useTenant } from '../support/api.ts';
import { useApps } from '../support/app.ts';
import { newPerson, ownPage, pageCaller, type Person, type TestConsole } from '../support/console.ts';

const database = useStackDatabase();
const tenant = useTenant(database);
const startApp = useApps();
const maxRequests = 32;

let site: TestConsole;
beforeAll(async () => {
  const publicUrl = 'http://localhost:3000';
  const signIn = { settings: consoleSettings(publicUrl), limiter: createSignInLimiter(database) };
  site = {
    publicUrl,
    apiUrl: await startApp(database, {
      signIn,
      maxRequests,
      trustProxy: ['127.0.0.1'],
      log: pino({ level: 'silent' }),
    }),
  };
});

interface SlowRequest {
  path: string;
  headers: Record<string, string>;
  /** Number of bytes of the body. Bytes after the first are sent every 100 ms. */
  length: number;
  bytesPerSecond: number;
}

/** Sends a request whose body is spaces. Returns the whole response, and the seconds until its first byte. */
async function sendSlowly({ path, headers, length, bytesPerSecond }: SlowRequest) {
  const url = new URL(site.apiUrl);
  const socket = connect(Number(url.port), url.hostname);
  const startedAt = performance.now();
  let [text, seconds] = ['', 0];
  socket.on('data', (bytes) => {
    seconds ||= (performance.now() - startedAt) / 1000;
    text += bytes.toString();
  });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.on('error', () => undefined);
  const all = {
    host: 'api',
    'content-type': 'application/json',
    'content-length': String(length),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  const chunk = Math.max(1, bytesPerSecond / 10);
  for (let sent = 0; sent < length && text === '' && !socket.destroyed; sent += chunk) {
    socket.write(' '.repeat(Math.min(chunk, length - sent)));
    await setTimeout(100);
  }
  await Promise.race([closed, setTimeout(500)]);
  const isClosed = socket.destroyed;
  socket.destroy();
  return { status: Number(text.slice(9, 12)), text, seconds, isClosed };
}

test(
  'a body that arrives at less than 1 KB/s ends after two seconds, a faster one is read',
  { tags: 'long' },
  async () => {
    const request = { path: '/uploads/url', headers: { 'x-api-key': tenant.liveKey } };
    const [slow, fast] = await Promise.all([
      sendSlowly({ ...request, length: 10_000, bytesPerSecond: 300 }),
      sendSlowly({ ...request, length: 9_000, bytesPerSecond: 4_000 }),
    ]);
    expect(slow).toMatchObject({ status: 400, isClosed: true });
    expect(slow.text).toContain('{"detail":"The request was not complete in time"');
    expect(slow.seconds).toBeGreaterThan(2);
    expect(slow.seconds).toBeLessThan(4);
    // The body is complete, and is not JSON.
    expect(fast).toMatchObject({ status: 422, isClosed: false });
  },
);

/** Sends a body of spaces in chunks of one byte. Returns the status, and whether the server closed the connection. */
async function sendInBytes(chunks: number, path: string, headers: Record<string, string>) {
  const url = new URL(site.apiUrl);
  const socket = connect(Number(url.port), url.hostname);
  let text = '';
  const answered = new Promise<void>((resolve) =>
    socket.on('data', (bytes) => {
      text += bytes.toString();
      resolve();
    }),
  );
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.on('error', () => undefined);
  const all = { host: 'api', 'transfer-encoding': 'chunked', ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  socket.write(
    `POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${'1\r\n \r\n'.repeat(chunks)}0\r\n\r\n`,
  );
  await Promise.race([answered, closed]);
  await Promise.race([closed, setTimeout(500)]);
  const isClosed = socket.destroyed;
  socket.destroy();
  return { status: Number(text.slice(9, 12)), body: text.slice(text.indexOf('\r\n\r\n') + 4), isClosed };
}

test('a body has at most 2,000 chunks', { tags: 'long' }, async () => {
  const withKey = { 'x-api-key': tenant.liveKey };
  const json = { 'content-type': 'application/json' };
  const ada = await newPerson(database, site, tenant.workspaceId, 'member');
  const asMember = { ...ownPage(site), cookie: ada.cookie };
  const paths: [string, Record<string, string>][] = [
    ['/uploads/url', { ...withKey, ...json }],
    ['/uploads/url', { ...withKey, 'content-type': 'text/plain' }],
    [`/console/api/${tenant.workspaceId}/live/uploads/url`, { ...asMember, ...json }],
  ];
  for (const [path, headers] of paths) {
    // The body is complete, and is not JSON.
    expect(await sendInBytes(2_000, path, headers)).toMatchObject({ status: 422, isClosed: false });
    const rejected = await sendInBytes(2_001, path, headers);
    expect(rejected).toMatchObject({ status: 413, isClosed: true });
    expect(JSON.parse(rejected.body)).toMatchObject({ detail: 'Request body is too large' });
  }
});

test('a key that is revoked while a body arrives is rejected', async () => {
  const { liveKey } = await newTenant(database);
  const request = { path: '/uploads/url', headers: { 'x-api-key': liveKey } };
  const slow = sendSlowly({ ...request, length: 4_000, bytesPerSecond: 4_000 });
  await setTimeout(300);
  await database.query('update api_keys set revoked_at = now() where key_hash = $1', [
    hash('sha256', liveKey, 'buffer'),
  ]);
  expect(await slow).toMatchObject({ status: 401 });
});

test('members of one workspace together have one share of the slots for requests to no workspace', async () => {
  const { workspaceId } = await newTenant(database);
  const people: Person[] = [];
  for (let count = 0; count < 6; count++) people.push(await newPerson(database, site, workspaceId, 'viewer'));
  const other = await newPerson(database, site, tenant.workspaceId, 'viewer');
  const read = async ({ call }: Person) => (await call('GET', '/console/api/session')).status;
  // The API then knows the workspaces of the sessions.
  for (const person of [...people, other]) expect(await read(person)).toBe(200);
  const holder = await database.connect();
  try {
    await holder.query('begin');
    await holder.query('lock table sessions');
    const statuses: number[] = [];
    const reads = people.map(async (person) => statuses.push(await read(person)));
    // There are eight slots. The workspace gets half of them, and the requests beyond are rejected at once.
    await vi.waitFor(() => expect(statuses).toEqual([429, 429]), { timeout: 5_000 });
    const ofOther = read(other);
    await holder.query('commit');
    await Promise.all(reads);
    expect(statuses.slice(2)).toEqual([200, 200, 200, 200]);
    expect(await ofOther).toBe(200);
  } finally {
    // Closes the connection, which ends the lock if the test has failed.
    holder.release(true);
  }
});

test('a body of a sign-in has at most 1 KiB', async () => {
  const call = pageCaller(site, null);
  for (const path of ['/console/api/sign-in', '/console/api/sign-in/preview']) {
    expect((await call('POST', path, { token: 'x'.repeat(1_024) })).status).toBe(413);
    expect((await call('POST', path, { token: 'x'.repeat(1_000 - 12) })).status).toBe(422);
  }
});

test(
  'slow sign-ins of many networks lock nobody out, and end within three seconds',
  { tags: ['long'] },
  async () => {
    const ada = await newPerson(database, site, tenant.workspaceId, 'viewer');
    const path = '/console/api/sign-in';
    const slow = Promise.all(
      Array.from({ length: 5 * maxRequests }, (_, n) =>
        sendSlowly({
          path,
          headers: { ...ownPage(site), 'x-forwarded-for': `192.0.2.${n}` },
          length: 1_000,
          bytesPerSecond: 1,
        }),
      ),
    );
    await setTimeout(1_000);
    expect((await ada.call('GET', '/console/api/session')).status).toBe(200);
    const bob = await newPerson(database, site, tenant.workspaceId, 'viewer');
    expect((await bob.call('GET', '/console/api/session')).status).toBe(200);
    for (const { status, seconds } of await slow) {
      expect(status).toBe(400);
      expect(seconds).toBeGreaterThan(2);
      expect(seconds).toBeLessThan(5);
    }
  },
);
