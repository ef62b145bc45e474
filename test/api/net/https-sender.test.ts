import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import { createServer as createTcpServer } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createHttpsSender, type ExchangeLimits, type HttpsSender } from '@assay/sender/https-sender.ts';
import { ensureLocalCa, issueLocalhostCertificate } from '../../../tools/local/stack/tls.ts';
import { sampled } from '../../support/sampled.ts';

const timeoutMs = 1_000;
let server: Server;
let port: number;
let connections = 0;
let sender: HttpsSender;
/** A sender that blocks loopback addresses. The local stack allows them. */
let strict: HttpsSender;
/** A sender that does not trust the root certificate of the local stack. */
let distrustful: HttpsSender;

beforeAll(async () => {
  const ca = await ensureLocalCa(path.join(inject('stack').directory, 'tls'));
  server = createServer(await issueLocalhostCertificate(ca), (request, response) => {
    request.resume();
    switch (request.url) {
      case '/hang':
        return;
      case '/text':
        return void response.writeHead(200).end('x'.repeat(1_000));
      case '/drip': {
        response.writeHead(200);
        const timer = setInterval(() => response.write('.'), 50);
        response.on('close', () => clearInterval(timer));
        return;
      }
      case '/broken-off':
        response.writeHead(200, { 'content-length': '100' }).write('.', () => request.socket.destroy());
        return;
      case '/chunks': {
        response.writeHead(200);
        response.flushHeaders();
        const part = '1\r\nx\r\n'.repeat(5_000);
        let sent = 0;
        const pour = () => {
          while (++sent <= 80)
            if (!request.socket.write(part)) return void request.socket.once('drain', pour);
        };
        pour();
        return;
      }
      case '/flood':
        response.writeHead(200);
        const pour = () => {
          while (response.write(Buffer.alloc(64 * 1024)));
        };
        response.on('drain', pour);
        pour();
        return;
      case '/reset':
        request.socket.destroy();
        return;
      case '/switch':
        request.socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n');
        return;
      case '/continue': {
        const timer = setInterval(() => response.writeProcessing(), 20);
        response.on('close', () => clearInterval(timer));
        return;
      }
      case '/redirect':
        return void response.writeHead(302, { location: `https://localhost:${port}/` }).end();
      case '/big-header':
        return void response.writeHead(200, { 'x-big': 'x'.repeat(100_000) }).end();
      default:
        return void response.writeHead(204).end();
    }
  });
  server.on('connection', () => connections++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as { port: number }).port;
  const extraCa = await readFile(ca.certFile, 'utf8');
  const allowedCidrs = ['127.0.0.0/8', '::1/128'];
  sender = createHttpsSender({ allowedCidrs, timeoutMs, extraCa });
  strict = createHttpsSender({ allowedCidrs: [], timeoutMs, extraCa });
  distrustful = createHttpsSender({ allowedCidrs, timeoutMs, extraCa: null });
});
afterAll(() => {
  for (const each of [sender, strict, distrustful]) each.close();
  server.closeAllConnections();
  server.close();
});

const post = (target: HttpsSender, path_: string, host = 'localhost', limits: ExchangeLimits = {}) =>
  target.post(`https://${host}:${port}${path_}`, {}, '{}', limits);
/** Sends a request and reads the response body. */
const postAndRead = (path_: string) => post(sender, path_, 'localhost', { maxBodyBytes: 1_000_000 });

describe('an exchange', () => {
  test('returns the status of the response', async () => {
    expect(await post(sender, '/')).toMatchObject({ kind: 'response', status: 204 });
  });

  test('reuses the connection', async () => {
    await post(sender, '/');
    const before = connections;
    for (let i = 0; i < 5; i++) await post(sender, '/');
    expect(connections).toBe(before);
  });

  test('does not follow a redirect', async () => {
    expect(await post(sender, '/redirect')).toMatchObject({ kind: 'response', status: 302 });
  });

  test('ends with the status when the server switches protocols', async () => {
    expect(await post(sender, '/switch')).toMatchObject({ kind: 'response', status: 101 });
  });

  test('does not read an endless body to its end', async () => {
    const result = await post(sender, '/flood');
    expect(result).toMatchObject({ kind: 'response', status: 200 });
    expect(result.durationMs).toBeLessThan(timeoutMs);
  });

  test('returns the body where the call sets a limit for it, and null where the body exceeds the limit', async () => {
    const body = async (limits: ExchangeLimits) => {
      const sent = await sender.post(`https://localhost:${port}/text`, {}, '{}', limits);
      return sent.kind === 'response' ? (sent.body?.toString() ?? null) : sent;
    };
    expect(await body({})).toBeNull();
    expect(await body({ maxBodyBytes: 1_000 })).toBe('x'.repeat(1_000));
    expect(await body({ maxBodyBytes: 999 })).toBeNull();
  });

  test('needs little memory for a body in chunks of one byte', { tags: 'long' }, async () => {
    const used = () => process.memoryUsage().heapUsed / 2 ** 20;
    const before = used();
    let maxUsed = before;
    const timer = setInterval(() => (maxUsed = Math.max(maxUsed, used())), 20);
    const limits = { timeoutMs: 3_000, maxBodyBytes: 500_000 };
    const calls = Array.from({ length: 6 }, () => post(sender, '/chunks', 'localhost', limits));
    for (const result of await Promise.all(calls)) expect(result).toMatchObject({ errorClass: 'timeout' });
    clearInterval(timer);
    expect(maxUsed - before).toBeLessThan(200);
  });

  test('ends at the time limit of the call', async () => {
    const sent = await sender.post(`https://localhost:${port}/hang`, {}, '{}', { timeoutMs: 200 });
    expect(sent).toMatchObject({ errorClass: 'timeout', message: 'no complete answer within 0.2 s' });
    expect(sent.durationMs).toBeLessThan(timeoutMs);
  });

  test('throws at once when the signal of the call is aborted', async () => {
    const signal = AbortSignal.timeout(100);
    const sent = sender.post(`https://localhost:${port}/hang`, {}, '{}', { signal });
    await expect(sent).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  const slowPaths = ['/hang', '/drip', '/continue'];
  for (const [cases, options] of sampled(slowPaths, (path_) => path_ === '/hang'))
    test.for(cases)('ends at its time limit: %s', options, async (path_) => {
      const result = await postAndRead(path_);
      expect(result).toMatchObject({
        kind: 'error',
        errorClass: 'timeout',
        message: 'no complete answer within 1 s',
      });
      expect(result.durationMs).toBeLessThan(timeoutMs + 1_000);
    });

  test.for(['/reset', '/big-header', '/broken-off'])('that breaks is a protocol fault: %s', async (path_) => {
    expect(await postAndRead(path_)).toMatchObject({ kind: 'error', errorClass: 'protocol' });
  });

  test('with a certificate of an unknown root fails', async () => {
    expect(await post(distrustful, '/')).toMatchObject({ kind: 'error', errorClass: 'tls' });
  });

  test('with a certificate of an unknown root fails in spite of NODE_TLS_REJECT_UNAUTHORIZED=0', async () => {
    const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    try {
      expect(await post(distrustful, '/')).toMatchObject({ kind: 'error', errorClass: 'tls' });
    } finally {
      if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
      else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before;
    }
  });

  test('with a server without TLS fails', async () => {
    const plain = createTcpServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'));
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
    const { port: plainPort } = plain.address() as { port: number };
    expect(await sender.post(`https://localhost:${plainPort}/`, {}, '')).toMatchObject({
      kind: 'error',
      errorClass: 'tls',
    });
    plain.close();
  });

  test('with a closed port fails', async () => {
    expect(await sender.post('https://localhost:1/', {}, '')).toMatchObject({
      kind: 'error',
      errorClass: 'connect',
    });
  });

  test('with a name that does not resolve fails', async () => {
    const result = await sender.post('https://nobody.invalid/', {}, '');
    expect(result).toMatchObject({ kind: 'error', errorClass: 'dns' });
  });
});

describe('an address that is not public', () => {
  test.for([
    'localhost',
    '127.0.0.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '2130706433',
    '0x7f.1',
    '127.1',
    '0177.0.0.1',
    'LOCALHOST',
  ])('is not connected to, written as %s', async (host) => {
    const before = connections;
    expect(await post(strict, '/', host)).toMatchObject({ kind: 'error', errorClass: 'blocked' });
    expect(connections).toBe(before);
  });

  test('is connected to if its network is allowed', async () => {
    expect(await post(sender, '/', '127.0.0.1')).toMatchObject({ kind: 'response' });
  });

  test('a URL without TLS is blocked', async () => {
    expect(await sender.post(`http://localhost:${port}/`, {}, '')).toMatchObject({
      kind: 'error',
      errorClass: 'blocked',
    });
  });
});
