import { randomUUID } from 'node:crypto';
import { cancellationSignal } from '@temporalio/activity';
import { Client, WorkflowUpdateFailedError, type WorkflowHandle } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import type { MediaActivities } from '../../activities/create-activities.ts';
import { sidekickDescriptions } from '@assay/analysis/sidekicks/catalogue.ts';
import { withHeartbeat } from '../../activities/with-heartbeat.ts';
import { createMeasurer } from '../../api/submit/measurer.ts';
import type { OperatorTarget } from '@assay/domain/operator-controls.ts';
import { submissionWorkflowId } from '@assay/domain/workflow-ids.ts';
import { readVersionToStart } from '@assay/storage/submissions/outbox.ts';
import { openRetry } from '@assay/storage/submissions/asset-retries.ts';
import { insertUpload } from '@assay/storage/uploads/uploads.ts';
import { pendingKey } from '@assay/storage/s3/keys.ts';
import { cancelUpdate, progressQuery, skipUpdate } from '../../workflows/operator-controls.ts';
import { bodyOf } from '../store/fixtures.ts';
import { admin as runAdmin } from '../support/admin.ts';
import { until } from '../support/api.ts';
import { upload, useBlobs } from '../support/blobs.ts';
import { newWorkspace, useDatabase } from '../support/database.ts';
import { mediaOf, pdfOf } from '../support/live.ts';
import { submitMeasured } from '../support/measured-submission.ts';
import { testKeys } from '../support/secrets.ts';
import { brokenMediaSlots, testConverter, useTemporal } from '../support/temporal.ts';

const own = useDatabase();
const blobs = useBlobs();
// Without a cache, each workflow task is a replay. A replay joins workflow tasks without commands, so an update can be
// validated before the workflow sees the result of an activity that ended earlier. The time-skipping server cannot be
// used with a cache.
const temporal = useTemporal(own, blobs, { isRealServer: true, maxCachedWorkflows: 10 });
const idOf = (code: string) => sidekickDescriptions.find((sidekick) => sidekick.code === code)!.id;
let workspaceId: string;

beforeAll(async () => {
  workspaceId = await newWorkspace(own.database);
});

interface UnderWay {
  submissionId: string;
  assetId: string;
  handle: WorkflowHandle;
}

/** Implements an activity that runs until it is cancelled. It then calls `cancelled` and fails. */
function hang<T>(cancelled: () => void): Promise<T> {
  return withHeartbeat(
    () =>
      new Promise<T>((_, reject) => {
        const signal = cancellationSignal();
        signal.addEventListener('abort', () => {
          cancelled();
          reject(signal.reason as Error);
        });
      }),
  );
}

/** Submits a document or a video to two sidekicks. Returns the submission, its asset and the workflow. */
async function submit(kind: 'document' | 'video'): Promise<UnderWay> {
  const isDocument = kind === 'document';
  const second = ['-f', 'lavfi', '-i', 'testsrc2=size=64x64:rate=2:duration=1'];
  const { submissionId, assetId } = await submitMeasured(own.database, blobs, {
    workspaceId,
    filename: isDocument ? 'a.pdf' : 'a.mp4',
    bytes: isDocument ? pdfOf({ pages: 1, script: 'app.beep()' }) : await mediaOf('mp4', second),
    sidekickIds: (isDocument ? ['document', 'integrity'] : ['video-qc', 'loudness']).map(idOf),
  });
  const input = (await readVersionToStart(own.database, submissionId, 1))!;
  // The start is retried once, because a server that has just started may miss the deadline.
  await temporal.starter.startSubmission(input).catch(() => temporal.starter.startSubmission(input));
  const handle = temporal.env.client.workflow.getHandle(submissionWorkflowId(submissionId, 1));
  return { submissionId, assetId, handle };
}

/** Returns the state of each part of an asset's processing, such as a sidekick, by the name of the part. */
const statesOf = async ({ handle }: UnderWay): Promise<Record<string, string>> =>
  Object.fromEntries((await handle.query(progressQuery)).map(({ part, state }) => [part, state]));

const untilState = (underWay: UnderWay, part: string, state: RegExp) =>
  until(
    () => statesOf(underWay),
    (states) => state.test(states[part] ?? ''),
  );

const assetOf = async ({ submissionId }: UnderWay) =>
  (await bodyOf(own.database, workspaceId, submissionId)).assets[0];

/** Expects an update to be rejected. Returns the type and the message of the error. */
async function refusalOf(order: Promise<unknown>): Promise<[string, string]> {
  const error = await order.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(WorkflowUpdateFailedError);
  const { cause } = error as WorkflowUpdateFailedError;
  expect(cause).toBeInstanceOf(ApplicationFailure);
  return [(cause as ApplicationFailure).type!, cause!.message];
}

/** Runs all workers while `use` runs. The document sidekick hangs until it is cancelled. */
function whileDocumentHangs(use: () => Promise<void>, cancelled = () => undefined): Promise<void> {
  const breakMedia = (activities: MediaActivities): MediaActivities => ({
    ...activities,
    runSidekick: (input) =>
      input.sidekickId === idOf('document') ? hang(cancelled) : activities.runSidekick(input),
  });
  return temporal.withWorkers(use, undefined, breakMedia);
}

describe('an operator', { timeout: 180_000 }, () => {
  test('skips a sidekick that hangs: the asset completes with the findings of the others', async () => {
    let ended = 0;
    await whileDocumentHangs(
      async () => {
        const underWay = await submit('document');
        const { assetId, handle } = underWay;
        await untilState(underWay, 'integrity', /^done/);
        const rows = await handle.executeUpdate(skipUpdate, { args: [{ assetId, sidekick: 'document' }] });
        expect(rows).toContainEqual({ assetId, part: 'document', state: 'skipped by an operator' });
        await handle.result();
        expect(await assetOf(underWay)).toMatchObject({ status: 'complete', errorType: null, issueCount: 0 });
        await until(
          () => Promise.resolve(ended),
          (count) => count === 1,
        );
      },
      () => {
        ended++;
      },
    );
  });

  test('cancels a sidekick: the asset fails, and may be retried', async () => {
    await whileDocumentHangs(async () => {
      const underWay = await submit('document');
      const { assetId, handle } = underWay;
      await untilState(underWay, 'integrity', /^done/);
      await handle.executeUpdate(cancelUpdate, { args: [{ assetId, sidekick: 'document' }] });
      await handle.result();
      expect(await assetOf(underWay)).toMatchObject({
        status: 'failed',
        errorType: 'cancelled',
        isRetryable: true,
        errorMessage: 'Processing was cancelled',
      });
    });
  });

  test('cancels an asset with all its unfinished sidekicks', async () => {
    await whileDocumentHangs(async () => {
      const underWay = await submit('document');
      const { assetId, handle } = underWay;
      await untilState(underWay, 'document', /^running$/);
      const rows = await handle.executeUpdate(cancelUpdate, { args: [{ assetId }] });
      expect(rows).toContainEqual({ assetId, part: 'document', state: 'failed: cancelled' });
      await handle.result();
      expect(await assetOf(underWay)).toMatchObject({ status: 'failed', errorType: 'cancelled' });
    });
  });

  test('gets the reason when an update is rejected, and nothing changes', async () => {
    await whileDocumentHangs(async () => {
      const underWay = await submit('document');
      const { assetId, handle } = underWay;
      await untilState(underWay, 'integrity', /^done/);
      const skip = (target: unknown) =>
        refusalOf(handle.executeUpdate(skipUpdate, { args: [target as OperatorTarget] }));
      const stranger = randomUUID();
      expect(await skip(undefined)).toEqual(['invalid_order', expect.stringContaining('Name the target')]);
      expect(await skip({ assetId, sidekick: 1 })).toEqual(['invalid_order', expect.any(String)]);
      expect(await skip({ assetId: stranger })).toEqual([
        'unknown_work',
        `This workflow has no asset ${stranger}`,
      ]);
      expect(await skip({ assetId, sidekick: 'video-qc' })).toEqual([
        'unknown_work',
        expect.stringMatching(/^"video-qc" is not a sidekick on asset .*: those are (document|integrity), /),
      ]);
      expect(await skip({ assetId, sidekick: 'integrity' })).toEqual([
        'work_ended',
        `The work of integrity on asset ${assetId} has ended`,
      ]);
      expect(await statesOf(underWay)).toMatchObject({ document: 'running' });
      await handle.executeUpdate(skipUpdate, { args: [{ assetId }] });
      await handle.result();
      expect(await assetOf(underWay)).toMatchObject({ status: 'complete' });
    });
  });

  test('cancels a decoding when all sidekicks that need it are skipped', { tags: 'long' }, async () => {
    let ended = 0;
    const breakMedia = (activities: MediaActivities): MediaActivities => ({
      ...activities,
      observeAsset: () =>
        hang(() => {
          ended++;
        }),
    });
    await temporal.withWorkers(
      async () => {
        const underWay = await submit('video');
        const { assetId, handle } = underWay;
        await untilState(underWay, 'loudness', /^decoding$/);
        await handle.executeUpdate(skipUpdate, { args: [{ assetId, sidekick: 'loudness' }] });
        expect(await statesOf(underWay)).toMatchObject({ 'video-qc': 'decoding' });
        expect(ended).toBe(0);
        await handle.executeUpdate(skipUpdate, { args: [{ assetId, sidekick: 'video-qc' }] });
        await handle.result();
        expect(await assetOf(underWay)).toMatchObject({ status: 'complete', issueCount: 0 });
        await until(
          () => Promise.resolve(ended),
          (count) => count === 1,
        );
      },
      undefined,
      breakMedia,
    );
  });
});

test(
  'an operator cancels the write of an asset end that cannot succeed: the asset fails, and may be retried',
  { tags: 'long', timeout: 180_000 },
  async () => {
    const { database } = own;
    // The outcome with an issue cannot be recorded, and the one without issues can.
    await database.query('alter table assets add constraint broken check (issue_count = 0) not valid');
    await temporal.withWorkers(async () => {
      const underWay = await submit('document');
      const { submissionId, assetId, handle } = underWay;
      const env = {
        DATABASE_URL: own.url,
        TEMPORAL_ADDRESS: inject('stack').temporalAddress,
        TEMPORAL_NAMESPACE: temporal.env.namespace,
        PAYLOAD_ENCRYPTION_KEYS: testKeys,
      };
      const admin = async (command: string, ...args: string[]): Promise<any> => {
        const { code, output } = await runAdmin(
          ['submissions', command, submissionId, ...args, '--json'],
          env,
        );
        return code === 0 ? JSON.parse(output) : output;
      };
      await untilState(underWay, 'asset', /^recording$/);
      expect(await admin('show')).toMatchObject([{ assetId, step: 'recording', completedAt: null }]);
      const named = handle.executeUpdate(cancelUpdate, { args: [{ assetId, sidekick: 'document' }] });
      expect(await refusalOf(named)).toEqual(['work_ended', `The work on asset ${assetId} has ended`]);
      const state = 'recording without issues: cancelled';
      expect(await admin('skip', '--asset', assetId)).toContainEqual({ assetId, part: 'asset', state });
      await handle.result();
      expect(await assetOf(underWay)).toMatchObject({
        status: 'failed',
        errorType: 'cancelled',
        isRetryable: true,
        issueCount: 0,
      });

      await database.query('alter table assets drop constraint broken');
      await openRetry(database, workspaceId, submissionId, assetId);
      await temporal.starter.startSubmission((await readVersionToStart(database, submissionId, 2))!);
      await temporal.env.client.workflow.getHandle(submissionWorkflowId(submissionId, 2)).result();
      expect(await assetOf(underWay)).toMatchObject({ status: 'complete', issueCount: 1, version: 2 });
    });
  },
);

test(
  'uploads are measured while sidekicks use all examination slots of a media worker',
  { tags: 'long' },
  async () => {
    await whileDocumentHangs(async () => {
      const all = [];
      for (let each = 0; each < brokenMediaSlots; each++) all.push(await submit('document'));
      for (const each of all) await untilState(each, 'integrity', /^(done|running)/);
      const bytes = pdfOf({ pages: 2 });
      const assetId = randomUUID();
      await insertUpload(own.database, {
        assetId,
        workspaceId,
        filename: 'b.pdf',
        contentType: 'application/pdf',
        contentLength: null,
        environment: 'live' as const,
        maxBytes: 2 ** 20,
        expiresAt: new Date(),
      });
      const etag = await upload(blobs, pendingKey(assetId), bytes, 'application/pdf');
      // A separate client is used, because the client of the test environment skips time while it waits for a result.
      const { connection, namespace } = temporal.env;
      const measure = createMeasurer(
        new Client({
          connection,
          namespace: namespace ?? 'default',
          dataConverter: testConverter(namespace),
        }),
        own.database,
      );
      await measure({ workspaceId, maxMeasurements: null }, [{ assetId, etag, sizeBytes: bytes.length }]);
      const { rows } = await own.database.query('select metric_value from measurements where asset_id = $1', [
        assetId,
      ]);
      expect(rows).toEqual([{ metric_value: 2 }]);
      for (const { handle, assetId } of all)
        await handle.executeUpdate(skipUpdate, { args: [{ assetId, sidekick: 'document' }] });
      for (const { handle } of all) await handle.result();
    });
  },
);
