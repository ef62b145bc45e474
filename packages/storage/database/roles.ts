import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import type { Actor } from '@assay/domain/actor.ts';
import { insertEntry } from '../accounts/audit-log.ts';
import { inMigrationLock } from './migrate.ts';

/** Roles of the processes. `roles.sql` creates them and grants their rights. */
const processRoles = ['assay_api', 'assay_orchestration', 'assay_media', 'assay_delivery', 'assay_remote'];
/** Role of a Temporal server on the same Postgres server. It creates and owns the databases of Temporal. */
const temporalRole = 'temporal';

/**
 * Creates the roles of the processes and grants their rights, in one transaction. The database must be migrated, and
 * its owner must be allowed to create roles. Concurrent calls are safe. A second call sets passwords and rights again.
 * @param passwords password by role. A role without a password cannot log in. Throws if a role is unknown.
 * @param actor the author of the audit entries, one for each password; null to write no entries
 * @returns the names of the roles that have a password
 */
export async function setUpRoles(
  databaseUrl: string,
  passwords: Readonly<Record<string, string>>,
  actor: Actor | null = null,
): Promise<string[]> {
  const names = Object.keys(passwords);
  for (const name of names) {
    if (![...processRoles, temporalRole].includes(name))
      throw new Error(`DATABASE_ROLES: unknown role ${name}`);
    if (passwords[name] === '') throw new Error(`DATABASE_ROLES: the password of ${name} is empty`);
  }
  const grants = await readFile(path.join(import.meta.dirname, 'roles.sql'), 'utf8');
  await inMigrationLock(databaseUrl, async (client) => {
    await client.query(grants);
    if (names.includes(temporalRole)) await createTemporalRole(client);
    for (const name of names) {
      const verifier = client.escapeLiteral(scramVerifier(passwords[name]!));
      await client.query(`alter role ${client.escapeIdentifier(name)} login password ${verifier}`);
      const entry = { workspaceId: null, action: 'role.set_password', subject: `roles/${name}` } as const;
      await insertEntry(client, actor, entry);
    }
  });
  return names;
}

async function createTemporalRole(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [temporalRole]);
  if (rowCount === 0) await client.query(`create role ${temporalRole} createdb`);
}

/**
 * Returns the SCRAM verifier of a password, which Postgres stores (RFC 5803). A statement that sets the verifier does
 * not contain the password, so the server's log cannot show it.
 */
function scramVerifier(password: string): string {
  const iterations = 4096;
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, iterations, 32, 'sha256');
  const hmac = (text: string) => createHmac('sha256', salted).update(text).digest();
  const storedKey = createHash('sha256').update(hmac('Client Key')).digest('base64');
  const serverKey = hmac('Server Key').toString('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}
