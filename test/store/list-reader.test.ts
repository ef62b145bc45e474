import { expect, test } from 'vitest';
import { createListReader } from '../../api/list-reader.ts';
import { createPool, type Database } from '@assay/storage/database/database.ts';
import { useDatabase } from '../support/database.ts';

const own = useDatabase();

const request = (workspaceId: string, isEnded = () => false) => ({
  caller: { workspaceId },
  slot: { isEnded },
});

/** Returns a reader whose reads wait until `release` is called, and the number of reads that have started. */
function heldReader(connections: number) {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const readList = createListReader(own.database, connections);
  const started: string[] = [];
  const read = (workspaceId: string, isEnded?: () => boolean) =>
    readList(request(workspaceId, isEnded), () => {
      started.push(workspaceId);
      return promise;
    });
  return { read, started, release: () => resolve(undefined) };
}

test('reads at most two lists of a workspace at once, and leaves a connection to others if there are several', async () => {
  for (const [connections, expected] of [
    [1, 1],
    [2, 1],
    [3, 2],
    [10, 2],
  ] as const) {
    const { read, started, release } = heldReader(connections);
    const reads = ['a', 'a', 'a', 'b'].map((workspaceId) => read(workspaceId));
    expect(started.filter((id) => id === 'a')).toHaveLength(expected);
    if (connections > 1) expect(started).toContain('b');
    release();
    await Promise.all(reads);
    expect(started).toHaveLength(4);
  }
});

test('rejects lists of a workspace of which 20 wait, and does not read for clients that are gone', async () => {
  const { read, started, release } = heldReader(3);
  const reads = [...Array(21).fill('a'), 'b'].map((workspaceId: string) => read(workspaceId));
  const gone = read('a', () => true);
  await expect(read('a')).rejects.toMatchObject({ code: 'too_many_at_once' });
  release();
  await Promise.all(reads);
  await expect(gone).rejects.toMatchObject({ code: 'too_many_at_once' });
  expect(started.filter((id) => id === 'a')).toHaveLength(21);
  await read('a');
});

/** Opens a pool whose statements end after 50 ms. */
function quickPool(): Database {
  return createPool({
    databaseUrl: own.url,
    applicationName: 'test',
    maxConnections: 1,
    onIdleError: () => undefined,
    statementTimeoutMs: 50,
    connectionTimeoutMs: 300,
  });
}

test('rejects a list with 429 if its statement takes too long, or if no connection is free in time', async () => {
  const pool = quickPool();
  const readList = createListReader(pool, 1);
  const late = { code: 'list_timeout', detail: { retryAfterSeconds: 5 } };
  await expect(readList(request('a'), (db) => db.query('select pg_sleep(5)'))).rejects.toMatchObject(late);
  const client = await pool.connect();
  await expect(readList(request('a'), (db) => db.query('select 1'))).rejects.toMatchObject(late);
  client.release();
  await expect(readList(request('a'), (db) => db.query('select 1 as one'))).resolves.toMatchObject({
    rowCount: 1,
  });
  await expect(readList(request('a'), (db) => db.query('select wrong'))).rejects.toMatchObject({
    code: '42703',
  });
  await pool.end();
});
