import pg from 'pg';
import { isDeadlock } from './database-errors.ts';

/** A connection pool, or a client inside a transaction. */
export type Queryable = Pick<pg.ClientBase, 'query'>;
export type Database = pg.Pool;

/** Parses int8 values (sums and counts) as numbers. All int8 values of this service are far below 2⁵³. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === pg.types.builtins.INT8
      ? Number
      : (pg.types.getTypeParser(oid, format) as (text: string) => unknown),
};

/** Default time in milliseconds for which a statement waits for a free connection. */
export const maxConnectMs = 10_000;

export interface PoolOptions {
  databaseUrl: string;
  /** Name of the connections in `pg_stat_activity`. */
  applicationName: string;
  maxConnections: number;
  /** Called when an idle connection breaks. The pool replaces the connection. */
  onIdleError: (error: Error) => void;
  /**
   * Time after which Postgres cancels a statement. Default: 15 s. Statements take milliseconds. A statement that runs
   * for 15 s is stuck and must not keep its locks.
   */
  statementTimeoutMs?: number;
  /** Maximum wait for a connection. Default: 10 s. */
  connectionTimeoutMs?: number;
}

export function createPool(options: PoolOptions): Database {
  const { statementTimeoutMs = 15_000, connectionTimeoutMs = maxConnectMs } = options;
  const pool = new pg.Pool({
    connectionString: options.databaseUrl,
    application_name: options.applicationName,
    max: options.maxConnections,
    connectionTimeoutMillis: connectionTimeoutMs,
    statement_timeout: statementTimeoutMs,
    // Client-side timeout, in case the server does not respond at all.
    query_timeout: statementTimeoutMs + 5_000,
    idle_in_transaction_session_timeout: 15_000,
    types,
  });
  pool.on('error', options.onIdleError);
  return pool;
}

/** Runs `work` in a transaction, which is committed if `work` returns and rolled back if it throws. */
export async function inTransaction<T>(database: Database, work: (tx: Queryable) => Promise<T>): Promise<T> {
  const client = await database.connect();
  let broken: Error | undefined;
  // The pool ignores errors of a client that is in use. An unhandled 'error' event would end the process.
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
 * Runs `work`, and retries it if Postgres cancelled it to resolve a deadlock. `work` runs at most three
 * times.
 * @param work runs a single statement or a whole transaction
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
