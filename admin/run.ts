import type { Client } from '@temporalio/client';
import type { Database } from '../storage/postgres/database.ts';

type Result = Record<string, unknown> | Record<string, unknown>[];

/** Runs a command on the database and prints what it returns. */
export type Run = (command: (database: Database) => Promise<Result>) => Promise<void>;

/** The same for a command that needs Temporal too. */
export type RunWithTemporal = (
  command: (database: Database, temporal: Client) => Promise<Result>,
) => Promise<void>;
