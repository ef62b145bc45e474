import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Link, startLink } from '../../chaos/bed/link.ts';

// What connects the parts of a chaos run, in front of a server that sends back what it gets.

let echo: Server;
let link: Link;

beforeEach(async () => {
  echo = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.pipe(socket);
  }).listen(0, '127.0.0.1');
  await once(echo, 'listening');
  link = await startLink((echo.address() as AddressInfo).port);
});

afterEach(() => {
  link.close();
  echo.close();
});

async function open(): Promise<Socket> {
  const socket = connect(link.port, '127.0.0.1');
  // Of the link's end.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

async function answerTo(socket: Socket, text: string): Promise<string> {
  socket.write(text);
  return String((await once(socket, 'data'))[0]);
}

describe('a link', () => {
  test('passes on what is sent, both ways and to its end', async () => {
    const socket = await open();
    expect(await answerTo(socket, 'one')).toBe('one');
    socket.end('two');
    expect(String((await once(socket, 'data'))[0])).toBe('two');
    await once(socket, 'end');
  });

  test('resets the connections there are, and takes new ones', async () => {
    const socket = await open();
    await answerTo(socket, 'one');
    const fault = once(socket, 'error');
    expect(link.reset()).toBe(1);
    expect((await fault)[0]).toMatchObject({ code: 'ECONNRESET' });
    expect(await answerTo(await open(), 'two')).toBe('two');
  });

  test('holds back what is sent while it is stalled', async () => {
    const before = await open();
    link.stall();
    const late = await open();
    const answers = Promise.all([answerTo(before, 'one'), answerTo(late, 'two')]);
    expect(await Promise.race([answers, setTimeout(300, 'nothing')])).toBe('nothing');
    link.mend();
    expect(await answers).toEqual(['one', 'two']);
  });

  test('lets nobody in while it refuses', async () => {
    link.refuse();
    const socket = connect(link.port, '127.0.0.1');
    const [fault] = (await once(socket, 'error')) as [NodeJS.ErrnoException];
    expect(fault.code).toBe('ECONNRESET');
    link.mend();
    expect(await answerTo(await open(), 'one')).toBe('one');
  });
});
