import pg from 'pg';
import { isDeadlock } from './sql-states.ts';

/** A pool, or a client inside a transaction: whatever a statement can be run on. */
export type Queryable = Pick<pg.ClientBase, 'query'>;
export type Database = pg.Pool;

/** Sums and counts come as int8; all of ours are far below 2⁵³, so they are read as numbers. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === pg.types.builtins.INT8
      ? Number
      : (pg.types.getTypeParser(oid, format) as (text: string) => unknown),
};

export interface PoolOptions {
  databaseUrl: string;
  /** Shown in `pg_stat_activity`. */
  applicationName: string;
  maxConnections: number;
  /** Told of connections that break while idle; the pool replaces them. */
  onIdleError: (error: Error) => void;
}

export function createPool(options: PoolOptions): Database {
  const pool = new pg.Pool({
    connectionString: options.databaseUrl,
    application_name: options.applicationName,
    max: options.maxConnections,
    connectionTimeoutMillis: 10_000,
    // A statement of ours takes milliseconds; one that takes this long is stuck and must not hold its locks.
    statement_timeout: 15_000,
    // The same where the server does not even say so.
    query_timeout: 20_000,
    idle_in_transaction_session_timeout: 15_000,
    types,
  });
  pool.on('error', options.onIdleError);
  return pool;
}

/** Runs `work` in one transaction: committed when it returns, rolled back when it throws. */
export async function inTransaction<T>(database: Database, work: (tx: Queryable) => Promise<T>): Promise<T> {
  const client = await database.connect();
  let broken: Error | undefined;
  // The pool does not listen while a client is out, and a connection that breaks then must not end the process.
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((rollbackError: unknown) => {
      broken = rollbackError as Error;
    });
    throw error;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}

const maxTries = 3;

/**
 * Does `work`, a statement or a transaction of its own, again where Postgres chose it to end a deadlock: by then the other has
 * what it waited for.
 */
export async function despiteDeadlocks<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!isDeadlock(error) || tries === maxTries) throw error;
    }
  }
}
