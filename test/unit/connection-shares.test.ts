import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createConnectionShares } from '../../api/connection-shares.ts';
import type { Database } from '@assay/storage/database/database.ts';
import { isOverload } from '@assay/storage/database/database-errors.ts';

/** Returns shares of 8 connections, to a database whose statements run until `end` is called for their workspace. */
function heldShares(maxWaitMs?: number) {
  const inProgress: { workspaceId: string; end: (error?: Error) => void }[] = [];
  const hold = (workspaceId: string) =>
    new Promise<void>((resolve, reject) => {
      inProgress.push({
        workspaceId,
        end: (error) => (error === undefined ? resolve() : reject(error)),
      });
    });
  const connect = () => Promise.resolve({ release: () => undefined });
  const pool = { query: hold, connect, waitingCount: 0 } as unknown as Database;
  const shares = createConnectionShares(pool, 8, maxWaitMs);
  const query = (workspaceId: string) => shares.of(workspaceId).query(workspaceId);
  /** Returns the workspaces of the statements in progress, in the order of their start. */
  const running = () => inProgress.map(({ workspaceId }) => workspaceId).join('');
  /** Ends the oldest statement in progress, or that of the given workspace. */
  async function end(workspaceId = inProgress[0]!.workspaceId, error?: Error): Promise<void> {
    const index = inProgress.findIndex((each) => each.workspaceId === workspaceId);
    inProgress.splice(index, 1)[0]!.end(error);
    await setImmediate();
  }
  return { shares, query, running, end };
}

test('a workspace alone uses half of the connections, and leaves some to others', async () => {
  const { shares, query, running, end } = heldShares();
  const all = ['a', 'a', 'a', 'a', 'a', 'a', 'b', 'b', 'b', 'c', 'c', 'd'].map(query);
  await setImmediate();
  expect([running(), shares.waitingCount()]).toEqual(['aaaabbcd', 4]);
  for (let count = 0; count < 12; count++) await end();
  await Promise.all(all);
});

test('waiting workspaces take turns, also after failed statements', async () => {
  const { query, running, end } = heldShares();
  const first = ['a', 'a', 'a', 'a', 'b', 'b', 'c', 'd'].map(query);
  const waiting = ['a', 'a', 'e', 'e', 'f'].map(query);
  const failed = expect(first[4]).rejects.toThrow('lost');
  await setImmediate();
  expect(running()).toBe('aaaabbcd');
  await end('b', new Error('lost'));
  await failed;
  await end('c');
  expect(running()).toBe('aaaabdef');
  for (let count = 0; count < 11; count++) await end();
  await Promise.all([...first.filter((_, index) => index !== 4), ...waiting]);
});

test('a transaction occupies a connection until its client is released', async () => {
  const { shares, query, running, end } = heldShares();
  const clients = await Promise.all(Array.from({ length: 4 }, () => shares.of('a').connect()));
  const waiting = query('a');
  await setImmediate();
  expect(running()).toBe('');
  clients[0]!.release();
  await setImmediate();
  expect(running()).toBe('a');
  await end();
  await waiting;
  for (const client of clients.slice(1)) client.release();
});

test('a statement that waits too long fails as an overload, and the others keep their turns', async () => {
  const { shares, query, running, end } = heldShares(20);
  const first = ['a', 'a', 'a', 'a'].map(query);
  const error: unknown = await query('a').catch((reason: unknown) => reason);
  expect(isOverload(error)).toBe(true);
  expect(shares.waitingCount()).toBe(0);
  const next = query('a');
  await end();
  expect(running()).toBe('aaaa');
  for (let count = 0; count < 4; count++) await end();
  await Promise.all([...first, next]);
});
