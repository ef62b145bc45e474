import type { Database } from '../storage/postgres/database.ts';

type Row = Record<string, unknown>;

/** Runs a command on the database and prints what it returns. */
export type Run = (command: (database: Database) => Promise<Row | Row[]>) => Promise<void>;

/** Runs a command that comes before there is anything in the database, and prints what it returns. */
export type Setup = (command: (databaseUrl: () => Promise<string>) => Promise<Row>) => Promise<void>;
