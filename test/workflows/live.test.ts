import { createHash, randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { WorkflowNotFoundError } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createMediaActivities } from '../../activities/create-activities.ts';
import { sidekickDescriptions } from '@assay/analysis/sidekicks/catalogue.ts';
import { startQueued, dispatchOnce } from '@assay/runtime/temporal/dispatcher.ts';
import type { ShownText } from '@assay/analysis/text/shown-text.ts';
import { fileTypeOf } from '@assay/domain/asset-type.ts';
import { decodeHeader, maxHeaderBytes } from '@assay/domain/series/stored-series.ts';
import type { Examination } from '@assay/domain/examination.ts';
import { submissionWorkflowId } from '@assay/domain/workflow-ids.ts';
import { makePdf } from '../../tools/local/samples/pdf.ts';
import { makePhoto } from '../../tools/local/samples/photo.ts';
import { make } from '../../tools/local/samples/ffmpeg.ts';
import { makeVideo, videoDefects } from '../../tools/local/samples/video.ts';
import { openLocalBlobs } from '../../tools/local/stack/local-s3.ts';
import { readAssetResults } from '../support/database.ts';
import { openRetry } from '@assay/storage/submissions/asset-retries.ts';
import { readSidekickResults } from '@assay/storage/submissions/sidekick-results.ts';
import { readVersionToStart } from '@assay/storage/submissions/outbox.ts';
import { readUploads } from '@assay/storage/uploads/uploads.ts';
import { insertSubmission, type NewAsset } from '@assay/storage/submissions/submissions.ts';
import { insertSubscription } from '@assay/storage/webhooks/subscriptions.ts';
import { insertUpload } from '@assay/storage/uploads/uploads.ts';
import { assetKey, pendingKey, shownTextKey } from '@assay/storage/s3/keys.ts';
import { progressQuery } from '../../workflows/operator-controls.ts';
import { bodyOf } from '../store/fixtures.ts';
import { workerRoles } from '@assay/domain/task-queues.ts';
import { until } from '../support/api.ts';
import { upload } from '../support/blobs.ts';
import { collidingPdfs } from '../support/colliding-pdfs.ts';
import { startCopyEtagProxy } from '../support/copy-etags.ts';
import { registerCustom } from '../support/custom-sidekicks.ts';
import { newWorkspace, useDatabase } from '../support/database.ts';
import { newPlan } from '../support/plans.ts';
import { useReceiver, verified } from '../support/receiver.ts';
import { testCipher } from '../support/secrets.ts';
import { useTextReaders } from '../support/text-readers.ts';
import { historyText, useTemporal } from '../support/temporal.ts';
import { withXmp, xmpPacket } from '../../packages/analysis/test/support/xmp-files.ts';
import { sampled } from '../support/sampled.ts';

const own = useDatabase();
const s3 = await startCopyEtagProxy();
const blobs = openLocalBlobs(s3.url);
afterAll(() => {
  blobs.close();
  s3.close();
});
const receiver = useReceiver();
const textReaders = useTextReaders();
const temporal = useTemporal(own, blobs, { caFile: () => receiver.caFile, textReaders });
/** The built-in sidekicks that do not read text in pictures, which takes seconds. */
const mostSidekicks = sidekickDescriptions.filter(({ readsText }) => !readsText).map(({ id }) => id);
const textSidekicks = sidekickDescriptions.filter(({ readsText }) => readsText).map(({ id }) => id);
const loudness = sidekickDescriptions.find(({ code }) => code === 'loudness')!;
const streaming = sidekickDescriptions.find(({ code }) => code === 'loudness-streaming')!;
const videoQc = sidekickDescriptions.find(({ code }) => code === 'video-qc')!;
const integrity = sidekickDescriptions.find(({ code }) => code === 'integrity')!;
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const sample = (name: string) => path.join(inject('scratchDir'), `live-${name}`);

beforeAll(async () => {
  await makeVideo(sample('video.mp4'));
  await make(sample('short.mp4'), [
    ...['-f', 'lavfi', '-i', 'testsrc2=size=160x90:rate=25:duration=4'],
    ...['-vf', "drawbox=color=black:t=fill:enable='between(t,1,3.5)'", '-preset', 'ultrafast'],
  ]);
  await makePdf(sample('document.pdf'));
  await makePhoto(sample('photo.jpg'));
});

/** Uploads and measures a file as the API does. Returns the asset for a submission. */
async function uploaded(workspaceId: string, name: string): Promise<NewAsset> {
  const assetId = randomUUID();
  const type = fileTypeOf(name)!;
  const fields = {
    assetId,
    workspaceId,
    filename: name,
    contentType: type.mimeType,
    contentLength: null,
    environment: 'live' as const,
    maxBytes: 2 ** 20,
  };
  await insertUpload(own.database, { ...fields, expiresAt: new Date() });
  const etag = await upload(blobs, pendingKey(assetId), await readFile(sample(name)), type.mimeType);
  const { sizeBytes } = (await blobs.head(pendingKey(assetId)))!;
  await temporal.env.client.workflow.execute('measureAssets', {
    workflowId: `measure:${assetId}`,
    taskQueue: 'assay-orchestration',
    args: [{ assets: [{ assetId, etag, sizeBytes }] }],
  });
  const { uploads } = await readUploads(own.database, workspaceId, [assetId]);
  const [measurement] = uploads.get(assetId)!.measurements;
  return {
    assetId,
    blobPath: `${assetId}/${name}`,
    filename: name,
    assetType: type.assetType,
    mimeType: type.mimeType,
    metric: measurement!.metric,
    metricValue: measurement!.metricValue,
    credits: 1,
    etag,
    sizeBytes,
    sandboxOutcome: null,
    ledgerEntryId: randomUUID(),
  };
}

async function submitLive(
  workspaceId: string,
  assets: NewAsset[],
  sidekickIds = mostSidekicks,
  maxAssetsInWork: number | null = null,
): Promise<string> {
  const submissionId = randomUUID();
  await insertSubmission(own.database, {
    submissionId,
    workspaceId,
    environment: 'live',
    sidekickIds,
    simulationDelaySeconds: 0,
    priceBookVersion: 1,
    assets,
    maxAssetsInWork,
  });
  return submissionId;
}

async function run(submissionId: string, version = 1): Promise<void> {
  await temporal.starter.startSubmission((await readVersionToStart(own.database, submissionId, version))!);
  await temporal.env.client.workflow.getHandle(submissionWorkflowId(submissionId, version)).result();
}

/** Submits a video and waits until its examination has finished. */
async function examined(
  workspaceId: string,
  sidekickIds = mostSidekicks,
): Promise<{ submissionId: string; assetId: string }> {
  const asset = await uploaded(workspaceId, 'video.mp4');
  const submissionId = await submitLive(workspaceId, [asset], sidekickIds);
  await run(submissionId);
  return { submissionId, assetId: asset.assetId };
}

async function subscribe(workspaceId: string, name: string): Promise<void> {
  const eventTypes = ['asset.processing.completed', 'asset.processing.failed'] as const;
  const endpoint = { endpointUrl: receiver.url(name), eventTypes, description: null };
  const id = randomUUID();
  await insertSubscription(
    own.database,
    { id, workspaceId, ...endpoint, secret: testCipher.encrypt(secret, id) },
    20,
  );
}

async function issuesOf(workspaceId: string, submissionId: string, assetId: string): Promise<any[]> {
  const { issuesKey } = await readAssetResults(own.database, workspaceId, submissionId, assetId);
  return issuesKey === null
    ? []
    : (JSON.parse((await blobs.getSmall(issuesKey)).toString()) as { issues: any[] }).issues;
}

/** Starts the deliveries of a submission and waits until they have ended. */
async function untilDelivered(submissionId: string): Promise<void> {
  await temporal.withDeliveryStarter(
    'direct',
    () =>
      until(
        () =>
          own.database.query(
            `select from deliveries d join events e on e.id = d.event_id
           where e.submission_id = $1 and d.status = 'pending'`,
            [submissionId],
          ),
        ({ rowCount }) => rowCount === 0,
      ),
    workerRoles,
  );
}

describe('a live submission', () => {
  test('is measured, examined and recorded, and sends its events', async () => {
    const workspaceId = await newWorkspace(own.database);
    await subscribe(workspaceId, 'whole');
    const { submissionId, assets } = await temporal.withWorkers(async () => {
      const uploads = [];
      for (const name of ['video.mp4', 'document.pdf', 'photo.jpg'])
        uploads.push(await uploaded(workspaceId, name));
      const id = await submitLive(workspaceId, uploads);
      await run(id);
      await untilDelivered(id);
      return { submissionId: id, assets: uploads };
    });
    expect(assets.map((asset) => asset.metricValue)).toEqual([videoDefects.durationSeconds, 3, null]);
    const body = await bodyOf(own.database, workspaceId, submissionId);
    expect(body).toMatchObject({
      status: 'complete',
      progress: { finished: 3, total: 3 },
      creditsCharged: 3,
    });
    const issues = await issuesOf(workspaceId, submissionId, assets[0]!.assetId);
    const pictured = issues.filter((issue) => JSON.stringify(issue).includes('"picture:'));
    expect(pictured.map((issue) => issue.ruleCode)).toEqual([
      'picture.black',
      'picture.freeze',
      'sound.silence',
    ]);
    const codes = await Promise.all(
      assets.map(async ({ assetId }) =>
        (await issuesOf(workspaceId, submissionId, assetId)).map((issue) => issue.ruleCode),
      ),
    );
    expect(codes).toEqual([
      ['streaming_loudness.programme', 'picture.black', 'picture.freeze', 'sound.silence'],
      ['active_content.javascript'],
      ['privacy.location'],
    ]);
    const events = receiver.requests('whole').map((request) => verified(secret, request));
    expect(events).toHaveLength(3);
    for (const asset of body.assets) {
      const event = events.find(({ data }) => data.asset_id === asset.assetId);
      expect(event).toMatchObject({
        type: 'asset.processing.completed',
        data: {
          submission_id: submissionId,
          workspace_id: workspaceId,
          status: 'completed',
          filename: asset.filename,
          issue_count: asset.issueCount,
        },
      });
    }
    const history = await historyText(temporal.env, submissionWorkflowId(submissionId, 1));
    for (const secretive of ['video.mp4', 'photo.jpg', 'Black picture', 'whsec_'])
      expect(history).not.toContain(secretive);
  });

  test('copies the bytes to a key that the upload URL cannot overwrite', async () => {
    const workspaceId = await newWorkspace(own.database);
    const asset = await temporal.withWorkers(async () => {
      const one = await uploaded(workspaceId, 'photo.jpg');
      await run(await submitLive(workspaceId, [one]));
      return one;
    });
    expect(await blobs.head(pendingKey(asset.assetId))).toBeNull();
    const { rows } = await own.database.query<{ blob_key: string }>(
      'select blob_key from assets where asset_id = $1',
      [asset.assetId],
    );
    expect(await blobs.head(rows[0]!.blob_key)).toMatchObject({ etag: asset.etag });
  });

  test('uses the copy of a file that was made before Postgres was restored', { tags: 'long' }, async () => {
    const workspaceId = await newWorkspace(own.database);
    const body = await temporal.withWorkers(async () => {
      const asset = await uploaded(workspaceId, 'photo.jpg');
      const id = await submitLive(workspaceId, [asset]);
      // The restored row does not know the copy, and the upload is gone.
      await blobs.copyPinned(
        pendingKey(asset.assetId),
        assetKey(workspaceId, id, asset.assetId),
        asset.etag!,
      );
      await blobs.remove(pendingKey(asset.assetId));
      await run(id);
      return bodyOf(own.database, workspaceId, id);
    });
    expect(body).toMatchObject({ status: 'complete', creditsCharged: 1 });
  });

  test('whose file was changed after it was priced fails, is not charged, and is not retryable', async () => {
    const workspaceId = await newWorkspace(own.database);
    await subscribe(workspaceId, 'changed');
    const submissionId = await temporal.withWorkers(async () => {
      const asset = await uploaded(workspaceId, 'photo.jpg');
      await upload(blobs, pendingKey(asset.assetId), 'other bytes');
      const id = await submitLive(workspaceId, [asset]);
      await run(id);
      await untilDelivered(id);
      return id;
    });
    const body = await bodyOf(own.database, workspaceId, submissionId);
    expect(body).toMatchObject({
      status: 'failed',
      isRetryable: false,
      errorMessage: 'The file was changed after it was submitted',
      creditsCharged: 0,
    });
    expect(body.assets[0]).toMatchObject({ errorType: 'content_changed', credits: 0 });
    expect(verified(secret, receiver.requests('changed')[0]!)).toMatchObject({
      type: 'asset.processing.failed',
      data: { status: 'failed', error_message: 'The file was changed after it was submitted' },
    });
  });

  const copies = [
    { size: 'small', sizeBytes: 64 * 2 ** 20, queue: 'assay-orchestration' },
    { size: 'large', sizeBytes: 64 * 2 ** 20 + 1, queue: 'assay-copy' },
  ];
  for (const [cases, options] of sampled(copies, ({ size }) => size === 'large'))
    test.for(cases)('that is $size is copied on $queue', options, async ({ sizeBytes, queue }) => {
      const workspaceId = await newWorkspace(own.database);
      const events = await temporal.withWorkers(async () => {
        const asset = { ...(await uploaded(workspaceId, 'photo.jpg')), sizeBytes };
        // The sidekick examines no images, so nothing reads the file by its false size.
        const id = await submitLive(workspaceId, [asset], [loudness.id]);
        await run(id);
        expect((await bodyOf(own.database, workspaceId, id)).status).toBe('complete');
        const handle = temporal.env.client.workflow.getHandle(submissionWorkflowId(id, 1));
        return (await handle.fetchHistory()).events!;
      });
      const queues = events.flatMap(({ activityTaskScheduledEventAttributes: scheduled }) =>
        scheduled?.activityType?.name === 'secureAsset' ? [scheduled.taskQueue?.name] : [],
      );
      expect(queues).toEqual([queue]);
    });

  test(
    'with another file of the same MD5 and length than the one that was priced fails and is not charged',
    { tags: 'long' },
    async () => {
      const workspaceId = await newWorkspace(own.database);
      const [onePage, threePages] = collidingPdfs();
      const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest('hex');
      expect([md5(threePages), threePages.length]).toEqual([md5(onePage), onePage.length]);
      await writeFile(sample('one-page.pdf'), onePage);
      await writeFile(sample('three-pages.pdf'), threePages);
      const { submissionId, priced } = await temporal.withWorkers(async () => {
        const assets = [
          await uploaded(workspaceId, 'one-page.pdf'),
          await uploaded(workspaceId, 'three-pages.pdf'),
        ];
        const etag = await upload(blobs, pendingKey(assets[0]!.assetId), threePages, 'application/pdf');
        expect(etag).toBe(assets[0]!.etag);
        const id = await submitLive(workspaceId, assets);
        await run(id);
        return { submissionId: id, priced: assets };
      });
      expect(priced.map(({ metricValue }) => metricValue)).toEqual([1, 3]);
      const body = await bodyOf(own.database, workspaceId, submissionId);
      expect(body).toMatchObject({ status: 'failed', isRetryable: false, creditsCharged: 1 });
      expect(body.assets).toMatchObject([
        {
          status: 'failed',
          errorType: 'content_changed',
          credits: 0,
          errorMessage: 'The file was changed after it was submitted',
        },
        { status: 'complete', credits: 1 },
      ]);
      expect(await readSidekickResults(own.database, submissionId, priced[0]!.assetId)).toEqual([]);
    },
  );

  test('is examined in a storage that gives every copy a new ETag', { tags: 'long' }, async () => {
    const workspaceId = await newWorkspace(own.database);
    const code = 'reads-a-copy';
    receiver.answer(code, { status: 200, body: '{"findings":[]}' });
    const custom = await registerCustom(own.database, workspaceId, { code, url: receiver.url(code) });
    s3.changesEtags = true;
    const submissionId = await temporal.withWorkers(async () => {
      const assets = [];
      for (const name of ['video.mp4', 'document.pdf', 'photo.jpg'])
        assets.push(await uploaded(workspaceId, name));
      const id = await submitLive(workspaceId, assets, [...mostSidekicks, custom.id]);
      await run(id);
      return id;
    });
    s3.changesEtags = false;
    const body = await bodyOf(own.database, workspaceId, submissionId);
    expect(body).toMatchObject({ status: 'complete', creditsCharged: 3 });
    expect(body.assets.map(({ issueCount }: { issueCount: number }) => issueCount)).toEqual([4, 1, 1]);
    const { asset } = JSON.parse(receiver.requests(code)[0]!.body) as Examination;
    const { rows } = await own.database.query<{ etag: string; copy: string }>(
      'select etag, blob_etag as copy from assets where asset_id = $1',
      [asset.assetId],
    );
    expect(rows[0]!.copy).not.toBe(rows[0]!.etag);
    expect(asset.etag).toBe(rows[0]!.copy);
    expect((await fetch(asset.downloadUrl)).headers.get('etag')).toBe(`"${asset.etag}"`);
  });

  test('that is cancelled records its assets as failed and retryable', async () => {
    const workspaceId = await newWorkspace(own.database);
    const submissionId = await temporal.withWorkers(async () => {
      const id = await submitLive(workspaceId, [await uploaded(workspaceId, 'video.mp4')]);
      await temporal.starter.startSubmission((await readVersionToStart(own.database, id, 1))!);
      const handle = temporal.env.client.workflow.getHandle(submissionWorkflowId(id, 1));
      await until(
        () => handle.query(progressQuery),
        (rows) => rows.some(({ state }) => state === 'decoding'),
      );
      await handle.cancel();
      await handle.result();
      return id;
    });
    const body = await bodyOf(own.database, workspaceId, submissionId);
    expect(body.assets[0]).toMatchObject({ status: 'failed', errorType: 'cancelled', isRetryable: true });
  });
});

describe('if no pictures can be taken', () => {
  test.for(['the file cannot be read', 'each fails'])(
    'issues have no pictures: %s',
    { tags: 'long' },
    async (how) => {
      const workspaceId = await newWorkspace(own.database);
      const broken = path.join(inject('scratchDir'), 'no-such-program');
      const { submissionId, assetId } = await temporal.withWorkers(
        () => examined(workspaceId),
        undefined,
        (activities, deps) => ({
          ...activities,
          takePictures:
            how === 'each fails'
              ? (input) =>
                  createMediaActivities({
                    ...deps,
                    tools: { ...deps.tools, ffmpeg: broken },
                  }).takePictures({ ...input, seriesKey: null })
              : () =>
                  Promise.reject(
                    ApplicationFailure.create({ message: 'storage fault', nextRetryDelay: '10ms' }),
                  ),
        }),
      );
      const body = await bodyOf(own.database, workspaceId, submissionId);
      expect(body).toMatchObject({ status: 'complete', assets: [{ status: 'complete', issueCount: 4 }] });
      const issues = await issuesOf(workspaceId, submissionId, assetId);
      expect(issues).toHaveLength(4);
      expect(JSON.stringify(issues)).not.toContain('picture:');
    },
  );
});

describe('a decoded asset', () => {
  test('is not decoded or measured again by the next version', { tags: 'long' }, async () => {
    const workspaceId = await newWorkspace(own.database);
    const { submissionId, assetId } = await temporal.withWorkers(
      () => examined(workspaceId),
      undefined,
      (activities) => ({
        ...activities,
        runSidekick: (input) => {
          const failure = ApplicationFailure.create({ message: 'disk full', nextRetryDelay: '10ms' });
          return input.sidekickId === loudness.id ? Promise.reject(failure) : activities.runSidekick(input);
        },
      }),
    );
    const { version } = (await openRetry(own.database, workspaceId, submissionId, assetId))!;
    // A second measurement would differ from the charge.
    await own.database.query('update assets set metric_value = 1 where asset_id = $1', [assetId]);
    const gone = path.join(inject('scratchDir'), 'no-such-program');
    await temporal.withWorkers(
      () => run(submissionId, version),
      undefined,
      (activities, deps) => {
        const tools = { ...deps.tools, ffmpeg: gone, ffprobe: gone };
        return { ...activities, observeAsset: createMediaActivities({ ...deps, tools }).observeAsset };
      },
    );
    const body = await bodyOf(own.database, workspaceId, submissionId);
    expect(body).toMatchObject({ status: 'complete', assets: [{ version: 2, issueCount: 4 }] });
  });
});

test.for(['while it stores the observations', 'after it has stored them'] as const)(
  'the curves and facts of a video are recorded if a worker crashes %s',
  { tags: 'long' },
  async (moment) => {
    const workspaceId = await newWorkspace(own.database);
    let decodings = 0;
    const crash = () => ApplicationFailure.create({ message: 'crashed', nextRetryDelay: '10ms' });
    const { submissionId, assetId } = await temporal.withWorkers(
      () => examined(workspaceId),
      undefined,
      (activities, deps) => {
        // The first attempt stores the series and one observation.
        const putJson: typeof deps.blobs.putJson = (key, content) =>
          decodings === 1 && key.includes('loudness')
            ? Promise.reject(crash())
            : deps.blobs.putJson(key, content);
        const { observeAsset } = createMediaActivities({ ...deps, blobs: { ...deps.blobs, putJson } });
        return {
          ...activities,
          async observeAsset(input) {
            decodings += 1;
            if (moment === 'while it stores the observations') return observeAsset(input);
            const observed = await activities.observeAsset(input);
            if (decodings === 1) throw crash();
            return observed;
          },
        };
      },
    );
    expect(decodings).toBe(2);
    const { rows } = await own.database.query<{ key: string; media: unknown; sha256: string; left: number }>(
      `select series_key as key, media, encode(sha256, 'hex') as sha256,
         (select count(*)::int from asset_progress) as left from assets where submission_id = $1 and asset_id = $2`,
      [submissionId, assetId],
    );
    const [{ key, media, sha256, left }] = rows as [(typeof rows)[number]];
    const { bytes } = await blobs.readStart(key, maxHeaderBytes);
    const header = decodeHeader(bytes);
    expect(header.curves.map(({ name }) => name)).toContain('loudness');
    expect(header).toMatchObject({ complete: true, sha256, media });
    expect(media).toMatchObject({ durationSeconds: videoDefects.durationSeconds });
    expect(left).toBe(0);
  },
);

const slowWork = [
  [
    'a short video',
    'short.mp4',
    videoQc.id,
    'assay-decoding',
    ['observeAsset', 'runSidekick', 'takePictures'],
  ],
  ['an image', 'photo.jpg', integrity.id, 'assay-media', ['observeAsset', 'runSidekick']],
] as const;
for (const [cases, options] of sampled(slowWork, ([, name]) => name === 'photo.jpg'))
  test.for(cases)('work on %s that takes long moves to the slots for long videos', options, async (row) => {
    const [, name, sidekickId, decodingQueue, types] = row;
    const workspaceId = await newWorkspace(own.database);
    const shorten = <Input extends { withinSeconds?: number }>(input: Input): Input =>
      input.withinSeconds === undefined ? input : { ...input, withinSeconds: 0.001 };
    const { submissionId, queues } = await temporal.withWorkers(
      async () => {
        const id = await submitLive(workspaceId, [await uploaded(workspaceId, name)], [sidekickId]);
        await run(id);
        const { events } = await temporal.env.client.workflow
          .getHandle(submissionWorkflowId(id, 1))
          .fetchHistory();
        return {
          submissionId: id,
          queues: events!.flatMap(({ activityTaskScheduledEventAttributes: scheduled }) =>
            types.some((type) => type === scheduled?.activityType?.name)
              ? [`${scheduled!.activityType!.name} on ${scheduled!.taskQueue!.name}`]
              : [],
          ),
        };
      },
      undefined,
      (activities) => ({
        ...activities,
        observeAsset: (input) => activities.observeAsset(shorten(input)),
        runSidekick: (input) => activities.runSidekick(shorten(input)),
        // Without the pictures of the decoding, the file is decoded again.
        takePictures: (input) => activities.takePictures({ ...shorten(input), seriesKey: null }),
      }),
    );
    expect(queues).toEqual(
      types.flatMap((type) => [
        `${type} on ${type === 'observeAsset' ? decodingQueue : 'assay-media'}`,
        `${type} on assay-long-decoding`,
      ]),
    );
    const { status, assets } = await bodyOf(own.database, workspaceId, submissionId);
    expect(status).toBe('complete');
    const issues = JSON.stringify(await issuesOf(workspaceId, submissionId, assets[0]!.assetId));
    expect(issues.includes('picture:')).toBe(name === 'short.mp4');
  });

test('an asset whose findings cannot be recorded fails and ends', { tags: 'long' }, async () => {
  const workspaceId = await newWorkspace(own.database);
  const submissionId = await temporal.withWorkers(
    async () => (await examined(workspaceId)).submissionId,
    undefined,
    (activities) => ({
      ...activities,
      async runSidekick(input) {
        const result = await activities.runSidekick(input);
        await own.database.query(
          `update sidekick_results set sidekick_version = 'unknown', finding_count = 1 where submission_id = $1`,
          [input.submissionId],
        );
        return result;
      },
    }),
  );
  const { status, assets } = await bodyOf(own.database, workspaceId, submissionId);
  expect([status, assets[0]]).toMatchObject([
    'failed',
    { status: 'failed', errorType: 'invalid_findings', isRetryable: false },
  ]);
});

describe('a sidekick that fails', () => {
  test(
    'in every attempt fails the asset, which can be retried; other sidekicks are not run again',
    { tags: 'long' },
    async () => {
      const workspaceId = await newWorkspace(own.database);
      let attempts = 0;
      const { submissionId, assetId } = await temporal.withWorkers(
        () => examined(workspaceId, [loudness.id, streaming.id, videoQc.id]),
        undefined,
        (activities) => ({
          ...activities,
          runSidekick: (input) => {
            if (input.sidekickId !== loudness.id) return activities.runSidekick(input);
            attempts++;
            // The test server does not skip the delays between activity attempts.
            const message = 'the disk of this machine is full';
            return Promise.reject(ApplicationFailure.create({ message, nextRetryDelay: '10ms' }));
          },
        }),
      );
      expect(attempts).toBe(6);
      const failed = await bodyOf(own.database, workspaceId, submissionId);
      expect(failed.assets[0]).toMatchObject({
        status: 'failed',
        errorType: 'analysis_failed',
        errorMessage: 'The analysis by loudness could not be completed',
        isRetryable: true,
        issueCount: 3,
      });
      expect((await issuesOf(workspaceId, submissionId, assetId)).map((issue) => issue.ruleCode)).toEqual([
        'streaming_loudness.programme',
        'picture.black',
        'picture.freeze',
      ]);

      const retry = await openRetry(own.database, workspaceId, submissionId, assetId);
      const ran: string[] = [];
      await temporal.withWorkers(
        () => run(submissionId, retry!.version),
        undefined,
        (activities) => ({
          ...activities,
          runSidekick: (input) => {
            ran.push(input.sidekickId);
            return activities.runSidekick(input);
          },
        }),
      );
      expect(ran).toEqual([loudness.id]);
      const done = await bodyOf(own.database, workspaceId, submissionId);
      expect(done).toMatchObject({ status: 'complete', version: 2, creditsCharged: 1 });
      expect(done.assets[0]).toMatchObject({ issueCount: 4, retryCount: 1 });
    },
  );

  test('permanently fails the asset permanently and at once', async () => {
    const workspaceId = await newWorkspace(own.database);
    let attempts = 0;
    const submissionId = await temporal.withWorkers(
      async () => {
        const id = await submitLive(workspaceId, [await uploaded(workspaceId, 'photo.jpg')], [integrity.id]);
        await run(id);
        return id;
      },
      undefined,
      (activities) => ({
        ...activities,
        runSidekick: (input) => {
          attempts++;
          // The bytes have been deleted from S3, so no retry can succeed.
          return own.database
            .query('select blob_key from assets where asset_id = $1', [input.assetId])
            .then(({ rows }) => blobs.remove((rows[0] as { blob_key: string }).blob_key))
            .then(() => activities.runSidekick(input));
        },
      }),
    );
    expect(attempts).toBe(1);
    expect((await bodyOf(own.database, workspaceId, submissionId)).assets[0]).toMatchObject({
      status: 'failed',
      errorType: 'content_changed',
      errorMessage: 'The stored file is not the one that was submitted',
      isRetryable: false,
    });
  });
});

describe('the outbox', () => {
  test('is emptied by the dispatcher, which starts each unstarted row once', async () => {
    const workspaceId = await newWorkspace(own.database);
    await subscribe(workspaceId, 'outbox');
    const submissionId = await temporal.withWorkers(async () => {
      const id = await submitLive(workspaceId, [await uploaded(workspaceId, 'photo.jpg')]);
      const silent = pino({ level: 'silent' });
      await dispatchOnce(own.database, temporal.starter, silent, 0);
      await dispatchOnce(own.database, temporal.starter, silent, 0);
      await temporal.env.client.workflow.getHandle(submissionWorkflowId(id, 1)).result();
      await untilDelivered(id);
      return id;
    });
    expect((await bodyOf(own.database, workspaceId, submissionId)).status).toBe('complete');
    expect(receiver.requests('outbox')).toHaveLength(1);
  });

  test('keeps a queued submission until another of its workspace has finished', async () => {
    const workspaceId = await newWorkspace(own.database, await newPlan(own.database, { maxAssetsInWork: 1 }));
    const silent = pino({ level: 'silent' });
    const startNext = () => startQueued(own.database, temporal.starter, silent);
    await temporal.withWorkers(async () => {
      const ids: string[] = [];
      for (let each = 0; each < 3; each++)
        ids.push(await submitLive(workspaceId, [await uploaded(workspaceId, 'photo.jpg')], [], 1));
      const [first, second, third] = ids as [string, string, string];
      const handleOf = (id: string) => temporal.env.client.workflow.getHandle(submissionWorkflowId(id, 1));
      await dispatchOnce(own.database, temporal.starter, silent, 0);
      expect(await startNext()).toBe(true);
      for (const id of [second, third])
        await expect(handleOf(id).describe()).rejects.toThrow(WorkflowNotFoundError);
      await handleOf(first).result();
      expect(await startNext()).toBe(true);
      await handleOf(second).result();
      await expect(handleOf(third).describe()).rejects.toThrow(WorkflowNotFoundError);
      expect(await startNext()).toBe(true);
      await handleOf(third).result();
      expect(await startNext()).toBe(false);
      for (const id of ids) expect((await bodyOf(own.database, workspaceId, id)).status).toBe('complete');
    });
  });
});

describe('the text that is shown in assets', () => {
  beforeAll(async () => {
    const text = "drawtext=text='Clinically proven':fontsize=40:fontcolor=white:x=40:y=200";
    const drawn = (duration: string) => [
      '-f',
      'lavfi',
      '-i',
      `color=navy:s=640x360:r=10:d=${duration}`,
      '-vf',
      text,
    ];
    await make(sample('text.png'), [...drawn('1'), '-frames:v', '1']);
    await make(sample('text.mp4'), [...drawn('2'), '-pix_fmt', 'yuv420p']);
    const type = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia';
    const declaration = `<rdf:Description xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" Iptc4xmpExt:DigitalSourceType="${type}"/>`;
    const generated = withXmp('png', await readFile(sample('text.png')), xmpPacket(declaration));
    await writeFile(sample('generated.png'), generated);
    await writeFile(sample('broken.png'), (await readFile(sample('text.png'))).subarray(0, 60));
    await make(sample('text.jpg'), [...drawn('1'), '-frames:v', '1']);
    const arithmetic = await readFile(sample('text.jpg'));
    // SOF9 instead of SOF0 declares arithmetic coding.
    arithmetic[arithmetic.indexOf(Buffer.from([0xff, 0xc0])) + 1] = 0xc9;
    await writeFile(sample('arithmetic.jpg'), arithmetic);
  });

  const textOf = async (submissionId: string, assetId: string) =>
    JSON.parse((await blobs.getSmall(shownTextKey(submissionId, assetId))).toString()) as ShownText;
  const readings = async (submissionId: string, version = 1) => {
    const { events = [] } = await temporal.env.client.workflow
      .getHandle(submissionWorkflowId(submissionId, version))
      .fetchHistory();
    return (events ?? []).filter(
      ({ activityTaskScheduledEventAttributes: scheduled }) => scheduled?.activityType?.name === 'readText',
    ).length;
  };

  test('is read once and stored', { tags: 'long' }, async () => {
    const workspaceId = await newWorkspace(own.database);
    await temporal.withWorkers(async () => {
      const image = await uploaded(workspaceId, 'text.png');
      const video = await uploaded(workspaceId, 'text.mp4');
      const submissionId = await submitLive(workspaceId, [image, video], textSidekicks);
      await run(submissionId);
      const shown = await textOf(submissionId, image.assetId);
      expect(shown).toMatchObject({ kind: 'image', width: 640, height: 360 });
      expect(shown.kind === 'image' && shown.lines.map(({ text }) => text)).toEqual(['Clinically proven']);
      expect(await textOf(submissionId, video.assetId)).toMatchObject({
        kind: 'video',
        width: 640,
        height: 360,
        picturesRead: 4,
        intervalSeconds: 0.5,
        lines: [{ text: 'Clinically proven', startSeconds: 0, endSeconds: 2, isExact: true }],
      });
      expect(await readings(submissionId)).toBe(2);
      const { rows } = await own.database.query(
        `select a.asset_type, r.rule_code from asset_rules r join assets a using (submission_id, asset_id)
         where submission_id = $1 and rule_code like 'health.%' order by 1`,
        [submissionId],
      );
      expect(rows).toEqual([
        { asset_type: 'image', rule_code: 'health.proven' },
        { asset_type: 'video', rule_code: 'health.proven' },
      ]);
    });
  });

  test(
    'is read for `integrity` if a file declares that it was generated, and not otherwise',
    { tags: 'long' },
    async () => {
      const workspaceId = await newWorkspace(own.database);
      await temporal.withWorkers(async () => {
        const generated = await uploaded(workspaceId, 'generated.png');
        const image = await uploaded(workspaceId, 'text.png');
        const submissionId = await submitLive(workspaceId, [generated, image], [integrity.id]);
        await run(submissionId);
        expect(await readings(submissionId)).toBe(1);
        const { rows } = await own.database.query(
          'select asset_id, rule_code from asset_rules where submission_id = $1 order by rule_code',
          [submissionId],
        );
        const found = ['origin.generated', 'origin.unlabelled', 'origin.unsigned_claim'];
        expect(rows).toEqual(found.map((code) => ({ asset_id: generated.assetId, rule_code: code })));
        expect((await bodyOf(own.database, workspaceId, submissionId)).status).toBe('complete');
      });
    },
  );

  test(
    'is reported as not read for a JPEG in arithmetic coding, which does not fail',
    { tags: 'long' },
    async () => {
      const workspaceId = await newWorkspace(own.database);
      await temporal.withWorkers(async () => {
        const image = await uploaded(workspaceId, 'arithmetic.jpg');
        const submissionId = await submitLive(workspaceId, [image], [...textSidekicks, integrity.id]);
        await run(submissionId);
        const { rows } = await own.database.query(
          'select rule_code from asset_rules where submission_id = $1 order by rule_code',
          [submissionId],
        );
        expect(rows).toEqual([{ rule_code: 'format.coding' }, { rule_code: 'text.unread' }]);
        expect((await bodyOf(own.database, workspaceId, submissionId)).status).toBe('complete');
      });
    },
  );

  test('of an image that cannot be decoded fails the asset for good', async () => {
    const workspaceId = await newWorkspace(own.database);
    await temporal.withWorkers(async () => {
      const image = await uploaded(workspaceId, 'broken.png');
      const submissionId = await submitLive(workspaceId, [image], textSidekicks);
      await run(submissionId);
      const { rows } = await own.database.query(
        'select status, error_type from assets where submission_id = $1',
        [submissionId],
      );
      expect(rows).toEqual([{ status: 'failed', error_type: 'undecodable_media' }]);
    });
  });
});
