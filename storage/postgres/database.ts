import pg from 'pg';
import { isDeadlock } from './database-errors.ts';

/** A pool, or a client inside a transaction. */
export type Queryable = Pick<pg.ClientBase, 'query'>;
export type Database = pg.Pool;

/** Parses int8 (sums and counts) as numbers, because all values here are far below 2⁵³. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === pg.types.builtins.INT8
      ? Number
      : (pg.types.getTypeParser(oid, format) as (text: string) => unknown),
};

/** How to connect to Postgres. */
export interface PoolOptions {
  databaseUrl: string;
  /** Shown in `pg_stat_activity`. */
  applicationName: string;
  maxConnections: number;
  /** Called when an idle connection breaks; the pool replaces the connection. */
  onIdleError: (error: Error) => void;
}

/** Creates a connection pool with the timeouts of this service. */
export function createPool(options: PoolOptions): Database {
  const pool = new pg.Pool({
    connectionString: options.databaseUrl,
    application_name: options.applicationName,
    max: options.maxConnections,
    connectionTimeoutMillis: 10_000,
    // Statements take milliseconds. One that takes this long is stuck and must not hold its locks.
    statement_timeout: 15_000,
    // For a server that does not answer at all.
    query_timeout: 20_000,
    idle_in_transaction_session_timeout: 15_000,
    types,
  });
  pool.on('error', options.onIdleError);
  return pool;
}

/** Runs `work` in a transaction, which is committed when `work` returns and rolled back when it throws. */
export async function inTransaction<T>(database: Database, work: (tx: Queryable) => Promise<T>): Promise<T> {
  const client = await database.connect();
  let broken: Error | undefined;
  // The pool does not listen for errors of a checked-out client, and an unhandled 'error' event would end the
  // process.
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
 * Runs `work` again, up to three times in all, when Postgres cancelled it to resolve a deadlock.
 * @param work a single statement or a whole transaction
 */
export async function retryDeadlocks<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!isDeadlock(error) || tries === maxTries) throw error;
    }
  }
}
