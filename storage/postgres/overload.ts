import pg from 'pg';

/** Caused by statements that take longer than `statement_timeout`. */
const queryCanceled = '57014';
/** Caused by more connections than the server has. */
const tooManyConnections = '53300';

/**
 * What pg-pool says when no connection became free in time, and pg when an answer took too long; neither has
 * a code.
 */
const clientTimeouts = [
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
  'Query read timeout',
];

/** True when `error` says that Postgres was too slow, or had no connection to spare. */
export function isOverload(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) {
    return error.code === queryCanceled || error.code === tooManyConnections;
  }
  return error instanceof Error && clientTimeouts.includes(error.message);
}
