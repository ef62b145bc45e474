import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FaultProxy, startFaultProxy } from '../../../tools/chaos/stack/fault-proxy.ts';

// Tests the fault proxy. Behind the proxy is a server that echoes what it receives.

let echo: Server;
let proxy: FaultProxy;

beforeEach(async () => {
  echo = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.pipe(socket);
  }).listen(0, '127.0.0.1');
  await once(echo, 'listening');
  proxy = await startFaultProxy((echo.address() as AddressInfo).port);
});

afterEach(() => {
  proxy.close();
  echo.close();
});

async function open(): Promise<Socket> {
  const socket = connect(proxy.port, '127.0.0.1');
  // Ignore connection resets, which are expected.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

async function responseTo(socket: Socket, text: string): Promise<string> {
  socket.write(text);
  return String((await once(socket, 'data'))[0]);
}

describe('the fault proxy', () => {
  test('forwards data in both directions until the end of the connection', async () => {
    const socket = await open();
    expect(await responseTo(socket, 'one')).toBe('one');
    socket.end('two');
    expect(String((await once(socket, 'data'))[0])).toBe('two');
    await once(socket, 'end');
  });

  test('resets existing connections and accepts new ones', async () => {
    const socket = await open();
    await responseTo(socket, 'one');
    const fault = once(socket, 'error');
    expect(proxy.reset()).toBe(1);
    expect((await fault)[0]).toMatchObject({ code: 'ECONNRESET' });
    expect(await responseTo(await open(), 'two')).toBe('two');
  });

  test('holds data back while it is stalled', async () => {
    const before = await open();
    proxy.stall();
    const late = await open();
    const responses = Promise.all([responseTo(before, 'one'), responseTo(late, 'two')]);
    expect(await Promise.race([responses, setTimeout(300, 'nothing')])).toBe('nothing');
    proxy.restore();
    expect(await responses).toEqual(['one', 'two']);
  });

  test('resets new connections while it refuses them', async () => {
    proxy.refuse();
    const socket = connect(proxy.port, '127.0.0.1');
    const [fault] = (await once(socket, 'error')) as [NodeJS.ErrnoException];
    expect(fault.code).toBe('ECONNRESET');
    proxy.restore();
    expect(await responseTo(await open(), 'one')).toBe('one');
  });
});
