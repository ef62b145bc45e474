import pg from 'pg';

/** Caused by a second row where a unique constraint allows one. */
const uniqueViolation = '23505';
/** Caused by a table that is not there. */
const undefinedTable = '42P01';

/** Caused by a row whose counterpart in another table is not there, or not any more. */
const foreignKeyViolation = '23503';

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
