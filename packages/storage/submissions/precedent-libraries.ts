import type { Actor } from '@assay/domain/actor.ts';
import type { Ruling } from '@assay/domain/precedents/match.ts';
import { insertEntry } from '../accounts/audit-log.ts';
import { type Database, inTransaction, type Queryable } from '../database/database.ts';

export interface NewLibrary {
  name: string;
  /** SHA-256 of the imported file in hexadecimal. */
  sha256: string;
  rulings: readonly Ruling[];
}

/** A version of a library. */
export interface PrecedentLibrary {
  name: string;
  version: number;
  /** Number of rulings that were imported. */
  rulingCount: number;
  sha256: string;
  importedAt: Date;
  /** When a new version replaced it, or it was removed. Null: its rulings are matched. */
  endedAt: Date | null;
}

/** Imports the rulings as a new version of the library, which replaces the version before. Returns the version. */
export function importLibrary(
  database: Database,
  { name, sha256, rulings }: NewLibrary,
  actor: Actor | null,
): Promise<number> {
  return inTransaction(database, async (tx) => {
    await endCurrent(tx, name);
    const { rows } = await tx.query<{ version: number }>(
      `insert into precedent_libraries (name, version, sha256, ruling_count)
       select $1, coalesce(max(version), 0) + 1, decode($2, 'hex'), $3 from precedent_libraries where name = $1
       returning version`,
      [name, sha256, rulings.length],
    );
    const { version } = rows[0]!;
    await tx.query(
      `insert into precedent_rulings
         (library, version, position, url, title, decision, decided_on, rule_codes, wordings)
       select $1, $2, r.position, ruling ->> 'url', ruling ->> 'title', ruling ->> 'decision',
         (ruling ->> 'date')::date, array(select jsonb_array_elements_text(ruling -> 'ruleCodes')), ruling ->> 'text'
       from jsonb_array_elements($3::jsonb) with ordinality as r (ruling, position)`,
      [name, version, JSON.stringify(rulings)],
    );
    const subject = `precedents/${name}/${version}`;
    await insertEntry(tx, actor, { workspaceId: null, action: 'precedents.import', subject });
    return version;
  });
}

/** Removes the rulings of a library. Its versions stay listed. Returns false if no such library is matched. */
export function removeLibrary(database: Database, name: string, actor: Actor | null): Promise<boolean> {
  return inTransaction(database, async (tx) => {
    const removed = await endCurrent(tx, name);
    const subject = `precedents/${name}`;
    if (removed) await insertEntry(tx, actor, { workspaceId: null, action: 'precedents.remove', subject });
    return removed;
  });
}

async function endCurrent(tx: Queryable, name: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    'update precedent_libraries set ended_at = now() where name = $1 and ended_at is null',
    [name],
  );
  await tx.query('delete from precedent_rulings where library = $1', [name]);
  return rowCount === 1;
}

/** Returns all versions of all libraries, the newest version of each first. */
export async function listLibraries(db: Queryable): Promise<PrecedentLibrary[]> {
  const { rows } = await db.query<PrecedentLibrary>(
    `select name, version, ruling_count as "rulingCount", encode(sha256, 'hex') as sha256,
       imported_at as "importedAt", ended_at as "endedAt"
     from precedent_libraries order by name, version desc`,
  );
  return rows;
}
