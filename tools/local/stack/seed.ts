import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { v7 as uuidV7 } from 'uuid';
import { createKey } from '@assay/storage/accounts/create-key.ts';
import { inviteMember, linkMember } from '@assay/storage/accounts/invite.ts';
import { findApiKey } from '@assay/storage/accounts/api-keys.ts';
import type { Database } from '@assay/storage/database/database.ts';
import { insertWorkspace, readWorkspace } from '@assay/storage/accounts/workspaces.ts';
import type { StackState } from './state.ts';

/** Creates the database that `databaseUrl` names if it does not exist. */
export async function ensureDatabase(databaseUrl: string): Promise<void> {
  const name = new URL(databaseUrl).pathname.slice(1);
  const server = new URL(databaseUrl);
  server.pathname = '/postgres';
  const client = new pg.Client({ connectionString: server.href });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}

export type SeededState = StackState & {
  workspaceId: string;
  liveKey: string;
  sandboxKey: string;
  memberId: string;
};

/**
 * Ensures that the database has a workspace, a live key, a sandbox key and an admin. Keeps those of the last run, which
 * `state` names, if the database still has them. Creates the others. Returns the new state and a new sign-in link.
 */
export async function seed(
  database: Database,
  state: StackState,
  publicUrl: string,
): Promise<{ state: SeededState; consoleUrl: string }> {
  const known = state.workspaceId !== null && (await readWorkspace(database, state.workspaceId)) !== null;
  const workspaceId = known ? state.workspaceId! : uuidV7();
  if (!known) await insertWorkspace(database, { id: workspaceId, name: 'Local', plan: 'enterprise' });
  const keyOf = async (environment: 'live' | 'sandbox', key: string | null) =>
    key !== null && (await isUsable(database, key, workspaceId))
      ? key
      : (await createKey(database, workspaceId, environment, null)).key;
  const linkOf = (memberId: string) => linkMember(database, publicUrl, memberId, null);
  const invite = () => inviteMember(database, publicUrl, { name: 'Local', workspaceId, role: 'admin' }, null);
  const ofLastRun = known && state.memberId !== null ? await linkOf(state.memberId) : null;
  const link = ofLastRun ?? (await linkOf((await invite()).memberId))!;
  return {
    state: {
      ...state,
      workspaceId,
      liveKey: await keyOf('live', state.liveKey),
      sandboxKey: await keyOf('sandbox', state.sandboxKey),
      memberId: link.memberId,
    },
    consoleUrl: link.url,
  };
}

async function isUsable(database: Database, text: string, workspaceId: string): Promise<boolean> {
  const found = await findApiKey(database, createHash('sha256').update(text).digest());
  if (found === null) return false;
  const { revoked, expired } = found.key;
  return !revoked && !expired && found.key.workspaceId === workspaceId;
}

/** Returns a new encryption key in the format of ENCRYPTION_KEYS. */
export function newEncryptionKeys(): string {
  return `local=${randomBytes(32).toString('base64')}`;
}

export function newPassword(): string {
  return randomBytes(24).toString('hex');
}
