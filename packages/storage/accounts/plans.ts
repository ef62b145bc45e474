import type { Actor } from '@assay/domain/actor.ts';
import type { BucketLimits } from '@assay/domain/api-key.ts';
import { actorJson, insertEntries } from './audit-log.ts';
import type { Queryable } from '../database/database.ts';

export interface Plan {
  name: string;
  /** If false, every request of the plan's workspaces gets 402. */
  integrationsApi: boolean;
  bucketLimits: BucketLimits;
  maxSubscriptions: number;
  /** Maximum number of assets per submission or estimate. */
  maxAssets: number;
  /** Approximate maximum number of a workspace's live assets in progress. Null means no limit. */
  maxAssetsInWork: number | null;
  /** Approximate maximum number of a workspace's measurements in progress. Null means no limit. */
  maxMeasurements: number | null;
  /** Approximate maximum number of a workspace's bytes in the storage. Null means no limit. */
  maxStoredBytes: number | null;
  /** Maximum number of a workspace's unfinished sandbox assets marked `pending`. Null means no limit. */
  maxSandboxPending: number | null;
  /** Maximum number of sandbox assets that a workspace submits per day (UTC). Null means no limit. */
  maxSandboxPerDay: number | null;
  /** Retention of uploads that are never submitted, in days. Null means that they are kept for ever. */
  uploadDays: number | null;
  /** Retention of sandbox submissions after they end, in days. Null means that they are kept for ever. */
  sandboxDays: number | null;
  /** Retention of live submissions after they end, in days. Null means that they are kept for ever. */
  liveDays: number | null;
  /** Days until a new key expires. Members can choose an earlier time, and operators any time. Null means never. */
  keyDays: number | null;
}

const columns = `
  name, integrations_api as "integrationsApi", bucket_limits as "bucketLimits",
  max_subscriptions as "maxSubscriptions", max_assets as "maxAssets",
  max_assets_in_work as "maxAssetsInWork", max_measurements as "maxMeasurements",
  max_stored_bytes::float8 as "maxStoredBytes", max_sandbox_pending as "maxSandboxPending",
  max_sandbox_per_day as "maxSandboxPerDay",
  upload_days as "uploadDays", sandbox_days as "sandboxDays", live_days as "liveDays",
  key_days as "keyDays"`;

export async function listPlans(db: Queryable): Promise<Plan[]> {
  const { rows } = await db.query<Plan>(`select ${columns} from plans order by name`);
  return rows;
}

export async function readPlan(db: Queryable, name: string): Promise<Plan | null> {
  const { rows } = await db.query<Plan>(`select ${columns} from plans where name = $1`, [name]);
  return rows[0] ?? null;
}

/**
 * Creates or replaces a plan and returns it. The new limits apply from the next request on. If nothing changes, no
 * audit entry is written.
 */
export async function savePlan(db: Queryable, plan: Plan, actor: Actor | null = null): Promise<Plan> {
  const { rows } = await db.query<Plan>(
    `with saved as (
     insert into plans (name, integrations_api, bucket_limits, max_subscriptions, max_assets,
       max_assets_in_work, max_measurements, max_stored_bytes, max_sandbox_pending, max_sandbox_per_day, upload_days,
       sandbox_days, live_days, key_days)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
     on conflict (name) do update set
       integrations_api = excluded.integrations_api, bucket_limits = excluded.bucket_limits,
       max_subscriptions = excluded.max_subscriptions, max_assets = excluded.max_assets, max_assets_in_work = excluded.max_assets_in_work,
       max_measurements = excluded.max_measurements, max_stored_bytes = excluded.max_stored_bytes,
       max_sandbox_pending = excluded.max_sandbox_pending, max_sandbox_per_day = excluded.max_sandbox_per_day,
       upload_days = excluded.upload_days, sandbox_days = excluded.sandbox_days, live_days = excluded.live_days,
       key_days = excluded.key_days
     where plans is distinct from excluded
     returning *
     ), audited as (${insertEntries({
       actor: '$15',
       workspaceId: 'null::uuid',
       action: 'plan.set',
       subject: `'plans/' || name`,
       from: 'saved',
     })}
     )
     select ${columns} from saved union all select ${columns} from plans where name = $1 and not exists (select from saved)`,
    [
      plan.name,
      plan.integrationsApi,
      JSON.stringify(plan.bucketLimits),
      plan.maxSubscriptions,
      plan.maxAssets,
      plan.maxAssetsInWork,
      plan.maxMeasurements,
      plan.maxStoredBytes,
      plan.maxSandboxPending,
      plan.maxSandboxPerDay,
      plan.uploadDays,
      plan.sandboxDays,
      plan.liveDays,
      plan.keyDays,
      actorJson(actor),
    ],
  );
  return rows[0]!;
}
