/** @module-tag long */

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApplicationFailure } from '@temporalio/common';
import { S3ServiceException } from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { createMediaActivities } from '../../activities/create-activities.ts';
import { createWorkRoot } from '@assay/analysis/decode/work-directory.ts';
import { sidekickDescriptions } from '@assay/analysis/sidekicks/catalogue.ts';
import { type Disk, mountDisk, unmountDisks } from '../../tools/chaos/stack/disk.ts';
import { type FaultProxy, startFaultProxy } from '../../tools/chaos/stack/fault-proxy.ts';
import { searchAttributes } from '@assay/domain/search-attributes.ts';
import { submissionWorkflowId } from '@assay/domain/workflow-ids.ts';
import { openLocalBlobs } from '../../tools/local/stack/local-s3.ts';
import { urlAs } from '../../tools/local/stack/process-roles.ts';
import { makeVideo, videoDefects } from '../../tools/local/samples/video.ts';
import { createPool } from '@assay/storage/database/database.ts';
import { isDatabaseOutage, isInsufficientPrivilege } from '@assay/storage/database/database-errors.ts';
import { readVersionToStart } from '@assay/storage/submissions/outbox.ts';
import { openRetry } from '@assay/storage/submissions/asset-retries.ts';
import { setUpRoles } from '@assay/storage/database/roles.ts';
import { type BlobStore, createBlobStore } from '@assay/storage/s3/blob-store.ts';
import { isStorageOutage, StorageFault } from '@assay/storage/s3/storage-fault.ts';
import { bodyOf } from '../store/fixtures.ts';
import { until } from '../support/api.ts';
import { customFinding, registerCustom } from '../support/custom-sidekicks.ts';
import { upload, useBlobs } from '../support/blobs.ts';
import { newWorkspace, readAssetResults, useDatabase } from '../support/database.ts';
import { pdfOf } from '../support/live.ts';
import { submitMeasured } from '../support/measured-submission.ts';
import { useReceiver } from '../support/receiver.ts';
import { useTemporal } from '../support/temporal.ts';
import { progressQuery } from '../../workflows/operator-controls.ts';

// Postgres and S3 become unavailable while an asset is examined. Workers reach both through proxies that interrupt the
// connections; the tests themselves connect directly.

const own = useDatabase();
const blobs = useBlobs();
const receiver = useReceiver();
const portOf = (url: string) => Number(new URL(url).port);
const postgres = await startFaultProxy(portOf(own.url));
const s3 = await startFaultProxy(portOf(inject('stack').s3Endpoint));

const databaseUrl = new URL(own.url);
databaseUrl.port = String(postgres.port);
const database = createPool({
  databaseUrl: databaseUrl.href,
  applicationName: 'outages',
  maxConnections: 10,
  onIdleError: () => undefined,
});

/** Called before each request of a worker to S3, with the request's name and its key or kind. */
let onRequest: (request: string) => void = () => undefined;
const proxied = openLocalBlobs(`http://127.0.0.1:${s3.port}`);
const workerBlobs: BlobStore = {
  ...proxied,
  copyPinned(...args) {
    onRequest('copyPinned');
    return proxied.copyPinned(...args);
  },
  putJson(...args) {
    onRequest('putJson');
    return proxied.putJson(...args);
  },
  putResult(kind, ...args) {
    onRequest(`putResult ${kind}`);
    return proxied.putResult(kind, ...args);
  },
  putPicture(...args) {
    onRequest('putPicture');
    return proxied.putPicture(...args);
  },
};
afterAll(async () => {
  postgres.close();
  s3.close();
  proxied.close();
  await database.end();
});
const temporal = useTemporal({ database }, workerBlobs, { caFile: () => receiver.caFile });

const idOf = (wanted: string) => sidekickDescriptions.find(({ code }) => code === wanted)!.id;
let workspaceId: string;
const files: Record<string, Buffer> = { 'page.pdf': pdfOf({ pages: 1, script: 'app.beep()' }) };

beforeAll(async () => {
  workspaceId = await newWorkspace(own.database);
  const video = path.join(inject('scratchDir'), 'outages.mp4');
  await makeVideo(video);
  files['clip.mp4'] = await readFile(video);
});

/** Interrupts all connections to a server for `seconds` seconds. */
function interrupt(server: FaultProxy, seconds: number, how: 'refuse' | 'stall' = 'refuse'): void {
  server[how]();
  setTimeout(() => server.restore(), seconds * 1000);
}

/** Interrupts a server for three seconds before the first request with the given name. */
function interruptBefore(request: string, server: FaultProxy): void {
  onRequest = (current) => {
    if (current !== request) return;
    onRequest = () => undefined;
    interrupt(server, 3);
  };
}

/** Returns a function that fails `times` times, with the failure of a machine, and then calls `activity`. */
function failFirst<Input, Output>(times: number, activity: (input: Input) => Promise<Output>) {
  let calls = 0;
  return (input: Input) =>
    ++calls <= times
      ? Promise.reject(ApplicationFailure.create({ message: 'disk full', nextRetryDelay: '10ms' }))
      : activity(input);
}

interface Submitted {
  submissionId: string;
  assetId: string;
}

const submit = (filename: string, sidekickId: string, submitter = workspaceId): Promise<Submitted> =>
  submitMeasured(own.database, blobs, {
    workspaceId: submitter,
    filename,
    bytes: files[filename]!,
    sidekickIds: [sidekickId],
    metricValue: filename.endsWith('.mp4') ? videoDefects.durationSeconds : 1,
  });

/** Submits a file and starts its workflow. */
async function start(filename: string, sidekickId: string, submitter = workspaceId) {
  const submitted = await submit(filename, sidekickId, submitter);
  return { ...submitted, workflow: await startVersion(submitted, 1) };
}

/** Starts the workflow of a version of a submission. */
async function startVersion({ submissionId }: Submitted, version: number) {
  await temporal.starter.startSubmission((await readVersionToStart(own.database, submissionId, version))!);
  return temporal.env.client.workflow.getHandle(submissionWorkflowId(submissionId, version));
}

/** Submits a file and waits until its workflow has ended. */
async function examine(filename: string, sidekickId: string): Promise<Submitted> {
  const started = await start(filename, sidekickId);
  await started.workflow.result();
  return started;
}

/** Returns the number of attempts of each run of an activity. */
async function attemptsOf({ submissionId }: Submitted, activity: string): Promise<number[]> {
  const workflow = temporal.env.client.workflow.getHandle(submissionWorkflowId(submissionId, 1));
  const events = (await workflow.fetchHistory()).events!;
  const scheduled = events
    .filter((event) => event.activityTaskScheduledEventAttributes?.activityType?.name === activity)
    .map(({ eventId }) => String(eventId));
  return events.flatMap(({ activityTaskStartedEventAttributes: started }) =>
    started && scheduled.includes(String(started.scheduledEventId)) ? [started.attempt!] : [],
  );
}

const statusOf = async ({ submissionId }: Submitted, submitter = workspaceId) =>
  (await bodyOf(own.database, submitter, submissionId)).assets[0];

async function issuesOf({ submissionId, assetId }: Submitted): Promise<string> {
  const { issuesKey } = await readAssetResults(own.database, workspaceId, submissionId, assetId);
  return (await blobs.getSmall(issuesKey!)).toString();
}

describe('an outage', () => {
  test('of S3 while an asset is secured delays the asset', async () => {
    interruptBefore('copyPinned', s3);
    const submitted = await temporal.withWorkers(() => examine('page.pdf', idOf('document')));
    expect(await statusOf(submitted)).toMatchObject({ status: 'complete', issueCount: 1 });
  });

  test('of S3 after an asset was decoded does not repeat the decoding', async () => {
    interruptBefore('putJson', s3);
    const submitted = await temporal.withWorkers(() => examine('clip.mp4', idOf('video-qc')));
    expect(await statusOf(submitted)).toMatchObject({ status: 'complete', issueCount: 2 });
    expect(await attemptsOf(submitted, 'observeAsset')).toEqual([1]);
  });

  test('of Postgres while an asset is decoded does not use up the attempts', async () => {
    let isFirst = true;
    const submitted = await temporal.withWorkers(
      () => examine('clip.mp4', idOf('video-qc')),
      undefined,
      (activities) => ({
        ...activities,
        observeAsset: failFirst(5, (input) => {
          if (isFirst) interrupt(postgres, 3);
          isFirst = false;
          return activities.observeAsset(input);
        }),
      }),
    );
    expect(await statusOf(submitted)).toMatchObject({ status: 'complete' });
    expect(await attemptsOf(submitted, 'observeAsset')).toEqual([6, 1]);
  });

  test.for([
    ['Postgres', postgres],
    ['S3', s3],
  ] as const)('of %s while a sidekick runs does not use up the attempts', async ([, server]) => {
    interruptBefore('putResult findings', server);
    const submitted = await temporal.withWorkers(
      () => examine('page.pdf', idOf('document')),
      undefined,
      (activities) => ({ ...activities, runSidekick: failFirst(5, activities.runSidekick) }),
    );
    expect(await statusOf(submitted)).toMatchObject({ status: 'complete', issueCount: 1 });
    expect(await attemptsOf(submitted, 'runSidekick')).toEqual([6, 1]);
    expect((await attemptsOf(submitted, 'checkStores')).length).toBe(1);
  });

  test('in which Postgres hangs for longer than the heartbeat timeout does not use up an attempt', async () => {
    const submitted = await temporal.withWorkers(
      () => examine('page.pdf', idOf('document')),
      undefined,
      (activities) => ({
        ...activities,
        runSidekick(input) {
          interrupt(postgres, 14, 'stall');
          return activities.runSidekick(input);
        },
      }),
    );
    expect(await statusOf(submitted)).toMatchObject({ status: 'complete' });
    expect(await attemptsOf(submitted, 'runSidekick')).toEqual([1]);
  });

  test('of S3 while pictures are taken does not lose them', async () => {
    interruptBefore('putPicture', s3);
    const submitted = await temporal.withWorkers(
      () => examine('clip.mp4', idOf('video-qc')),
      undefined,
      (activities) => ({ ...activities, takePictures: failFirst(2, activities.takePictures) }),
    );
    expect(await issuesOf(submitted)).toContain('"picture:');
  });

  test.for([
    ['Postgres', postgres],
    ['S3', s3],
  ] as const)('of %s while the outcome is recorded delays the outcome', async ([, server]) => {
    interruptBefore('putResult topics', server);
    const submitted = await temporal.withWorkers(() => examine('page.pdf', idOf('document')));
    expect(await statusOf(submitted)).toMatchObject({ status: 'complete', issueCount: 1 });
    const { rows } = await own.database.query('select from events where submission_id = $1', [
      submitted.submissionId,
    ]);
    expect(rows).toHaveLength(1);
  });

  test('of S3 after a custom sidekick has responded does not call the sidekick again', async () => {
    const sidekick = await registerCustom(own.database, workspaceId, { url: receiver.url('sidekick') });
    receiver.answer('sidekick', { status: 200, body: JSON.stringify({ findings: [customFinding] }) });
    interruptBefore('putResult findings', s3);
    const submitted = await temporal.withWorkers(() => examine('page.pdf', sidekick.id));
    expect(await statusOf(submitted)).toMatchObject({ status: 'complete', issueCount: 1 });
    expect(receiver.requests('sidekick')).toHaveLength(1);
  });
});

describe('a right that a worker lacks', () => {
  const failed = {
    status: 'failed',
    errorType: 'access_denied',
    isRetryable: true,
    errorMessage: 'The service lacks a right in its own storage or database',
  };

  /** Makes requests of a worker with the given name fail as S3 rejects them. */
  function deny(request: string): void {
    onRequest = (current) => {
      if (current !== request) return;
      const $metadata = { httpStatusCode: 403 };
      throw new StorageFault(new S3ServiceException({ name: 'AccessDenied', $fault: 'client', $metadata }));
    };
  }

  const grant = () => (onRequest = () => undefined);
  afterEach(grant);

  async function retry(submitted: Submitted): Promise<void> {
    const { submissionId, assetId } = submitted;
    const { version } = (await openRetry(own.database, workspaceId, submissionId, assetId))!;
    await (await startVersion(submitted, version)).result();
  }

  test.for([
    ['while an asset is secured', 'page.pdf', 'document', 'copyPinned', 'secureAsset', null],
    // The sidekick examines no documents, so nothing reads the file by its false size.
    ['while a large asset is secured', 'page.pdf', 'loudness', 'copyPinned', 'secureAsset', 2 ** 27],
    ['while a sidekick runs', 'page.pdf', 'document', 'putResult findings', 'runSidekick', null],
    ['after an asset was decoded', 'clip.mp4', 'video-qc', 'putJson', 'observeAsset', null],
    ['while pictures are taken', 'clip.mp4', 'video-qc', 'putPicture', 'takePictures', null],
  ] as const)(
    'in S3 %s fails the asset at once, and a retry succeeds when it is granted',
    async ([, filename, sidekick, request, activity, falseSizeBytes]) => {
      deny(request);
      const submitted = await submit(filename, idOf(sidekick));
      if (falseSizeBytes !== null)
        await own.database.query('update assets set size_bytes = $2 where asset_id = $1', [
          submitted.assetId,
          falseSizeBytes,
        ]);
      await temporal.withWorkers(async () => {
        const workflow = await startVersion(submitted, 1);
        await workflow.result();
        const { typedSearchAttributes } = await workflow.describe();
        expect(typedSearchAttributes.get(searchAttributes.failureType)).toBe('access_denied');
      });
      expect(await statusOf(submitted)).toMatchObject(failed);
      expect(await attemptsOf(submitted, activity)).toEqual([1]);
      grant();
      await temporal.withWorkers(() => retry(submitted));
      expect(await statusOf(submitted)).toMatchObject({ status: 'complete', retryCount: 1 });
    },
  );

  test('in Postgres fails the asset at once, and a retry succeeds when it is granted', async () => {
    await setUpRoles(own.url, {});
    await own.database.query('revoke insert on sidekick_results from assay_media');
    const asMedia = createPool({
      databaseUrl: urlAs(own.url, 'assay_media'),
      applicationName: 'outages',
      maxConnections: 5,
      onIdleError: () => undefined,
    });
    onTestFinished(() => asMedia.end());
    const withWorkers = <T>(use: () => Promise<T>) =>
      temporal.withWorkers(use, undefined, (_, deps) =>
        createMediaActivities({ ...deps, database: asMedia }),
      );
    const submitted = await withWorkers(() => examine('page.pdf', idOf('document')));
    expect(await statusOf(submitted)).toMatchObject(failed);
    expect(await attemptsOf(submitted, 'runSidekick')).toEqual([1]);
    await setUpRoles(own.url, {});
    await withWorkers(() => retry(submitted));
    expect(await statusOf(submitted)).toMatchObject({ status: 'complete', issueCount: 1 });
  });
});

describe('the disk of a media worker', () => {
  const disks = path.join(inject('scratchDir'), 'disks');
  const directory = path.join(disks, 'work');
  afterAll(() => unmountDisks(disks));

  const waitingState = 'waiting for disk space';
  /** Activities wait for this number of milliseconds for space, before their workflows wait. */
  const maxWaitMs = 100;

  /** Returns a file of `sizeBytes` bytes: the video with a box that no reader uses. */
  function paddedVideo(sizeBytes: number): Buffer {
    const video = files['clip.mp4']!;
    const box = Buffer.alloc(sizeBytes - video.length);
    box.writeUInt32BE(box.length);
    box.write('free', 4, 'latin1');
    return Buffer.concat([video, box]);
  }

  /** Mounts a disk, and runs `use` with media workers that store their files on it. */
  async function withDisk<T>(
    megabytes: number,
    skip: (reason: string) => never,
    use: (disk: Disk) => Promise<T>,
    mediaBlobs = workerBlobs,
  ): Promise<T> {
    await unmountDisks(disks);
    const disk =
      (await mountDisk(directory, megabytes)) ?? skip('only root on Linux may mount a file system');
    return temporal.withWorkers(
      () => use(disk),
      undefined,
      (_, deps) =>
        createMediaActivities({ ...deps, blobs: mediaBlobs, workDir: createWorkRoot(directory, maxWaitMs) }),
    );
  }

  test('that is full delays the asset, shows that it waits, and uses up no attempts', async ({ skip }) => {
    const submitted = await withDisk(16, skip, async (disk) => {
      await disk.fill();
      const started = await start('clip.mp4', idOf('video-qc'));
      await until(
        () => started.workflow.query(progressQuery),
        (rows) => rows.some(({ state }) => state === waitingState),
      );
      await disk.free();
      await started.workflow.result();
      return started;
    });
    expect(await statusOf(submitted)).toMatchObject({ status: 'complete', issueCount: 2 });
    const attempts = await attemptsOf(submitted, 'observeAsset');
    expect(attempts.length).toBeGreaterThan(1);
    expect(new Set(attempts)).toEqual(new Set([1]));
  });

  test('that is smaller than the file fails the asset, which can be retried', async ({ skip }) => {
    files['large.mp4'] = paddedVideo(2 ** 21);
    const submitted = await withDisk(1, skip, () => examine('large.mp4', idOf('video-qc')));
    expect(await statusOf(submitted)).toMatchObject({
      status: 'failed',
      errorType: 'disk_too_small',
      isRetryable: true,
      errorMessage: 'The disk of the media worker is too small for the file',
    });
  });

  test('has space for a small file while another workspace uses its share', async ({ skip }) => {
    const other = await newWorkspace(own.database);
    // 15.2 MiB of the disk are usable. Without shares, four large files would leave 0.2 MiB.
    files['large.mp4'] = paddedVideo(3.75 * 2 ** 20);
    const { promise: downloads, resolve: finishDownloads } = Promise.withResolvers<null>();
    const slowForLarge: BlobStore = {
      ...workerBlobs,
      openRanged(...args) {
        const source = workerBlobs.openRanged(...args);
        const isLarge = source.sizeBytes === files['large.mp4']!.length;
        return {
          ...source,
          async download(...to) {
            if (isLarge) await downloads;
            return source.download(...to);
          },
        };
      },
    };
    const use = async () => {
      const large = await Promise.all(Array.from({ length: 5 }, () => start('large.mp4', idOf('video-qc'))));
      const untilWaiting = (count: number) =>
        until(
          async () => {
            const rows = await Promise.all(large.map(({ workflow }) => workflow.query(progressQuery)));
            return large.filter((_, index) => rows[index]!.some(({ state }) => state === waitingState));
          },
          ({ length }) => length >= count,
        );
      await untilWaiting(1);
      const small = await start('clip.mp4', idOf('video-qc'), other);
      await small.workflow.result();
      expect(await statusOf(small, other)).toMatchObject({ status: 'complete' });

      const waiting = await untilWaiting(3);
      const historyLengths = () =>
        Promise.all(waiting.map(async ({ workflow }) => (await workflow.describe()).historyLength));
      const lengths = await historyLengths();
      await sleep(11_000);
      expect(await historyLengths(), 'while workflows wait').toEqual(lengths);
      expect(waiting).toHaveLength(3);

      finishDownloads(null);
      for (const submitted of large) {
        await submitted.workflow.result();
        expect(await statusOf(submitted)).toMatchObject({ status: 'complete' });
        expect(new Set(await attemptsOf(submitted, 'observeAsset'))).toEqual(new Set([1]));
      }
      return attemptsOf(waiting[0]!, 'checkDisk');
    };
    const checks = await withDisk(16, skip, () => use(), slowForLarge);
    expect(Math.max(...checks)).toBeGreaterThan(1);
  });
});

describe('an error counts as an outage', () => {
  const errorOf = (work: Promise<unknown>) => work.then(() => null).catch((error: unknown) => error);

  test('of S3 if the server cannot be reached, but not if it rejects one request', async () => {
    const missing = await errorOf(proxied.getSmall('missing'));
    s3.refuse();
    const unreachable = await errorOf(proxied.getSmall('missing')).finally(() => s3.restore());
    expect([unreachable, missing].map(isStorageOutage)).toEqual([true, false]);
    expect([unreachable, missing].map(isDatabaseOutage)).toEqual([false, false]);
  });

  test('of S3 if a download is cut off, but not if its file cannot be written', async () => {
    const etag = await upload(blobs, 'pending/cut-off', Buffer.alloc(64 * 2 ** 20));
    const source = proxied.openRanged('pending/cut-off', etag, 64 * 2 ** 20);
    const file = path.join(inject('scratchDir'), 'cut-off');
    const cut = errorOf(source.download(file));
    // The file is created when the headers of the response have arrived.
    await until(() => Promise.resolve(existsSync(file)), Boolean);
    s3.reset();
    const cutOff = await cut;
    const unwritable = await errorOf(source.download('/no-such-directory/file'));
    expect([cutOff, unwritable].map(isStorageOutage)).toEqual([true, false]);
  });

  test.for([
    [403, 'SignatureDoesNotMatch', true],
    [403, 'RequestTimeTooSkewed', true],
    [400, 'ExpiredToken', true],
    [403, 'AccessDenied', false],
    [403, 'InvalidObjectState', false],
    [400, 'InvalidRequest', false],
    [429, 'TooManyRequests', true],
    [503, 'SlowDown', true],
  ] as const)('of S3 if the response is %i %s: %o', ([httpStatusCode, name, isOutage]) => {
    const cause = new S3ServiceException({ name, $fault: 'client', $metadata: { httpStatusCode } });
    expect(isStorageOutage(new StorageFault(cause))).toBe(isOutage);
  });

  test('of S3 if the bucket is missing', async () => {
    const etag = 'e'.repeat(32);
    const endpoint = `http://127.0.0.1:${s3.port}`;
    const options = { endpoint, publicEndpoint: null, region: 'us-east-1', bucket: 'no-such-bucket' };
    const elsewhere = createBlobStore(options);
    const error = await errorOf(elsewhere.openRanged('key', etag, 1).read(0, 1));
    elsewhere.close();
    expect(isStorageOutage(error)).toBe(true);
  });

  test('of Postgres if connections fail or are ended, but not if a statement is wrong or not permitted', async () => {
    postgres.refuse();
    const refused = await errorOf(database.query('select 1')).finally(() => postgres.restore());
    const ended = await errorOf(database.query('select pg_terminate_backend(pg_backend_pid())'));
    const client = await database.connect();
    await client.query('begin read only');
    const readOnly = await errorOf(client.query('create table made ()'));
    await client.query('rollback');
    await client.query('set role assay_delivery');
    const denied = await errorOf(client.query('select from api_keys'));
    client.release(true);
    const wrong = await errorOf(database.query('select no_such_column'));
    const errors = [refused, ended, readOnly, wrong, denied];
    expect(errors.map(isDatabaseOutage)).toEqual([true, true, true, false, false]);
    expect(errors.map(isInsufficientPrivilege)).toEqual([false, false, false, false, true]);
  });
});
