import { isStarved, isQueued } from './submission-queue.ts';
import type { Queryable } from './database.ts';
import type { UpkeepFinding } from './upkeep-runs.ts';

/** How long what has just been written may be on its way. */
const settledMinutes = 10;

export interface OpenVersion {
  submissionId: string;
  version: number;
  isStarted: boolean;
}

const openColumns = `submission_id as "submissionId", version, workflow_started_at is not null as "isStarted"`;
// A version of pending sandbox assets alone never ends, and its workflow does after a while.
const isOpen = `status = 'processing' and finished_count < expected_count`;

/** Versions that have been processing for some minutes, after this one; of those that wait for their turn, such as should have had it. */
export async function listOpenVersions(
  db: Queryable,
  after: { submissionId: string; version: number },
  limit: number,
): Promise<OpenVersion[]> {
  const { rows } = await db.query<OpenVersion>(
    `select ${openColumns} from submission_versions v
     where ${isOpen} and (not (${isQueued}) or (${isStarved})) and created_at < now() - make_interval(mins => $4)
       and (submission_id, version) > ($1::uuid, $2::integer)
     order by submission_id, version limit $3`,
    [after.submissionId, after.version, limit, settledMinutes],
  );
  return rows;
}

/** The version as it is now; null once it has ended. */
export async function readOpenVersion(
  db: Queryable,
  submissionId: string,
  version: number,
): Promise<OpenVersion | null> {
  const { rows } = await db.query<OpenVersion>(
    `select ${openColumns} from submission_versions where ${isOpen} and submission_id = $1 and version = $2`,
    [submissionId, version],
  );
  return rows[0] ?? null;
}

/** The versions among these that there is no row of. */
export async function findMissingVersions(
  db: Queryable,
  versions: readonly { submissionId: string; version: number }[],
): Promise<{ submissionId: string; version: number }[]> {
  const { rows } = await db.query<{ submissionId: string; version: number }>(
    `select w."submissionId", w.version
     from jsonb_to_recordset($1::jsonb) as w ("submissionId" uuid, version integer)
     where not exists (select 1 from submission_versions v
       where v.submission_id = w."submissionId" and v.version = w.version)`,
    [JSON.stringify(versions)],
  );
  return rows;
}

export interface OpenDelivery {
  deliveryId: string;
  /** How many attempts it had before the sequence that is under way. */
  attemptsBefore: number;
  isStarted: boolean;
}

const openDelivery = `
  select d.id as "deliveryId", d.attempts_before as "attemptsBefore",
    d.workflow_started_at is not null as "isStarted"
  from deliveries d where d.status = 'pending'`;

/** Deliveries that are still to be made and of which nothing was written for some minutes, after this one. */
export async function listOpenDeliveries(
  db: Queryable,
  after: string,
  limit: number,
): Promise<OpenDelivery[]> {
  const { rows } = await db.query<OpenDelivery>(
    `${openDelivery} and d.id > $1 and d.created_at < now() - make_interval(mins => $3)
       and not exists (select 1 from attempts t
         where t.delivery_id = d.id and t.created_at > now() - make_interval(mins => $3))
     order by d.id limit $2`,
    [after, limit, settledMinutes],
  );
  return rows;
}

/** The delivery as it is now; null once it has ended. */
export async function readOpenDelivery(db: Queryable, deliveryId: string): Promise<OpenDelivery | null> {
  const { rows } = await db.query<OpenDelivery>(`${openDelivery} and d.id = $1`, [deliveryId]);
  return rows[0] ?? null;
}

/** The ids among these that no delivery has. */
export async function findMissingDeliveries(
  db: Queryable,
  deliveryIds: readonly string[],
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from unnest($1::uuid[]) as w (id)
     where not exists (select 1 from deliveries d where d.id = w.id)`,
    [deliveryIds],
  );
  return rows.map(({ id }) => id);
}

/**
 * Events of submissions after this one, each with the subscriptions that should have been told and have no delivery of it:
 * those that asked for its type and are as they were since before it was written.
 */
export async function listEventsToCompare(
  db: Queryable,
  after: string,
  limit: number,
): Promise<{ eventId: string; untold: string[] }[]> {
  const { rows } = await db.query<{ eventId: string; untold: string[] }>(
    `select e.id as "eventId", array(
       select s.id from subscriptions s
       where e.submission_id is not null and s.workspace_id = e.workspace_id and s.enabled
         and s.deleted_at is null and e.type = any(s.event_types)
         -- Which of two transactions was first is not told by when they began.
         and s.updated_at < e.created_at - interval '1 minute'
         and not exists (select 1 from deliveries d where d.event_id = e.id and d.subscription_id = s.id)
       order by s.id) as untold
     from (select * from events where id > $1 order by id limit $2) e order by e.id`,
    [after, limit],
  );
  return rows;
}

export interface AssetToCompare {
  submissionId: string;
  assetId: string;
  /** Where its bytes, issues, topics and findings are to be. */
  keys: string[];
  /** Null where its charge is as it is to be. */
  chargeFinding: 'charge_missing' | 'charge_unequal' | null;
}

/** Assets whose data is kept, after this one: what storage should have of them, and whether they are charged rightly. */
export async function listAssetsToCompare(
  db: Queryable,
  after: { submissionId: string; assetId: string },
  limit: number,
): Promise<AssetToCompare[]> {
  const { rows } = await db.query<AssetToCompare>(
    `select a.submission_id as "submissionId", a.asset_id as "assetId",
       array_remove(array[a.blob_key, a.issues_key, a.topics_key], null)
         || array(select findings_key from sidekick_results r
           where r.submission_id = a.submission_id and r.asset_id = a.asset_id) as keys,
       case
         when a.environment = 'live' and l.charges = 0 then 'charge_missing'
         when l.credits <> a.credits then 'charge_unequal'
       end as "chargeFinding"
     from (select * from assets where (submission_id, asset_id) > ($1::uuid, $2::uuid)
       order by submission_id, asset_id limit $3) a
     cross join lateral (
       select count(*) filter (where kind = 'charge') as charges, coalesce(sum(credits), 0) as credits
       from ledger_entries l where l.submission_id = a.submission_id and l.asset_id = a.asset_id) l
     order by a.submission_id, a.asset_id`,
    [after.submissionId, after.assetId, limit],
  );
  return rows;
}

/** Looks at entries of the ledger after this one: for an asset that is not there, or made twice. */
export async function compareLedger(
  db: Queryable,
  after: string,
  limit: number,
): Promise<{ entryId: string; finding: UpkeepFinding['kind'] | null; asset: string }[]> {
  const { rows } = await db.query<{ entryId: string; finding: UpkeepFinding['kind'] | null; asset: string }>(
    `select l.id as "entryId", l.submission_id || '/' || l.asset_id as asset,
       case
         when not exists (select 1 from assets a
           where a.submission_id = l.submission_id and a.asset_id = l.asset_id) then 'charge_without_asset'
         when exists (select 1 from ledger_entries o where o.submission_id = l.submission_id
           and o.asset_id = l.asset_id and o.kind = l.kind and o.id < l.id) then 'charge_twice'
       end as finding
     from (select * from ledger_entries where id > $1 order by id limit $2) l order by l.id`,
    [after, limit],
  );
  return rows;
}
