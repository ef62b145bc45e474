import { createHash } from 'node:crypto';
import { nilUuid } from '@assay/domain/upkeep.ts';
import { actorId } from './audit-log.ts';
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
    | 'the address was removed without an erasure'
    | 'the entries before this position were removed'
    | 'the entry has no hash'
    | 'the exported head differs';
}

export interface ChainReport {
  chains: number;
  entries: number;
  /** Number of entries whose address was erased. */
  erasedAddresses: number;
  faults: ChainFault[];
}

interface Link {
  chain: string;
  position: number;
  entryId: number;
  hash: Buffer;
  /** The hashed fields. Null if the entry is missing. */
  fields: (string | number | null)[] | null;
  /** Hash of the salt and the address in hexadecimal. Null if the entry was written without an address. */
  addressHash: string | null;
  /** Null if the address was erased. */
  addressSalt: string | null;
  address: string | null;
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
  let [chains, entries, erasedAddresses] = [0, 0, 0];
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
      else if (
        link.fields === null ||
        !hashOf(last.hash, link.fields).equals(link.hash) ||
        !hasItsAddress(link)
      )
        add('the entry was changed or removed');
      if (link.fields !== null && link.addressHash !== null && link.address === null) erasedAddresses++;
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
  faults.push(...(await readUnexplainedErasures(db)));
  return { chains, entries, erasedAddresses, faults: faults.slice(0, maxFaults) };
}

/** Returns whether the address of an entry is unchanged, or the entry has none. */
function hasItsAddress({ address, addressSalt, addressHash }: Link): boolean {
  if (address === null) return true;
  return createHash('sha256').update(`${addressSalt} ${address}`).digest('hex') === addressHash;
}

/** Returns the entries whose address was removed although no operator has erased their actor or workspace. */
async function readUnexplainedErasures(db: Queryable): Promise<ChainFault[]> {
  const { rows } = await db.query<Omit<ChainFault, 'fault'>>(
    `with erasures as (
       select workspace_id, action, subject from audit_log
       where actor_kind = 'operator' and action in ('member.erase', 'workspace.erase')
     )
     select e.workspace_id as "workspaceId", c.position, e.id as "entryId"
     from audit_chain c
     join audit_log e on e.id = c.entry_id
     left join api_keys k on k.id = ${actorId('key')}
     where c.address_hash is not null and e.address is null and not exists (
       select from erasures x where case x.action
         when 'workspace.erase' then x.workspace_id = e.workspace_id
         else x.subject = 'members/' || coalesce(k.created_by::text, e.actor) end)
     order by e.id limit ${maxFaults}`,
  );
  return rows.map((row) => ({ ...row, fault: 'the address was removed without an erasure' }));
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
         e.actor, e.via, encode(c.address_hash, 'hex'), e.action, e.subject) end as fields,
       encode(c.address_hash, 'hex') as "addressHash", e.address_salt as "addressSalt", host(e.address) as address
     from audit_chain c left join audit_log e on e.id = c.entry_id
     where (c.chain, c.position) > ($1, $2) order by c.chain, c.position limit ${batchSize}`,
    [chain, position],
  );
  return rows;
}
