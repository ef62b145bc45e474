import { randomUUID } from 'node:crypto';
import { ensureDatabase } from '../local/stack/seed.ts';
import { createPool, type Database } from '@assay/storage/database/database.ts';
import { migrate } from '@assay/storage/database/migrate.ts';

export function openDatabase(databaseUrl: string): Database {
  return createPool({
    databaseUrl,
    applicationName: 'assay-bench',
    maxConnections: 2,
    onIdleError: () => undefined,
  });
}

export interface TemporaryDatabase {
  url: string;
  database: Database;
  close(): Promise<void>;
}

/**
 * Creates a migrated database on the stack's server. The stack's dispatcher does not start submissions queued in this
 * database.
 */
export async function createTemporaryDatabase(
  stackDatabaseUrl: string,
  stackDatabase: Database,
): Promise<TemporaryDatabase> {
  const name = `bench_${randomUUID().replaceAll('-', '')}`;
  const url = new URL(stackDatabaseUrl);
  url.pathname = `/${name}`;
  await ensureDatabase(url.href);
  await migrate(url.href);
  const database = openDatabase(url.href);
  return {
    url: url.href,
    database,
    async close() {
      await database.end();
      await stackDatabase.query(`drop database ${name} with (force)`);
    },
  };
}
