import type { Command } from 'commander';
import { isUuid } from '../../domain/blob-path.ts';
import { deliveryWorkflowId } from '../../domain/workflow-ids.ts';
import {
  listDeliveryOverviews,
  listSubscriptionOverviews,
} from '../../storage/postgres/delivery-overview.ts';
import { skipWaitingDeliveries } from '../../storage/postgres/skipped-deliveries.ts';
import { disableSubscriptions } from '../../storage/postgres/subscriptions.ts';
import { requireWorkspace } from '../arguments.ts';
import { type Run, UsageError } from '../run.ts';

/** What the history tells the consumer. */
const disabledReason = 'by the operator';

export function addWebhookCommands(program: Command, run: Run): void {
  const webhooks = program.command('webhooks').description('subscriptions and deliveries of all workspaces');

  webhooks
    .command('subscriptions')
    .description('list the subscriptions of a workspace, and how they fare')
    .requiredOption('--workspace <id>', 'the workspace')
    .action(({ workspace }: { workspace: string }) =>
      run(async (db) => {
        await requireWorkspace(db, workspace);
        return (await listSubscriptionOverviews(db, workspace)).map((one) => ({ ...one }));
      }),
    );

  webhooks
    .command('disable')
    .description('disable the subscriptions of a workspace, or one, and skip what waits for them')
    .requiredOption('--workspace <id>', 'the workspace')
    .option('--subscription <id>', 'this one alone')
    .action(({ workspace, subscription }: { workspace: string; subscription?: string }) =>
      run(async (db) => {
        await requireWorkspace(db, workspace);
        const meant = (await listSubscriptionOverviews(db, workspace)).filter(
          ({ subscriptionId }) => subscription === undefined || subscriptionId === subscription,
        );
        if (subscription !== undefined && meant.length === 0)
          throw new UsageError(`the workspace has no subscription ${subscription}`);
        const ids = await disableSubscriptions(db, workspace, subscription ?? null, disabledReason);
        // Also of those that were disabled before, perhaps by a run of this that did not come to its end.
        for (const { subscriptionId } of meant) await skipWaitingDeliveries(db, workspace, subscriptionId);
        return ids.map((subscriptionId) => ({ subscriptionId, disabledReason }));
      }),
    );

  webhooks
    .command('deliveries')
    .description('list the deliveries of the events of a submission, each with the workflow that makes it')
    .requiredOption('--submission <id>', 'the submission')
    .action(({ submission }: { submission: string }) =>
      run(async (db) => {
        if (!isUuid(submission)) throw new UsageError(`there is no submission ${submission}`);
        const deliveries = await listDeliveryOverviews(db, submission);
        return deliveries.map(({ deliveryId, attemptsBefore, ...one }) => ({
          workflowId: deliveryWorkflowId(deliveryId, attemptsBefore),
          ...one,
        }));
      }),
    );
}
