import { isStarved, isQueued } from '../submissions/submission-queue.ts';
import { reportKeySql } from '../submissions/reports.ts';
import type { Queryable } from '../database/database.ts';
import type { UpkeepFinding } from './upkeep-runs.ts';

export interface OpenVersion {
  submissionId: string;
  version: number;
  isStarted: boolean;
}

const openColumns = `submission_id as "submissionId", version, workflow_started_at is not null as "isStarted"`;
// `expected_count` excludes sandbox assets marked `pending`, because they never finish. A version with only such
// assets is not open: its status stays `processing`, but its workflow ends.
const isOpen = `status = 'processing' and finished_count < expected_count`;

/**
 * Returns a batch of unfinished versions older than `minAgeMinutes`, ordered by submission and version. Queued
 * versions are included only if the queue should have started them by now (`isStarved`).
 */
export async function listOpenVersions(
  db: Queryable,
  after: { submissionId: string; version: number },
  limit: number,
  minAgeMinutes: number,
): Promise<OpenVersion[]> {
  const { rows } = await db.query<OpenVersion>(
    `select ${openColumns} from submission_versions v
     where ${isOpen} and (not (${isQueued}) or (${isStarved})) and created_at < now() - make_interval(mins => $4)
       and (submission_id, version) > ($1::uuid, $2::integer)
     order by submission_id, version limit $3`,
    [after.submissionId, after.version, limit, minAgeMinutes],
  );
  return rows;
}

/** Returns an unfinished version. Returns null if the version has finished or does not exist. */
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

/** Returns the given versions that have no row in the database. */
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
  /** Number of attempts made before the latest redelivery; 0 if there was no redelivery. */
  sequence: number;
  isStarted: boolean;
}

const openDelivery = `
  select d.id as "deliveryId", d.attempts_before as "sequence",
    d.workflow_started_at is not null as "isStarted"
  from deliveries d where d.status = 'pending'`;

/**
 * SQL condition: delivery `d` waits for its turn. It has no workflow, and a worker has attempted another delivery of
 * the same subscription in the last 20 minutes. This is not an inconsistency: a subscription whose endpoint hangs has
 * many waiting deliveries.
 */
const isInTurn = `(d.workflow_started_at is null and exists (select from attempts t
  where t.subscription_id = d.subscription_id and t.created_at > now() - interval '20 minutes'
    and t.status in ('succeeded', 'failed')))`;

/**
 * Returns a batch of pending deliveries, ordered by id. Deliveries that were written or attempted in the last
 * `minAgeMinutes`, or that wait for their turn (`isInTurn`), are left out.
 */
export async function listOpenDeliveries(
  db: Queryable,
  after: string,
  limit: number,
  minAgeMinutes: number,
): Promise<OpenDelivery[]> {
  const { rows } = await db.query<OpenDelivery>(
    `${openDelivery} and d.id > $1 and d.created_at < now() - make_interval(mins => $3) and not ${isInTurn}
       and not exists (select 1 from attempts t
         where t.delivery_id = d.id and t.created_at > now() - make_interval(mins => $3))
     order by d.id limit $2`,
    [after, limit, minAgeMinutes],
  );
  return rows;
}

/** Returns a pending delivery. Returns null if the delivery has ended or does not exist. */
export async function readOpenDelivery(db: Queryable, deliveryId: string): Promise<OpenDelivery | null> {
  const { rows } = await db.query<OpenDelivery>(`${openDelivery} and d.id = $1`, [deliveryId]);
  return rows[0] ?? null;
}

/** Returns the given delivery ids that have no row in the database. */
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
 * Returns a batch of events, each with the ids of the subscriptions that lack a delivery of the event. A
 * subscription should have a delivery if it is enabled, has the event type, and last changed before the
 * event. Example events are ignored, because each is for a single subscription.
 */
export async function listEventsToCompare(
  db: Queryable,
  after: string,
  limit: number,
): Promise<{ eventId: string; missingSubscriptionIds: string[] }[]> {
  const { rows } = await db.query<{ eventId: string; missingSubscriptionIds: string[] }>(
    `select e.id as "eventId", array(
       select s.id from subscriptions s
       where e.submission_id is not null and s.workspace_id = e.workspace_id and s.enabled
         and s.deleted_at is null and e.type = any(s.event_types)
         -- The timestamps are the start times of transactions, so they do not give the order of the commits. The
         -- tolerance is one minute.
         and s.updated_at < e.created_at - interval '1 minute'
         and not exists (select 1 from deliveries d where d.event_id = e.id and d.subscription_id = s.id)
       order by s.id) as "missingSubscriptionIds"
     from (select * from events where id > $1 order by id limit $2) e order by e.id`,
    [after, limit],
  );
  return rows;
}

/** An asset to reconcile with S3 and the ledger. */
export interface AssetToCompare {
  submissionId: string;
  assetId: string;
  /** Keys of the blobs that must exist in S3: the asset's bytes, issues, topics, findings and reports. */
  keys: string[];
  /** The difference between the ledger and the price of the asset. Null if the charge is correct. */
  chargeFinding: 'charge_missing' | 'charge_unequal' | null;
}

export async function listAssetsToCompare(
  db: Queryable,
  after: { submissionId: string; assetId: string },
  limit: number,
): Promise<AssetToCompare[]> {
  const { rows } = await db.query<AssetToCompare>(
    `select a.submission_id as "submissionId", a.asset_id as "assetId",
       array_remove(array[a.blob_key, a.issues_key, a.topics_key], null)
         || array(select findings_key from sidekick_results r
           where r.submission_id = a.submission_id and r.asset_id = a.asset_id)
         || array(select ${reportKeySql} from reports r
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

/**
 * Returns a batch of ledger entries. An entry has a finding if its asset does not exist, or if the asset has an
 * earlier entry of the same kind.
 */
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
