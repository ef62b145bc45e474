import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import { v7 as uuidV7 } from 'uuid';
import { isUuid } from '@assay/domain/blob-path.ts';
import { nilUuid } from '@assay/domain/upkeep.ts';
import { forEachConcurrent } from '@assay/domain/lib/concurrency.ts';
import { insertEntry } from '@assay/storage/accounts/audit-log.ts';
import { type Database, inTransaction, retryDeadlocks } from '@assay/storage/database/database.ts';
import {
  areDeliveriesClaimed,
  type ErasedSubmission,
  eraseNames,
  eraseSettings,
  findAssetToErase,
  hideAssets,
  listDeliveryIds,
  listEventsToErase,
  listSubmissionsToErase,
  listUnfinishedAssets,
  listUploadIds,
  listUploadsToErase,
  readSubmissionToErase,
  revokeKeysOf,
  type UnfinishedAsset,
} from '@assay/storage/upkeep/erasure.ts';
import { deleteEvents, deleteUpload, eventBatchSize, purgeSubmission } from '@assay/storage/upkeep/expiry.ts';
import { readUpload } from '@assay/storage/uploads/uploads.ts';
import { readWorkspace } from '@assay/storage/accounts/workspaces.ts';
import type { BlobStore } from '@assay/storage/s3/blob-store.ts';
import { assetPrefixes, erasuresPrefix, pendingKey, submissionPrefixes } from '@assay/storage/s3/keys.ts';
import { deleteWorkflows, workflowsOf } from '@assay/runtime/temporal/histories.ts';
import { currentOperator } from './operator.ts';
import { UsageError } from './run.ts';

// Erasure in this order: hide the rows from the API, remove the bytes, delete the workflows, remove the rows and names,
// and delete workflows that started meanwhile. Each step can be repeated, so a run that broke off is completed by the
// next run. Rows are found by ids, which stay.

export interface ErasureDeps {
  database: Database;
  temporal: Client;
  blobs: BlobStore;
}

/** Numbers of what an erasure removed. An erasure that is repeated counts only what the earlier runs left. */
export interface Erased {
  /** Paths of the erased resources, as in the audit log. */
  subjects: string[];
  assets: number;
  uploads: number;
  measurements: number;
  deliveries: number;
  blobs: number;
  workflows: number;
  /** Revoked keys. */
  keys: number;
  subscriptions: number;
  sidekicks: number;
  members: number;
}

const nothing = (...subjects: string[]): Erased => ({
  subjects,
  ...{ assets: 0, uploads: 0, measurements: 0, deliveries: 0, blobs: 0, workflows: 0 },
  ...{ keys: 0, subscriptions: 0, sidekicks: 0, members: 0 },
});

/** The record of an erasure in the bucket. */
export interface ErasureRecord extends Erased {
  id: string;
  startedAt: string;
  completedAt: string;
}

/** Runs an erasure and writes its record to the bucket. */
export async function recorded(
  { blobs }: Pick<ErasureDeps, 'blobs'>,
  erase: () => Promise<Erased>,
): Promise<ErasureRecord> {
  const [id, startedAt] = [uuidV7(), new Date().toISOString()];
  const erased = await erase();
  const record = { id, startedAt, completedAt: new Date().toISOString(), ...erased };
  await blobs.putJson(`${erasuresPrefix}${id}.json`, record);
  return record;
}

/** Erases all assets of a submission. */
export async function eraseSubmission(deps: ErasureDeps, submissionId: string): Promise<Erased> {
  const target = isUuid(submissionId) ? await readSubmissionToErase(deps.database, submissionId) : null;
  if (target === null) throw new UsageError(`there is no submission ${submissionId}`);
  return eraseAssets(deps, target, 'submission.erase', `submissions/${target.submissionId}`);
}

/**
 * Erases an asset in all submissions of its workspace, and its upload. In the sandbox, submissions of several
 * workspaces can contain an asset id. An upload decides the workspace; otherwise `submissionId` must.
 * @param submissionId erases the asset in this submission only; null for all
 */
export async function eraseAsset(
  deps: ErasureDeps,
  assetId: string,
  submissionId: string | null,
): Promise<Erased> {
  const { database, blobs, temporal } = deps;
  if (!isUuid(assetId)) throw new UsageError(`there is no asset ${assetId}`);
  const id = assetId.toLowerCase();
  const upload = await readUpload(database, id);
  const targets = (await findAssetToErase(database, id)).filter((target) =>
    submissionId === null
      ? upload === null || target.workspaceId === upload.workspaceId
      : target.submissionId === submissionId.toLowerCase(),
  );
  if (submissionId !== null && targets.length === 0)
    throw new UsageError(`submission ${submissionId} has no asset ${assetId}`);
  if (new Set(targets.map(({ workspaceId }) => workspaceId)).size > 1) {
    const submissions = targets.map((target) => `${target.submissionId} of workspace ${target.workspaceId}`);
    throw new UsageError(
      `asset ${assetId} is in several workspaces; add --submission: ${submissions.join(', ')}`,
    );
  }
  const total = nothing();
  for (const target of targets) {
    const subject = `submissions/${target.submissionId}/assets/${id}`;
    add(total, await eraseAssets(deps, target, 'asset.erase', subject));
  }
  if (targets.length > 0) return total;

  if (upload !== null) {
    const entry = { workspaceId: upload.workspaceId, action: 'asset.erase', subject: `uploads/${id}` };
    await insertEntry(database, currentOperator(), entry);
    await eraseUpload(database, id);
    total.uploads++;
  }
  // An earlier run may have removed the row and broken off.
  total.subjects.push(`uploads/${id}`);
  total.blobs += await blobs.removeAll(pendingKey(id));
  total.workflows += await deleteWorkflows(temporal, workflowsOf.measurements(id));
  if (total.uploads + total.blobs + total.workflows === 0)
    throw new UsageError(`there is no asset ${assetId}`);
  return total;
}

/**
 * Seconds for which a workspace must have been suspended. Requests that were accepted before may run this long, and
 * could write data after the erasure.
 */
const minSuspendedSeconds = 120;
const batchSize = 200;

/** Erases all data of a suspended workspace and revokes its keys. */
export async function eraseWorkspace(deps: ErasureDeps, id: string): Promise<Erased> {
  const { database, blobs, temporal } = deps;
  const workspace = isUuid(id) ? await readWorkspace(database, id) : null;
  if (workspace === null) throw new UsageError(`there is no workspace ${id}`);
  const { suspendedAt, id: workspaceId } = workspace;
  if (suspendedAt === null)
    throw new UsageError(`workspace ${id} is not suspended: run "workspaces suspend ${id}" first`);
  const readyAt = new Date(suspendedAt.getTime() + minSuspendedSeconds * 1000);
  if (readyAt > new Date())
    throw new UsageError(
      `requests from before the suspension may still be in progress; run the command again after ${readyAt.toISOString()}`,
    );
  const unfinished = await listUnfinishedAssets(database, workspaceId, 1);
  if (unfinished.length > 0) throw inProgress(unfinished);

  const subject = `workspaces/${workspaceId}`;
  const total = nothing(subject);
  await insertEntry(database, currentOperator(), { workspaceId, action: 'workspace.erase', subject });
  total.keys += await revokeKeysOf(database, workspaceId, currentOperator());
  await forEachSubmission(async (target) => {
    total.blobs += await removeBytes(deps, target, await hide(deps, target, null));
  });
  total.workflows += await deleteWorkflows(temporal, workflowsOf.workspace(workspaceId));
  await forEachSubmission(async (target) => {
    add(total, await eraseRows(deps, target, true));
  });
  for (let uploads; (uploads = await listUploadsToErase(database, workspaceId, batchSize)).length > 0;)
    await forEachConcurrent(uploads, async (uploadId) => {
      await eraseUpload(database, uploadId);
      total.uploads++;
      total.blobs += await blobs.removeAll(pendingKey(uploadId));
    });
  // Example events have no submission.
  for (let events; (events = await listEventsToErase(database, workspaceId, eventBatchSize)).length > 0;) {
    const batch = events;
    await retryDeadlocks(() => inTransaction(database, (tx) => deleteEvents(tx, batch, true)));
    total.deliveries += batch.length;
  }
  const settings = await eraseSettings(database, workspaceId);
  total.subscriptions += settings.subscriptions;
  total.sidekicks += settings.sidekicks;
  total.members += settings.members;
  total.workflows += await deleteWorkflows(temporal, workflowsOf.workspace(workspaceId));
  return total;

  async function forEachSubmission(work: (target: ErasedSubmission) => Promise<void>): Promise<void> {
    let after = nilUuid;
    for (
      let batch;
      (batch = await listSubmissionsToErase(database, workspaceId, after, batchSize)).length > 0;
    ) {
      await forEachConcurrent(batch, work);
      after = batch.at(-1)!.submissionId;
    }
  }
}

/** Erases assets of one submission. */
async function eraseAssets(
  deps: ErasureDeps,
  target: ErasedSubmission,
  action: string,
  subject: string,
): Promise<Erased> {
  const { database, temporal } = deps;
  const { submissionId, workspaceId, assetIds } = target;
  const isWhole = await hide(deps, target, { workspaceId, action, subject });
  const total = nothing(subject);
  total.blobs += await removeBytes(deps, target, isWhole);
  // The workflows of other assets' deliveries, examinations and previews are kept.
  const deliveryIds = new Set(await listDeliveryIds(database, target));
  const isSelected = (workflowId: string): boolean => {
    if (isWhole) return true;
    const [kind, id = ''] = workflowId.split(':');
    if (kind === 'webhook') return deliveryIds.has(id);
    return (
      (kind !== 'examination' && kind !== 'preview') ||
      assetIds.some((assetId) => `${workflowId}:`.includes(`:${assetId}:`))
    );
  };
  const removeWorkflows = async (uploadIds: readonly string[]) => {
    total.workflows += await deleteWorkflows(temporal, workflowsOf.submission(submissionId), isSelected);
    for (const id of uploadIds)
      total.workflows += await deleteWorkflows(temporal, workflowsOf.measurements(id));
  };
  await removeWorkflows(await listUploadIds(database, target));
  add(total, await eraseRows(deps, target, isWhole));
  await removeWorkflows([]);
  return total;
}

/**
 * Hides assets from the API. Returns whether no asset of the submission is left.
 * @param entry the audit entry; null to write none
 */
async function hide(
  { database }: ErasureDeps,
  target: ErasedSubmission,
  entry: Parameters<typeof hideAssets>[3] | null,
): Promise<boolean> {
  const hidden = await hideAssets(database, target, currentOperator(), entry);
  if ('unfinished' in hidden) throw inProgress(hidden.unfinished);
  return hidden.isWhole;
}

/** Removes the blobs of hidden assets and their uploads. Returns the number of blobs. */
async function removeBytes(
  { database, blobs }: ErasureDeps,
  target: ErasedSubmission,
  isWhole: boolean,
): Promise<number> {
  const { workspaceId, submissionId, assetIds } = target;
  const prefixes = isWhole
    ? submissionPrefixes(workspaceId, submissionId)
    : assetIds.flatMap((assetId) => assetPrefixes(workspaceId, submissionId, assetId));
  const uploads = await listUploadIds(database, target);
  let count = 0;
  for (const prefix of [...prefixes, ...uploads.map(pendingKey)]) count += await blobs.removeAll(prefix);
  return count;
}

/** Removes the events, results and names of hidden assets. */
async function eraseRows(
  { database }: ErasureDeps,
  target: ErasedSubmission,
  isWhole: boolean,
): Promise<Erased> {
  const { submissionId, assetIds } = target;
  await untilUnclaimed(database, target);
  const deliveries = (await listDeliveryIds(database, target)).length;
  await purgeSubmission(database, submissionId, { assetIds: isWhole ? null : assetIds, withPending: true });
  return { ...nothing(), deliveries, ...(await eraseNames(database, target, isWhole)) };
}

/** Milliseconds between two reads of deliveries that are being sent. */
const claimedPollMs = 200;
/** Milliseconds after which the command stops waiting for deliveries that are being sent. A claim ends earlier. */
const maxClaimedMs = 120_000;

/**
 * Waits until no delivery worker has claimed a delivery of the assets. A worker that has claimed a delivery has its
 * payload in memory. It would send the payload, or start the workflow, after the erasure.
 */
async function untilUnclaimed(database: Database, target: ErasedSubmission): Promise<void> {
  const startedAt = performance.now();
  while (await areDeliveriesClaimed(database, target)) {
    if (performance.now() - startedAt > maxClaimedMs)
      throw new UsageError(
        `deliveries of submission ${target.submissionId} are being sent; run the command again later`,
      );
    await sleep(claimedPollMs);
  }
}

/** Removes an upload that was not submitted. */
async function eraseUpload(database: Database, id: string): Promise<void> {
  if (await deleteUpload(database, id)) return;
  if ((await readUpload(database, id)) !== null)
    throw new UsageError(`upload ${id} was measured or submitted meanwhile; run the command again`);
}

function inProgress([first]: readonly UnfinishedAsset[]): UsageError {
  const { submissionId, assetId } = first!;
  return new UsageError(
    `asset ${assetId} of submission ${submissionId} is in progress: run the command again later, or end the asset with "submissions skip ${submissionId} --asset ${assetId}"`,
  );
}

function add(total: Erased, { subjects, ...counts }: Erased): void {
  total.subjects.push(...subjects);
  for (const [name, count] of Object.entries(counts)) total[name as keyof typeof counts] += count;
}
