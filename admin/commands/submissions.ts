import type { Client } from '@temporalio/client';
import type { Command } from 'commander';
import { createStarter } from '../../temporal/starter.ts';
import { isUuid } from '../../domain/blob-path.ts';
import { deliveryWorkflowId, submissionWorkflowId } from '../../domain/workflow-ids.ts';
import { listQueuedWorkspaces } from '../../storage/postgres/submission-queue.ts';
import { type AssetOverview, listAssets } from '../../storage/postgres/asset-overview.ts';
import type { Database } from '../../storage/postgres/database.ts';
import { readOpenDeliveriesOf, readOpenVersionsOf } from '../../storage/postgres/outbox.ts';
import { openRetry } from '../../storage/postgres/retries.ts';
import type { Run, RunWithTemporal } from '../run.ts';
import { UsageError } from '../usage-error.ts';

export function addSubmissionCommands(program: Command, run: Run, runWithTemporal: RunWithTemporal): void {
  const submissions = program.command('submissions').description('submissions of all workspaces');

  submissions
    .command('show')
    .description(
      'show the assets of a submission, each with the workflow that processes it or did last; none yet where it waits for its turn',
    )
    .argument('<id>', 'the submission')
    .action((id: string) =>
      run(async (db) =>
        (await assetsOf(db, id)).map((asset) => ({
          ...asset,
          workflowId: asset.waits ? null : submissionWorkflowId(id, asset.version),
        })),
      ),
    );

  submissions
    .command('waiting')
    .description('list the workspaces of which submissions wait until fewer of their assets are in work')
    .action(() => run(async (db) => (await listQueuedWorkspaces(db)).map((workspace) => ({ ...workspace }))));

  submissions
    .command('retry')
    .description('process failed assets again, as a consumer may; a worker starts it within seconds')
    .argument('<id>', 'the submission')
    .option('--asset <id>', 'the asset; all that may be retried when not given')
    .action((id: string, { asset }: { asset?: string }) => run((db) => retry(db, id, asset)));

  submissions
    .command('restart')
    .description(
      'start the workflows anew that have ended without their work: of versions that are processing, and of deliveries that are pending; one that waits for its turn is begun',
    )
    .argument('<id>', 'the submission')
    .action((id: string) => runWithTemporal((db, temporal) => restart(db, temporal, id)));
}

/** Throws `UsageError` when there is no such submission. */
async function assetsOf(db: Database, submissionId: string): Promise<AssetOverview[]> {
  const assets = isUuid(submissionId) ? await listAssets(db, submissionId) : [];
  if (assets.length === 0) throw new UsageError(`there is no submission ${submissionId}`);
  return assets;
}

/** Opens a version for each asset, as the API does; the dispatcher finds them. */
async function retry(
  db: Database,
  submissionId: string,
  assetId: string | undefined,
): Promise<{ assetId: string; version: number; workflowId: string }[]> {
  const assets = await assetsOf(db, submissionId);
  const wanted = assets.filter((asset) =>
    assetId === undefined ? asset.isRetryable : asset.assetId === assetId.toLowerCase(),
  );
  if (assetId !== undefined && wanted.length === 0)
    throw new UsageError(`submission ${submissionId} has no asset ${assetId}`);
  const opened = [];
  for (const one of wanted) {
    const version = await openRetry(db, one.workspaceId, submissionId, one.assetId);
    if (version !== null) opened.push({ assetId: one.assetId, version: version.version });
  }
  if (opened.length === 0) {
    const states = (wanted.length > 0 ? wanted : assets).map(describe).join('; ');
    throw new UsageError(`nothing may be retried: ${states}`);
  }
  return opened.map((one) => ({ ...one, workflowId: submissionWorkflowId(submissionId, one.version) }));
}

/** What runs is left alone, and what is done already is not done again. */
async function restart(
  db: Database,
  temporal: Client,
  submissionId: string,
): Promise<{ workflowId: string; result: string }[]> {
  await assetsOf(db, submissionId);
  const starter = createStarter(temporal, db);
  const told = (workflowId: string, isNew: boolean) => ({
    workflowId,
    result: isNew ? 'started' : 'runs, left alone',
  });
  const restarted = [];
  for (const version of await readOpenVersionsOf(db, submissionId)) {
    const isNew = await starter.restartSubmission(version);
    restarted.push(told(submissionWorkflowId(submissionId, version.version), isNew));
  }
  for (const delivery of await readOpenDeliveriesOf(db, submissionId)) {
    const isNew = await starter.restartDelivery(delivery);
    restarted.push(told(deliveryWorkflowId(delivery.deliveryId, delivery.attemptsBefore), isNew));
  }
  return restarted;
}

function describe({ assetId, status, errorType }: AssetOverview): string {
  return `asset ${assetId} is ${errorType === null ? status : `${status} with ${errorType}`}`;
}
