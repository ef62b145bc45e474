import { readdirSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import Postgrator from 'postgrator';
import type { Queryable } from './database.ts';
import { isUndefinedTable } from './sql-states.ts';

const migrations = path.join(import.meta.dirname, 'migrations');

/** Any number that nobody else in the database uses for an advisory lock. */
const migrationLock = 4_270_531_946;

/**
 * Brings the database's schema up to date. All in one transaction under an advisory lock: two processes that
 * start at once do it once, and one that dies half-way leaves nothing behind. A migration that was changed after
 * it ran is refused (checksums). Returns the names of the migrations that ran.
 */
export async function migrate(databaseUrl: string, directory = migrations): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'assay-migrate' });
  // A connection that breaks fails the statement that is under way; this event is the same fault once more.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock]);
    const postgrator = new Postgrator({
      driver: 'pg',
      migrationPattern: path.join(directory, '*.sql'),
      schemaTable: 'schema_migrations',
      execQuery: (text) => client.query(text),
    });
    const applied = await postgrator.migrate();
    await client.query('commit');
    return applied.map((migration) => `${migration.version} ${migration.name}`);
  } finally {
    // Ends the transaction too, when it did not get as far as the commit.
    await client.end();
  }
}

/** The last migration that this code knows. */
const newest = Math.max(...readdirSync(migrations).map((file) => Number.parseInt(file, 10)));

/** Whether the database has all that this code needs; it may be ahead of it. */
export async function isMigrated(db: Queryable): Promise<boolean> {
  try {
    const { rows } = await db.query<{ migrated: boolean }>(
      'select coalesce(max(version), 0) >= $1 as migrated from schema_migrations',
      [newest],
    );
    return rows[0]!.migrated;
  } catch (error) {
    if (isUndefinedTable(error)) return false;
    throw error;
  }
}
