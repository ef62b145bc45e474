import type { Command } from 'commander';
import { isUuid } from '../../domain/blob-path.ts';
import { deliveryWorkflowId } from '../../domain/workflow-ids.ts';
import {
  listDeliveryOverviews,
  listSubscriptionOverviews,
} from '../../storage/postgres/delivery-overview.ts';
import { requireWorkspace } from '../require-workspace.ts';
import type { Run } from '../run.ts';
import { UsageError } from '../usage-error.ts';

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
