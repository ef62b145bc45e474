import type { Client } from '@temporalio/client';
import type { Database } from '../storage/postgres/database.ts';

type Result = Record<string, unknown> | Record<string, unknown>[];

/** Returns a client of the configured Temporal, or of the local stack's; it is closed when the command has ended. */
export type ConnectTemporal = () => Promise<Client>;

/** Runs a command on the database and prints its result. Only commands that call `temporal` need Temporal. */
export type Run = (
  command: (database: Database, temporal: ConnectTemporal) => Promise<Result>,
) => Promise<void>;

/** Runs a command before the database exists or is migrated, and prints its result. */
export type Setup = (
  command: (databaseUrl: () => Promise<string>) => Promise<Record<string, unknown>>,
) => Promise<void>;

/** Signals that the command cannot be executed as called; `message` is shown to the caller. */
export class UsageError extends Error {}
