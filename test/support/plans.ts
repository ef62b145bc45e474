import { randomUUID } from 'node:crypto';
import type { Database } from '@assay/storage/database/database.ts';
import { type Plan, readPlan, savePlan } from '@assay/storage/accounts/plans.ts';

/** Creates a plan without any limits except the given ones. Returns the name of the plan. */
export async function newPlan(database: Database, limits: Partial<Omit<Plan, 'name'>>): Promise<string> {
  const unlimited = (await readPlan(database, 'unlimited'))!;
  const { name } = await savePlan(database, { ...unlimited, ...limits, name: `test-${randomUUID()}` });
  return name;
}
