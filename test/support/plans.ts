import { randomUUID } from 'node:crypto';
import type { Database } from '../../storage/postgres/database.ts';
import { type Plan, readPlan, savePlan } from '../../storage/postgres/plans.ts';

/** A plan of a test's own: without limits but for what is given. Answers its name. */
export async function newPlan(database: Database, limits: Partial<Omit<Plan, 'name'>>): Promise<string> {
  const unlimited = (await readPlan(database, 'unlimited'))!;
  const { name } = await savePlan(database, { ...unlimited, ...limits, name: `test-${randomUUID()}` });
  return name;
}
