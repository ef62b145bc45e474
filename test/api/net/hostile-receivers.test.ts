/** @module-tag both */

import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createServer, type TlsOptions } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { MockActivityEnvironment } from '@temporalio/testing';
import { SubjectAlternativeNameExtension } from '@peculiar/x509';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createHttpsSender, type HttpsSender } from '@assay/sender/https-sender.ts';
import {
  createCertificate,
  ensureLocalCa,
  issueLocalhostCertificate,
  type LocalCa,
  readLocalCa,
} from '../../../tools/local/stack/tls.ts';
import { useDatabase } from '../../support/database.ts';
import { createAttemptDelivery, attemptsOf, fireAt } from '../../support/deliveries.ts';
import { sampled } from '../../support/sampled.ts';
import { testCipher } from '../../support/secrets.ts';

/** 64 MiB of zeros, compressed with gzip. They are compressed once for all tests, because compression takes long. */
const gzipBomb = gzipSync(Buffer.alloc(64 * 2 ** 20));
const timeoutMs = 1_000;
/** Text that the receivers put into their responses. Tests check that no part of a response is recorded. */
const secretText = 'secret-of-the-receiver';
const own = useDatabase();
const servers: Server[] = [];
const sockets = new Set<Socket>();
let ca: LocalCa;
let sender: HttpsSender;

beforeAll(async () => {
  ca = await ensureLocalCa(path.join(inject('stack').directory, 'tls'));
  const extraCa = await readFile(ca.certFile, 'utf8');
  sender = createHttpsSender({ allowedCidrs: ['127.0.0.0/8'], timeoutMs, extraCa });
});
afterAll(() => {
  sender.close();
  for (const socket of sockets) socket.destroy();
  for (const server of servers) server.close();
});

async function listen(server: Server): Promise<string> {
  servers.push(server);
  server.on('connection', (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `https://localhost:${(server.address() as { port: number }).port}/`;
}

/** Starts a receiver that calls `behave` after the TLS handshake, when the request has arrived. */
async function receiver(behave: (socket: Socket) => unknown, tls: TlsOptions = {}): Promise<string> {
  const certificate = await issueLocalhostCertificate(ca);
  const server = createServer({ ...certificate, ...tls }, (socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => behave(socket));
  });
  return listen(server.on('tlsClientError', () => undefined));
}

/** Starts a receiver without TLS. It calls `behave` for each connection. */
const unsecured = (behave: (socket: Socket) => unknown) =>
  listen(createTcpServer((socket) => void behave(socket.on('error', () => undefined))));

/** Writes `chunk` to the socket again and again, as fast as the client reads, until the socket is closed. */
async function pour(socket: Socket, chunk: Buffer | string): Promise<void> {
  socket.setMaxListeners(0);
  while (!socket.destroyed) {
    if (!socket.write(chunk))
      await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => undefined);
    await setTimeout();
  }
}

/** Writes `text` again and again, one character every 100 ms, until the socket is closed. */
async function drip(socket: Socket, text: string): Promise<void> {
  for (let at = 0; !socket.destroyed; at++) {
    socket.write(text[at % text.length]!);
    await setTimeout(100);
  }
}

/** Makes the first attempt of a delivery to `endpointUrl`. Returns this attempt as the API shows it. */
async function recorded(endpointUrl: string) {
  const one = await fireAt(own.database, endpointUrl);
  const schedule = [0, 3600];
  const attemptDelivery = createAttemptDelivery({
    database: own.database,
    secrets: testCipher,
    sender,
    schedule,
  });
  const input = { deliveryId: one.deliveryId, sequence: 0, attemptNumber: 1, waited: false };
  await new MockActivityEnvironment().run(attemptDelivery, input);
  const [attempt] = await attemptsOf(own.database, one);
  return attempt;
}

const head = `HTTP/1.1 200 OK\r\nX-Secret: ${secretText}\r\n`;
const megabyte = Buffer.alloc(2 ** 20, secretText);
const timeout = /^timeout: no complete answer within 1 s$/;
const broken = /^protocol: the connection broke before a complete answer \([A-Z_]+\)$/;
const tooMany = /^protocol: .*\(TOO_MANY_1XX\)$/;
const badTls = /^tls: no trusted TLS connection \([A-Z0-9_]+\)$/;

/** Receivers that send a 2xx status and headers, followed by a harmful body. */
const misusedBodies: Record<string, (socket: Socket) => unknown> = {
  'a page of 50 kB': (socket) => socket.end(`${head}Content-Length: 50000\r\n\r\n${'x'.repeat(50_000)}`),
  'a gigabyte': (socket) => (
    socket.write(`${head}Content-Length: ${2 ** 30}\r\n\r\n`),
    pour(socket, megabyte)
  ),
  'chunks without end': (socket) => (
    socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n`),
    pour(socket, Buffer.concat([Buffer.from('100000\r\n'), megabyte, Buffer.from('\r\n')]))
  ),
  'one byte at a time, without end': (socket) => (socket.write(`${head}\r\n`), drip(socket, secretText)),
  'one chunk at a time, without end': (socket) => (
    socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n`),
    drip(socket, '1\r\nx\r\n')
  ),
  'less than its length': (socket) => socket.write(`${head}Content-Length: 100\r\n\r\n${secretText}`),
  'less than its length, and closes': (socket) =>
    socket.end(`${head}Content-Length: 100\r\n\r\n${secretText}`),
  'a chunk extension without end': (socket) => (
    socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n1;x=`),
    pour(socket, megabyte)
  ),
  'trailers without end': (socket) => (
    socket.write(`${head}Trailer: X\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n`),
    pour(socket, `X: ${secretText}\r\n`.repeat(1_000))
  ),
  'a gzip bomb': compressed('gzip', gzipBomb),
  'two layers of gzip': compressed('gzip, gzip', gzipSync(gzipBomb)),
  'gzip that cannot be decompressed': compressed('gzip', Buffer.from(secretText)),
  'an unknown encoding': compressed('of-its-own', Buffer.from(secretText)),
};

function compressed(encoding: string, body: Buffer) {
  return (socket: Socket) => {
    socket.write(`${head}Content-Encoding: ${encoding}\r\nContent-Length: ${body.length}\r\n\r\n`);
    socket.write(body);
  };
}

const hostile: Record<string, [behave: (socket: Socket) => unknown, error: RegExp]> = {
  'never answers': [() => undefined, timeout],
  'sends its status line one byte at a time': [(socket) => drip(socket, head), timeout],
  'sends headers one byte at a time, without end': [
    (socket) => (socket.write(head), drip(socket, `X-Drip: ${secretText}\r\n`)),
    timeout,
  ],
  // Each write has more than are permitted, so that the limit is reached before the time limit.
  'sends 100 Continue without end': [
    (socket) => pour(socket, 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(200)),
    tooMany,
  ],
  'sends early hints without end': [
    (socket) => pour(socket, `HTTP/1.1 103 Early Hints\r\nLink: <${secretText}>\r\n\r\n`.repeat(200)),
    tooMany,
  ],
  'sends a huge header': [(socket) => (socket.write(`${head}X: `), pour(socket, megabyte)), broken],
  'sends many headers': [
    (socket) => (socket.write(head), pour(socket, `X: ${secretText}\r\n`.repeat(1_000))),
    broken,
  ],
  'sends a status line without end': [
    (socket) => (socket.write('HTTP/1.1 200 '), pour(socket, megabyte)),
    broken,
  ],
  'does not speak HTTP': [(socket) => socket.end(`220 ${secretText} ESMTP\r\n`), broken],
  'closes without a response': [(socket) => socket.end(), broken],
  resets: [(socket) => socket.destroy(), broken],
  'resets within its headers': [(socket) => socket.write(head, () => socket.destroy()), broken],
  'sends a length and chunks': [
    (socket) => socket.end(`${head}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`),
    broken,
  ],
  'sends a negative length': [(socket) => socket.end(`${head}Content-Length: -1\r\n\r\n`), broken],
  'switches protocols': [
    (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
    /^status: HTTP 101$/,
  ],
  'sends the body of an error one byte at a time': [
    (socket) => (socket.write('HTTP/1.1 500 Error\r\n\r\n'), drip(socket, secretText)),
    /^status: HTTP 500$/,
  ],
  'closes within the body of an error': [
    (socket) => socket.end(`HTTP/1.1 404 Not Found\r\nContent-Length: 100\r\n\r\n${secretText}`),
    /^status: HTTP 404$/,
  ],
  'sends an unknown status': [
    (socket) => socket.end('HTTP/1.1 999 Secret\r\nContent-Length: 0\r\n\r\n'),
    /^status: HTTP 999$/,
  ],
};

async function expectFailed(endpointUrl: string, error: RegExp): Promise<void> {
  const attempt = await recorded(endpointUrl);
  expect(attempt).toMatchObject({ status: 'failed', error: expect.stringMatching(error) });
  expect(attempt.error).not.toContain('secret');
  expect(Date.parse(attempt.nextAttemptAt)).toBeGreaterThan(Date.now());
  expect(attempt.durationMs).toBeLessThan(timeoutMs + 1_000);
}

// Most of these attempts wait for the time limit, so they run concurrently.
describe.concurrent('a failed attempt is recorded, within the time limit, if the receiver', () => {
  const sample = ['never answers', 'sends 100 Continue without end', 'sends a huge header', 'resets'];
  for (const [cases, options] of sampled(Object.entries(hostile), ([what]) => sample.includes(what)))
    test.for(cases)('%s', options, async ([, [behave, error]]) => {
      await expectFailed(await receiver(behave), error);
    });

  test('accepts the connection and sends nothing', async () => {
    await expectFailed(await unsecured(() => undefined), timeout);
  });

  test('sends its part of the handshake one byte at a time', { tags: 'long' }, async () => {
    // The bytes are the header of a TLS record whose declared length is 16 KiB.
    await expectFailed(await unsecured((socket) => drip(socket, '\u0016\u0003\u0003\u0040\u0000')), timeout);
  });

  test('resets the connection before the TLS handshake', async () => {
    // The reset may arrive before the client knows that it is connected, so the error may be of either class.
    const reset = await unsecured((socket) => socket.resetAndDestroy());
    await expectFailed(reset, /^(?:tls|connect): no .*connection \(ECONNRESET\)$/);
  });

  test.for<[string, (socket: Socket) => unknown]>([
    ['closes before the handshake', (socket) => socket.end()],
    ['speaks no TLS', (socket) => socket.end(`${head}\r\n`)],
    ['sends garbage without end', (socket) => pour(socket, megabyte)],
  ])('%s', async ([, behave]) => {
    await expectFailed(await unsecured(behave), badTls);
  });
});

describe.concurrent(
  'a delivery succeeds once a 2xx status and headers have arrived, when the body is',
  () => {
    const sample = ['a gigabyte', 'one byte at a time, without end', 'a gzip bomb'];
    for (const [cases, options] of sampled(Object.entries(misusedBodies), ([what]) => sample.includes(what)))
      test.for(cases)('%s', options, async ([, behave]) => {
        const attempt = await recorded(await receiver(behave));
        expect(attempt).toMatchObject({ status: 'succeeded', responseStatus: 200, error: null });
        expect(attempt.durationMs).toBeLessThan(timeoutMs + 1_000);
      });
  },
);

test('a connection is reused after a body of 20 kB, and closed during a longer one', async () => {
  const body = (bytes: number) => `${head}Content-Length: ${bytes}\r\n\r\n${'x'.repeat(bytes)}`;
  for (const [bytes, expected] of [
    [20_000, 1],
    [20_001, 3],
  ] as const) {
    let connections = 0;
    const certificate = await issueLocalhostCertificate(ca);
    const server = createServer(certificate, (socket) => {
      connections++;
      socket.on('error', () => undefined);
      socket.on('data', () => void socket.write(body(bytes)));
    });
    const url = await listen(server);
    for (let each = 0; each < 3; each++) await sender.post(url, {}, '{}');
    expect(connections).toBe(expected);
  }
});

describe('a response that is not 2xx counts although its body never ends', () => {
  const dripping = (lines: string) =>
    receiver((socket) => (socket.write(`${lines}\r\n\r\n`), drip(socket, secretText)));

  test('410 disables the subscription', async () => {
    const attempt = await recorded(await dripping('HTTP/1.1 410 Gone'));
    expect(attempt).toMatchObject({ status: 'failed', responseStatus: 410, nextAttemptAt: null });
  });

  test('Retry-After delays the next attempt', async () => {
    const asked = await dripping('HTTP/1.1 503 Busy\r\nRetry-After: 7200');
    const attempt = await recorded(asked);
    expect(Date.parse(attempt.nextAttemptAt)).toBeGreaterThan(Date.now() + 7_190_000);
  });
});

describe('the outcome of an attempt with a receiver whose certificate is', () => {
  const day = 24 * 3_600_000;
  const certified = async (name: string, notAfter: Date, signed = true) => {
    const names = new SubjectAlternativeNameExtension([{ type: 'dns', value: name }]);
    const certificate = await createCertificate(
      name,
      [names],
      signed ? await readLocalCa(ca) : null,
      notAfter,
    );
    return receiver((socket) => socket.end(`${head}Content-Length: 0\r\n\r\n`), certificate);
  };
  const tomorrow = new Date(Date.now() + day);

  test('valid: succeeded', async () => {
    expect(await recorded(await certified('localhost', tomorrow))).toMatchObject({ status: 'succeeded' });
  });

  test('expired: failed', async () => {
    await expectFailed(await certified('localhost', new Date(Date.now() - day)), /^tls: .*CERT_HAS_EXPIRED/);
  });

  test('for another name: failed', async () => {
    await expectFailed(await certified('example.com', tomorrow), /^tls: .*ERR_TLS_CERT_ALTNAME_INVALID/);
  });

  test('self-signed: failed', async () => {
    await expectFailed(await certified('localhost', tomorrow, false), /^tls: .*DEPTH_ZERO_SELF_SIGNED_CERT/);
  });

  test.for(['TLSv1.2', 'TLSv1.3'] as const)(
    'valid, but demands one of the client, with %s: failed',
    async (version) => {
      const demanding = await receiver((socket) => socket.end(`${head}Content-Length: 0\r\n\r\n`), {
        requestCert: true,
        rejectUnauthorized: true,
        minVersion: version,
        maxVersion: version,
      });
      await expectFailed(demanding, badTls);
    },
  );

  test('valid, with an outdated TLS version: failed', async () => {
    const old = await receiver(() => undefined, { maxVersion: 'TLSv1.1', minVersion: 'TLSv1' });
    await expectFailed(old, badTls);
  });
});

test('endless responses do not use memory', { tags: 'long' }, async () => {
  let written = 0;
  const flood = await receiver(async (socket) => {
    socket.write(`${head}\r\n`);
    await pour(socket, megabyte);
    written += socket.bytesWritten;
  });
  const hints = await receiver(hostile['sends early hints without end']![0]);
  const before = process.memoryUsage().rss;
  for (let time = 0; time < 20; time++) await sender.post(flood, {}, '{}');
  await sender.post(hints, {}, '{}');
  // Each of the 20 responses is endless. The sender reads at most 20 kB of each. The server may also have filled the
  // socket buffers.
  expect(written).toBeLessThan(20 * 16 * 2 ** 20);
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * 2 ** 20);
});
