import pg from 'pg';

/** Caused by a second row where a unique constraint allows one. */
const uniqueViolation = '23505';
/** Caused by a table that is not there. */
const undefinedTable = '42P01';

/** True when `error` says that the named unique constraint was violated. */
export function violatesUnique(error: unknown, constraint: string): boolean {
  return (
    error instanceof pg.DatabaseError && error.code === uniqueViolation && error.constraint === constraint
  );
}

/** True when `error` says that a table is not there. */
export function isUndefinedTable(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === undefinedTable;
}
