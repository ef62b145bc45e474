import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuidV7 } from 'uuid';
import type { Actor } from '@assay/domain/actor.ts';
import type { AuditAction } from '@assay/domain/audit-actions.ts';
import { isUuid } from '@assay/domain/blob-path.ts';
import { nilUuid } from '@assay/domain/upkeep.ts';
import { forEachConcurrent } from '@assay/domain/lib/concurrency.ts';
import { insertEntry } from '../accounts/audit-log.ts';
import { type Database, inTransaction, type Queryable, retryDeadlocks } from '../database/database.ts';
import {
  areDeliveriesLeased,
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
  startWorkspaceErasure,
  type UnfinishedAsset,
} from './erasure.ts';
import { eraseAddresses, erasePeople, lockMemberToErase } from './people-erasure.ts';
import { deleteEvents, deleteUpload, eventBatchSize, purgeSubmission } from './expiry.ts';
import { readUpload } from '../uploads/uploads.ts';
import { readWorkspace } from '../accounts/workspaces.ts';
import type { BlobStore } from '../s3/blob-store.ts';
import { assetPrefixes, erasuresPrefix, pendingKey, submissionPrefixes } from '../s3/keys.ts';

// An erasure has five steps: hide the rows from the API, remove the blobs, delete the workflows, remove the rows and
// names, and delete workflows that started meanwhile. Each step can be repeated, so a second run completes an
// interrupted one. The second run finds the rows by their ids, which are not erased.

export interface ErasureDeps {
  database: Database;
  blobs: BlobStore;
  workflows: WorkflowRemover;
  /** The operator to name in the audit log. */
  operator: Actor;
}

/** Deletes workflows with their histories. Each function returns the number of deleted runs. */
export interface WorkflowRemover {
  ofWorkspace(workspaceId: string): Promise<number>;
  /** @param isSelected returns whether to delete the workflow with this id */
  ofSubmission(submissionId: string, isSelected: (workflowId: string) => boolean): Promise<number>;
  ofMeasurements(assetId: string): Promise<number>;
}

/** The reason why an erasure cannot run, or cannot be completed now. */
export type Refusal =
  | { kind: 'unknown'; type: 'submission' | 'asset' | 'workspace' | 'member'; id: string }
  | { kind: 'not_in_submission'; submissionId: string; assetId: string }
  | { kind: 'ambiguous'; assetId: string; targets: readonly ErasedSubmission[] }
  | { kind: 'not_suspended'; workspaceId: string }
  | { kind: 'recently_suspended'; readyAt: Date }
  | { kind: 'not_removed'; memberId: string; workspaceId: string }
  | { kind: 'recently_removed'; readyAt: Date }
  | { kind: 'in_progress'; asset: UnfinishedAsset }
  | { kind: 'being_delivered'; submissionId: string }
  | { kind: 'upload_changed'; uploadId: string };

export class ErasureRefused extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(`erasure refused: ${refusal.kind}`);
    this.refusal = refusal;
  }
}

/** Counts of the removed items. A repeated erasure does not count what earlier runs removed. */
export interface Erased {
  /** Paths of the erased resources, as in the audit log. */
  subjects: string[];
  assets: number;
  uploads: number;
  measurements: number;
  deliveries: number;
  blobs: number;
  workflows: number;
  /** Number of API keys that were revoked. */
  keys: number;
  subscriptions: number;
  sidekicks: number;
  members: number;
  /** Number of entries of the audit log whose address was removed. */
  addresses: number;
}

const nothing = (...subjects: string[]): Erased => ({
  subjects,
  assets: 0,
  uploads: 0,
  measurements: 0,
  deliveries: 0,
  blobs: 0,
  workflows: 0,
  keys: 0,
  subscriptions: 0,
  sidekicks: 0,
  members: 0,
  addresses: 0,
});

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

export async function eraseSubmission(deps: ErasureDeps, submissionId: string): Promise<Erased> {
  const target = isUuid(submissionId) ? await readSubmissionToErase(deps.database, submissionId) : null;
  if (target === null) throw new ErasureRefused({ kind: 'unknown', type: 'submission', id: submissionId });
  return eraseAssets(deps, target, 'submission.erase', `submissions/${target.submissionId}`);
}

/**
 * Erases an asset in all submissions of its workspace, and its upload. In the sandbox, submissions of several
 * workspaces can contain the same asset id. Then the upload determines the workspace. Without an upload, `submissionId`
 * is required.
 * @param submissionId the only submission in which the asset is erased; null for all submissions
 */
export async function eraseAsset(
  deps: ErasureDeps,
  assetId: string,
  submissionId: string | null,
): Promise<Erased> {
  const { database, blobs, workflows, operator } = deps;
  if (!isUuid(assetId)) throw new ErasureRefused({ kind: 'unknown', type: 'asset', id: assetId });
  const id = assetId.toLowerCase();
  const upload = await readUpload(database, id);
  const targets = (await findAssetToErase(database, id)).filter((target) =>
    submissionId === null
      ? upload === null || target.workspaceId === upload.workspaceId
      : target.submissionId === submissionId.toLowerCase(),
  );
  if (submissionId !== null && targets.length === 0)
    throw new ErasureRefused({ kind: 'not_in_submission', submissionId, assetId });
  if (new Set(targets.map(({ workspaceId }) => workspaceId)).size > 1)
    throw new ErasureRefused({ kind: 'ambiguous', assetId, targets });
  const total = nothing();
  for (const target of targets) {
    const subject = `submissions/${target.submissionId}/assets/${id}`;
    add(total, await eraseAssets(deps, target, 'asset.erase', subject));
  }
  if (targets.length > 0) return total;

  if (upload !== null) {
    const entry = {
      workspaceId: upload.workspaceId,
      action: 'asset.erase',
      subject: `uploads/${id}`,
    } as const;
    await eraseUpload(database, id, (tx) => insertEntry(tx, operator, entry));
    total.uploads++;
  }
  // An earlier run may have removed the upload's row but not its bytes and workflows.
  total.subjects.push(`uploads/${id}`);
  total.blobs += await blobs.removeAll(pendingKey(id));
  total.workflows += await workflows.ofMeasurements(id);
  if (total.uploads + total.blobs + total.workflows === 0)
    throw new ErasureRefused({ kind: 'unknown', type: 'asset', id: assetId });
  return total;
}

/**
 * Minimum time between the suspension of a workspace or the removal of a member and the erasure, in seconds. Requests
 * that were accepted before end within this time. Otherwise they could write data after the erasure.
 */
const minPauseSeconds = 120;
const readyAfter = (time: Date) => new Date(time.getTime() + minPauseSeconds * 1000);
const batchSize = 200;

/** Erases all data of a suspended workspace and revokes its keys. */
export async function eraseWorkspace(deps: ErasureDeps, id: string): Promise<Erased> {
  const { database, blobs, workflows, operator } = deps;
  const workspace = isUuid(id) ? await readWorkspace(database, id) : null;
  if (workspace === null) throw new ErasureRefused({ kind: 'unknown', type: 'workspace', id });
  const { suspendedAt, id: workspaceId } = workspace;
  if (suspendedAt === null) throw new ErasureRefused({ kind: 'not_suspended', workspaceId: id });
  const readyAt = readyAfter(suspendedAt);
  if (readyAt > new Date()) throw new ErasureRefused({ kind: 'recently_suspended', readyAt });
  const unfinished = await listUnfinishedAssets(database, workspaceId, 1);
  if (unfinished[0] !== undefined) throw new ErasureRefused({ kind: 'in_progress', asset: unfinished[0] });

  const subject = `workspaces/${workspaceId}`;
  const total = nothing(subject);
  total.keys += await startWorkspaceErasure(database, workspaceId, operator);
  await forEachSubmission(async (target) => {
    total.blobs += await removeBytes(deps, target, await hide(deps, target, null));
  });
  total.workflows += await workflows.ofWorkspace(workspaceId);
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
  const settings = await eraseSettings(database, workspaceId, operator);
  total.subscriptions += settings.subscriptions;
  total.sidekicks += settings.sidekicks;
  total.members += settings.members;
  total.addresses += await eraseAddresses(database, { workspaceId });
  total.addresses += await eraseAddresses(database, { memberIds: settings.memberIds });
  total.workflows += await workflows.ofWorkspace(workspaceId);
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

/** Erases a person who was removed from all workspaces. */
export async function eraseMember(
  { database, operator }: Pick<ErasureDeps, 'database' | 'operator'>,
  id: string,
): Promise<Erased> {
  if (!isUuid(id)) throw new ErasureRefused({ kind: 'unknown', type: 'member', id });
  const memberId = id.toLowerCase();
  const total = nothing(`members/${memberId}`);
  total.members += await inTransaction(database, async (tx) => {
    const member = await lockMemberToErase(tx, memberId);
    if (member === null) throw new ErasureRefused({ kind: 'unknown', type: 'member', id });
    const { workspaceId, removedAt } = member;
    if (workspaceId !== null) throw new ErasureRefused({ kind: 'not_removed', memberId, workspaceId });
    const readyAt = readyAfter(removedAt ?? new Date(0));
    if (readyAt > new Date()) throw new ErasureRefused({ kind: 'recently_removed', readyAt });
    return erasePeople(tx, [memberId], operator);
  });
  total.addresses += await eraseAddresses(database, { memberIds: [memberId] });
  return total;
}

async function eraseAssets(
  deps: ErasureDeps,
  target: ErasedSubmission,
  action: AuditAction,
  subject: string,
): Promise<Erased> {
  const { database, workflows } = deps;
  const { submissionId, workspaceId, assetIds } = target;
  const isWhole = await hide(deps, target, { workspaceId, action, subject });
  const total = nothing(subject);
  total.blobs += await removeBytes(deps, target, isWhole);
  // The workflows of other assets' deliveries, examinations, previews, sign-offs and time stamps are
  // kept.
  const deliveryIds = new Set(await listDeliveryIds(database, target));
  const isSelected = (workflowId: string): boolean => {
    if (isWhole) return true;
    const [kind, id = ''] = workflowId.split(':');
    if (kind === 'webhook') return deliveryIds.has(id);
    return (
      !['examination', 'preview', 'sign-off', 'time-stamp'].includes(kind!) ||
      assetIds.some((assetId) => `${workflowId}:`.includes(`:${assetId}:`))
    );
  };
  const removeWorkflows = async (uploadIds: readonly string[]) => {
    total.workflows += await workflows.ofSubmission(submissionId, isSelected);
    for (const id of uploadIds) total.workflows += await workflows.ofMeasurements(id);
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
  { database, operator }: ErasureDeps,
  target: ErasedSubmission,
  entry: Parameters<typeof hideAssets>[3] | null,
): Promise<boolean> {
  const hidden = await hideAssets(database, target, operator, entry);
  if ('unfinished' in hidden) throw new ErasureRefused({ kind: 'in_progress', asset: hidden.unfinished[0]! });
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

async function eraseRows(
  { database }: ErasureDeps,
  target: ErasedSubmission,
  isWhole: boolean,
): Promise<Erased> {
  const { submissionId, assetIds } = target;
  await untilUnleased(database, target);
  const deliveries = (await listDeliveryIds(database, target)).length;
  await purgeSubmission(database, submissionId, { assetIds: isWhole ? null : assetIds, withPending: true });
  return { ...nothing(), deliveries, ...(await eraseNames(database, target, isWhole)) };
}

/** Milliseconds between two checks for leased deliveries. */
const leasedPollMs = 200;
/** Maximum wait for leased deliveries in milliseconds. With the default attempt timeout, a lease is shorter. */
const maxLeasedMs = 120_000;

/**
 * Waits until no delivery worker has leased a delivery of the assets. A worker with a lease has the payload of the
 * delivery in memory. The worker could send the payload, or start the delivery's workflow, after the erasure.
 */
async function untilUnleased(database: Database, target: ErasedSubmission): Promise<void> {
  const startedAt = performance.now();
  while (await areDeliveriesLeased(database, target)) {
    if (performance.now() - startedAt > maxLeasedMs)
      throw new ErasureRefused({ kind: 'being_delivered', submissionId: target.submissionId });
    await sleep(leasedPollMs);
  }
}

/** Removes an upload that was not submitted. Throws if it was measured or submitted concurrently. */
async function eraseUpload(
  database: Database,
  id: string,
  audit?: (tx: Queryable) => Promise<void>,
): Promise<void> {
  if (await deleteUpload(database, id, audit)) return;
  if ((await readUpload(database, id)) !== null)
    throw new ErasureRefused({ kind: 'upload_changed', uploadId: id });
}

function add(total: Erased, { subjects, ...counts }: Erased): void {
  total.subjects.push(...subjects);
  for (const [name, count] of Object.entries(counts)) total[name as keyof typeof counts] += count;
}
