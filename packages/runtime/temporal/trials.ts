import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { searchAttributes } from '@assay/domain/search-attributes.ts';
import { trialWorkflowId } from '@assay/domain/workflow-ids.ts';
import type { TrialResult, Workflows } from '@assay/domain/workflow-inputs.ts';

/** Time limit in milliseconds for Temporal's response. */
const deadlineMs = 5_000;

type ReadTrial = { status: 'running' | 'failed'; result: null } | { status: 'done'; result: TrialResult };

/** Returns a trial of a profile of the workspace. Null if there is none, or Temporal has removed it. */
export async function readTrial(
  client: Client,
  workspaceId: string,
  profileId: string,
  trialId: string,
): Promise<ReadTrial | null> {
  const handle = client.workflow.getHandle<Workflows['tryProfile']>(trialWorkflowId(workspaceId), trialId);
  try {
    return await client.withDeadline(Date.now() + deadlineMs, async () => {
      const { status, typedSearchAttributes } = await handle.describe();
      if (typedSearchAttributes.get(searchAttributes.profileId) !== profileId) return null;
      if (status.name === 'COMPLETED') return { status: 'done', result: await handle.result() };
      return { status: status.name === 'RUNNING' ? 'running' : 'failed', result: null };
    });
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
}
