import type { Actor } from '@assay/domain/actor.ts';
import { UndecryptableError } from '@assay/domain/lib/key-ring.ts';
import { insertEntry } from '../accounts/audit-log.ts';
import { type Database, inTransaction } from '../database/database.ts';
import type { SecretCipher } from '../accounts/secret-cipher.ts';

interface SecretRow {
  id: string;
  secret: string;
  previousSecret: string | null;
}

interface SecretTable {
  /** SQL query for `$2` rows with secrets, ordered by id, after the id `$1`. */
  read: string;
  /** SQL statement that replaces secrets. A row whose secrets have changed since `read` is not changed. */
  write: string;
}

const tables = {
  subscriptions: {
    read: `
      select id, secret, previous_secret as "previousSecret" from subscriptions
      where id > $1 and secret is not null order by id limit $2`,
    write: `
      update subscriptions s set secret = n.secret, previous_secret = n.previous
      from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[])
        as n (id, old_secret, old_previous, secret, previous)
      where s.id = n.id and s.secret = n.old_secret and s.previous_secret is not distinct from n.old_previous`,
  },
  sidekicks: {
    read: `
      select id, secret, null as "previousSecret" from registered_sidekicks
      where id > $1 and secret is not null order by id limit $2`,
    write: `
      update registered_sidekicks s set secret = n.secret
      from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[])
        as n (id, old_secret, old_previous, secret, previous)
      where s.id = n.id and s.secret = n.old_secret`,
  },
} satisfies Record<string, SecretTable>;

/**
 * Maximum number of passes over the table. The passes end when one finds nothing to encrypt. This is the second pass,
 * unless other processes still encrypt secrets with another key.
 */
const maxPasses = 10;

const nilUuid = '00000000-0000-0000-0000-000000000000';

export interface Reencryption {
  reencrypted: number;
  /** Ids of the rows whose secrets could not be decrypted. These rows are unchanged. */
  undecryptable: string[];
}

/**
 * Encrypts every secret of a table that is not encrypted with the current key. Each batch is a separate statement, so
 * other processes wait only briefly for row locks. Rows that change concurrently are read again. The first batch that
 * changes a row also writes the audit entry.
 */
export async function reencryptSecrets(
  database: Database,
  secrets: SecretCipher,
  table: keyof typeof tables,
  actor: Actor | null = null,
  batchSize = 500,
): Promise<Reencryption> {
  let reencrypted = 0;
  let isAudited = false;
  const write = async (values: unknown[]): Promise<number> => {
    const count = await inTransaction(database, async (tx) => {
      const { rowCount } = await tx.query(tables[table].write, values);
      const entry = { workspaceId: null, action: 'secrets.rotate', subject: `secrets/${table}` } as const;
      if (rowCount! > 0 && !isAudited) await insertEntry(tx, actor, entry);
      return rowCount!;
    });
    isAudited ||= count > 0;
    return count;
  };
  for (let passes = 0; passes < maxPasses; passes++) {
    const pass = await reencryptOnce(database, secrets, tables[table].read, write, batchSize);
    reencrypted += pass.reencrypted;
    if (pass.reencrypted === 0) return { reencrypted, undecryptable: pass.undecryptable };
  }
  throw new Error(
    `other processes still encrypt secrets with another key than ${secrets.keyId}: put ${secrets.keyId} first in all of them`,
  );
}

async function reencryptOnce(
  database: Database,
  secrets: SecretCipher,
  read: string,
  write: (values: unknown[]) => Promise<number>,
  batchSize: number,
): Promise<Reencryption> {
  const undecryptable: string[] = [];
  let reencrypted = 0;
  let after = nilUuid;
  for (;;) {
    const { rows } = await database.query<SecretRow>(read, [after, batchSize]);
    const changed = rows.flatMap((row) => {
      const previous = row.previousSecret;
      if (secrets.isCurrent(row.secret) && (previous === null || secrets.isCurrent(previous))) return [];
      try {
        const again = (stored: string) => secrets.encrypt(secrets.decrypt(stored, row.id), row.id);
        return [
          { old: row, secret: again(row.secret), previous: previous === null ? null : again(previous) },
        ];
      } catch (error) {
        if (!(error instanceof UndecryptableError)) throw error;
        undecryptable.push(row.id);
        return [];
      }
    });
    if (changed.length > 0) {
      reencrypted += await write([
        changed.map(({ old }) => old.id),
        changed.map(({ old }) => old.secret),
        changed.map(({ old }) => old.previousSecret),
        changed.map(({ secret }) => secret),
        changed.map(({ previous }) => previous),
      ]);
    }
    if (rows.length < batchSize) return { reencrypted, undecryptable };
    after = rows.at(-1)!.id;
  }
}
