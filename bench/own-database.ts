import { randomUUID } from 'node:crypto';
import { ensureDatabase } from '../local/stack/seed.ts';
import { createPool, type Database } from '../storage/postgres/database.ts';
import { migrate } from '../storage/postgres/migrate.ts';

export function openDatabase(databaseUrl: string): Database {
  return createPool({
    databaseUrl,
    applicationName: 'assay-bench',
    maxConnections: 2,
    onIdleError: () => undefined,
  });
}

export interface OwnDatabase {
  url: string;
  database: Database;
  close(): Promise<void>;
}

/** A database beside the stack's, on the same server: the stack's dispatcher leaves alone what waits in it. */
export async function createOwnDatabase(bed: {
  stack: { databaseUrl: string };
  database: Database;
}): Promise<OwnDatabase> {
  const name = `bench_${randomUUID().replaceAll('-', '')}`;
  const url = new URL(bed.stack.databaseUrl);
  url.pathname = `/${name}`;
  await ensureDatabase(url.href);
  await migrate(url.href);
  const database = openDatabase(url.href);
  return {
    url: url.href,
    database,
    async close() {
      await database.end();
      await bed.database.query(`drop database ${name} with (force)`);
    },
  };
}
