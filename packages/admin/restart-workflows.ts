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
  return audited(db, first.workspaceId, `submissions/${submissionId}`, async (add) => {
    await restartVersions(db, starter, submissionId, add);
    for (const delivery of await readOpenDeliveriesOf(db, submissionId))
      add(await restartDelivery(starter, delivery));
  });
}

/** Restarts the workflow of every version and delivery that an upkeep run found without a running workflow. */
export async function restartFindings(db: Database, temporal: Client, runId: string): Promise<Restarted[]> {
  if (!isUuid(runId) || (await readUpkeepRun(db, runId)) === null)
    throw new UsageError(`there is no run ${runId}`);
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
  return audited(db, null, `upkeep/runs/${runId}`, async (add) => {
    await forEachConcurrent([...submissionIds], (id) => restartVersions(db, starter, id, add));
    await forEachConcurrent(await readOpenDeliveries(db, deliveryIds), async (delivery) => {
      add(await restartDelivery(starter, delivery));
    });
  });
}

/**
 * Runs `restart`, which passes each result to `add`. Writes an audit entry if a workflow was started, even if `restart`
 * then throws.
 */
async function audited(
  db: Database,
  workspaceId: string | null,
  subject: string,
  restart: (add: (one: Restarted) => void) => Promise<void>,
): Promise<Restarted[]> {
  const restarted: Restarted[] = [];
  try {
    await restart((one) => restarted.push(one));
  } finally {
    if (restarted.some(({ result }) => result === 'started'))
      await insertEntry(db, currentOperator(), { workspaceId, action: 'submission.restart', subject });
  }
  return restarted;
}

async function restartVersions(
  db: Database,
  starter: Starter,
  submissionId: string,
  add: (one: Restarted) => void,
): Promise<void> {
  for (const version of await readOpenVersionsOf(db, submissionId)) {
    const isNew = await starter.restartSubmission(version);
    add(resultOf(submissionWorkflowId(submissionId, version.version), isNew));
  }
}

async function restartDelivery(starter: Starter, delivery: UnstartedDelivery): Promise<Restarted> {
  const isNew = await starter.startDelivery(delivery);
  return resultOf(deliveryWorkflowId(delivery.deliveryId, delivery.sequence), isNew);
}

function resultOf(workflowId: string, isNew: boolean): Restarted {
  return { workflowId, result: isNew ? 'started' : 'already running' };
}
