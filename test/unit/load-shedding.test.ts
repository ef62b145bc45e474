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
  test('are not occupied by bodies of requests with made-up keys', () => {
    const slots = Array.from({ length: 100 }, (_, n) => {
      const slot = shedder.admit(Buffer.from(`made-up key ${n}`), newResponse());
      slot.receiveBody(upload);
      return slot;
    });
    const [known] = admitAll('a', 1);
    known!.receiveBody(upload);
    for (const slot of slots.slice(0, capacity / 4)) slot.handle();
    expect(() => slots.at(-1)!.handle()).toThrow(rejected);
  });

  test('are limited in total, and to half for a workspace that is alone', () => {
    const [slot] = admitAll('a', 4);
    expect(() => admit('a')).toThrow(rejected);
    admitAll('b', 2);
    expect(() => admit('b')).toThrow(rejected);
    for (const id of ['c', 'd']) admit(id);
    expect(() => admit('e')).toThrow(rejected);
    slot!.free();
    expect(() => admit('a')).toThrow(rejected);
    admit('e');
  });

  test('cannot be used up by eight workspaces, each of which then has at most an eighth', () => {
    const big = createLoadShedder(1000, database);
    const slots = Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`w${n}`, [] as RequestSlot[]]));
    const tryAdmit = (id: string) => {
      const slot = big.admit(Buffer.from(id), newResponse());
      slot.identify(id);
      return slot;
    };
    // Each sends requests as fast as it can, and each request ends some time later.
    for (let round = 0; round < 1_000; round++) {
      for (const [id, own] of Object.entries(slots)) {
        try {
          own.push(tryAdmit(id));
        } catch (error) {
          expect((error as Error).message).toBe(rejected);
        }
        if (round % 5 === 0) own.shift()?.free();
      }
    }
    expect(Math.max(...Object.values(slots).map(({ length }) => length))).toBeLessThanOrEqual(125);
    const neighbours = Array.from({ length: 50 }, () => tryAdmit('neighbour'));
    expect(neighbours).toHaveLength(50);
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
    const one = shedder.admit(Buffer.from('x'), newResponse());
    expect(() => shedder.admit(Buffer.from('x'), newResponse())).toThrow(rejected);
    one.free();
    admitAll('a', 4);
    const unknown = shedder.admit(Buffer.from('another key of a'), newResponse());
    expect(() => unknown.identify('a')).toThrow(rejected);
  });

  test('are not used by requests with a key that was rejected', () => {
    admitAll('a', 1);
    shedder.forget(Buffer.from('key of a'));
    shedder.admit(Buffer.from('key of a'), newResponse());
    expect(() => shedder.admit(Buffer.from('key of a'), newResponse())).toThrow(rejected);
  });

  test('are not used by visitors, who get a slot when their body has arrived', () => {
    const big = createLoadShedder(16, database);
    const visit = (network: string, response = newResponse()) => big.admitVisitor(network, response);
    // Slow bodies occupy no slot.
    const slow = Array.from({ length: 100 }, () => visit('net'));
    slow.slice(0, 2).forEach((slot) => slot.handle());
    expect(() => slow[2]!.handle()).toThrow(rejected);
    visit('net 1').handle();
    visit('net 2').handle();
    expect(() => visit('net 3').handle()).toThrow(rejected);
    slow[0]!.free();
    slow[0]!.free();
    const response = newResponse();
    visit('net 3', response).handle();
    response.emit('close');
    visit('net 3').handle();
    expect(() => visit('net 4').handle()).toThrow(rejected);
    const gone = newResponse();
    const late = visit('net 5', gone);
    gone.emit('close');
    late.handle();
    for (let count = 0; count < 4; count++) big.admit(Buffer.from(`key ${count}`), newResponse());
  });

  test('are not used by members, who do not share theirs with visitors', () => {
    const big = createLoadShedder(16, database);
    const enter = (memberId: string, workspaceId = memberId) => {
      const slot = big.admitSession(Buffer.from(`session of ${memberId}`), newResponse());
      slot.identify(workspaceId);
      slot.handle();
      return slot;
    };
    for (let network = 0; network < 4; network++) big.admitVisitor(`net ${network}`, newResponse()).handle();
    const slots = ['ada', 'ann'].map((memberId) => enter(memberId, 'a'));
    // A workspace has one share, however many members it has.
    expect(() => enter('abe', 'a')).toThrow(rejected);
    slots.push(enter('bob'), enter('eve'));
    expect(() => enter('kim')).toThrow(rejected);
    slots[0]!.free();
    enter('kim');
    big.forget(Buffer.from('session of ada'));
    big.admitSession(Buffer.from('session of ada'), newResponse()).handle();
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

  test('are kept free by two workspaces whose bodies arrive slowly', () => {
    const big = createLoadShedder(1000, database);
    const send = (id: string) => {
      const slot = big.admit(Buffer.from(id), newResponse());
      slot.identify(id);
      slot.receiveBody(upload);
    };
    for (const id of ['a', 'b']) {
      let count = 0;
      expect(() => {
        for (; ; count++) send(id);
      }).toThrow(rejected);
      expect(count).toBe(id === 'a' ? 500 : 250);
    }
    for (let count = 0; count < 100; count++) send('c');
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
