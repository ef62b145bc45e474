import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import { ParentClosePolicy, startChild, WorkflowIdReusePolicy } from '@temporalio/workflow';
import { type DescribedDelivery, describeDelivery } from '@assay/domain/delivery-description.ts';
import { taskQueues } from '@assay/domain/task-queues.ts';
import { deliveryWorkflowId } from '@assay/domain/workflow-ids.ts';
import type { deliverWebhook } from './deliver-webhook.ts';

/**
 * Starts an independent workflow for each delivery. Resolves when Temporal has started all of them. Only workflows that
 * recorded an asset in an earlier release have deliveries to start. Now, delivery workers start them.
 */
export async function startDeliveries(
  deliveryIds: readonly string[],
  described: DescribedDelivery,
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
        priority: { fairnessKey: described.workspaceId },
        ...describeDelivery(described),
      });
    } catch (error) {
      // The dispatcher or a delivery worker has already started this workflow.
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    }
  }
}
