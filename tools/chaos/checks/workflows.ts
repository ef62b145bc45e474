import {
  deliveryWorkflowId,
  readSubmissionWorkflowId,
  submissionWorkflowId,
} from '@assay/domain/workflow-ids.ts';
import type { Check, Evidence } from './check.ts';

/**
 * Checks that every version has its workflow, that every workflow has its row, and that each workflow has the expected
 * status. A delivery must have a workflow if it was attempted, unless first attempts are made without workflows.
 */
export async function checkWorkflows({ database, temporal, firstAttempt }: Evidence): Promise<Check> {
  const statuses = new Map<string, string>();
  const violations: string[] = [];
  let open = 0;
  for await (const { workflowId, type, status } of temporal.workflow.list()) {
    if (status.name === 'CONTINUED_AS_NEW') continue;
    statuses.set(workflowId, status.name);
    if (status.name === 'RUNNING') open++;
    if (type === 'measureAssets' && status.name === 'RUNNING')
      violations.push(`${workflowId} is still running`);
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
  const { rows: deliveries } = await database.query<{ id: string; isAttempted: boolean }>(
    `select id, exists (select from attempts t
       where t.delivery_id = d.id and t.status in ('succeeded', 'failed')) as "isAttempted"
     from deliveries d`,
  );
  const needsWorkflow = ({ id, isAttempted }: { id: string; isAttempted: boolean }) =>
    (isAttempted && firstAttempt === 'workflow') || statuses.has(deliveryWorkflowId(id));
  const expected = new Map([
    ...versions.map(
      ({ submissionId, version, pending }) =>
        [submissionWorkflowId(submissionId, version), pending ? 'RUNNING' : 'COMPLETED'] as const,
    ),
    ...deliveries.filter(needsWorkflow).map(({ id }) => [deliveryWorkflowId(id), 'COMPLETED'] as const),
  ]);
  for (const [id, status] of expected) {
    const actual = statuses.get(id) ?? 'missing';
    if (actual !== status) violations.push(`${id} is ${actual}, expected ${status}`);
  }
  for (const id of statuses.keys()) {
    const isOurs = readSubmissionWorkflowId(id) !== null || id.startsWith('webhook:');
    if (isOurs && !expected.has(id)) violations.push(`${id} has no row`);
  }
  return {
    name: 'every row has its workflow, and every workflow its row',
    examined: `${versions.length} versions, ${deliveries.length} deliveries, ${statuses.size} workflows (${open} running)`,
    violations,
  };
}
