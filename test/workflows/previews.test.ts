import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { pino } from 'pino';
import { beforeAll, expect, inject, test } from 'vitest';
import type { MediaActivities } from '../../activities/create-activities.ts';
import { withHeartbeat } from '../../activities/with-heartbeat.ts';
import { createKey } from '@assay/storage/accounts/create-key.ts';
import { outageType, slotShareType } from '@assay/domain/outages.ts';
import { taskQueues } from '@assay/domain/task-queues.ts';
import { previewWorkflowId } from '@assay/domain/workflow-ids.ts';
import { readUnstartedRequests } from '@assay/storage/submissions/unstarted-requests.ts';
import { hideAssets } from '@assay/storage/upkeep/erasure.ts';
import { purgeSubmission } from '@assay/storage/upkeep/expiry.ts';
import { finishPreview, type UnstartedPreview } from '@assay/storage/submissions/previews.ts';
import { assetPrefixes, previewKey } from '@assay/storage/s3/keys.ts';
import { dispatchOnce } from '@assay/runtime/temporal/dispatcher.ts';
import { createStarter } from '@assay/runtime/temporal/starter.ts';
import { createTemporalClient } from '@assay/runtime/temporal/temporal-client.ts';
import { caller } from '../support/api.ts';
import { useApps } from '../support/app.ts';
import { useBlobs } from '../support/blobs.ts';
import { newWorkspace, useDatabase } from '../support/database.ts';
import { mediaOf } from '../support/live.ts';
import { newPlan } from '../support/plans.ts';
import { insertPreviewedAsset, type PreviewedAsset, requestNewPreview } from '../support/previews.ts';
import { useTemporal } from '../support/temporal.ts';
import { sampled } from '../support/sampled.ts';

// Previews while workers die, services are unavailable and assets are erased.

const own = useDatabase();
const blobs = useBlobs();
const startApp = useApps();
const temporal = useTemporal(own, blobs);

let file: string;
beforeAll(async () => {
  const bytes = await mediaOf('avi', ['-f', 'lavfi', '-i', 'testsrc2=size=64x36:rate=5:d=2']);
  file = path.join(inject('scratchDir'), 'previewed.avi');
  await writeFile(file, bytes);
});

/** It has no server. Its connection stays open, because the SDK repeats failed calls in a timer (`exitSoon`). */
const away = createTemporalClient({ address: '127.0.0.1:1' }, 'default');

const newAsset = async (durationSeconds = 2, inWorkspace?: string) =>
  insertPreviewedAsset(own.database, blobs, {
    workspaceId: inWorkspace ?? (await newWorkspace(own.database)),
    file,
    durationSeconds,
  });

async function statusOf({ assetId }: PreviewedAsset): Promise<string | null> {
  const { rows } = await own.database.query<{ status: string }>(
    'select status from previews where asset_id = $1',
    [assetId],
  );
  return rows[0]?.status ?? null;
}

const isStored = async ({ submissionId, assetId }: PreviewedAsset) =>
  (await blobs.head(previewKey(submissionId, assetId))) !== null;

const handleOf = ({ submissionId, assetId }: PreviewedAsset) =>
  temporal.env.client.workflow.getHandle(previewWorkflowId(submissionId, assetId));

const request = (asset: PreviewedAsset) => requestNewPreview(own.database, asset);

/** Moves the failure of a preview five minutes into the past. */
const endPause = ({ assetId }: PreviewedAsset) =>
  own.database.query(
    `update previews set completed_at = completed_at - interval '5 minutes' where asset_id = $1`,
    [assetId],
  );

async function start(preview: UnstartedPreview): Promise<void> {
  await temporal.starter.startPreviews([preview], (error) => {
    throw error;
  });
}

type Attempt = (makePreview: () => Promise<void>, attempt: number) => Promise<void>;

/** Makes a preview with media workers whose activity is replaced. Returns the task queue of each attempt. */
async function makeWith(asset: PreviewedAsset, attempt: Attempt): Promise<string[]> {
  const queues: string[] = [];
  const replace = ({ makePreview, ...activities }: MediaActivities): MediaActivities => ({
    ...activities,
    makePreview(input) {
      queues.push(Context.current().info.taskQueue);
      return attempt(() => makePreview(input), queues.length);
    },
  });
  await temporal.withWorkers(
    async () => {
      await start(await request(asset));
      await handleOf(asset).result();
    },
    ['orchestration', 'media'],
    replace,
  );
  return queues;
}

test('a preview is requested while Temporal is away, and the dispatcher starts it', async () => {
  const asset = await newAsset();
  const apiUrl = await startApp(own.database, { starter: createStarter(away, own.database) });
  const { key } = await createKey(own.database, asset.workspaceId, 'live', null);
  const url = `/api/integrations/submissions/${asset.submissionId}/assets/${asset.assetId}`;
  const call = caller(key, apiUrl);
  expect(await call('POST', `${url}/preview`)).toMatchObject({ status: 202, body: { status: 'making' } });
  expect((await call('GET', `${url}/media`)).body.preview).toMatchObject({ status: 'making', url: null });
  await temporal.withWorkers(async () => {
    await dispatchOnce(own.database, temporal.starter, pino({ level: 'silent' }), 0);
    await handleOf(asset).result();
  });
  expect([await statusOf(asset), await isStored(asset)]).toEqual(['ready', true]);
  expect((await readUnstartedRequests(own.database, 0, 10)).previews).toEqual([]);
});

test('a preview is final after two failures, until its asset has a new version', async () => {
  const asset = await newAsset();
  const apiUrl = await startApp(own.database, { starter: createStarter(away, own.database) });
  const { key } = await createKey(own.database, asset.workspaceId, 'live', null, null, {
    scopes: ['read', 'live_data'],
  });
  const call = caller(key, apiUrl);
  const url = `/api/integrations/submissions/${asset.submissionId}/assets/${asset.assetId}`;
  const ask = () => call('POST', `${url}/preview`);
  const fail = () => finishPreview(own.database, asset.submissionId, asset.assetId, 'failed');
  const state = async () => (await call('GET', `${url}/media`)).body.preview;

  const answers = [await ask()];
  await fail();
  expect(await state()).toMatchObject({ status: 'failed', isRetryable: true });
  const early = await ask();
  expect(early).toMatchObject({
    status: 429,
    body: { error: 'The preview of this file failed a short time ago' },
  });
  expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(290);
  await endPause(asset);
  answers.push(await ask());
  await fail();
  await endPause(asset);
  expect(await ask()).toMatchObject({
    status: 409,
    body: { detail: 'The preview of this file could not be made' },
  });
  expect(await state()).toMatchObject({ status: 'failed', isRetryable: false });

  await own.database.query('update assets set version = 2 where asset_id = $1', [asset.assetId]);
  expect(await state()).toMatchObject({ status: 'failed', isRetryable: true });
  answers.push(await ask());
  expect(answers).toMatchObject(Array(3).fill({ status: 202, body: { status: 'making' } }));
});

test('a workspace with its maximum number of assets in progress gets no further previews', async () => {
  const plan = await newPlan(own.database, { maxAssetsInWork: 2 });
  const workspaceId = await newWorkspace(own.database, plan);
  const assets = [
    await newAsset(2, workspaceId),
    await newAsset(2, workspaceId),
    await newAsset(2, workspaceId),
  ];
  await own.database.query(
    `update submission_versions set status = 'complete', finished_count = expected_count where workspace_id = $1`,
    [workspaceId],
  );
  const apiUrl = await startApp(own.database, { starter: createStarter(away, own.database) });
  const { key } = await createKey(own.database, workspaceId, 'live', null);
  const ask = ({ submissionId, assetId }: PreviewedAsset) =>
    caller(key, apiUrl)('POST', `/api/integrations/submissions/${submissionId}/assets/${assetId}/preview`);
  expect([(await ask(assets[0]!)).status, (await ask(assets[1]!)).status]).toEqual([202, 202]);
  expect(await ask(assets[2]!)).toMatchObject({
    status: 429,
    body: { error: 'Too many assets of this workspace are in progress' },
  });
  expect((await ask(assets[0]!)).status).toBe(202);
});

test('a preview whose worker died half-way is made by another one', { tags: 'long' }, async () => {
  const asset = await newAsset();
  const later = Promise.withResolvers<undefined>();
  // Without heartbeats, the first attempt counts as dead.
  const queues = await makeWith(asset, (make, attempt) =>
    attempt === 1 ? later.promise : make().finally(() => later.resolve(undefined)),
  );
  expect(queues).toHaveLength(2);
  expect([await statusOf(asset), await isStored(asset)]).toEqual(['ready', true]);
});

const delays = [
  ['an outage', outageType],
  ['a wait for a slot', slotShareType],
] as const;
for (const [cases, options] of sampled(delays, ([, type]) => type === slotShareType))
  test.for(cases)('%s uses up no attempts', options, async ([, type]) => {
    const asset = await newAsset();
    const queues = await makeWith(asset, (make, attempt) => {
      if (attempt > 8) return make();
      throw ApplicationFailure.create({ type, message: 'later' });
    });
    expect([queues.length, await statusOf(asset)]).toEqual([9, 'ready']);
  });

test(
  'a preview that takes long is made on the queue for long assets, as that of a long asset',
  { tags: 'long' },
  async () => {
    const { decoding, longDecoding } = taskQueues;
    const slow: Attempt = (make, attempt) => {
      if (attempt > 1) return make();
      throw ApplicationFailure.nonRetryable('the preview takes longer than 300 s', 'decoding_takes_long');
    };
    expect(await makeWith(await newAsset(), slow)).toEqual([decoding, longDecoding]);
    expect(await makeWith(await newAsset(3_600), (make) => make())).toEqual([longDecoding]);
  },
);

test(
  'a preview fails after the last attempt, and can be requested again after a pause',
  { tags: 'long' },
  async () => {
    const asset = await newAsset();
    const queues = await makeWith(asset, () => {
      throw new Error('a fault of the worker');
    });
    expect([queues.length, await statusOf(asset)]).toEqual([6, 'failed']);
    await endPause(asset);
    await makeWith(asset, (make) => make());
    expect([await statusOf(asset), await isStored(asset)]).toEqual(['ready', true]);
  },
);

test('a preview fails if an operator cancels it', async () => {
  const asset = await newAsset();
  await makeWith(asset, async () => {
    await handleOf(asset).cancel();
    await withHeartbeat(() => Context.current().cancelled);
  });
  expect(await statusOf(asset)).toBe('failed');
});

test('the preview of an asset that is erased meanwhile is removed', async () => {
  const asset = await newAsset();
  const target = { submissionId: asset.submissionId, assetIds: [asset.assetId] };
  await makeWith(asset, async (make) => {
    await make();
    expect(await isStored(asset)).toBe(true);
    await hideAssets(own.database, target, { kind: 'operator', name: 'ada', address: null }, null);
    await purgeSubmission(own.database, asset.submissionId);
  });
  expect([await statusOf(asset), await isStored(asset)]).toEqual([null, false]);
});

test('a preview has a prefix of its asset, by which an erasure removes it', async () => {
  const { workspaceId, submissionId, assetId } = await newAsset();
  const key = previewKey(submissionId, assetId);
  expect(assetPrefixes(workspaceId, submissionId, assetId).some((prefix) => key.startsWith(prefix))).toBe(
    true,
  );
});
