import type { Client } from '@temporalio/client';
import {
  deliveryWorkflowId,
  readDeliveryWorkflowId,
  readSubmissionWorkflowId,
  submissionWorkflowId,
} from '@assay/domain/workflow-ids.ts';
import { isUuid } from '@assay/domain/blob-path.ts';
import { forEachConcurrent } from '@assay/domain/lib/concurrency.ts';
import { listAssets } from '@assay/storage/submissions/asset-overview.ts';
import { insertEntry } from '@assay/storage/accounts/audit-log.ts';
import type { Database } from '@assay/storage/database/database.ts';
import {
  readOpenDeliveries,
  readOpenDeliveriesOf,
  readOpenVersionsOf,
  type UnstartedDelivery,
} from '@assay/storage/submissions/outbox.ts';
import { listFindings, readUpkeepRun, type UpkeepFinding } from '@assay/storage/upkeep/upkeep-runs.ts';
import { createStarter, type Starter } from '@assay/runtime/temporal/starter.ts';
import { currentOperator } from './operator.ts';
import { UsageError } from './run.ts';

// This file restarts workflows that ended before their work was done. Running workflows are not changed, and recorded
// work is not repeated.

interface Restarted {
  workflowId: string;
  result: 'started' | 'already running';
}

/** Restarts the workflows of a submission's unfinished versions and deliveries. */
export async function restartSubmission(
  db: Database,
  temporal: Client,
  submissionId: string,
): Promise<Restarted[]> {
  const [first] = isUuid(submissionId) ? await listAssets(db, submissionId) : [];
  if (first === undefined) throw new UsageError(`there is no submission ${submissionId}`);
  const starter = createStarter(temporal, db);
  await recordRestart(db, first.workspaceId, `submissions/${submissionId}`);
  const restarted = await restartVersions(db, starter, submissionId);
  for (const delivery of await readOpenDeliveriesOf(db, submissionId))
    restarted.push(await restartDelivery(starter, delivery));
  return restarted;
}

/** Restarts the workflow of every version and delivery that an upkeep run found without a running workflow. */
export async function restartFindings(db: Database, temporal: Client, runId: string): Promise<Restarted[]> {
  if (!isUuid(runId) || (await readUpkeepRun(db, runId)) === null)
    throw new UsageError(`there is no run ${runId}`);
  await recordRestart(db, null, `upkeep/runs/${runId}`);
  const findings = await listFindings(db, runId);
  const subjectsOf = (kind: UpkeepFinding['kind']) =>
    findings.flatMap((finding) => (finding.kind === kind ? [finding.subject] : []));
  const starter = createStarter(temporal, db);
  const submissionIds = new Set(
    subjectsOf('version_without_workflow').flatMap((id) => readSubmissionWorkflowId(id)?.submissionId ?? []),
  );
  const deliveryIds = subjectsOf('delivery_without_workflow').flatMap(
    (id) => readDeliveryWorkflowId(id)?.deliveryId ?? [],
  );
  const restarted: Restarted[] = [];
  await forEachConcurrent([...submissionIds], async (id) => {
    restarted.push(...(await restartVersions(db, starter, id)));
  });
  await forEachConcurrent(await readOpenDeliveries(db, deliveryIds), async (delivery) => {
    restarted.push(await restartDelivery(starter, delivery));
  });
  return restarted;
}

function recordRestart(db: Database, workspaceId: string | null, subject: string): Promise<void> {
  return insertEntry(db, currentOperator(), { workspaceId, action: 'submission.restart', subject });
}

async function restartVersions(db: Database, starter: Starter, submissionId: string): Promise<Restarted[]> {
  const restarted = [];
  for (const version of await readOpenVersionsOf(db, submissionId)) {
    const isNew = await starter.restartSubmission(version);
    restarted.push(resultOf(submissionWorkflowId(submissionId, version.version), isNew));
  }
  return restarted;
}

async function restartDelivery(starter: Starter, delivery: UnstartedDelivery): Promise<Restarted> {
  const isNew = await starter.startDelivery(delivery);
  return resultOf(deliveryWorkflowId(delivery.deliveryId, delivery.sequence), isNew);
}

function resultOf(workflowId: string, isNew: boolean): Restarted {
  return { workflowId, result: isNew ? 'started' : 'already running' };
}
