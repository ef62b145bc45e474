import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import { ParentClosePolicy, startChild, WorkflowIdReusePolicy } from '@temporalio/workflow';
import { searchAttributes } from '../domain/search-attributes.ts';
import { taskQueues } from '../domain/task-queues.ts';
import { deliveryWorkflowId } from '../domain/workflow-ids.ts';
import type { deliverWebhook } from './deliver-webhook.ts';

/** Starts a workflow for each delivery, which outlives this one; returns once Temporal has them all. */
export async function startDeliveries(
  deliveryIds: readonly string[],
  about: { workspaceId: string; submissionId: string },
): Promise<void> {
  await Promise.all(deliveryIds.map((deliveryId) => startDelivery(deliveryId)));

  async function startDelivery(deliveryId: string): Promise<void> {
    try {
      await startChild<typeof deliverWebhook>('deliverWebhook', {
        workflowId: deliveryWorkflowId(deliveryId),
        workflowIdReusePolicy: WorkflowIdReusePolicy.REJECT_DUPLICATE,
        parentClosePolicy: ParentClosePolicy.ABANDON,
        taskQueue: taskQueues.delivery,
        args: [{ deliveryId }],
        priority: { fairnessKey: about.workspaceId },
        staticSummary: `deliver an event of submission ${about.submissionId}`,
        typedSearchAttributes: [
          { key: searchAttributes.workspaceId, value: about.workspaceId },
          { key: searchAttributes.submissionId, value: about.submissionId },
        ],
      });
    } catch (error) {
      // The dispatcher was quicker.
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    }
  }
}
