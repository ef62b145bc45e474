import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import { createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { createHttpsSender, type Destination, type HttpsSender } from '@assay/sender/https-sender.ts';
import { ensureLocalCa, issueLocalhostCertificate } from '../../../tools/local/stack/tls.ts';
import { useDns } from '../../support/dns-server.ts';
import { forbiddenHosts } from '../../support/forbidden-addresses.ts';

// The only allowed address is 127.0.0.2, where an honest server listens. Canary servers listen on the same port of
// 127.0.0.1 and ::1. Every spelling of a loopback or unspecified address reaches a canary server unless the sender
// blocks it. Other forbidden addresses are not on this machine. For those, the error class shows that the address was
// blocked and not just unreachable.

const honestAddress = '127.0.0.2';
const dns = useDns();
let honest: Server;
let canaries: TcpServer[];
let port: number;
let sender: HttpsSender;
/** Number of connections that the canary servers accepted. */
let canaryConnections = 0;

beforeAll(async () => {
  const ca = await ensureLocalCa(path.join(inject('stack').directory, 'tls'));
  honest = createServer(await issueLocalhostCertificate(ca, ['*.rebound.test']), (request, response) => {
    request.resume();
    // The server closes each connection after its response. The sender must therefore resolve the name again for the
    // next request.
    const headers = { connection: 'close', location: decodeURIComponent(request.url!.slice(1)) };
    response.writeHead(request.url === '/' ? 204 : 307, headers).end();
  });
  port = await listening(honest, honestAddress, 0);
  canaries = ['127.0.0.1', '::1'].map(() =>
    createTcpServer((socket) => void (canaryConnections++, socket.destroy())),
  );
  await Promise.all([listening(canaries[0]!, '127.0.0.1', port), listening(canaries[1]!, '::1', port)]);
  sender = createHttpsSender({
    allowedCidrs: [`${honestAddress}/32`],
    timeoutMs: 3_000,
    extraCa: await readFile(ca.certFile, 'utf8'),
    dnsServers: [dns.address],
  });
});
afterEach(() => expect(canaryConnections).toBe(0));
afterAll(() => {
  sender.close();
  for (const server of [honest, ...canaries]) server.close();
});

function listening(server: TcpServer, address: string, onPort: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.on('error', reject);
    server.listen(onPort, address, () => resolve((server.address() as { port: number }).port));
  });
}

const blocked = { kind: 'error', errorClass: 'blocked' };
const post = (host: string, path_ = '/') => sender.post(`https://${host}:${port}${path_}`, {}, '{}');

/** Returns the address in a URL's host, in the form that a DNS record uses. */
function addressOf(host: string): string {
  const { hostname } = new URL(`https://${host}`);
  return /localhost/.test(hostname) ? '127.0.0.1' : hostname.replace(/^\[|\]$/g, '');
}

test('the canary servers count connections', async () => {
  const gullible = createHttpsSender({
    allowedCidrs: ['0.0.0.0/0', '::/0'],
    timeoutMs: 3_000,
    extraCa: null,
  });
  for (const host of ['127.1', '0', '[::1]']) await gullible.post(`https://${host}:${port}/`, {}, '');
  gullible.close();
  expect(canaryConnections).toBe(3);
  canaryConnections = 0;
});

describe('the sender does not connect to', () => {
  test.for(forbiddenHosts)('%s in the URL', async (host) => {
    expect(await post(host)).toMatchObject(blocked);
  });

  test.for(forbiddenHosts)('%s in a DNS response', async (host, { task }) => {
    const name = `${task.id.replace(/\W/g, '-')}.rebound.test`;
    dns.name(name, [addressOf(host)]);
    expect(await post(name)).toMatchObject(blocked);
    expect(dns.asked(name)).toBe(1);
  });

  test.for(forbiddenHosts)(
    '%s in a second DNS response, after an allowed address (DNS rebinding)',
    async (host, { task }) => {
      const name = `${task.id.replace(/\W/g, '-')}.rebound.test`;
      dns.name(name, [honestAddress], [addressOf(host)]);
      // A sender that resolved the name twice, once to check it and once to connect, would have used the second
      // address.
      expect(await post(name)).toMatchObject({ kind: 'response', status: 204 });
      expect(dns.asked(name)).toBe(1);
      expect(await post(name)).toMatchObject(blocked);
    },
  );

  test.for(forbiddenHosts)('%s in a DNS response with an allowed address', async (host, { task }) => {
    const name = `${task.id.replace(/\W/g, '-')}.rebound.test`;
    dns.name(name, [addressOf(host), honestAddress, addressOf(host)]);
    expect(await post(name)).toMatchObject({ kind: 'response', status: 204 });
  });

  test.for(forbiddenHosts)('%s in a redirect', async (host, { task }) => {
    const name = `${task.id.replace(/\W/g, '-')}.rebound.test`;
    dns.name(name, [honestAddress]);
    const location = encodeURIComponent(new URL(`https://${host}:${port}/`).href);
    expect(await post(name, `/${location}`)).toMatchObject({ kind: 'response', status: 307 });
  });
});

describe('a destination', () => {
  test('is resolved once, and its request connects to the address that was found', async () => {
    dns.name('once.rebound.test', [honestAddress], ['127.0.0.1']);
    const url = `https://once.rebound.test:${port}/`;
    const destination = (await sender.resolve(url)) as Destination;
    expect(await sender.post(url, {}, '{}', { destination })).toMatchObject({
      kind: 'response',
      status: 204,
    });
    expect(dns.asked('once.rebound.test')).toBe(1);
  });

  test('names its host and its one address if that is public, but not if only the operator allows it', async () => {
    const publicHosts = async (host: string, turn = 0) =>
      ((await sender.resolve(`https://${host}/`, turn)) as Destination).publicHosts;
    dns.name('public.rebound.test', ['93.184.215.14', '2606:2800::1']);
    dns.name('allowed.rebound.test', [honestAddress]);
    const [first, second] = ['93.184.215.14', '2606:2800::1'].map((one) => ['public.rebound.test', one]);
    expect(await publicHosts('Public.rebound.test.')).toEqual(first);
    expect(await publicHosts('public.rebound.test', 1)).toEqual(second);
    expect(await publicHosts('public.rebound.test', 2)).toEqual(first);
    expect(await publicHosts('[2606:2800::1]')).toEqual(['2606:2800::1']);
    expect(await publicHosts('allowed.rebound.test')).toEqual([]);
    expect(await publicHosts(honestAddress)).toEqual([]);
  });

  test('that is forbidden or unknown is a fault', async () => {
    dns.name('forbidden.rebound.test', ['10.0.0.1']);
    for (const host of ['forbidden.rebound.test', '10.0.0.1'])
      expect(await sender.resolve(`https://${host}/`)).toMatchObject(blocked);
    expect(await sender.resolve('https://unknown.rebound.test/')).toMatchObject({ errorClass: 'dns' });
  });
});

/** Sends a request with the time limit of a delivery, which is longer than that of the other requests. */
const postPatiently = (name: string) =>
  sender.post(`https://${name}:${port}/`, {}, '', { timeoutMs: 15_000 });

test('a silent DNS server fails the exchange, at its time limit or before', { tags: 'long' }, async () => {
  dns.name('silent.rebound.test', 'silent');
  expect(await postPatiently('silent.rebound.test')).toMatchObject({ errorClass: 'dns' });
  const result = await sender.post(`https://silent.rebound.test:${port}/`, {}, '', { timeoutMs: 300 });
  expect(result).toMatchObject({ errorClass: 'timeout', message: 'no complete answer within 0.3 s' });
});

test(
  'a name is found at the fourth DNS query, although other names are found at the first',
  { tags: 'long' },
  async () => {
    dns.name('quick.rebound.test', [honestAddress]);
    for (let time = 0; time < 6; time++) await post('quick.rebound.test');
    dns.name('slow.rebound.test', ...Array<'silent'>(3).fill('silent'), [honestAddress]);
    expect(await postPatiently('slow.rebound.test')).toMatchObject({ kind: 'response', status: 204 });
    expect(dns.asked('slow.rebound.test')).toBe(4);
  },
);

test('an unknown name is a DNS error', async () => {
  expect(await post('unknown.rebound.test')).toMatchObject({
    errorClass: 'dns',
    message: 'the name cannot be resolved (ENOTFOUND)',
  });
});
