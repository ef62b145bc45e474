import type { Command } from 'commander';
import { isUuid } from '@assay/domain/blob-path.ts';
import { forEachConcurrent } from '@assay/domain/lib/concurrency.ts';
import { deliveryWorkflowId } from '@assay/domain/workflow-ids.ts';
import type { WorkflowState } from '@assay/runtime/temporal/workflow-state.ts';
import {
  listDeliveryOverviews,
  listSubscriptionOverviews,
} from '@assay/storage/webhooks/delivery-overview.ts';
import { skipWaitingDeliveries } from '@assay/storage/webhooks/skipped-deliveries.ts';
import { disableSubscriptions } from '@assay/storage/webhooks/subscriptions.ts';
import { currentOperator } from '../operator.ts';
import { warn } from '../output.ts';
import { type ConnectTemporal, requireWorkspace, type Run, UsageError } from '../run.ts';

/** The reason that consumers see on a disabled subscription. */
const disabledReason = 'by the operator';

export function addWebhookCommands(program: Command, run: Run): void {
  const webhooks = program
    .command('webhooks')
    .description('manage webhook subscriptions and deliveries of all workspaces');

  webhooks
    .command('subscriptions')
    .description('list the subscriptions of a workspace with their failures and queued deliveries')
    .requiredOption('--workspace <id>', 'the workspace')
    .action(({ workspace }: { workspace: string }) =>
      run(async (db) => {
        await requireWorkspace(db, workspace);
        return (await listSubscriptionOverviews(db, workspace)).map((one) => ({ ...one }));
      }),
    );

  webhooks
    .command('disable')
    .description('disable all subscriptions of a workspace, or one, and skip their queued deliveries')
    .requiredOption('--workspace <id>', 'the workspace')
    .option('--subscription <id>', 'only this subscription')
    .action(({ workspace, subscription }: { workspace: string; subscription?: string }) =>
      run(async (db) => {
        await requireWorkspace(db, workspace);
        const selected = (await listSubscriptionOverviews(db, workspace)).filter(
          ({ subscriptionId }) => subscription === undefined || subscriptionId === subscription,
        );
        if (subscription !== undefined && selected.length === 0)
          throw new UsageError(`the workspace has no subscription ${subscription}`);
        const ids = await disableSubscriptions(
          db,
          workspace,
          subscription ?? null,
          disabledReason,
          currentOperator(),
        );
        // Subscriptions that were disabled before are included, in case an earlier run of this command was
        // interrupted.
        for (const { subscriptionId } of selected) await skipWaitingDeliveries(db, workspace, subscriptionId);
        return ids.map((subscriptionId) => ({ subscriptionId, disabledReason }));
      }),
    );

  webhooks
    .command('deliveries')
    .description('list the webhook deliveries of a submission, each with its workflow')
    .requiredOption('--submission <id>', 'the submission')
    .action(({ submission }: { submission: string }) =>
      run(async (db, temporal) => {
        if (!isUuid(submission)) throw new UsageError(`there is no submission ${submission}`);
        const deliveries = (await listDeliveryOverviews(db, submission)).map(
          ({ deliveryId, sequence, ...one }) => ({
            workflowId: deliveryWorkflowId(deliveryId, sequence),
            ...one,
            workflow: null as WorkflowState | null,
            repair: null as string | null,
          }),
        );
        const open = deliveries.filter(({ status, isStarted }) => status === 'pending' && isStarted);
        try {
          await addWorkflowStates(temporal, submission, open);
        } catch (error) {
          warn(`the state of the workflows cannot be shown: ${(error as Error).message}`);
        }
        return deliveries.map(({ isStarted: _, ...shown }) => shown);
      }),
    );
}

/** Adds the state of the workflow to pending deliveries, and the command that repairs a workflow that has ended. */
async function addWorkflowStates(
  temporal: ConnectTemporal,
  submissionId: string,
  deliveries: { workflowId: string; workflow: WorkflowState | null; repair: string | null }[],
): Promise<void> {
  if (deliveries.length === 0) return;
  const client = await temporal();
  const { describeWorkflow } = await import('@assay/runtime/temporal/workflow-state.ts');
  await forEachConcurrent(deliveries, async (delivery) => {
    delivery.workflow = await describeWorkflow(client, delivery.workflowId);
    if (delivery.workflow !== 'running') delivery.repair = `submissions restart ${submissionId}`;
  });
}
