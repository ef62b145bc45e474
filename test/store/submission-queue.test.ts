import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  listQueuedWorkspaces,
  readQueuedWorkspaces,
  readQueuedVersions,
} from '@assay/storage/submissions/submission-queue.ts';
import { readBacklog } from '@assay/storage/upkeep/backlog.ts';
import { markVersionStarted, readUnstartedVersions } from '@assay/storage/submissions/outbox.ts';
import { readPlan, savePlan } from '@assay/storage/accounts/plans.ts';
import { listOpenVersions } from '@assay/storage/upkeep/reconciliation.ts';
import { recordAssetEnd } from '@assay/storage/submissions/asset-ends.ts';
import { openRetry } from '@assay/storage/submissions/asset-retries.ts';
import { finishPreview, requestPreview } from '@assay/storage/submissions/previews.ts';
import { insertSubmission, type NewAsset } from '@assay/storage/submissions/submissions.ts';
import { newWorkspace, useDatabase } from '../support/database.ts';
import { newPlan } from '../support/plans.ts';
import { liveAsset, sandboxAsset } from './fixtures.ts';

const own = useDatabase();
const noId = '00000000-0000-0000-0000-000000000000';

/**
 * Creates a workspace whose plan limits the number of assets in progress. Null means no limit. Returns functions that
 * submit assets in the workspace.
 */
async function workspaceOf(maxAssetsInWork: number | null) {
  const plan = await newPlan(own.database, { maxAssetsInWork });
  const workspaceId = await newWorkspace(own.database, plan);
  const insert = async (assets: NewAsset[]) => {
    const submissionId = randomUUID();
    const outcome = await insertSubmission(own.database, {
      submissionId,
      workspaceId,
      environment: assets[0]!.sandboxOutcome === null ? 'live' : 'sandbox',
      sidekickIds: ['any'],
      simulationDelaySeconds: 0,
      priceBookVersion: assets[0]!.sandboxOutcome === null ? 1 : null,
      assets,
      maxAssetsInWork,
    });
    return { submissionId, outcome, assetIds: assets.map(({ assetId }) => assetId) };
  };
  const submit = async (count = 1) =>
    insert(await Promise.all(Array.from({ length: count }, () => liveAsset(own.database, workspaceId))));
  const nextSubmissions = async () =>
    (await readQueuedVersions(own.database, await readQueuedWorkspaces(own.database), 200))
      .filter((version) => version.workspaceId === workspaceId)
      .map(({ submissionId }) => submissionId);
  const end = (submissionId: string, assetId: string, isRetryable: boolean | null = null) =>
    recordAssetEnd(
      own.database,
      submissionId,
      1,
      {
        assetId,
        failure:
          isRetryable === null ? null : { errorType: 'storage', errorMessage: 'It failed', isRetryable },
        issueCount: 0,
        ruleCounts: [],
        issuesKey: null,
        topicsKey: null,
      },
      {
        id: randomUUID(),
        assetId,
        version: 1,
        type: 'asset.processing.completed',
        payload: '{}',
        workspaceId,
      },
      null,
    );
  return { workspaceId, plan, insert, submit, nextSubmissions, end };
}

test('queued workspaces are started round-robin, each with its oldest version first', async () => {
  const plan = await workspaceOf(1);
  const many = [await workspaceOf(1), await workspaceOf(1), await workspaceOf(1)];
  const all = [plan, ...many];
  const waiting: string[][] = [];
  for (const { submit } of all) {
    const [first, ...rest] = [await submit(), await submit(), await submit(), await submit()];
    waiting.push(rest.map(({ submissionId }) => submissionId));
    await markVersionStarted(own.database, first.submissionId, 1);
    await own.database.query(
      `update submission_versions set status = 'complete', finished_count = 1, completed_at = now() where submission_id = $1`,
      [first.submissionId],
    );
  }
  // The first workspace is the oldest. From now on, it has no limit.
  await savePlan(own.database, { ...(await readPlan(own.database, plan.plan))!, maxAssetsInWork: null });
  const ids = new Set(all.map(({ workspaceId }) => workspaceId));
  const workspaces = (await readQueuedWorkspaces(own.database)).filter(({ workspaceId }) =>
    ids.has(workspaceId),
  );
  expect(
    workspaces.toSorted((a, b) => (a.capacity ?? 0) - (b.capacity ?? 0)).map(({ capacity }) => capacity),
  ).toEqual([null, 1, 1, 1]);
  const batch = await readQueuedVersions(own.database, workspaces, 4);
  expect(batch.map(({ submissionId }) => submissionId)).toEqual(waiting.map(([oldest]) => oldest));
  const everything = await readQueuedVersions(own.database, workspaces, 200);
  expect(everything.map(({ submissionId }) => submissionId)).toEqual([
    ...waiting.map(([oldest]) => oldest),
    ...waiting[0]!.slice(1),
  ]);
  const listed = (await listQueuedWorkspaces(own.database)).filter(({ workspaceId }) => ids.has(workspaceId));
  expect(listed).toHaveLength(4);
  expect(listed[0]).toMatchObject({
    workspaceId: plan.workspaceId,
    plan: plan.plan,
    maxAssetsInWork: null,
    assetsInWork: 0,
    waitingSubmissions: 3,
  });
});

test('a queued version is started with its whole input', async () => {
  const { submit, nextSubmissions, workspaceId, end } = await workspaceOf(1);
  const first = await submit();
  const second = await submit();
  await end(first.submissionId, first.assetIds[0]!);
  expect(await nextSubmissions()).toEqual([second.submissionId]);
  const [version] = await readQueuedVersions(own.database, [{ workspaceId, capacity: 1 }], 1);
  expect(version).toEqual({
    submissionId: second.submissionId,
    version: 1,
    workspaceId,
    environment: 'live',
    simulationDelaySeconds: 0,
    assets: [
      {
        assetId: second.assetIds[0],
        assetType: 'video',
        sandboxOutcome: null,
        durationSeconds: 20,
        isMeasured: true,
        sizeBytes: 10,
      },
    ],
    traceparent: null,
  });
});

describe('a submission', () => {
  test('is queued, oldest first, while its workspace has reached its limit', async () => {
    const { submit, nextSubmissions, end } = await workspaceOf(2);
    const [first, second, third, fourth] = [await submit(), await submit(), await submit(), await submit()];
    expect([first, second, third, fourth].map(({ outcome }) => outcome)).toEqual([
      'inserted',
      'inserted',
      'queued',
      'queued',
    ]);
    expect(await nextSubmissions()).toEqual([]);
    await end(second.submissionId, second.assetIds[0]!);
    expect(await nextSubmissions()).toEqual([third.submissionId]);
    // The version is returned again until a dispatcher has started it.
    expect(await nextSubmissions()).toEqual([third.submissionId]);
    await markVersionStarted(own.database, third.submissionId, 1);
    expect(await nextSubmissions()).toEqual([]);
    await end(first.submissionId, first.assetIds[0]!);
    await end(third.submissionId, third.assetIds[0]!);
    expect(await nextSubmissions()).toEqual([fourth.submissionId]);
    // The workspace has free capacity, but an older version is queued.
    expect((await submit()).outcome).toBe('queued');
  });

  test('is started whole whatever its size, and uses capacity for each unfinished asset', async () => {
    const { submit, nextSubmissions, end } = await workspaceOf(3);
    const large = await submit(5);
    const others = [await submit(2), await submit(2), await submit(2)];
    expect([large, ...others].map(({ outcome }) => outcome)).toEqual([
      'inserted',
      'queued',
      'queued',
      'queued',
    ]);
    for (const assetId of large.assetIds.slice(0, 2)) await end(large.submissionId, assetId);
    expect(await nextSubmissions()).toEqual([]);
    for (const assetId of large.assetIds.slice(2)) await end(large.submissionId, assetId, true);
    expect(await nextSubmissions()).toEqual([others[0]!.submissionId, others[1]!.submissionId]);
  });

  test('delays no other workspace, sandbox submission or retry; a retry uses capacity', async () => {
    const busy = await workspaceOf(1);
    const quiet = await workspaceOf(1);
    const first = await busy.submit();
    expect((await busy.submit()).outcome).toBe('queued');
    expect((await quiet.submit()).outcome).toBe('inserted');
    expect((await busy.insert([sandboxAsset('pass')])).outcome).toBe('inserted');
    await busy.end(first.submissionId, first.assetIds[0]!, true);
    const retry = await openRetry(own.database, busy.workspaceId, first.submissionId, first.assetIds[0]!);
    expect(retry?.version).toBe(2);
    expect(await busy.nextSubmissions()).toEqual([]);
    const unstarted = (await readUnstartedVersions(own.database, -1, 1_000)).map((version) => [
      version.submissionId,
      version.version,
    ]);
    expect(unstarted).toContainEqual([first.submissionId, 2]);
  });

  test('waits while previews of the workspace use its capacity, also after ten minutes', async () => {
    const { workspaceId, submit, nextSubmissions, end } = await workspaceOf(1);
    const { submissionId, assetIds } = await submit();
    const [assetId] = assetIds as [string];
    await own.database.query(
      `update assets set blob_key = 'any', blob_etag = 'any', status = 'processing' where asset_id = $1`,
      [assetId],
    );
    await end(submissionId, assetId);
    const preview = { workspaceId, submissionId, assetId, maxAssetsInWork: 1 };
    expect(await requestPreview(own.database, preview)).toMatchObject({ outcome: 'making' });
    const waiting = await submit();
    expect(waiting.outcome).toBe('queued');
    await own.database.query(
      `update previews set requested_at = now() - interval '30 minutes' where asset_id = $1`,
      [assetId],
    );
    expect(await nextSubmissions()).toEqual([]);
    await finishPreview(own.database, submissionId, assetId, 'ready');
    expect(await nextSubmissions()).toEqual([waiting.submissionId]);
  });

  test('that takes longer than ten minutes frees its capacity; changes of the plan apply at once', async () => {
    const { submit, nextSubmissions, plan } = await workspaceOf(1);
    const first = await submit();
    const waiting = [await submit(), await submit(), await submit()];
    expect(await nextSubmissions()).toEqual([]);
    await markVersionStarted(own.database, first.submissionId, 1);
    await own.database.query(
      `update submission_versions set workflow_started_at = now() - interval '11 minutes' where submission_id = $1`,
      [first.submissionId],
    );
    expect(await nextSubmissions()).toEqual([waiting[0]!.submissionId]);
    await savePlan(own.database, { ...(await readPlan(own.database, plan))!, maxAssetsInWork: 2 });
    expect(await nextSubmissions()).toEqual(waiting.slice(0, 2).map(({ submissionId }) => submissionId));
    await savePlan(own.database, { ...(await readPlan(own.database, plan))!, maxAssetsInWork: null });
    expect(await nextSubmissions()).toEqual(waiting.map(({ submissionId }) => submissionId));
  });

  test('is never queued when the plan has no limit', async () => {
    const { submit } = await workspaceOf(null);
    const outcomes = [];
    for (let each = 0; each < 40; each++) outcomes.push((await submit()).outcome);
    expect(new Set(outcomes)).toEqual(new Set(['inserted']));
  });
});

test('queued versions are not reported as stuck until they are starved', async () => {
  const { submit, workspaceId } = await workspaceOf(1);
  const [started, waiting] = [await submit(), await submit()];
  const { rows } = await own.database.query<{ others: number }>(
    `select count(*)::integer as others from submission_versions where waits and workflow_started_at is null`,
  );
  await own.database.query(
    `update submission_versions set created_at = now() - interval '1 day' where submission_id = any($1)`,
    [[started.submissionId, waiting.submissionId]],
  );
  expect(await readQueuedWorkspaces(own.database)).toContainEqual({ workspaceId, capacity: 1 });
  const unstarted = (await readUnstartedVersions(own.database, 3_600, 1_000)).filter(
    (version) => version.workspaceId === workspaceId,
  );
  expect(unstarted.map(({ submissionId }) => submissionId)).toEqual([started.submissionId]);
  const day = 24 * 3_600;
  const stuck = await readBacklog(own.database);
  expect(stuck.submissionOutbox.oldestSeconds).toBeGreaterThanOrEqual(day);
  expect(stuck.unfinished.oldestSeconds).toBeGreaterThanOrEqual(day);
  expect(stuck.waitingSubmissions.oldestSeconds).toBeGreaterThanOrEqual(day);
  expect(stuck.waitingSubmissions.count).toBe(rows[0]!.others);

  // The workspace has just started a version. Its queued version is therefore not starved, whatever its age.
  await markVersionStarted(own.database, started.submissionId, 1);
  const fine = await readBacklog(own.database);
  expect(fine.submissionOutbox.oldestSeconds ?? 0).toBeLessThan(day);
  expect(fine.unfinished.oldestSeconds).toBeLessThan(day);
  const open = async () =>
    (await listOpenVersions(own.database, { submissionId: noId, version: 0 }, 1_000, 10)).map(
      ({ submissionId }) => submissionId,
    );
  expect(await open()).toContain(started.submissionId);
  expect(await open()).not.toContain(waiting.submissionId);

  // If a workspace has started no version for twenty minutes, its queued versions are starved.
  await own.database.query(
    `update submission_versions set workflow_started_at = now() - interval '21 minutes' where submission_id = $1`,
    [started.submissionId],
  );
  expect(await open()).toContain(waiting.submissionId);
  await markVersionStarted(own.database, waiting.submissionId, 1);
  const later = await readBacklog(own.database);
  expect(later.waitingSubmissions.count).toBe(rows[0]!.others - 1);
});
