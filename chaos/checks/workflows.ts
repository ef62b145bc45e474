import {
  deliveryWorkflowId,
  readSubmissionWorkflowId,
  submissionWorkflowId,
} from '../../domain/workflow-ids.ts';
import type { Check, Evidence } from './check.ts';

/** No row without its workflow and no workflow without its row, and each has ended in good order. */
export async function checkWorkflows({ database, temporal }: Evidence): Promise<Check> {
  const found = new Map<string, string>();
  const violations: string[] = [];
  let open = 0;
  for await (const { workflowId, type, status } of temporal.workflow.list()) {
    if (status.name === 'CONTINUED_AS_NEW') continue;
    found.set(workflowId, status.name);
    if (status.name === 'RUNNING') open++;
    if (type === 'measureAssets' && status.name === 'RUNNING') violations.push(`${workflowId} still runs`);
  }
  const { rows: versions } = await database.query<{
    submissionId: string;
    version: number;
    pending: boolean;
  }>(
    `select v.submission_id as "submissionId", v.version, exists (select 1 from assets a
       where a.submission_id = v.submission_id and a.asset_id = any(v.asset_ids)
         and a.sandbox_outcome = 'pending') as pending
     from submission_versions v`,
  );
  const { rows: deliveries } = await database.query<{ id: string }>(`select id from deliveries`);
  const wanted = new Map([
    ...versions.map(
      ({ submissionId, version, pending }) =>
        [submissionWorkflowId(submissionId, version), pending ? 'RUNNING' : 'COMPLETED'] as const,
    ),
    ...deliveries.map(({ id }) => [deliveryWorkflowId(id), 'COMPLETED'] as const),
  ]);
  for (const [id, status] of wanted) {
    const is = found.get(id) ?? 'not there';
    if (is !== status) violations.push(`${id} is ${is}, and is to be ${status}`);
  }
  for (const id of found.keys()) {
    const isOurs = readSubmissionWorkflowId(id) !== null || id.startsWith('webhook:');
    if (isOurs && !wanted.has(id)) violations.push(`${id} has no row`);
  }
  return {
    name: 'no workflow without a row, no row without a workflow',
    looked: `${versions.length} versions, ${deliveries.length} deliveries, ${found.size} workflows of which ${open} run`,
    violations,
  };
}
