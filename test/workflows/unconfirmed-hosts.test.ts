import { createServer as createHttpServer, type Server as HttpServer, type ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { defaultDeliveryLimits } from '../../activities/deliver/delivery-limiter.ts';
import { ensureLocalCa, issueLocalhostCertificate } from '../../tools/local/stack/tls.ts';
import type { FirstAttempt } from '../../workers/start-waiting-deliveries.ts';
import { until } from '../support/api.ts';
import { useBlobs } from '../support/blobs.ts';
import { newWorkspace, useDatabase } from '../support/database.ts';
import { confirm, fireAgain, fireAt, subscribeAt } from '../support/deliveries.ts';
import { useDns } from '../support/dns-server.ts';
import { useTemporal } from '../support/temporal.ts';

// A worker limits the attempts at a public host whose endpoints have not returned a 2xx yet. All connections of the
// worker lead to an egress proxy, which connects to a receiver on this machine instead of the public address.

const hosts = ['one.flood.test', 'two.flood.test'] as const;
const publicAddress = '93.184.215.14';
const tlsDir = path.join(inject('stack').directory, 'tls');
const own = useDatabase();
const blobs = useBlobs();
const dns = useDns();
let receiver: Server;
let proxy: HttpServer;
const sockets = new Set<Socket>();
/** The requests below `/flood` that have no response yet, by URL. */
const held: { url: string; response: ServerResponse }[] = [];
let holds = true;
/** The maximum number of requests in `held`: in total, of a workspace, and of an endpoint. */
const peaks = { total: 0, workspace: 0, endpoint: 0 };

beforeAll(async () => {
  for (const host of hosts) dns.name(host, [publicAddress]);
  const certificate = await issueLocalhostCertificate(await ensureLocalCa(tlsDir), [...hosts]);
  receiver = createServer(certificate, (request, response) => {
    request.resume();
    const url = request.url!;
    if (!holds || !url.startsWith('/flood')) return void response.writeHead(204).end();
    held.push({ url, response });
    const count = (like: string) => held.filter((each) => each.url.startsWith(like)).length;
    peaks.total = Math.max(peaks.total, held.length);
    peaks.workspace = Math.max(peaks.workspace, count(url.slice(0, url.lastIndexOf('/') + 1)));
    peaks.endpoint = Math.max(peaks.endpoint, held.filter((each) => each.url === url).length);
  });
  proxy = createHttpServer();
  proxy.on('connect', (request, client: Socket) => {
    const [address, port] = request.url!.split(':');
    expect(address).toBe(publicAddress);
    const upstream = connect(Number(port), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      client.pipe(upstream).pipe(client);
    });
    sockets.add(client);
    client.on('error', () => upstream.destroy());
    upstream.on('error', () => client.destroy());
  });
  for (const server of [receiver, proxy])
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  receiver.closeAllConnections();
  for (const server of [receiver, proxy]) server.close();
});

const portOf = (server: HttpServer | Server) => (server.address() as AddressInfo).port;
const urlOf = (host: string, path_: string) => `https://${host}:${portOf(receiver)}${path_}`;

const temporal = useTemporal(own, blobs, {
  caFile: () => path.join(tlsDir, 'ca.pem'),
  sender: () => ({
    allowedCidrs: [],
    dnsServers: [dns.address],
    proxy: new URL(`http://127.0.0.1:${portOf(proxy)}`),
  }),
  webhookTimeoutMs: 60_000,
  schedule: [0, 60],
  maxCachedWorkflows: 1000,
  // A short wait, so that attempts are postponed.
  deliveryLimits: { ...defaultDeliveryLimits, host: { ...defaultDeliveryLimits.host, maxWaitMs: 300 } },
});

/** Creates a workspace with six endpoints at the hosts, and writes two events, each for all endpoints. */
async function flood(name: string): Promise<string> {
  const workspaceId = await newWorkspace(own.database);
  for (let each = 0; each < 6; each++)
    await subscribeAt(own.database, workspaceId, urlOf(hosts[each % 2]!, `/flood-${name}/${each}`));
  for (let each = 0; each < 2; each++) await fireAgain(own.database, workspaceId);
  return workspaceId;
}

/** Waits until the deliveries of a workspace have ended. Returns the status, number and error of each attempt. */
async function outcomes(workspaceId: string): Promise<string[]> {
  const { rows } = await until(
    () =>
      own.database.query<{ state: string; pending: boolean }>(
        `select concat_ws(' ', t.status, t.attempt_number, t.error) as state, d.status = 'pending' as pending
         from attempts t join deliveries d on d.id = t.delivery_id join subscriptions s on s.id = t.subscription_id
         where s.workspace_id = $1`,
        [workspaceId],
      ),
    ({ rows: attempts }) => attempts.every(({ pending }) => !pending),
    30_000,
  );
  return rows.map(({ state }) => state);
}

function release(): void {
  holds = false;
  for (const { response } of held.splice(0)) response.writeHead(204).end();
}

/** Runs a delivery worker while `use` runs. The receiver holds requests below `/flood` until `release` is called. */
async function whileHolding(firstAttempt: FirstAttempt, use: () => Promise<void>): Promise<void> {
  holds = true;
  await temporal.withDeliveryStarter(firstAttempt, () => use().finally(release));
}

const title =
  'floods at endpoints that are not confirmed share the slots of their host, and delay no others there';
test(`workflow: ${title}`, { tags: 'long' }, () => expectSharedSlots('workflow'));
test(`direct: ${title}`, { tags: 'long' }, () => expectSharedSlots('direct'));

async function expectSharedSlots(firstAttempt: FirstAttempt): Promise<void> {
  Object.assign(peaks, { total: 0, workspace: 0, endpoint: 0 });
  const floods = [await flood(`first-${firstAttempt}`), await flood(`second-${firstAttempt}`)];
  await whileHolding(firstAttempt, async () => {
    // A workspace uses slots until it uses as many as are free: both three of eight, or one four and the other two.
    await until(
      () => Promise.resolve(held.length),
      (count) => count >= 6,
    );
    const confirmed = await fireAt(own.database, urlOf(hosts[0], '/confirmed'));
    await confirm(own.database, confirmed);
    const unconfirmed = await fireAt(own.database, urlOf(hosts[0], '/unconfirmed'));
    for (const { workspaceId } of [confirmed, unconfirmed])
      expect(await outcomes(workspaceId)).toEqual(['succeeded 1']);
    expect(held).toHaveLength(6);
    // Some attempts are postponed meanwhile.
    await until(
      () =>
        own.database.query(
          firstAttempt === 'workflow'
            ? `select from attempts where status = 'pending' and next_attempt_at > now()`
            : `select from deliveries where leased_until - now() between interval '0' and interval '1 s'`,
        ),
      ({ rowCount }) => rowCount! > 0,
    );
    expect(peaks).toMatchObject({ total: 6, endpoint: 1 });
    expect(peaks.workspace).toBeLessThanOrEqual(4);
    release();
    // Postponed attempts are neither failures nor used up.
    for (const workspaceId of floods)
      expect(await outcomes(workspaceId)).toEqual(Array.from({ length: 12 }, () => 'succeeded 1'));
  });
}
