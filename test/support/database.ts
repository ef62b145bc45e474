import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { type AssetResults, assetResults } from '@assay/storage/submissions/assets.ts';
import { createPool, type Database, type Queryable } from '@assay/storage/database/database.ts';
import { readInWorkspace } from '@assay/storage/accounts/workspace-read.ts';
import { insertWorkspace } from '@assay/storage/accounts/workspaces.ts';
import { until } from './api.ts';

/** Creates a database for the test file from the migrated template, and drops it after the tests. */
export function useDatabase(): { readonly database: Database; readonly url: string } {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const template = new URL(inject('templateDatabaseUrl'));
  const own = new URL(template);
  own.pathname = `/${name}`;
  let database: Database | undefined;

  beforeAll(async () => {
    await asServer((client) =>
      client.query(`create database ${name} template ${template.pathname.slice(1)}`),
    );
    database = createPool({
      databaseUrl: own.href,
      applicationName: 'test',
      maxConnections: 10,
      onIdleError: () => undefined,
    });
  });
  afterAll(async () => {
    await database?.end();
    await asServer((client) => client.query(`drop database if exists ${name} with (force)`));
  });

  return {
    get database() {
      return database!;
    },
    url: own.href,
  };

  async function asServer(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
    const server = new URL(template);
    server.pathname = '/postgres';
    const client = new pg.Client({ connectionString: server.href });
    await client.connect();
    try {
      // Postgres allows only one clone of a template at a time.
      await client.query('select pg_advisory_lock(1)');
      await work(client);
    } finally {
      await client.end();
    }
  }
}

/** Returns the SQL statement that `read` sends. The statement is not run, so `read` receives no rows. */
export async function statementOf(read: (db: Queryable) => Promise<unknown>): Promise<string> {
  let sent = '';
  await read({
    query: (({ text }: { text: string }) => {
      sent = text;
      return Promise.resolve({ rows: [] });
    }) as never,
  });
  return sent;
}

/**
 * Waits until `count` connections are waiting for a lock in the test file's database.
 * @param like LIKE pattern of the waiting statements. Postgres shows only their first 1,023 bytes.
 */
export async function untilWaitingForLocks(database: Database, count: number, like = '%'): Promise<void> {
  await until(
    () =>
      database.query(
        `select from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and query like $1`,
        [like],
      ),
    ({ rowCount }) => rowCount === count,
  );
}

/**
 * Locks a table, and unlocks it half a second after a lease has begun to wait for the lock.
 * @param whileLeasing calls `use` while a worker leases, and then stops the worker
 */
export async function leaseWhileStopping(
  database: Database,
  table: string,
  whileLeasing: (use: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const client = await database.connect();
  try {
    await client.query('begin');
    await client.query(`lock table ${table}`);
    await whileLeasing(async () => {
      try {
        await untilWaitingForLocks(database, 1, '%with recursive%');
      } finally {
        // By then, the worker has been asked to stop.
        setTimeout(() => void client.query('commit'), 500);
      }
    });
  } finally {
    client.release();
  }
}

export async function newWorkspace(database: Database, plan = 'enterprise'): Promise<string> {
  const { id } = await insertWorkspace(database, { id: randomUUID(), name: 'Test', plan });
  return id;
}

/** Returns the status of an asset and the keys of its results. */
export async function readAssetResults(
  database: Database,
  workspaceId: string,
  submissionId: string,
  assetId: string,
): Promise<AssetResults> {
  const found = await readInWorkspace(database, assetResults, workspaceId, submissionId, assetId);
  return JSON.parse(found!) as AssetResults;
}
