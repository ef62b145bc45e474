import { type Command, Option } from 'commander';
import { isUuid } from '@assay/domain/blob-path.ts';
import { submissionStatuses } from '@assay/domain/contracts/submission.ts';
import { submissionWorkflowId } from '@assay/domain/workflow-ids.ts';
import {
  type AssetOverview,
  listAssets,
  listSubmissions,
  readSidekickIds,
} from '@assay/storage/submissions/asset-overview.ts';
import { insertEntry } from '@assay/storage/accounts/audit-log.ts';
import type { Database } from '@assay/storage/database/database.ts';
import { readCustomSidekicks } from '@assay/storage/submissions/custom-sidekicks.ts';
import { openRetry } from '@assay/storage/submissions/asset-retries.ts';
import { listQueuedWorkspaces } from '@assay/storage/submissions/submission-queue.ts';
import type { OperatorTarget, ProgressRow } from '@assay/domain/operator-controls.ts';
import type { WorkflowState } from '@assay/runtime/temporal/workflow-state.ts';
import { wholeNumber } from '../whole-number.ts';
import { currentOperator } from '../operator.ts';
import { warn } from '../output.ts';
import { restartFindings, restartSubmission } from '../restart-workflows.ts';
import { type ConnectTemporal, requireWorkspace, type Run, UsageError } from '../run.ts';

const defaultListed = 20;
/** Time limit in milliseconds for a query of a workflow. Without a running worker the query gets no response. */
const queryDeadlineMs = 5_000;

interface ListOptions {
  workspace?: string;
  status?: (typeof submissionStatuses)[number];
  limit?: number;
}

export function addSubmissionCommands(program: Command, run: Run): void {
  const submissions = program.command('submissions').description('manage submissions of all workspaces');

  submissions
    .command('list')
    .description('list submissions, newest first')
    .option('--workspace <id>', 'only submissions of this workspace')
    .addOption(new Option('--status <status>', 'only submissions in this status').choices(submissionStatuses))
    .option('--limit <n>', `maximum number of submissions (default: ${defaultListed})`, wholeNumber(1))
    .action(({ workspace, status, limit = defaultListed }: ListOptions) =>
      run(async (db) => {
        if (workspace !== undefined) await requireWorkspace(db, workspace);
        const filter = { workspaceId: workspace ?? null, status: status ?? null, limit };
        return (await listSubmissions(db, filter)).map((one) => ({ ...one }));
      }),
    );

  submissions
    .command('show')
    .description(
      'show the assets of a submission with their latest workflow, its state and step, the command that repairs it, and the state of each sidekick that is not finished',
    )
    .argument('<id>', 'the submission')
    .action((id: string) => run((db, temporal) => show(db, temporal, id)));

  submissions
    .command('waiting')
    .description('list the workspaces with queued submissions, which start when fewer assets are in progress')
    .action(() => run(async (db) => (await listQueuedWorkspaces(db)).map((workspace) => ({ ...workspace }))));

  submissions
    .command('retry')
    .description('retry failed assets, as a consumer may; a worker starts them within seconds')
    .argument('<id>', 'the submission')
    .option('--asset <id>', 'the asset (default: all that may be retried)')
    .action((id: string, { asset }: { asset?: string }) => run((db) => retry(db, id, asset)));

  submissions
    .command('skip')
    .description(
      'finish an asset without a sidekick, or without all sidekicks that are not finished; end a recording that hangs',
    )
    .argument('<id>', 'the submission')
    .requiredOption('--asset <id>', 'the asset')
    .option('--sidekick <code>', 'the sidekick (default: all that are not finished)')
    .action((id: string, { asset, sidekick }: { asset: string; sidekick?: string }) =>
      run((db, temporal) => skip(db, temporal, id, asset, sidekick)),
    );

  submissions
    .command('restart')
    .description(
      'restart the workflows of versions and deliveries that ended before their work was done; start a queued submission now',
    )
    .argument('[id]', 'the submission')
    .option('--run <id>', 'restart everything that this upkeep run found without a running workflow')
    .action((id: string | undefined, { run: runId }: { run?: string }) =>
      run(async (db, temporal) => {
        if ((id === undefined) === (runId === undefined))
          throw new UsageError('give the id of a submission, or --run with the id of an upkeep run');
        const client = await temporal();
        const restarted =
          runId === undefined
            ? await restartSubmission(db, client, id!)
            : await restartFindings(db, client, runId);
        return restarted.map((one) => ({ ...one }));
      }),
    );
}

type ShownAsset = Pick<AssetOverview, keyof AssetOverview> & {
  /** The id of the submission's workflow. Null while the submission is queued. */
  workflowId: string | null;
  /**
   * Step of the workflow, such as `recording`. Null if the asset has finished, is queued or belongs to the sandbox, or
   * if its workflow did not respond.
   */
  step: string | null;
  /** State of the workflow. Null if the asset has finished or is queued, or if Temporal did not respond. */
  workflow: WorkflowState | null;
  /** The command that starts the workflow again. Null if the workflow is running or has nothing left to do. */
  repair: string | null;
  sidekicks: { assetId: string; sidekick: string; state: string }[];
};

async function show(db: Database, temporal: ConnectTemporal, id: string): Promise<ShownAsset[]> {
  const assets = await assetsOf(db, id);
  const shown = assets.map((asset) => ({
    ...asset,
    workflowId: asset.waits ? null : submissionWorkflowId(id, asset.version),
    step: null as string | null,
    workflow: null as WorkflowState | null,
    repair: null as string | null,
    sidekicks: [] as ShownAsset['sidekicks'],
  }));
  const open = shown.filter(({ workflowId, completedAt }) => workflowId !== null && completedAt === null);
  try {
    await addWorkflowStates(temporal, id, open);
    await addSidekickStates(
      db,
      temporal,
      id,
      open.filter(({ environment, workflow }) => environment === 'live' && workflow === 'running'),
    );
  } catch (error) {
    warn(`the state of the workflow cannot be shown: ${(error as Error).message}`);
  }
  return shown;
}

/**
 * Adds the state of the workflow to unfinished assets, and the command that repairs a workflow that has ended. The
 * workflow of a sandbox asset marked \`pending\` ends after 30 days, although the asset never finishes.
 */
async function addWorkflowStates(
  temporal: ConnectTemporal,
  submissionId: string,
  assets: ShownAsset[],
): Promise<void> {
  if (assets.length === 0) return;
  const client = await temporal();
  const { describeWorkflow } = await import('@assay/runtime/temporal/workflow-state.ts');
  for (const [version, ofVersion] of Map.groupBy(assets, (asset) => asset.version)) {
    const workflow = await describeWorkflow(client, submissionWorkflowId(submissionId, version));
    for (const asset of ofVersion) {
      const hasEnded = asset.environment === 'sandbox' && workflow === 'completed';
      asset.workflow = workflow;
      if (workflow !== 'running' && !hasEnded) asset.repair = `submissions restart ${submissionId}`;
    }
  }
}

/**
 * Adds the step of the workflow and the state of each sidekick to assets in progress. Reads them from the workflows,
 * with one query per version. For sidekicks on custom task queues, also reads the state of the task from Temporal.
 */
async function addSidekickStates(
  db: Database,
  temporal: ConnectTemporal,
  submissionId: string,
  assets: ShownAsset[],
): Promise<void> {
  const [first] = assets;
  if (first === undefined) return;
  const client = await temporal();
  const { describeExamination } = await import('@assay/runtime/temporal/examinations.ts');
  const custom = await readCustomSidekicks(db, first.workspaceId, await readSidekickIds(db, submissionId));

  async function stateOf({ version, assetId }: ShownAsset, { part, state }: ProgressRow): Promise<string> {
    const { id: sidekickId, taskQueue = null } = custom.find(({ code }) => code === part) ?? {};
    if (!state.startsWith('waiting for a worker') || sidekickId === undefined || taskQueue === null)
      return state;
    const examination = { submissionId, version, assetId, sidekickId };
    return (await describeExamination(client, examination, taskQueue)) ?? state;
  }

  for (const [version, ofVersion] of Map.groupBy(assets, (asset) => asset.version)) {
    const handle = client.workflow.getHandle(submissionWorkflowId(submissionId, version));
    const rows = await client.withDeadline(Date.now() + queryDeadlineMs, () =>
      handle.query<ProgressRow[]>('progress'),
    );
    for (const asset of ofVersion) {
      const ofAsset = rows.filter(({ assetId }) => assetId === asset.assetId);
      asset.step = ofAsset.find(({ part }) => part === 'asset')?.state ?? null;
      asset.sidekicks = await Promise.all(
        ofAsset
          .filter(({ part }) => part !== 'asset')
          .map(async (row) => ({
            assetId: asset.assetId,
            sidekick: row.part,
            state: await stateOf(asset, row),
          })),
      );
    }
  }
}

/** Skips sidekicks of an asset in progress. Returns the new state of the asset and its sidekicks. */
async function skip(
  db: Database,
  temporal: ConnectTemporal,
  submissionId: string,
  assetId: string,
  sidekick: string | undefined,
): Promise<Record<string, unknown>[]> {
  const asset = (await assetsOf(db, submissionId)).find((one) => one.assetId === assetId.toLowerCase());
  if (asset === undefined) throw new UsageError(`submission ${submissionId} has no asset ${assetId}`);
  if (asset.completedAt !== null || asset.waits) throw new UsageError(`nothing to skip: ${describe(asset)}`);
  const target: OperatorTarget = { assetId: asset.assetId, ...(sidekick === undefined ? {} : { sidekick }) };
  const handle = (await temporal()).workflow.getHandle(submissionWorkflowId(submissionId, asset.version));
  const { workspaceId } = asset;
  const subject = `submissions/${submissionId}/assets/${asset.assetId}`;
  let rows: ProgressRow[];
  try {
    rows = await handle.executeUpdate<ProgressRow[], [OperatorTarget]>('skip', { args: [target] });
  } catch (error) {
    const { message, cause } = error as Error;
    throw new UsageError(cause instanceof Error ? cause.message : message, { cause: error });
  }
  await insertEntry(db, currentOperator(), { workspaceId, action: 'asset.skip', subject });
  return rows.map((row) => ({ ...row }));
}

async function assetsOf(db: Database, submissionId: string): Promise<AssetOverview[]> {
  const assets = isUuid(submissionId) ? await listAssets(db, submissionId) : [];
  if (assets.length === 0) throw new UsageError(`there is no submission ${submissionId}`);
  return assets;
}

/** Creates a new version for each asset to retry, as the API does. A worker starts the versions' workflows. */
async function retry(
  db: Database,
  submissionId: string,
  assetId: string | undefined,
): Promise<{ assetId: string; version: number; workflowId: string }[]> {
  const assets = await assetsOf(db, submissionId);
  const selected = assets.filter((asset) =>
    assetId === undefined ? asset.isRetryable : asset.assetId === assetId.toLowerCase(),
  );
  if (assetId !== undefined && selected.length === 0)
    throw new UsageError(`submission ${submissionId} has no asset ${assetId}`);
  const opened = [];
  for (const one of selected) {
    const version = await openRetry(db, one.workspaceId, submissionId, one.assetId, null, currentOperator());
    if (version !== null) opened.push({ assetId: one.assetId, version: version.version });
  }
  if (opened.length === 0) {
    const states = (selected.length > 0 ? selected : assets).map(describe).join('; ');
    throw new UsageError(`nothing may be retried: ${states}`);
  }
  return opened.map((one) => ({ ...one, workflowId: submissionWorkflowId(submissionId, one.version) }));
}

function describe({ assetId, status, errorType }: AssetOverview): string {
  return `asset ${assetId} is ${errorType === null ? status : `${status} with ${errorType}`}`;
}
