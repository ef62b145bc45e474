import type { Client } from '@temporalio/client';
import type { Database } from '../storage/postgres/database.ts';

type Result = Record<string, unknown> | Record<string, unknown>[];

/** Runs a command on the database and prints what it returns. */
export type Run = (command: (database: Database) => Promise<Result>) => Promise<void>;

/** The same for a command that needs Temporal too. */
export type RunWithTemporal = (
  command: (database: Database, temporal: Client) => Promise<Result>,
) => Promise<void>;

/** Runs a command that comes before there is anything in the database, and prints what it returns. */
export type Setup = (
  command: (databaseUrl: () => Promise<string>) => Promise<Record<string, unknown>>,
) => Promise<void>;
