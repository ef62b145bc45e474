import { readdirSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import Postgrator from 'postgrator';
import type { Actor } from '@assay/domain/actor.ts';
import { insertEntry } from '../accounts/audit-log.ts';
import type { Queryable } from './database.ts';
import { isUndefinedTable } from './database-errors.ts';

const migrations = path.join(import.meta.dirname, '../migrations');

/** Id of the advisory lock. The number is arbitrary, but no other code may use it in this database. */
const migrationLock = 4_270_531_946;

/**
 * Applies the missing migrations in one transaction under an advisory lock. Concurrent calls apply each migration once.
 * A crash leaves no migration half-applied. Throws if a migration was edited after it ran (checksum mismatch).
 * @param actor the author of the audit entries; null to write no entries
 * @returns the version and name of each migration that ran
 */
export async function migrate(
  databaseUrl: string,
  directory = migrations,
  actor: Actor | null = null,
): Promise<string[]> {
  return inMigrationLock(databaseUrl, async (client) => {
    const postgrator = new Postgrator({
      driver: 'pg',
      migrationPattern: path.join(directory, '*.sql'),
      schemaTable: 'schema_migrations',
      execQuery: (text) => client.query(text),
    });
    const applied = await postgrator.migrate();
    for (const { version } of applied) {
      const entry = {
        workspaceId: null,
        action: 'database.migrate',
        subject: `migrations/${version}`,
      } as const;
      await insertEntry(client, actor, entry);
    }
    return applied.map((migration) => `${migration.version} ${migration.name}`);
  });
}

/** Runs `work` in a transaction with the migration lock. Calls of all processes run one after another. */
export async function inMigrationLock<T>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'assay-migrate' });
  // A broken connection also rejects the running statement, so its 'error' event can be ignored.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock]);
    const result = await work(client);
    await client.query('commit');
    return result;
  } finally {
    // If the transaction was not committed, closing the connection rolls it back.
    await client.end();
  }
}

/** Version of the newest migration in this release. */
const newest = Math.max(...readdirSync(migrations).map((file) => Number.parseInt(file, 10)));

/** Returns whether the database has all migrations of this release. It may also have newer ones. */
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
