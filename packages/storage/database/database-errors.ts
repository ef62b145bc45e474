import pg from 'pg';

// This file classifies errors of Postgres by SQLSTATE:
// https://www.postgresql.org/docs/current/errcodes-appendix.html

/** Another row already has these values of a unique constraint. */
const uniqueViolation = '23505';
/** The row that a foreign key refers to does not exist. */
const foreignKeyViolation = '23503';
/** A column without a value requires one. */
const notNullViolation = '23502';
const undefinedTable = '42P01';
/** Postgres rolled the transaction back to resolve a deadlock. */
const deadlockDetected = '40P01';
/** The statement took longer than `statement_timeout`. */
const queryCanceled = '57014';
const tooManyConnections = '53300';
const insufficientPrivilege = '42501';
/** Raised by `require_author`. */
const rightLost = 'AS001';

/**
 * Classes of SQLSTATE for faults of the server and not of a statement: connection, authorization, missing database
 * (during a restore), transaction rollback, insufficient resources, operator intervention, system error.
 */
const outageClasses = ['08', '28', '3D', '40', '53', '57', '58'];
/** The statement writes, but the server is a standby. */
const readOnlyTransaction = '25006';

const connectionErrors = [
  ...['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN'],
];

/** Messages of errors without a code: pg lost or gave up a connection. */
const lostConnections = [
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Client has encountered a connection error and is not queryable',
  'timeout expired',
];

/** Message of pg-pool's error if no connection became free in time. */
export const noFreeConnection = 'timeout exceeded when trying to connect';

/** Messages of timeout errors, which have no code: pg-pool found no free connection, or pg got no response. */
const clientTimeouts = [
  noFreeConnection,
  'Connection terminated due to connection timeout',
  'Query read timeout',
];

export function violatesUnique(error: unknown, constraint: string): boolean {
  return hasSqlState(error, uniqueViolation) && error.constraint === constraint;
}

export function violatesForeignKey(error: unknown, constraint: string): boolean {
  return hasSqlState(error, foreignKeyViolation) && error.constraint === constraint;
}

export function violatesNotNull(error: unknown, column: string): boolean {
  return hasSqlState(error, notNullViolation) && error.column === column;
}

export function isUndefinedTable(error: unknown): boolean {
  return hasSqlState(error, undefinedTable);
}

export function isInsufficientPrivilege(error: unknown): boolean {
  return hasSqlState(error, insufficientPrivilege);
}

/** Returns whether a change was not written because its author has lost the right to it since the request began. */
export function isRightLost(error: unknown): boolean {
  return hasSqlState(error, rightLost);
}

export function isDeadlock(error: unknown): boolean {
  return hasSqlState(error, deadlockDetected);
}

/** Returns whether `error` was thrown because Postgres was too slow or had no free connection. */
export function isOverload(error: unknown): boolean {
  if (hasSqlState(error, queryCanceled) || hasSqlState(error, tooManyConnections)) return true;
  return error instanceof Error && clientTimeouts.includes(error.message);
}

/** Returns whether `error` was thrown because Postgres was unavailable. The same statement may succeed later. */
export function isDatabaseOutage(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) {
    const { code = '' } = error;
    return outageClasses.includes(code.slice(0, 2)) || code === readOnlyTransaction;
  }
  if (!(error instanceof Error)) return false;
  const { code, message } = error as NodeJS.ErrnoException;
  return (
    connectionErrors.includes(code ?? '') ||
    lostConnections.includes(message) ||
    clientTimeouts.includes(message)
  );
}

function hasSqlState(error: unknown, sqlState: string): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && error.code === sqlState;
}
