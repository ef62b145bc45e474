import path from 'node:path';
import pg from 'pg';
import Postgrator from 'postgrator';

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
