import pg from 'pg';
import { isInsufficientPrivilege } from '@assay/storage/database/database-errors.ts';
import { setUpRoles } from '@assay/storage/database/roles.ts';
import { type WorkerName, workerNames, workerRolesOf } from './services.ts';

/** Returns a database URL whose connections switch to a Postgres role, so the role needs no password. */
export function urlAs(databaseUrl: string, role: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.set('options', `-c role=${role}`);
  return url.href;
}

/**
 * Creates the Postgres roles of the processes, and returns the database URL of each process. A process with several
 * worker roles gets one Postgres role that is a member of the roles of all of them. If the user of `databaseUrl` may
 * not create roles, every process uses `databaseUrl`.
 */
export async function urlsOfProcesses(databaseUrl: string): Promise<Record<'api' | WorkerName, string>> {
  const roleOf = (name: WorkerName) => `assay_${workerRolesOf[name].join('_')}`;
  const names = ['api', ...workerNames] as const;
  const urls = (url: (name: (typeof names)[number]) => string) =>
    Object.fromEntries(names.map((name) => [name, url(name)])) as Record<(typeof names)[number], string>;
  try {
    await setUpRoles(databaseUrl, {});
    for (const name of workerNames) {
      if (workerRolesOf[name].length > 1) {
        await createUnion(
          databaseUrl,
          roleOf(name),
          workerRolesOf[name].map((role) => `assay_${role}`),
        );
      }
    }
    return urls((name) => urlAs(databaseUrl, name === 'api' ? 'assay_api' : roleOf(name)));
  } catch (error) {
    if (!isInsufficientPrivilege(error)) throw error;
    return urls(() => databaseUrl);
  }
}

async function createUnion(databaseUrl: string, role: string, members: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
    if (rowCount === 0) await client.query(`create role ${role}`);
    await client.query(`grant ${members.join(', ')} to ${role}`);
  } finally {
    await client.end();
  }
}
