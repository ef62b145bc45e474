import type { Client } from '@temporalio/client';
import type { Database } from '../storage/postgres/database.ts';

type Result = Record<string, unknown> | Record<string, unknown>[];

/**
 * Returns a client of the configured Temporal or of the local stack. The client is closed when the command has ended.
 */
export type ConnectTemporal = () => Promise<Client>;

/**
 * Runs a command on the database and prints its result. Temporal must be available only if the command calls
 * `temporal`.
 */
export type Run = (
  command: (database: Database, temporal: ConnectTemporal) => Promise<Result>,
) => Promise<void>;

/** Runs a command before the database is created or migrated, and prints the result of the command. */
export type Setup = (
  command: (databaseUrl: () => Promise<string>) => Promise<Record<string, unknown>>,
) => Promise<void>;

/** Thrown if the command cannot be executed as called. The caller sees `message`. */
export class UsageError extends Error {}
