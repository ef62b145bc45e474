import { readFile } from 'node:fs/promises';
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import { createServer, type Server } from 'node:https';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { createHttpsSender, type HttpsSenderOptions } from '@assay/sender/https-sender.ts';
import { ensureLocalCa, issueLocalhostCertificate } from '../../../tools/local/stack/tls.ts';
import { useDns } from '../../support/dns-server.ts';

const dns = useDns();
const name = 'receiver.egress.test';
let server: Server;
let port: number;
let proxy: HttpServer;
let proxyUrl: URL;
let extraCa: string;
/** The CONNECT requests that the egress proxy received. */
let tunnels: { authority: string; credentials: string | undefined }[] = [];
const sockets = new Set<Socket>();

beforeAll(async () => {
  const ca = await ensureLocalCa(path.join(inject('stack').directory, 'tls'));
  extraCa = await readFile(ca.certFile, 'utf8');
  server = createServer(await issueLocalhostCertificate(ca, [name]), (request, response) => {
    request.resume();
    const answer = () => response.writeHead(204).end();
    if (request.url === '/slow') setTimeout(answer, 3_000);
    else if (request.url !== '/hang') answer();
  });
  proxy = createHttpServer((_request, response) => void response.writeHead(405).end('secret of the proxy'));
  proxy.on('connect', (request, client: Socket) => {
    const authority = request.url!;
    const credentials = request.headers['proxy-authorization'];
    tunnels.push({ authority, credentials });
    sockets.add(client);
    client.on('error', () => undefined);
    if (credentials === 'Basic bm9ib2R5OngK') return;
    if (credentials === `Basic ${Buffer.from('refused:').toString('base64')}`)
      return void client.end('HTTP/1.1 403 Forbidden\r\nX-Secret: secret of the proxy\r\n\r\n');
    const [host, at] = authority.split(':');
    if (host === '127.0.0.8') return;
    const upstream = connect(Number(at), host, () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      client.pipe(upstream).pipe(client);
    });
    upstream.on('error', () => client.destroy());
  });
  const listen = (each: HttpServer | Server) =>
    new Promise<number>((resolve) =>
      each.listen(0, '127.0.0.1', () => resolve((each.address() as { port: number }).port)),
    );
  port = await listen(server);
  proxyUrl = new URL(`http://user:p%40ss@127.0.0.1:${await listen(proxy)}`);
});
beforeEach(() => {
  tunnels = [];
  dns.name(name, ['127.0.0.1']);
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  server.closeAllConnections();
  for (const each of [server, proxy]) each.close();
});

async function sent(options: Partial<HttpsSenderOptions>, urls: readonly string[]) {
  const sender = createHttpsSender({
    allowedCidrs: ['127.0.0.0/8'],
    timeoutMs: 1_000,
    extraCa,
    dnsServers: [dns.address],
    ...options,
  });
  try {
    const results = [];
    for (const url of urls) results.push(await sender.post(url, { 'x-mine': '1' }, '{}'));
    return results;
  } finally {
    sender.close();
  }
}

describe('ports', () => {
  test('that are not allowed get no request and no DNS lookup', async () => {
    const [result] = await sent({ allowedPorts: [443] }, [`https://${name}:${port}/`]);
    expect(result).toMatchObject({ errorClass: 'blocked', message: 'port not allowed' });
    expect(dns.asked(name)).toBe(0);
  });

  test('that are allowed get requests; a URL without a port means 443', async () => {
    const [named, unnamed] = await sent({ allowedPorts: [port, 443] }, [
      `https://${name}:${port}/`,
      `https://${name}/`,
    ]);
    expect(named).toMatchObject({ status: 204 });
    expect(unnamed).toMatchObject({ errorClass: 'connect' });
  });
});

describe('an egress proxy', () => {
  const url = (path_ = '/', host = name) => `https://${host}:${port}${path_}`;

  test('connects to the IP address that was checked, and its connections are reused', async () => {
    const results = await sent({ proxy: proxyUrl }, [url(), url(), url('/', '127.0.0.1')]);
    for (const result of results) expect(result).toMatchObject({ kind: 'response', status: 204 });
    const credentials = `Basic ${Buffer.from('user:p@ss').toString('base64')}`;
    const authority = `127.0.0.1:${port}`;
    expect(tunnels).toEqual([
      { authority, credentials },
      { authority, credentials },
    ]);
  });

  test('is not asked to connect to an address that is not public, as a host name or in the URL', async () => {
    const results = await sent({ proxy: proxyUrl, allowedCidrs: [] }, [
      url(),
      url('/', '127.1'),
      url('/', '[::1]'),
    ]);
    for (const result of results) expect(result).toMatchObject({ errorClass: 'blocked' });
    expect(tunnels).toEqual([]);
  });

  test('does not change whether a certificate is trusted', async () => {
    const [result] = await sent({ proxy: proxyUrl, extraCa: null }, [url()]);
    expect(result).toMatchObject({ errorClass: 'tls' });
  });

  test('that refuses, is unreachable or is silent fails the exchange, and its response is not in the message', async () => {
    const refused = new URL(proxyUrl);
    [refused.username, refused.password] = ['refused', ''];
    const silent = new URL(proxyUrl);
    [silent.username, silent.password] = ['nobody', 'x%0A'];
    const away = new URL('http://127.0.0.1:1');
    const results = [];
    for (const proxy_ of [refused, away, silent]) results.push(...(await sent({ proxy: proxy_ }, [url()])));
    expect(results).toMatchObject([
      { errorClass: 'connect', message: 'the egress proxy refused the connection (HTTP 403)' },
      { errorClass: 'connect', message: 'the egress proxy cannot be reached' },
      { errorClass: 'timeout' },
    ]);
  });

  test(
    'is asked for the next address if it cannot connect to one, and that connection stays open',
    { tags: 'long' },
    async () => {
      dns.name(name, ['127.0.0.7', '127.0.0.8', '127.0.0.1', '127.0.0.6']);
      const [result] = await sent({ proxy: proxyUrl, timeoutMs: 10_000 }, [url('/slow')]);
      expect(result).toMatchObject({ kind: 'response', status: 204 });
      expect(tunnels.map(({ authority }) => authority.split(':')[0])).toEqual([
        ...['127.0.0.7', '127.0.0.8', '127.0.0.1'],
      ]);
    },
  );

  test('is asked for at most eight addresses', async () => {
    dns.name(
      name,
      Array.from({ length: 30 }, (_, index) => `127.0.1.${index}`),
    );
    const [result] = await sent({ proxy: proxyUrl, timeoutMs: 10_000 }, [url()]);
    expect(result).toMatchObject({ errorClass: 'connect' });
    expect(tunnels).toHaveLength(8);
  });

  test('does not extend the time limit of an exchange', async () => {
    const [result] = await sent({ proxy: proxyUrl }, [url('/hang')]);
    expect(result).toMatchObject({ errorClass: 'timeout' });
    expect(result!.durationMs).toBeLessThan(2_000);
  });
});
