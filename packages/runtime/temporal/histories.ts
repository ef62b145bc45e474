import { setTimeout } from 'node:timers/promises';
import { type Client, isGrpcServiceError } from '@temporalio/client';
import { searchAttributes } from '@assay/domain/search-attributes.ts';
import { forEachConcurrent } from '@assay/domain/lib/concurrency.ts';

/** Maximum wait in milliseconds until Temporal has deleted the histories. */
const timeoutMs = 60_000;
const intervalMs = 250;
/** Status code of gRPC: NOT_FOUND. */
const notFound = 5;

/**
 * Returns functions that delete the workflows of a workspace, of a submission, or of the measurements of an upload,
 * with their histories. Each returns the number of deleted runs.
 */
export function createWorkflowRemover(client: Client) {
  return {
    ofWorkspace: (id: string) => deleteWorkflows(client, `${searchAttributes.workspaceId.name} = "${id}"`),
    ofSubmission: (id: string, isSelected: (workflowId: string) => boolean) =>
      deleteWorkflows(client, `${searchAttributes.submissionId.name} = "${id}"`, isSelected),
    ofMeasurements: (assetId: string) =>
      deleteWorkflows(client, `WorkflowId STARTS_WITH "measure:${assetId}:"`),
  };
}

/**
 * Deletes the workflows that match a visibility query, with the histories of all their runs. Running workflows are
 * terminated. Temporal deletes in the background, so the function waits until no workflow is listed. Returns the number
 * of deleted runs.
 * @param isSelected returns whether to delete the workflow with this id
 */
async function deleteWorkflows(
  client: Client,
  query: string,
  isSelected: (workflowId: string) => boolean = () => true,
): Promise<number> {
  const { namespace } = client.options;
  const deleted = new Set<string>();
  for (const deadline = Date.now() + timeoutMs; ;) {
    const runs: { workflowId: string; runId: string }[] = [];
    let nextPageToken: Uint8Array | undefined;
    do {
      const page = await client.workflowService.listWorkflowExecutions({ namespace, query, nextPageToken });
      for (const { execution } of page.executions) {
        const { workflowId = '', runId = '' } = { ...execution } as { workflowId?: string; runId?: string };
        if (isSelected(workflowId)) runs.push({ workflowId, runId });
      }
      ({ nextPageToken } = page);
    } while (nextPageToken.length > 0);
    if (runs.length === 0) return deleted.size;
    if (Date.now() > deadline)
      throw new Error(`Temporal has not deleted ${runs.length} workflows within ${timeoutMs / 1000} s`);
    await forEachConcurrent(runs, async (workflowExecution) => {
      try {
        await client.workflowService.deleteWorkflowExecution({ namespace, workflowExecution });
      } catch (error) {
        if (!isGrpcServiceError(error) || (error.code as number) !== notFound) throw error;
      }
      deleted.add(workflowExecution.runId);
    });
    await setTimeout(intervalMs);
  }
}
