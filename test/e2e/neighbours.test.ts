/** @module-tag long */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '@assay/storage/accounts/create-key.ts';
import { revokeApiKey } from '@assay/storage/accounts/api-keys.ts';
import { searchText } from '@assay/storage/database/search-text.ts';
import { freePort } from '../../tools/local/stack/ports.ts';
import { newTenant, submitSandbox, type Tenant, until, useStackDatabase } from '../support/api.ts';
import { newPerson, ownPage, type Person, type TestConsole } from '../support/console.ts';
import { stackEnvironment } from '../support/stack-environment.ts';

// Each test sends the requests of one client that cost the most, as fast as possible, to an additional API process of
// the running stack. Meanwhile it measures the requests of a neighbour.

const maxRequests = 200;
const attackConnections = 32;
/** Number of slow connections that are opened at the same time. */
const maxOpenedAtOnce = 100;
const attackMs = 4_000;

const database = useStackDatabase();
let attacker: Tenant;
let neighbour: Tenant;
let member: Person;
let child: ChildProcess;
let port: number;
let site: TestConsole;
let consoleDir: string;

beforeAll(async () => {
  consoleDir = await mkdtemp(path.join(os.tmpdir(), 'assay-console-'));
  for (const page of ['index.html', 'verify.html'])
    for (const extension of ['', '.br', '.gz'])
      await writeFile(path.join(consoleDir, `${page}${extension}`), '<!doctype html>');
  port = await freePort(0, new Set());
  site = { apiUrl: `http://127.0.0.1:${port}`, publicUrl: `http://localhost:${port}` };
  child = spawn(process.execPath, [path.join(import.meta.dirname, '../../api/main.ts')], {
    env: {
      ...stackEnvironment(),
      PORT: String(port),
      PUBLIC_URL: site.publicUrl,
      CONSOLE_DIR: consoleDir,
      TRUST_PROXY: '127.0.0.1',
      MAX_REQUESTS_IN_PROGRESS: String(maxRequests),
    },
    stdio: 'inherit',
  });
  attacker = await newTenant(database);
  neighbour = await newTenant(database);
  for (let count = 0; count < 20; count++) await submitSandbox(neighbour, ['pass']);
  for (let round = 0; round < 10; round++) await fill(attacker.workspaceId, 2_000, 5);
  await database.query('analyze submissions, assets, asset_rules');
  await until(
    () => send({ method: 'GET', url: '/readyz' }).catch(() => null),
    (answer) => answer?.status === 200,
    30_000,
  );
  member = await newPerson(database, site, neighbour.workspaceId, 'viewer');
}, 120_000);

afterAll(async () => {
  child.kill('SIGKILL');
  await rm(consoleDir, { recursive: true });
});

/** Inserts submissions, each with assets that have an issue of the severity `major`. */
async function fill(
  workspaceId: string,
  submissions: number,
  assets: number,
  filename = 'a rather long name of a file.mp4',
): Promise<void> {
  await database.query(
    `with s as (
       insert into submissions (id, workspace_id, environment, status, sidekick_ids, completed_at)
       select uuidv7(), $1, 'sandbox', 'complete', '{any}', now() from generate_series(1, $2::integer) returning id
     ), a as (
       insert into assets (submission_id, asset_id, position, workspace_id, environment, blob_path, filename,
         search_text, asset_type, status, credits, sandbox_outcome, completed_at)
       select s.id, gen_random_uuid(), n, $1, 'sandbox', s.id || '/' || n, $4, $5::bytea, 'video', 'complete', 0, 'pass', now()
       from s, generate_series(1, $3::integer) n returning submission_id, asset_id
     )
     insert into asset_rules (submission_id, asset_id, rule_code, severity, workspace_id, environment, issue_count)
     select submission_id, asset_id, 'sandbox.pass', 'major', $1, 'sandbox', 1 from a`,
    [workspaceId, submissions, assets, filename, searchText(filename)],
  );
}

interface Sent {
  method: string;
  url: string;
  headers?: Record<string, string>;
  body?: unknown;
  agent?: Agent;
}

function send({ method, url, headers = {}, body, agent = new Agent() }: Sent) {
  const startedAt = performance.now();
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  return new Promise<{ status: number; ms: number }>((resolve, reject) => {
    const options = { agent, port, host: '127.0.0.1', method, path: url, headers: { ...headers, ...type } };
    const outgoing = request(options, (answer) => {
      answer.resume();
      answer.on('error', reject);
      answer.on('end', () => resolve({ status: answer.statusCode!, ms: performance.now() - startedAt }));
    });
    outgoing.on('error', reject);
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

const withKey = (key: string) => ({ 'X-API-Key': key });
const submissions = '/api/integrations/submissions';

/** Sends a request again and again over `attackConnections` connections. Returns the number of responses by status. */
async function flood(url: string, key: string, isOver: () => boolean): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {};
  const agent = new Agent({ keepAlive: true, maxSockets: attackConnections });
  const loop = async () => {
    while (!isOver()) {
      const { status } = await send({ method: 'GET', url, headers: withKey(key), agent });
      statuses[status] = (statuses[status] ?? 0) + 1;
      // Rejected requests cost little, and this process shares the processors with the API.
      if (status !== 200) await setTimeout(50);
    }
  };
  await Promise.all(Array.from({ length: attackConnections }, loop));
  agent.destroy();
  return statuses;
}

/** Opens connections, each of which sends a body at `bytesPerSecond`. Opens another when one ends. */
async function trickle(
  count: number,
  headersOf: (n: number) => Record<string, string>,
  target: string,
  bytesPerSecond: number,
  isOver: () => boolean,
): Promise<void> {
  const sockets = new Set<Socket>();
  let opened = 0;
  const open = () => {
    const socket = connect(port, '127.0.0.1');
    sockets.add(socket);
    const headers = { host: 'api', 'content-type': 'application/json', ...headersOf(opened++) };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    socket.on('error', () => undefined);
    socket.once('data', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
    socket.write(`POST ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  };
  while (!isOver()) {
    for (let n = 0; n < maxOpenedAtOnce && sockets.size < count; n++) open();
    await setTimeout(250);
    for (const socket of sockets) socket.write(' '.repeat(Math.max(1, bytesPerSecond / 4)));
  }
  for (const socket of sockets) socket.destroy();
}

/**
 * Sends bodies of a million spaces at the same time, each space in a chunk of its own. Returns the statuses of the
 * responses.
 */
async function sendInBytes(count: number, key: string, isOver: () => boolean): Promise<number[]> {
  const head = [
    'POST /api/pricing/estimate HTTP/1.1',
    'host: api',
    `x-api-key: ${key}`,
    'content-type: application/json',
    'transfer-encoding: chunked',
  ];
  const part = '1\r\n \r\n'.repeat(10_000);
  const sendOne = async () => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    const ended = new Promise<void>((resolve) => {
      socket.on('data', (data) => {
        text += data.toString();
        resolve();
      });
      socket.once('close', () => resolve());
    });
    socket.on('error', () => undefined);
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    for (let sent = 0; sent < 100 && text === '' && !socket.destroyed; sent++)
      if (!socket.write(part)) await Promise.race([once(socket, 'drain').catch(() => undefined), ended]);
    socket.write('0\r\n\r\n');
    await ended;
    socket.destroy();
    return Number(text.slice(9, 12));
  };
  const statuses = await Promise.all(Array.from({ length: count }, sendOne));
  while (!isOver()) await setTimeout(50);
  return statuses;
}

/** Returns the largest memory of the API process until now, in bytes. Null if the system does not report it. */
async function maxMemory(): Promise<number | null> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
  const [, kilobytes] = /VmHWM:\s*(\d+) kB/.exec(status) ?? [];
  return kilobytes === undefined ? null : Number(kilobytes) * 1024;
}

async function measure(requests: readonly Sent[], isOver: () => boolean) {
  const agent = new Agent({ keepAlive: true });
  const answers: { status: number; ms: number }[] = [];
  for (let count = 0; !isOver(); count++) {
    answers.push(await send({ ...requests[count % requests.length]!, agent }));
    await setTimeout(10);
  }
  agent.destroy();
  const times = answers.map(({ ms }) => ms).sort((a, b) => a - b);
  return {
    statuses: [...new Set(answers.map(({ status }) => status))],
    p95: times[Math.floor(times.length * 0.95)]!,
  };
}

const after = (ms: number) => {
  const end = performance.now() + ms;
  return () => performance.now() > end;
};

/**
 * Expects that the requests of the neighbour succeed, and take at most 1.5 times as long, or 100 ms.
 * @param permittedMs a longer time that the requests may take
 */
async function expectNoHarm<T>(
  requests: readonly Sent[],
  attack: (isOver: () => boolean) => Promise<T>,
  permittedMs = 0,
): Promise<T> {
  await measure(requests, after(500));
  const alone = await measure(requests, after(1_500));
  const isOver = after(attackMs);
  const attacked = attack(isOver);
  await setTimeout(500);
  const beside = await measure(requests, isOver);
  const result = await attacked;
  expect([...alone.statuses, ...beside.statuses]).toEqual([200, 200]);
  expect(beside.p95).toBeLessThan(Math.max(1.5 * alone.p95, 100, permittedMs));
  return result;
}

const reads = (): Sent[] => {
  const headers = withKey(neighbour.liveKey);
  return [
    { method: 'GET', url: submissions, headers },
    { method: 'GET', url: '/api/integrations/sidekicks', headers },
    { method: 'GET', url: `${submissions}?status=complete`, headers },
  ];
};

test('lists with a revoked key do not slow down others', async () => {
  const { key, id } = await createKey(database, attacker.workspaceId, 'live', null);
  await revokeApiKey(database, id);
  const url = `${submissions}?severity=major&status=failed`;
  const statuses = await expectNoHarm(reads(), (isOver) => flood(url, key, isOver));
  expect(Object.keys(statuses).every((status) => ['401', '429'].includes(status))).toBe(true);
});

test.for(['?search=matches+nothing', '?severity=major&status=failed&limit=200', '?search=name&limit=200'])(
  'lists with the query %s do not slow down others',
  async (query) => {
    const statuses = await expectNoHarm(reads(), (isOver) =>
      flood(`${submissions}${query}`, attacker.sandboxKey, isOver),
    );
    expect(Object.keys(statuses).every((status) => ['200', '429'].includes(status))).toBe(true);
  },
);

// Marks in descending order of their combining classes take the longest to normalize. Texts of equal characters take
// the longest to search.
const marks = 'a' + ['\u0345', '\u0315', '\u0301', '\u0323'].map((mark) => mark.repeat(63)).join('');
const [face, otherFace] = ['\u{1F600}', '\u{1F601}'];

test.for([3, 8])('searches of %i workspaces do not slow down others', async (count) => {
  const keys: string[] = [];
  for (let n = 0; n < count; n++) {
    const { workspaceId, sandboxKey } = await newTenant(database, 'unlimited');
    await fill(workspaceId, 200, 50, n % 2 === 0 ? marks : face.repeat(255));
    keys.push(sandboxKey);
  }
  await database.query('analyze submissions, assets');
  const urlOf = (n: number) =>
    `${submissions}?search=${encodeURIComponent(n % 2 === 0 ? `x${marks}` : face.repeat(127) + otherFace)}`;
  // A list waits for one of the searches in progress, which share the processors with it, the API and this process.
  const search = await measure(
    keys.slice(0, 2).map((key, n) => ({ method: 'GET', url: urlOf(n), headers: withKey(key) })),
    after(1_000),
  );
  await expectNoHarm(
    reads(),
    (isOver) => Promise.all(keys.map((key, n) => flood(urlOf(n), key, isOver))),
    5 * search.p95,
  );
});

test('slow bodies of two workspaces do not stop the writes of others', async () => {
  const keys = [attacker.liveKey, (await newTenant(database, 'growth')).liveKey];
  const body = { filename: 'a.txt', contentType: 'text/plain' };
  const write = { method: 'POST', url: '/uploads/url', headers: withKey(neighbour.liveKey), body };
  await expectNoHarm([write], (isOver) =>
    trickle(
      2.5 * maxRequests,
      (n) => ({ ...withKey(keys[n % 2]!), 'content-length': '100000' }),
      '/uploads/url',
      1_200,
      isOver,
    ),
  );
});

test('slow sign-ins of many networks do not lock members out', async () => {
  const headers = { ...ownPage(site), cookie: member.cookie };
  // At most 120 reads of the session in a minute are allowed.
  const session = { method: 'GET', url: '/console/api/session', headers };
  const list = { method: 'GET', url: `/console/api/${neighbour.workspaceId}/live${submissions}`, headers };
  await expectNoHarm([session, list, list, list, list, list], (isOver) =>
    trickle(
      2.5 * maxRequests,
      (n) => ({ ...ownPage(site), 'x-forwarded-for': `192.0.2.${n % 250}`, 'content-length': '1000' }),
      '/console/api/sign-in',
      4,
      isOver,
    ),
  );
});

test('bodies in chunks of one byte do not slow down others or use up the memory', async () => {
  const before = await maxMemory();
  const { sandboxKey } = await newTenant(database, 'starter');
  const statuses = await expectNoHarm(reads(), (isOver) => sendInBytes(12, sandboxKey, isOver));
  expect(statuses).toEqual(Array(12).fill(413));
  if (before !== null) expect((await maxMemory())! - before).toBeLessThan(500 * 2 ** 20);
});

test('lists with a key that is over its limit do not slow down others', async () => {
  const { sandboxKey, workspaceId } = await newTenant(database, 'starter');
  const { rows } = await database.query<{ id: string }>(
    `with s as (
       insert into submissions (id, workspace_id, environment, status, sidekick_ids, completed_at, version)
       values (uuidv7(), $1, 'sandbox', 'complete', '{any}', now(), 2000) returning id
     ), v as (
       insert into submission_versions (submission_id, version, trigger, asset_ids, expected_count, finished_count,
         status, completed_at)
       select id, n, 'retry', array[gen_random_uuid()], 1, 1, 'complete', now() from s, generate_series(1, 2000) n
     )
     select id from s`,
    [workspaceId],
  );
  const url = `${submissions}/${rows[0]!.id}/versions`;
  const statuses = await expectNoHarm(reads(), (isOver) => flood(url, sandboxKey, isOver));
  expect(Object.keys(statuses)).toEqual(['200', '429']);
});
