import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { beforeEach, describe, expect, test } from 'vitest';
import { createLoadShedder, type LoadShedder, type RequestSlot } from '../../api/load-shedding.ts';

const capacity = 8;
const database = { waitingCount: 0 };
let shedder: LoadShedder;
beforeEach(() => {
  database.waitingCount = 0;
  shedder = createLoadShedder(capacity, database);
});

const newResponse = () => new EventEmitter() as unknown as ServerResponse;

/** Admits a request whose key belongs to the workspace. */
function admit(workspaceId: string, response = newResponse()): RequestSlot {
  const slot = shedder.admit(Buffer.from(`key of ${workspaceId}`), response);
  slot.identify(workspaceId);
  return slot;
}

const admitAll = (workspaceId: string, count: number) =>
  Array.from({ length: count }, () => admit(workspaceId));

const upload = { headers: { 'content-length': '10' } };
const rejected = 'Too many requests at once';

describe('the slots of a load shedder', () => {
  test('are limited in total, and to half for one workspace', () => {
    admitAll('a', 4);
    expect(() => admit('a')).toThrow(rejected);
    const [slot] = admitAll('b', 4);
    expect(() => admit('c')).toThrow(rejected);
    slot!.free();
    admit('c');
  });

  test('are freed once, whether the client disconnects or the response has been built', () => {
    const response = newResponse();
    const slot = admit('a', response);
    admitAll('a', 3);
    slot.free();
    response.emit('close');
    slot.free();
    admit('a');
    expect(() => admit('a')).toThrow(rejected);
  });

  test('are not used by requests with unknown keys, of which there are a quarter', () => {
    const slots = ['x', 'y'].map((key) => shedder.admit(Buffer.from(key), newResponse()));
    expect(() => shedder.admit(Buffer.from('z'), newResponse())).toThrow(rejected);
    slots.forEach((slot) => slot.free());
    admitAll('a', 4);
    const unknown = shedder.admit(Buffer.from('another key of a'), newResponse());
    expect(() => unknown.identify('a')).toThrow(rejected);
  });

  test('are not used by requests with a key that was rejected', () => {
    admitAll('a', 1);
    shedder.forget(Buffer.from('key of a'));
    for (let count = 0; count < 2; count++) shedder.admit(Buffer.from('key of a'), newResponse());
    expect(() => shedder.admit(Buffer.from('key of a'), newResponse())).toThrow(rejected);
  });

  test('are not used by visitors, whose network has a quarter of a quarter', () => {
    const big = createLoadShedder(16, database);
    const slot = big.admitVisitor('net', newResponse());
    expect(() => big.admitVisitor('net', newResponse())).toThrow(rejected);
    for (let network = 1; network < 4; network++) big.admitVisitor(`net ${network}`, newResponse());
    expect(() => big.admitVisitor('net 4', newResponse())).toThrow(rejected);
    slot.free();
    slot.free();
    const response = newResponse();
    big.admitVisitor('net', response);
    response.emit('close');
    big.admitVisitor('net', newResponse());
    expect(() => big.admitVisitor('net 4', newResponse())).toThrow(rejected);
    for (let count = 0; count < 4; count++) big.admit(Buffer.from(`key ${count}`), newResponse());
  });

  test('are not used by requests whose body is missing', () => {
    const slots = admitAll('a', 4);
    slots.forEach((slot) => slot.receiveBody(upload));
    const others = admitAll('a', 4);
    expect(() => others[0]!.receiveBody(upload)).toThrow(rejected);
    expect(() => slots[0]!.handle()).toThrow(rejected);
    others[0]!.free();
    slots[0]!.handle();
  });

  test('are kept by requests without a body', () => {
    const slots = admitAll('a', 4);
    for (const slot of slots) {
      slot.receiveBody({ headers: {} });
      slot.handle();
    }
    expect(() => admit('a')).toThrow(rejected);
  });

  test('are refused while many statements wait for a connection, except to a request that has one', () => {
    const slot = admit('a');
    database.waitingCount = capacity;
    slot.handle();
    expect(() => admit('a')).toThrow(rejected);
  });
});

describe('a request that waits', () => {
  test('leaves its slot, and returns even if it has been taken', async () => {
    const [first, second, third] = admitAll('a', 3);
    const { promise, resolve } = Promise.withResolvers<string>();
    const waits = [first, second].map((slot) => slot!.during(() => promise)!);
    expect(third!.during(() => promise)).toBeNull();
    admitAll('a', 3);
    resolve('done');
    expect(await Promise.all(waits)).toEqual(['done', 'done']);
    third!.free();
    first!.free();
    // Of six slots in use, four are left, which is the limit.
    expect(() => admit('a')).toThrow(rejected);
    second!.free();
    admit('a');
  });

  test('does not wait, and gets no slot again, after the client has disconnected', async () => {
    const response = newResponse();
    const slot = admit('a', response);
    const { promise, resolve } = Promise.withResolvers<string>();
    const wait = slot.during(() => promise);
    response.emit('close');
    resolve('done');
    await wait;
    expect(slot.during(() => promise)).toBeNull();
    slot.handle();
    admitAll('a', 4);
  });
});
