import { randomUUID } from 'node:crypto';
import { MockActivityEnvironment } from '@temporalio/testing';
import { describe, expect, test } from 'vitest';
import type { UpkeepBatch, UpkeepProgress } from '../../../activities/upkeep/batch.ts';
import { createUpkeep } from '../../../activities/upkeep/create-upkeep.ts';
import type { UpkeepStep, UpkeepTask } from '@assay/domain/upkeep.ts';
import { deliveryWorkflowId, submissionWorkflowId } from '@assay/domain/workflow-ids.ts';
import {
  deleteExample,
  deleteUpload,
  expireSubmissions,
  listSubmissionsToPurge,
  purgeSubmission,
  scanExpiredSubmissions,
} from '@assay/storage/upkeep/expiry.ts';
import { listLedger } from '@assay/storage/accounts/ledger.ts';
import { recordAssetEnd, recordSandboxEnds } from '@assay/storage/submissions/asset-ends.ts';
import { insertExample, reopenDelivery } from '@assay/storage/webhooks/redeliveries.ts';
import { openRetry } from '@assay/storage/submissions/asset-retries.ts';
import { saveSidekickResult } from '@assay/storage/submissions/sidekick-results.ts';
import { insertSubmission, type NewAsset, submissionBody } from '@assay/storage/submissions/submissions.ts';
import { insertSubscription } from '@assay/storage/webhooks/subscriptions.ts';
import { listFindings } from '@assay/storage/upkeep/upkeep-runs.ts';
import { readInWorkspace } from '@assay/storage/accounts/workspace-read.ts';
import { assetKey, pendingKey, seriesKey } from '@assay/storage/s3/keys.ts';
import { upload, useOwnBlobs } from '../../support/blobs.ts';
import { newWorkspace, useDatabase } from '../../support/database.ts';
import { fireAgain, fireAt } from '../../support/deliveries.ts';
import { newPlan } from '../../support/plans.ts';
import { useTemporalClient } from '../../support/temporal-client.ts';
import { liveAsset, sandboxAsset, submit } from '../../store/fixtures.ts';

const own = useDatabase();
const s3 = useOwnBlobs();
const temporal = useTemporalClient();

/**
 * Runs an upkeep step batch by batch, as the workflow does. Returns the findings in the form `kind subject`.
 */
async function upkeep(
  step: UpkeepStep,
  task: UpkeepTask,
  { dryRun = false, limit = 2, minAgeHours = 0, minAgeMinutes = 10 } = {},
): Promise<string[]> {
  const steps = createUpkeep({ database: own.database, blobs: s3.blobs, temporal });
  const runId = randomUUID();
  await steps.beginUpkeep({ runId, task, dryRun });
  let cursor: string | null = null;
  do {
    const batch: UpkeepBatch = { runId, task, dryRun, minAgeHours, minAgeMinutes, limit, cursor };
    const env = new MockActivityEnvironment();
    ({ cursor } = await env.run<[UpkeepBatch], UpkeepProgress, typeof steps.expireUploads>(
      steps[step],
      batch,
    ));
  } while (cursor !== null);
  const found = await listFindings(own.database, runId);
  return found.map(({ kind, subject }) => `${kind} ${subject}`);
}

const query = (text: string, ...values: unknown[]) => own.database.query(text, values);
const days = (count: number) =>
  newPlan(own.database, { uploadDays: count, sandboxDays: count, liveDays: count });
const workspaceWithRetention = async (count: number) => newWorkspace(own.database, await days(count));
const ageUpload = (assetId: string, age: string) =>
  query(
    `update uploads set created_at = now() - $2::interval, expires_at = now() - interval '1 minute' where asset_id = $1`,
    assetId,
    age,
  );
const ageSubmission = (id: string, age: string) =>
  query(
    `update submissions set created_at = now() - $2::interval,
       completed_at = case when completed_at is not null then now() - $2::interval end where id = $1`,
    id,
    age,
  );
const isKnown = async (workspaceId: string, submissionId: string) =>
  (await readInWorkspace(own.database, submissionBody, workspaceId, submissionId)) !== null;
const uploadIds = async (...ids: string[]) =>
  (await query('select asset_id from uploads where asset_id = any($1)', ids)).rows.length;

const submitting = (workspaceId: string, asset: NewAsset) =>
  insertSubmission(own.database, {
    submissionId: randomUUID(),
    workspaceId,
    environment: 'live' as const,
    sidekickIds: ['any'],
    simulationDelaySeconds: 0,
    priceBookVersion: 1,
    assets: [asset],
  });

describe('uploaded files', () => {
  const bytesOf = async (workspaceId: string) =>
    Number(
      (await query('select stored_bytes from workspaces where id = $1', workspaceId)).rows[0]!.stored_bytes,
    );
  const expireUrl = (assetId: string) =>
    query(`update uploads set expires_at = now() - interval '1 minute' where asset_id = $1`, assetId);

  test('that nothing will read are removed, and the others are counted per workspace', async () => {
    const workspaceId = await newWorkspace(own.database);
    const newUpload = async (content: string) => {
      const asset = await liveAsset(own.database, workspaceId);
      await upload(s3.blobs, pendingKey(asset.assetId), content);
      await query(
        `update uploads set expires_at = now() + interval '1 hour' where asset_id = $1`,
        asset.assetId,
      );
      return asset;
    };
    const waiting = await newUpload('1234');
    const submitted = await newUpload('1234');
    await submit(own.database, workspaceId, [submitted]);
    const copied = await newUpload('changed');
    const submissionId = await submit(own.database, workspaceId, [copied]);
    await query('update assets set blob_key = $2 where asset_id = $1', copied.assetId, 'assets/copy');
    const fromSandbox = await newUpload('1234');
    await query(`update uploads set environment = 'sandbox' where asset_id = $1`, fromSandbox.assetId);
    const submittedLive = await newUpload('1234');
    await query(`update uploads set environment = 'sandbox' where asset_id = $1`, submittedLive.assetId);
    await submit(own.database, workspaceId, [submittedLive]);
    const tooLarge = await newUpload('12345678901');
    const withoutRow = randomUUID();
    await upload(s3.blobs, pendingKey(withoutRow), '1234');

    const keys = (...ids: string[]) => ids.map((id) => `upload_unneeded ${pendingKey(id)}`).sort();
    const unneeded = keys(copied.assetId, withoutRow);
    // Postgres may have been restored to a time before the upload, so a young file without a row is kept.
    expect(await upkeep('removeUnneededUploads', 'storage', { dryRun: true, minAgeHours: 1 })).toEqual(
      keys(copied.assetId),
    );
    expect(await upkeep('removeUnneededUploads', 'storage', { dryRun: true })).toEqual(unneeded);
    expect(await s3.blobs.head(pendingKey(withoutRow))).not.toBeNull();
    expect(await upkeep('removeUnneededUploads', 'storage')).toEqual(unneeded);
    expect(await s3.blobs.head(pendingKey(withoutRow))).toBeNull();
    // The URLs of the others can still be used.
    for (const { assetId } of [waiting, fromSandbox, submittedLive, tooLarge]) await expireUrl(assetId);
    expect(await upkeep('removeUnneededUploads', 'storage')).toEqual(
      keys(fromSandbox.assetId, tooLarge.assetId),
    );
    expect(await upkeep('removeUnneededUploads', 'storage')).toEqual([]);
    for (const { assetId } of [waiting, submitted, submittedLive])
      expect(await s3.blobs.head(pendingKey(assetId))).not.toBeNull();

    // Three assets of ten bytes, and an upload of four bytes that was not submitted.
    expect(await upkeep('countStorage', 'storage')).toEqual([]);
    expect(await bytesOf(workspaceId)).toBe(34);
    await query('update submissions set purged_at = now(), expired_at = now() where id = $1', submissionId);
    await upkeep('countStorage', 'storage');
    expect(await bytesOf(workspaceId)).toBe(24);
    const inSandbox = await submit(own.database, workspaceId, [sandboxAsset('fail'), sandboxAsset('pass')]);
    await query(
      `update assets set issues_key = 'issues' where submission_id = $1 and sandbox_outcome = 'fail'`,
      inSandbox,
    );
    await upkeep('countStorage', 'storage');
    expect(await bytesOf(workspaceId)).toBe(24 + 8192);
  });

  test('of a sandbox key that a live key submits meanwhile are kept', { tags: 'long' }, async () => {
    const workspaceId = await newWorkspace(own.database);
    for (let round = 0; round < 20; round++) {
      const asset = await liveAsset(own.database, workspaceId);
      await query(`update uploads set environment = 'sandbox' where asset_id = $1`, asset.assetId);
      await expireUrl(asset.assetId);
      await upload(s3.blobs, pendingKey(asset.assetId), '1234');
      const delay = new Promise((resolve) => setTimeout(resolve, round));
      const [inserted] = await Promise.all([
        delay.then(() => submitting(workspaceId, asset)),
        upkeep('removeUnneededUploads', 'storage', { limit: 100 }),
      ]);
      const isStored = (await s3.blobs.head(pendingKey(asset.assetId))) !== null;
      expect([inserted, isStored]).toEqual(isStored ? ['inserted', true] : ['upload gone', false]);
    }
  });
});

test('the stored bytes of a workspace are counted although those of another cannot be', async () => {
  const [faulty, sound] = [await newWorkspace(own.database), await newWorkspace(own.database)];
  const { assetId } = await liveAsset(own.database, sound);
  await query('update uploads set stored_bytes = 10 where asset_id = $1', assetId);
  await own.database.query(`
    create function reject_count() returns trigger language plpgsql as $$ begin raise 'rejected'; end $$;
    create trigger reject_count before update on workspaces for each row when (old.id = '${faulty}')
      execute function reject_count()`);
  try {
    await upkeep('countStorage', 'storage', { limit: 500 });
  } finally {
    await own.database.query('drop trigger reject_count on workspaces; drop function reject_count');
  }
  const { rows } = await query('select stored_bytes from workspaces where id = $1', sound);
  expect(Number(rows[0]!.stored_bytes)).toBe(10);
});

describe('abandoned uploads', () => {
  test('are removed with their stored files after the retention period of the plan, and others are kept', async () => {
    const workspaceId = await workspaceWithRetention(3);
    const [old, young, submitted] = [
      await liveAsset(own.database, workspaceId),
      await liveAsset(own.database, workspaceId),
      await liveAsset(own.database, workspaceId),
    ];
    await submit(own.database, workspaceId, [submitted]);
    for (const { assetId } of [old, submitted]) await ageUpload(assetId, '73 hours');
    await ageUpload(young.assetId, '71 hours');
    for (const { assetId } of [old, young]) await upload(s3.blobs, pendingKey(assetId), 'bytes');

    expect(await upkeep('expireUploads', 'uploads', { dryRun: true })).toEqual([
      `upload_abandoned ${old.assetId}`,
    ]);
    expect(await uploadIds(old.assetId)).toBe(1);
    expect(await upkeep('expireUploads', 'uploads')).toEqual([`upload_abandoned ${old.assetId}`]);
    expect(await uploadIds(old.assetId)).toBe(0);
    expect(await uploadIds(young.assetId, submitted.assetId)).toBe(2);
    expect(await s3.blobs.head(pendingKey(old.assetId))).toBeNull();
    expect(await s3.blobs.head(pendingKey(young.assetId))).not.toBeNull();
    expect(await upkeep('expireUploads', 'uploads')).toEqual([]);
  });

  test('are never removed if the plan has no retention period', async () => {
    const plan = await newPlan(own.database, { uploadDays: null });
    const { assetId } = await liveAsset(own.database, await newWorkspace(own.database, plan));
    await ageUpload(assetId, '9 years');
    expect(await upkeep('expireUploads', 'uploads')).toEqual([]);
  });

  test('that are submitted concurrently are either submitted or removed', { tags: 'long' }, async () => {
    const workspaceId = await workspaceWithRetention(1);
    const outcomes = new Set<string>();
    for (let round = 0; round < 30; round++) {
      const asset = await liveAsset(own.database, workspaceId);
      const submission = () => submitting(workspaceId, asset);
      const deletion = () => deleteUpload(own.database, asset.assetId);
      const [inserted, deleted] =
        round % 2 === 0
          ? await Promise.all([submission(), deletion()])
          : await Promise.all([deletion(), submission()]).then(([first, second]) => [second, first] as const);
      expect([inserted, deleted]).toEqual(deleted ? ['upload gone', true] : ['inserted', false]);
      expect(await uploadIds(asset.assetId)).toBe(deleted ? 0 : 1);
      outcomes.add(deleted ? 'deleted' : 'inserted');
    }
    expect(outcomes.size).toBeGreaterThan(0);
    const asset = await liveAsset(own.database, workspaceId);
    expect(await deleteUpload(own.database, asset.assetId)).toBe(true);
    expect(await submitting(workspaceId, asset)).toBe('upload gone');
    const submitted = await liveAsset(own.database, workspaceId);
    expect(await submitting(workspaceId, submitted)).toBe('inserted');
    expect(await deleteUpload(own.database, submitted.assetId)).toBe(false);
  });
});

const noFailure = { failure: null, issueCount: 0, ruleCounts: [], issuesKey: null, topicsKey: null };

/**
 * Writes a finished live submission of one asset, with a stored file, a finding, an issue and an event. The returned
 * `keys` are the storage keys of its blobs.
 */
async function ended(workspaceId: string) {
  const asset = await liveAsset(own.database, workspaceId);
  const { assetId } = asset;
  const submissionId = await submit(own.database, workspaceId, [asset]);
  const blobKey = assetKey(workspaceId, submissionId, assetId);
  await upload(s3.blobs, blobKey, 'bytes');
  await query('update assets set blob_key = $2 where submission_id = $1', submissionId, blobKey);
  const findingsKey = await s3.blobs.putResult('findings', submissionId, assetId, ['a finding']);
  const issuesKey = await s3.blobs.putResult('issues', submissionId, assetId, ['an issue']);
  await saveSidekickResult(own.database, submissionId, assetId, 1, {
    sidekickId: randomUUID(),
    sidekickVersion: '1',
    findingCount: 1,
    measured: {},
    ruleCounts: { 'picture.black': 1 },
    findingsKey,
  });
  const eventId = randomUUID();
  await recordAssetEnd(
    own.database,
    submissionId,
    1,
    {
      assetId,
      ...noFailure,
      issueCount: 1,
      issuesKey,
      ruleCounts: [{ ruleCode: 'picture.black', severity: 'major', issueCount: 1 }],
    },
    { id: eventId, assetId, version: 1, workspaceId, type: 'asset.processing.completed', payload: '{}' },
    null,
  );
  const { rows } = await query('select id from deliveries where event_id = $1', eventId);
  const deliveryIds = rows.map(({ id }) => id as string);
  return { submissionId, asset, keys: [blobKey, findingsKey, issuesKey], deliveryIds };
}

/** Creates a subscription for a workspace and returns its id. */
async function subscribed(workspaceId: string): Promise<string> {
  const id = randomUUID();
  const endpoint = { endpointUrl: 'https://example.com', description: null, secret: 'whsec_x' };
  const eventTypes = ['asset.processing.completed'] as const;
  await insertSubscription(own.database, { id, workspaceId, eventTypes, ...endpoint }, 20);
  return id;
}

const delivered = (ids: readonly string[]) =>
  query(`update deliveries set status = 'succeeded', completed_at = now() where id = any($1)`, ids);

const missing = async (keys: readonly string[]) =>
  (await Promise.all(keys.map((key) => s3.blobs.head(key)))).filter((found) => found === null).length;

describe('live submissions after their retention', () => {
  test('are unknown to the API, and only the rows that the ledger needs stay', async () => {
    const workspaceId = await workspaceWithRetention(5);
    const [old, young] = [await ended(workspaceId), await ended(workspaceId)];
    await ageSubmission(old.submissionId, '121 hours');
    await ageSubmission(young.submissionId, '119 hours');
    const [entry] = await listLedger(own.database, workspaceId);

    expect(await upkeep('expireSubmissions', 'retention', { dryRun: true })).toEqual([
      `submission_expired ${old.submissionId}`,
    ]);
    expect(await isKnown(workspaceId, old.submissionId)).toBe(true);
    expect(await upkeep('expireSubmissions', 'retention')).toEqual([
      `submission_expired ${old.submissionId}`,
    ]);
    expect(await isKnown(workspaceId, old.submissionId)).toBe(false);
    expect(await missing(old.keys)).toBe(0);
    const series = seriesKey(old.submissionId, old.asset.assetId, [{ code: 'loudness', version: '3' }]);
    await upload(s3.blobs, series, 'bytes');
    await query(
      'insert into asset_progress select submission_id, asset_id, version, 0.5 from assets where submission_id = $1',
      old.submissionId,
    );
    await upkeep('purgeSubmissions', 'retention', { dryRun: true });
    expect(await missing([...old.keys, series])).toBe(0);
    await upkeep('purgeSubmissions', 'retention');
    expect(await missing([...old.keys, series])).toBe(4);
    expect(await missing(young.keys)).toBe(0);
    expect(await isKnown(workspaceId, young.submissionId)).toBe(true);
    for (const table of ['events', 'sidekick_results', 'asset_rules', 'asset_progress'])
      expect(
        (await query(`select 1 from ${table} where submission_id = $1`, old.submissionId)).rowCount,
      ).toBe(0);
    expect(await listLedger(own.database, workspaceId)).toContainEqual(entry);
    expect(await submitting(workspaceId, { ...old.asset, ledgerEntryId: randomUUID() })).toBe('duplicate');
    expect(await upkeep('expireSubmissions', 'retention')).toEqual([]);
  });

  test('stay while a delivery is pending or an asset is unfinished', async () => {
    const workspaceId = await workspaceWithRetention(1);
    await subscribed(workspaceId);
    const delivering = await ended(workspaceId);
    const open = await submit(own.database, workspaceId, [await liveAsset(own.database, workspaceId)]);
    for (const id of [delivering.submissionId, open]) await ageSubmission(id, '2 days');
    expect(await upkeep('expireSubmissions', 'retention')).toEqual([]);
    await delivered(delivering.deliveryIds);
    expect(await upkeep('expireSubmissions', 'retention')).toEqual([
      `submission_expired ${delivering.submissionId}`,
    ]);
    await upkeep('purgeSubmissions', 'retention');
    const { rowCount } = await query('select 1 from deliveries where id = any($1)', delivering.deliveryIds);
    expect(rowCount).toBe(0);
  });

  test('are removed in batches when many events were fired for them', { tags: 'long' }, async () => {
    const workspaceId = await workspaceWithRetention(1);
    const subscriptionId = await subscribed(workspaceId);
    const { submissionId, deliveryIds } = await ended(workspaceId);
    await delivered(deliveryIds);
    const { rows } = await query(
      `with fired as (
         insert into events (id, workspace_id, submission_id, asset_id, type, payload)
         select gen_random_uuid(), workspace_id, submission_id, asset_id, type, payload
         from events, generate_series(1, 250) where submission_id = $1 returning id
       )
       insert into deliveries (id, event_id, subscription_id, status, completed_at)
       select gen_random_uuid(), id, $2, 'skipped', now() from fired returning id`,
      ...[submissionId, subscriptionId],
    );
    expect(rows.length).toBeGreaterThanOrEqual(250);
    await ageSubmission(submissionId, '2 days');
    await upkeep('expireSubmissions', 'retention');
    await upkeep('purgeSubmissions', 'retention');
    expect((await query('select from events where submission_id = $1', submissionId)).rowCount).toBe(0);
    const purged = await query('select purged_at as at from submissions where id = $1', submissionId);
    expect(purged.rows[0].at).not.toBeNull();
  });

  test('keep a delivery that is requested during the removal until it has ended', async () => {
    const workspaceId = await workspaceWithRetention(1);
    const subscriptionId = await subscribed(workspaceId);
    const { submissionId, deliveryIds } = await ended(workspaceId);
    await ageSubmission(submissionId, '2 days');
    await delivered(deliveryIds);
    await upkeep('expireSubmissions', 'retention');
    const [listed] = await listSubmissionsToPurge(own.database, 'live', null, 1_000);
    expect(listed).toMatchObject({ submissionId });
    const { rows } = await query('select event_id as id from deliveries where id = $1', deliveryIds[0]);
    await reopenDelivery(own.database, workspaceId, subscriptionId, rows[0].id);
    const left = async () =>
      (await query('select 1 from deliveries where id = any($1)', deliveryIds)).rowCount;
    await purgeSubmission(own.database, submissionId);
    expect(await left()).toBe(1);
    await delivered(deliveryIds);
    await upkeep('purgeSubmissions', 'retention');
    expect(await left()).toBe(0);
  });

  test('stay when they are retried concurrently', async () => {
    const workspaceId = await workspaceWithRetention(1);
    const asset = await liveAsset(own.database, workspaceId);
    const submissionId = await submit(own.database, workspaceId, [asset]);
    const failure = { errorType: 'storage', errorMessage: 'x', isRetryable: true };
    const event = { id: randomUUID(), assetId: asset.assetId, version: 1, workspaceId, payload: '{}' };
    await recordAssetEnd(
      own.database,
      submissionId,
      1,
      { assetId: asset.assetId, ...noFailure, failure },
      { ...event, type: 'asset.processing.failed' },
      null,
    );
    await ageSubmission(submissionId, '2 days');
    const { due } = await scanExpiredSubmissions(own.database, 'live', null, 1_000);
    expect(due.map(({ id }) => id)).toContain(submissionId);
    expect(await openRetry(own.database, workspaceId, submissionId, asset.assetId)).not.toBeNull();
    expect(await expireSubmissions(own.database, due)).not.toContain(submissionId);
    expect(await isKnown(workspaceId, submissionId)).toBe(true);
  });
});

describe('sandbox submissions after their retention', () => {
  test('are removed, also those that stay pending; a later retry is rejected', async () => {
    const workspaceId = await workspaceWithRetention(2);
    const pending = await submit(own.database, workspaceId, [sandboxAsset('pending')]);
    const asset = sandboxAsset('retryable_error');
    const failed = await submit(own.database, workspaceId, [asset, sandboxAsset('pending')]);
    const issuesKey = await s3.blobs.putResult('issues', failed, asset.assetId, ['an issue']);
    const failure = { errorType: 'sandbox_retryable_error', errorMessage: 'x', isRetryable: true };
    await recordSandboxEnds(own.database, failed, 1, [
      { assetId: asset.assetId, ...noFailure, failure, issuesKey },
    ]);
    const open = await submit(own.database, workspaceId, [sandboxAsset('pass')]);
    for (const id of [pending, failed, open]) await ageSubmission(id, '3 days');
    expect((await upkeep('expireSubmissions', 'sandbox', { limit: 1 })).sort()).toEqual(
      [pending, failed].map((id) => `submission_expired ${id}`).sort(),
    );
    expect(await openRetry(own.database, workspaceId, failed, asset.assetId)).toBeNull();
    await upkeep('purgeSubmissions', 'sandbox', { limit: 1 });
    expect(await missing([issuesKey])).toBe(1);
    expect(await isKnown(workspaceId, open)).toBe(true);
  });
});

describe('example events', () => {
  test('have the retention of sandbox submissions, and stay while their delivery is pending', async () => {
    const workspaceId = await workspaceWithRetention(2);
    const subscriptionId = await subscribed(workspaceId);
    const example = async (age: string) => {
      const id = randomUUID();
      const type = 'asset.processing.completed' as const;
      const event = { id, assetId: null, version: null, type, payload: '{}' };
      const written = await insertExample(own.database, workspaceId, subscriptionId, event);
      if (typeof written === 'string') throw new Error(written);
      await query('update events set created_at = now() - $2::interval where id = $1', id, age);
      return { id, deliveryId: written.deliveryId };
    };
    const [old, under, young] = [
      await example('49 hours'),
      await example('49 hours'),
      await example('47 hours'),
    ];
    await delivered([old.deliveryId, young.deliveryId]);
    const left = async () => {
      const { rows } = await query('select id from events where workspace_id = $1', workspaceId);
      return rows.map(({ id }) => id as string).sort();
    };
    expect(await upkeep('expireExamples', 'sandbox', { dryRun: true })).toEqual([
      `example_expired ${old.id}`,
    ]);
    expect(await left()).toHaveLength(3);
    expect(await upkeep('expireExamples', 'sandbox', { limit: 1 })).toEqual([`example_expired ${old.id}`]);
    expect(await left()).toEqual([under.id, young.id].sort());
    expect(await deleteExample(own.database, under.id)).toBe(false);
    expect(await left()).toHaveLength(2);
    expect(await upkeep('expireExamples', 'sandbox')).toEqual([]);
  });
});

describe('blobs', () => {
  test('without a reference are found, and removed when they are old enough and the run is not dry', async () => {
    const workspaceId = await newWorkspace(own.database);
    const used = await ended(workspaceId);
    const waiting = await liveAsset(own.database, workspaceId);
    const open = await liveAsset(own.database, workspaceId);
    const openId = await submit(own.database, workspaceId, [open]);
    const { assetId } = used.asset;
    const needed = [
      ...used.keys,
      pendingKey(waiting.assetId),
      pendingKey(open.assetId),
      assetKey(workspaceId, openId, open.assetId),
      seriesKey(openId, open.assetId, [{ code: 'loudness', version: '3' }]),
      seriesKey(used.submissionId, assetId, [{ code: 'loudness', version: '3' }]),
      'somebody/elses',
    ];
    for (const key of needed.slice(3)) await upload(s3.blobs, key, 'bytes');
    needed.push(await s3.blobs.putResult('issues', openId, open.assetId, ['on its way']));
    const orphans = [
      pendingKey(randomUUID()),
      pendingKey(assetId),
      assetKey(workspaceId, randomUUID(), assetId),
      await s3.blobs.putResult('issues', used.submissionId, assetId, ['of an earlier version']),
    ];
    for (const key of orphans.slice(0, 3)) await upload(s3.blobs, key, 'bytes');
    const found = orphans.map((key) => `blob_orphaned ${key}`).sort();

    const ours = (findings: string[]) =>
      findings.filter((finding) => [...orphans, ...needed].some((key) => finding.endsWith(key))).sort();
    expect(ours(await upkeep('findOrphanBlobs', 'reconciliation', { dryRun: true }))).toEqual(found);
    expect(await upkeep('findOrphanBlobs', 'orphan-blobs', { minAgeHours: 1 })).toEqual([]);
    expect(await missing(orphans)).toBe(0);
    expect(ours(await upkeep('findOrphanBlobs', 'orphan-blobs'))).toEqual(found);
    expect(await missing(orphans)).toBe(orphans.length);
    expect(await missing(needed)).toBe(0);
  });
});

describe('reconciliation', () => {
  const found = async (step: UpkeepStep, minAgeMinutes = 10) =>
    upkeep(step, 'reconciliation', { dryRun: true, minAgeMinutes });

  test('finds versions without a workflow, and workflows without a version', async () => {
    const workspaceId = await newWorkspace(own.database);
    const ids: string[] = [];
    for (let n = 0; n < 4; n++)
      ids.push(await submit(own.database, workspaceId, [await liveAsset(own.database, workspaceId)]));
    const [lost, running, unstarted, young] = ids as [string, string, string, string];
    const pending = await submit(own.database, workspaceId, [sandboxAsset('pending')]);
    await query(
      `update submission_versions set created_at = now() - interval '1 hour',
         workflow_started_at = case when submission_id <> $2 then now() end
       where submission_id = any($1)`,
      [lost, running, unstarted, pending],
      unstarted,
    );
    // No worker polls the task queue `nobody`, so these workflows do not run.
    const start = (submissionId: string) =>
      temporal.workflow.start('processSubmission', {
        workflowId: submissionWorkflowId(submissionId, 1),
        taskQueue: 'nobody',
        args: [],
      });
    const stranger = randomUUID();
    const handles = [await start(running), await start(stranger)];
    const mine = (findings: string[]) =>
      findings.filter((finding) => [...ids, pending, stranger].some((id) => finding.includes(id))).sort();
    try {
      expect(mine(await found('compareVersions'))).toEqual([
        `version_not_started ${submissionWorkflowId(unstarted, 1)}`,
        `version_without_workflow ${submissionWorkflowId(lost, 1)}`,
      ]);
      await expect
        .poll(async () => mine(await found('compareWorkflows')), { timeout: 20_000 })
        .toEqual([`workflow_without_version ${submissionWorkflowId(stranger, 1)}`]);
      await handles[0]!.terminate();
      expect(mine(await found('compareVersions'))).toContain(
        `version_without_workflow ${submissionWorkflowId(running, 1)}`,
      );
      expect(mine(await found('compareVersions')).join()).not.toContain(young);
      expect(mine(await found('compareVersions', 0)).join()).toContain(young);
    } finally {
      await handles[0]!.terminate().catch(() => undefined);
      await handles[1]!.terminate();
    }
  });

  test('finds deliveries without a workflow, workflows without a delivery, and events without a delivery', async () => {
    const fired = await fireAt(own.database, 'https://example.com');
    const { workspaceId, subscriptionId, deliveryId: lost } = fired;
    const more = await Promise.all([1, 2, 3, 4].map(() => fireAgain(own.database, workspaceId)));
    const [running, unstarted, young, undelivered] = more.map(({ deliveryId }) => deliveryId) as [
      string,
      string,
      string,
      string,
    ];
    const old = [lost, running, unstarted];
    await query(`update deliveries set created_at = now() - interval '1 hour' where id = any($1)`, old);
    await query(
      `update attempts set created_at = now() - interval '1 hour' where delivery_id = any($1)`,
      old,
    );
    await query('update deliveries set workflow_started_at = now() where id = any($1)', [lost, running]);
    const start = (deliveryId: string) =>
      temporal.workflow.start('deliverWebhook', {
        workflowId: deliveryWorkflowId(deliveryId),
        taskQueue: 'nobody',
        args: [],
      });
    const stranger = randomUUID();
    const handles = [await start(running), await start(stranger)];
    const mine = (findings: string[]) =>
      findings
        .filter((finding) => [lost, running, unstarted, young, stranger].some((id) => finding.includes(id)))
        .sort();
    const notStarted = `delivery_not_started ${deliveryWorkflowId(unstarted)}`;
    const without = (id: string) => `delivery_without_workflow ${deliveryWorkflowId(id)}`;
    try {
      expect(mine(await found('compareDeliveries'))).toEqual([notStarted, without(lost)]);
      expect(mine(await found('compareDeliveries', 0)).join()).toContain(young);
      await expect
        .poll(async () => mine(await found('compareDeliveryWorkflows')), { timeout: 20_000 })
        .toEqual([`workflow_without_delivery ${deliveryWorkflowId(stranger)}`]);
      await handles[0]!.terminate();
      expect(mine(await found('compareDeliveries'))).toEqual(
        [notStarted, without(lost), without(running)].sort(),
      );
      await query(`update deliveries set status = 'failed', completed_at = now() where id = any($1)`, [
        lost,
        running,
        unstarted,
      ]);
      expect(mine(await found('compareDeliveries'))).toEqual([]);
    } finally {
      await handles[0]!.terminate().catch(() => undefined);
      await handles[1]!.terminate();
    }

    const eventId = more[3]!.event.id;
    await query('delete from attempts where delivery_id = $1', undelivered);
    await query('delete from deliveries where id = $1', undelivered);
    const events = async () => (await found('compareEvents')).filter((finding) => finding.includes(eventId));
    // The subscription changed recently, so it may have been created after the event.
    expect(await events()).toEqual([]);
    const asOf = (age: string) =>
      query('update subscriptions set updated_at = now() - $2::interval where id = $1', subscriptionId, age);
    await asOf('1 hour');
    expect(await events()).toEqual([`event_without_delivery ${eventId}`]);
    await query('update subscriptions set enabled = false where id = $1', subscriptionId);
    expect(await events()).toEqual([]);
  });

  test('finds missing blobs and wrong charges', async () => {
    const workspaceId = await newWorkspace(own.database);
    const intact = await ended(workspaceId);
    const bereft = await ended(workspaceId);
    await s3.blobs.remove(bereft.keys[2]!);
    const free = await ended(workspaceId);
    await query('delete from ledger_entries where submission_id = $1', free.submissionId);
    const cheap = await ended(workspaceId);
    await query('update ledger_entries set credits = 1 where submission_id = $1', cheap.submissionId);
    const of = ({ submissionId, asset }: typeof intact) => `${submissionId}/${asset.assetId}`;
    const mine = (findings: string[]) =>
      findings.filter((finding) =>
        [intact, bereft, free, cheap].some(({ submissionId }) => finding.includes(submissionId)),
      );
    expect(mine(await found('compareAssets')).sort()).toEqual(
      [`blob_missing ${bereft.keys[2]}`, `charge_missing ${of(free)}`, `charge_unequal ${of(cheap)}`].sort(),
    );

    // The schema prevents both differences. A database that was restored only in part can contain them.
    await query('alter table ledger_entries drop constraint ledger_entries_once');
    await query('alter table ledger_entries drop constraint ledger_entries_submission_id_asset_id_fkey');
    const last = (digit: string) => `ffffffff-ffff-4fff-bfff-fffffffffff${digit}`;
    await query(
      `insert into ledger_entries (id, workspace_id, submission_id, asset_id, kind, credits, price_book_version, etag)
       select n.id, workspace_id, n.submission_id, asset_id, kind, credits, price_book_version, etag
       from ledger_entries l, (values ($2::uuid, $1::uuid), ($3, $3)) as n (id, submission_id)
       where l.submission_id = $1`,
      intact.submissionId,
      last('e'),
      last('f'),
    );
    expect(await found('compareCharges')).toEqual([
      `charge_twice ${last('e')}`,
      `charge_without_asset ${last('f')}`,
    ]);
  });
});
