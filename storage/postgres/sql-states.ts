import pg from 'pg';

/** Caused by a second row where a unique constraint allows one. */
const uniqueViolation = '23505';
/** Caused by a table that is not there. */
const undefinedTable = '42P01';

/** Caused by a row whose counterpart in another table is not there, or not any more. */
const foreignKeyViolation = '23503';

/** Given to one of those that wait for each other, whose transaction is undone. */
const deadlockDetected = '40P01';

/** True when `error` says that Postgres ended a deadlock by it. */
export function isDeadlock(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === deadlockDetected;
}

/** True when `error` says that the named unique constraint was violated. */
export function violatesUnique(error: unknown, constraint: string): boolean {
  return violates(error, uniqueViolation, constraint);
}

/** True when `error` says that the named foreign key was violated. */
export function violatesForeignKey(error: unknown, constraint: string): boolean {
  return violates(error, foreignKeyViolation, constraint);
}

function violates(error: unknown, code: string, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.code === code && error.constraint === constraint;
}

/** True when `error` says that a table is not there. */
export function isUndefinedTable(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === undefinedTable;
}
