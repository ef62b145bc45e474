import type { Database } from '../storage/postgres/database.ts';

/** Runs a command on the database and prints what it returns. */
export type Run = (
  command: (database: Database) => Promise<Record<string, unknown> | Record<string, unknown>[]>,
) => Promise<void>;
