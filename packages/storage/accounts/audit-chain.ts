import { createHash } from 'node:crypto';
import { nilUuid } from '@assay/domain/upkeep.ts';
import type { Queryable } from '../database/database.ts';

// The hash chain shows whether entries of the audit log were changed or removed, even by the owner of the database. A
// trigger extends it. The hashes are computed again here, because the owner could replace functions of the database.

/** The newest entry of a chain. A copy outside the database proves later that the entries up to it are unchanged. */
export interface ChainHead {
  /** Null for the chain of the entries that concern all workspaces. */
  workspaceId: string | null;
  /** Number of entries in the chain. */
  position: number;
  /** SHA-256 in hexadecimal. */
  hash: string;
}

export async function readChainHeads(db: Queryable): Promise<ChainHead[]> {
  const { rows } = await db.query<ChainHead>(
    `select distinct on (chain) nullif(chain, $1) as "workspaceId", position, encode(hash, 'hex') as hash
     from audit_chain order by chain, position desc`,
    [nilUuid],
  );
  return rows;
}

export interface ChainFault {
  workspaceId: string | null;
  position: number | null;
  entryId: number | null;
  fault:
    | 'the entry was changed or removed'
    | 'the entries before this position were removed'
    | 'the entry has no hash'
    | 'the exported head differs';
}

export interface ChainReport {
  chains: number;
  entries: number;
  faults: ChainFault[];
}

interface Link {
  chain: string;
  position: number;
  entryId: number;
  hash: Buffer;
  /** Null if the entry is missing. */
  fields: (string | number | null)[] | null;
}

const batchSize = 5_000;
const maxFaults = 100;

/**
 * Checks every entry of the audit log against its hash, and the chains against heads that were exported earlier. Finds
 * at most `maxFaults` faults. Without exported heads, entries that were removed from the end of a chain are not found.
 */
export async function verifyChains(db: Queryable, exported: readonly ChainHead[]): Promise<ChainReport> {
  const faults: ChainFault[] = [];
  const heads = new Map(exported.map((head) => [`${head.workspaceId ?? nilUuid} ${head.position}`, head]));
  let [chains, entries] = [0, 0];
  let last: Pick<Link, 'chain' | 'position' | 'hash'> = { chain: '', position: 0, hash: Buffer.alloc(0) };
  for (let links: Link[]; faults.length < maxFaults; last = links.at(-1)!) {
    links = await readLinks(db, last.chain === '' ? nilUuid : last.chain, last.position);
    for (const link of links) {
      const workspaceId = link.chain === nilUuid ? null : link.chain;
      const { position, entryId } = link;
      const add = (fault: ChainFault['fault']) => faults.push({ workspaceId, position, entryId, fault });
      if (link.chain !== last.chain) {
        chains++;
        last = { chain: link.chain, position: 0, hash: Buffer.alloc(0) };
      }
      if (position !== last.position + 1) add('the entries before this position were removed');
      else if (link.fields === null || !hashOf(last.hash, link.fields).equals(link.hash))
        add('the entry was changed or removed');
      const key = `${link.chain} ${position}`;
      if (heads.get(key)?.hash === link.hash.toString('hex')) heads.delete(key);
      entries++;
      last = link;
    }
    if (links.length < batchSize) break;
  }
  for (const { workspaceId, position } of heads.values())
    faults.push({ workspaceId, position, entryId: null, fault: 'the exported head differs' });
  const { rows } = await db.query<{ workspaceId: string | null; entryId: number }>(
    `select workspace_id as "workspaceId", id as "entryId" from audit_log e
     where not exists (select from audit_chain c where c.entry_id = e.id) order by id limit ${maxFaults}`,
  );
  faults.push(...rows.map((row) => ({ ...row, position: null, fault: 'the entry has no hash' as const })));
  return { chains, entries, faults: faults.slice(0, maxFaults) };
}

/** Returns the hash of an entry. Its text is a JSON array with `, ` between the items, as Postgres writes it. */
function hashOf(before: Buffer, fields: (string | number | null)[]): Buffer {
  const text = `[${fields.map((field) => JSON.stringify(field)).join(', ')}]`;
  return createHash('sha256').update(before).update(text).digest();
}

/** Returns the next links after a position of a chain, ordered by chain and position. */
async function readLinks(db: Queryable, chain: string, position: number): Promise<Link[]> {
  const { rows } = await db.query<Link>(
    `select c.chain, c.position, c.entry_id as "entryId", c.hash, case when e.id is not null then json_build_array(
       e.id, to_char(e.occurred_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), e.workspace_id, e.actor_kind,
       e.actor, e.via, host(e.address), e.action, e.subject) end as fields
     from audit_chain c left join audit_log e on e.id = c.entry_id
     where (c.chain, c.position) > ($1, $2) order by c.chain, c.position limit ${batchSize}`,
    [chain, position],
  );
  return rows;
}
