import { setTimeout } from 'node:timers/promises';
import type { ChaosStack } from './stack/start-chaos-stack.ts';
import type { Database } from '@assay/storage/database/database.ts';

/** Lists unfinished submissions and deliveries, and processes that are not ready. */
async function listUnsettled(stack: Pick<ChaosStack, 'readyUrls'>, database: Database): Promise<string[]> {
  const unready: string[] = [];
  for (const url of stack.readyUrls) {
    const response = await fetch(url, { signal: AbortSignal.timeout(5_000) }).catch(() => null);
    if (response?.ok !== true) unready.push(`${url} is not ready`);
  }
  const { rows } = await database.query<{ subject: string }>(
    `select 'submission ' || v.submission_id || ' v' || v.version || ' is ' || v.status as subject
     from submission_versions v
     where v.workflow_started_at is null or (v.finished_count < v.expected_count - (select count(*) from assets a
       where a.submission_id = v.submission_id and a.asset_id = any(v.asset_ids) and a.sandbox_outcome = 'pending'))
     union all
     select 'delivery ' || id || ' is pending' from deliveries where status = 'pending'`,
  );
  return [...unready, ...rows.map(({ subject }) => subject)];
}

/** Waits until all work has finished. If the time limit is reached, returns a description of the unfinished work. */
export async function settle(
  stack: Pick<ChaosStack, 'readyUrls'>,
  database: Database,
  seconds: number,
  signal: AbortSignal,
): Promise<string[]> {
  const deadline = Date.now() + seconds * 1000;
  let unsettled = ['nothing was checked'];
  while (unsettled.length > 0 && Date.now() < deadline && !signal.aborted) {
    unsettled = await listUnsettled(stack, database).catch((error: unknown) => [String(error)]);
    if (unsettled.length > 0) await setTimeout(1_000);
  }
  return unsettled;
}
