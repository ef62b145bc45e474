import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FaultProxy, startFaultProxy } from '../../tools/chaos/stack/fault-proxy.ts';
import { createTenant } from '../../tools/local/stack/tenant.ts';
import { createPool, type Database } from '@assay/storage/database/database.ts';
import { caller } from '../support/api.ts';
import { useApps } from '../support/app.ts';
import { useDatabase } from '../support/database.ts';

// Tests an API whose connections to Postgres or to its clients break during requests.

const own = useDatabase();
const startApp = useApps();
let link: FaultProxy;
let throughLink: Database;
let url: string;
let key: string;
/** The lines that the API logs at the level `error`. */
const faults: string[] = [];

beforeAll(async () => {
  const target = new URL(own.url);
  link = await startFaultProxy(Number(target.port));
  target.port = String(link.port);
  throughLink = createPool({
    databaseUrl: target.href,
    applicationName: 'test',
    maxConnections: 2,
    onIdleError: () => undefined,
  });
  const log = pino({ level: 'error' }, { write: (line: string) => faults.push(line) });
  url = await startApp(throughLink, { log });
  key = (await createTenant(own.database, 'Test', 'unlimited')).sandboxKey;
});
afterAll(async () => {
  await throughLink.end();
  link.close();
});

test.for([
  ['GET', '/api/integrations/sidekicks', undefined],
  ['POST', '/uploads/url', { filename: 'a.txt', contentType: 'text/plain' }],
] as const)(
  '%s %s returns 500 if the connection to Postgres breaks, and 200 the next time',
  async ([method, path, body]) => {
    const call = caller(key, url);
    expect(await call(method, path, body)).toMatchObject({ status: 200 });
    link.stall();
    const answer = call(method, path, body);
    await setTimeout(500);
    expect(link.reset()).toBeGreaterThan(0);
    link.restore();
    expect(await answer).toMatchObject({ status: 500, body: { detail: 'Internal server error' } });
    expect(await call(method, path, body)).toMatchObject({ status: 200 });
  },
);

test('nothing is logged as an error if a client disconnects before it has sent the whole request', async () => {
  faults.length = 0;
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const head = [
    'POST /uploads/url HTTP/1.1',
    'Host: a',
    `X-API-Key: ${key}`,
    'Content-Type: application/json',
  ];
  socket.write([...head, 'Content-Length: 100', '', '{"filename": '].join('\r\n'));
  await setTimeout(500);
  socket.destroy();
  await setTimeout(500);
  expect(faults).toEqual([]);
});
