import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createServer, type Server } from 'node:tls';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createHttpsSender, type HttpsSender } from '@assay/sender/https-sender.ts';
import { ensureLocalCa, issueLocalhostCertificate, type LocalCa } from '../../../tools/local/stack/tls.ts';

const servers: Server[] = [];
const sockets = new Set<Socket>();
let ca: LocalCa;
let sender: HttpsSender;

beforeAll(async () => {
  ca = await ensureLocalCa(path.join(inject('stack').directory, 'tls'));
  const extraCa = await readFile(ca.certFile, 'utf8');
  sender = createHttpsSender({ allowedCidrs: ['127.0.0.0/8'], timeoutMs: 1_000, extraCa });
});
afterAll(() => {
  sender.close();
  for (const socket of sockets) socket.destroy();
  for (const server of servers) server.close();
});

/** Answers a request, or closes the connection. `number` counts the requests of the connection from 1. */
type Behave = (socket: Socket, number: number) => unknown;

const answer = (socket: Socket) => socket.write('HTTP/1.1 204 No Content\r\n\r\n');

/** Starts an endpoint. `connections` has the number of requests that arrived on each of its connections. */
async function endpoint(behave: Behave): Promise<{ post: () => Promise<string>; connections: number[] }> {
  const connections: number[] = [];
  const server = createServer(await issueLocalhostCertificate(ca), (socket) => {
    const index = connections.push(0) - 1;
    sockets.add(socket.on('error', () => undefined));
    socket.on('data', (chunk) => {
      if (!chunk.includes('POST ')) return;
      connections[index]!++;
      behave(socket, connections[index]!);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `https://localhost:${(server.address() as { port: number }).port}/`;
  const post = async () => {
    const sent = await sender.post(url, { 'webhook-id': 'one' }, '{}');
    const result = sent.kind === 'response' ? String(sent.status) : sent.errorClass;
    return sent.isResent === true ? `${result} resent` : result;
  };
  return { post, connections };
}

async function repeat(times: number, everyMs: number, post: () => Promise<string>): Promise<string[]> {
  const results = [];
  for (let time = 0; time < times; time++) {
    results.push(await post());
    await setTimeout(everyMs);
  }
  return results;
}

const succeeded = (times: number) => Array<string>(times).fill('204');

describe('no request fails at an endpoint that', () => {
  test.for<[string, (socket: Socket) => unknown]>([
    ['closes', (socket) => socket.end()],
    ['breaks', (socket) => socket.destroy()],
  ])('%s a kept connection when the next request arrives', async ([, close]) => {
    const { post, connections } = await endpoint((socket, number) =>
      number === 1 ? answer(socket) : close(socket),
    );
    expect(await repeat(6, 0, post)).toEqual(['204', '204 resent', '204', '204 resent', '204', '204 resent']);
    // Every second request is sent on a kept connection, and then again on a new one.
    expect(connections).toEqual([2, 1, 2, 1, 2, 1]);
  });

  test('closes 0.12 s after a response, with a request each 0.1 s', { tags: 'long' }, async () => {
    const { post, connections } = await endpoint((socket) => {
      answer(socket);
      void setTimeout(120).then(() => socket.end());
    });
    // A request that meets the end of a connection is sent again.
    const results = await repeat(15, 100, post);
    expect(results.map((result) => result.slice(0, 3))).toEqual(succeeded(15));
    expect(connections.length).toBeGreaterThan(1);
  });

  test(
    'keeps a connection for 2 s, as gunicorn does, with a request each 2 s',
    { tags: 'long' },
    async () => {
      const { post, connections } = await endpoint((socket) => {
        answer(socket);
        void setTimeout(2_000).then(() => socket.end());
      });
      expect(await repeat(5, 2_000, post)).toEqual(succeeded(5));
      // The connection is closed before the endpoint closes it, so no request is sent twice.
      expect(connections).toEqual([1, 1, 1, 1, 1]);
    },
  );
});

test('a kept connection is reused within a second', async () => {
  const { post, connections } = await endpoint(answer);
  expect(await repeat(3, 500, post)).toEqual(succeeded(3));
  expect(connections).toEqual([3]);
});

describe('a request is not sent again if', () => {
  test('it was sent on a new connection', async () => {
    const { post, connections } = await endpoint((socket) => socket.end());
    expect(await post()).toBe('protocol');
    expect(connections).toEqual([1]);
  });

  test('it was already sent again', async () => {
    let isOpen = true;
    const { post, connections } = await endpoint((socket) => (isOpen ? answer(socket) : socket.end()));
    expect(await post()).toBe('204');
    isOpen = false;
    expect(await post()).toBe('protocol resent');
    expect(connections).toEqual([2, 1]);
  });

  test.for(['H', 'HTTP/1.1 100 Continue\r\n\r\n', 'HTTP/1.1 204 No Content\r\n'])(
    'a part of a response arrived: %j',
    async (part) => {
      const { post, connections } = await endpoint((socket, number) =>
        number === 1 ? answer(socket) : socket.end(part),
      );
      expect([await post(), await post()]).toEqual(['204', 'protocol']);
      expect(connections).toEqual([2]);
    },
  );

  test('its kept connection is silent until the time limit', async () => {
    const { post, connections } = await endpoint((socket, number) => number === 1 && answer(socket));
    expect([await post(), await post()]).toEqual(['204', 'timeout']);
    expect(connections).toEqual([2]);
  });
});

test('the time limit includes the request that is sent again', async () => {
  const { post, connections } = await endpoint((socket) => {
    if (connections.length > 1) return;
    if (connections[0] === 1) answer(socket);
    else void setTimeout(700).then(() => socket.end());
  });
  expect(await post()).toBe('204');
  const startedAt = performance.now();
  expect(await post()).toBe('timeout resent');
  expect(performance.now() - startedAt).toBeLessThan(1_500);
  expect(connections).toEqual([2, 1]);
});

test('many requests on one connection leave no listeners', async () => {
  const warnings: Error[] = [];
  const onWarning = (warning: Error) => warnings.push(warning);
  process.on('warning', onWarning);
  const { post, connections } = await endpoint(answer);
  expect(await repeat(30, 0, post)).toEqual(succeeded(30));
  await setTimeout();
  process.off('warning', onWarning);
  expect([connections, warnings]).toEqual([[30], []]);
});
