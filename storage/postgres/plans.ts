import type { BucketLimits } from '../../domain/buckets.ts';
import type { Queryable } from './database.ts';

export interface Plan {
  name: string;
  /** False: every request is answered 402. */
  integrationsApi: boolean;
  bucketLimits: BucketLimits;
  maxSubscriptions: number;
  maxAssets: number;
}

const columns = `
  name, integrations_api as "integrationsApi", bucket_limits as "bucketLimits",
  max_subscriptions as "maxSubscriptions", max_assets as "maxAssets"`;

export async function listPlans(db: Queryable): Promise<Plan[]> {
  const { rows } = await db.query<Plan>(`select ${columns} from plans order by name`);
  return rows;
}

export async function readPlan(db: Queryable, name: string): Promise<Plan | null> {
  const { rows } = await db.query<Plan>(`select ${columns} from plans where name = $1`, [name]);
  return rows[0] ?? null;
}

/** Writes a plan, new or known; it is in force from the next request on. */
export async function savePlan(db: Queryable, plan: Plan): Promise<Plan> {
  const { rows } = await db.query<Plan>(
    `insert into plans (name, integrations_api, bucket_limits, max_subscriptions, max_assets)
     values ($1, $2, $3, $4, $5)
     on conflict (name) do update set
       integrations_api = excluded.integrations_api, bucket_limits = excluded.bucket_limits,
       max_subscriptions = excluded.max_subscriptions, max_assets = excluded.max_assets
     returning ${columns}`,
    [
      plan.name,
      plan.integrationsApi,
      JSON.stringify(plan.bucketLimits),
      plan.maxSubscriptions,
      plan.maxAssets,
    ],
  );
  return rows[0]!;
}
