/** @module-tag long */

import { randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Client as Temporal, Connection } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { isAlive } from '@assay/domain/lib/processes.ts';
import { listProcessTree } from '../../tools/bench/process-tree.ts';
import { type Client, createClient, dataOf, type Submission } from '@assay/client/index.ts';
import { loadLocalConfig } from '@assay/runtime/config.ts';
import { submissionWorkflowId } from '@assay/domain/workflow-ids.ts';
import { startReceiver, type Receiver } from '../../tools/local/demo/receiver.ts';
import { make } from '../../tools/local/samples/ffmpeg.ts';
import { makeVideo } from '../../tools/local/samples/video.ts';
import { startStack, type Stack } from '../../tools/local/stack/stack.ts';
import type { StackInfo } from '../../tools/local/stack/state.ts';
import { ensureLocalCa } from '../../tools/local/stack/tls.ts';
import { createPool, type Database } from '@assay/storage/database/database.ts';
import { until } from '../support/api.ts';
import { useReceiver } from '../support/receiver.ts';

// These tests start their own stack and kill its processes while the processes work.

let stack: Stack;
let database: Database;
let receiver: Receiver;
let client: Client;
let sidekickIds: string[];
let video: Blob;

const localDir = path.join(inject('scratchDir'), `faults-${randomUUID()}`);
const hanging = useReceiver(localDir);

beforeAll(async () => {
  const base = loadLocalConfig();
  const environment = { ...base.environment, WEBHOOK_RETRY_SCHEDULE_SECONDS: '0,1,1,2,2,3,3,5,5,5' };
  stack = await startStack({ ...base, localDir, port: 0, environment });
  database = createPool({
    databaseUrl: stack.info.databaseUrl,
    applicationName: 'test',
    maxConnections: 2,
    onIdleError: () => undefined,
  });
  receiver = await startReceiver(await ensureLocalCa(path.join(localDir, 'tls')));
  client = createClient({ baseUrl: stack.info.apiUrl, apiKey: stack.info.liveKey });
  const { secret } = dataOf(
    await client.api.POST('/api/integrations/webhooks/subscriptions', {
      body: {
        endpointUrl: receiver.url,
        eventTypes: ['asset.processing.completed', 'asset.processing.failed'],
      },
    }),
  );
  receiver.useSecret(secret);
  // Reading text in pictures takes longer than all else. Here, the time limits are those of the other work.
  sidekickIds = (await client.sidekicks())
    .filter(({ code }) => code !== 'claims' && code !== 'supers')
    .map(({ id }) => id);
  const file = path.join(inject('scratchDir'), 'faults.mp4');
  await makeVideo(file);
  video = await openAsBlob(file);
});

afterAll(async () => {
  await receiver.close();
  await database.end();
  await stack.stop();
});

const uploaded = (): Promise<string> =>
  client.upload({ filename: 'video.mp4', contentType: 'video/mp4', body: video });

const submit = (blobPath: string): Promise<Submission> =>
  client.submit({ blobPaths: [blobPath], sidekickIds });

/** Returns process ids by name, read from stack.json as scripts do. */
async function pids(): Promise<Record<string, number>> {
  const info = JSON.parse(await readFile(path.join(stack.directory, 'stack.json'), 'utf8')) as StackInfo;
  return info.pids;
}

/**
 * Sends a process a signal, by default SIGKILL. Waits until the supervisor has started a new process in its place.
 */
async function kill(name: string, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  const before = (await pids())[name]!;
  process.kill(before, signal);
  await until(pids, (now) => now[name] !== undefined && now[name] !== before, 30_000);
}

/** Returns the process ids of the ffmpeg processes that a worker has started. */
async function ffmpegsBelow(worker: number): Promise<number[]> {
  const tree = await listProcessTree(worker);
  const names = await Promise.all(tree.map((pid) => readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')));
  return tree.filter((_, at) => names[at] === 'ffmpeg\n');
}

/** Waits until a submission has finished. Expects the status `complete`, exactly one charge, and the webhook. */
async function expectDone(submissionId: string): Promise<Submission> {
  const done = await client.waitUntilDone(submissionId, { timeoutMs: 90_000 });
  expect(done).toMatchObject({ status: 'complete', creditsCharged: 2 });
  const { rows } = await database.query('select kind, credits from ledger_entries where submission_id = $1', [
    submissionId,
  ]);
  expect(rows).toEqual([{ kind: 'charge', credits: 2 }]);
  const events = await receiver.waitFor(1, (event) => event.data.submission_id === submissionId, 60_000);
  expect(events[0]).toMatchObject({ type: 'asset.processing.completed', data: { issue_count: 4 } });
  return done;
}

describe('a submission survives a SIGKILL', () => {
  test.for(['api', 'worker', 'mediaWorker', 'deliveryWorker', 'temporal', 's3', 'postgres'])(
    'of %s during processing',
    { timeout: 180_000 },
    async (name) => {
      const { submissionId } = await submit(await uploaded());
      await setTimeout(300);
      await kill(name);
      await expectDone(submissionId);
    },
  );

  test('of the media worker during decoding, which also ends its ffmpeg', { timeout: 180_000 }, async () => {
    const blobPath = await uploaded();
    await client.estimate([blobPath]);
    const { submissionId } = await submit(blobPath);
    const worker = (await pids())['mediaWorker']!;
    const decoding = await until(
      () => ffmpegsBelow(worker),
      (found) => found.length > 0,
      60_000,
    );
    await kill('mediaWorker');
    await until(
      () => Promise.resolve(decoding.filter(isAlive)),
      (left) => left.length === 0,
    );
    await expectDone(submissionId);
  });

  test('of the worker while it copies the file to its permanent key', { timeout: 180_000 }, async () => {
    const blobPath = await uploaded();
    await client.estimate([blobPath]);
    const { worker, s3 } = (await pids()) as { worker: number; s3: number };
    // The worker is stopped until the submission has been created. S3 is stopped so that the copy cannot finish.
    process.kill(worker, 'SIGSTOP');
    const { submissionId } = await submit(blobPath);
    process.kill(s3, 'SIGSTOP');
    process.kill(worker, 'SIGCONT');
    await setTimeout(1_500);
    await kill('worker');
    process.kill(s3, 'SIGCONT');
    const startedAt = Date.now();
    const { completedAt } = await expectDone(submissionId);
    expect(Date.parse(completedAt!) - startedAt).toBeLessThan(45_000);
  });

  test('of Temporal before the workflow is started: the 201 is not lost', { timeout: 180_000 }, async () => {
    const blobPath = await uploaded();
    // The file has already been measured, so the submission needs Temporal only to start the workflow.
    await client.estimate([blobPath]);
    process.kill((await pids())['temporal']!, 'SIGKILL');
    const { submissionId } = await submit(blobPath);
    await expectDone(submissionId);
  });

  test(
    'of the delivery worker between sending and recording, which repeats the attempt with the same id',
    {
      timeout: 180_000,
    },
    async () => {
      hanging.answer('crash', 'hang', { status: 204 });
      const subscription = dataOf(
        await client.api.POST('/api/integrations/webhooks/subscriptions', {
          body: { endpointUrl: hanging.url('crash'), eventTypes: ['asset.processing.completed'] },
        }),
      );
      await submit(await uploaded());
      const requests = (count: number) =>
        until(
          () => Promise.resolve(hanging.requests('crash')),
          (all) => all.length >= count,
          90_000,
        );
      await requests(1);
      await kill('deliveryWorker');
      const [first, second] = await requests(2);
      expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
      expect(second!.body).toBe(first!.body);
      const { rows } = await until(
        () =>
          database.query<{ attempt_number: number; status: string }>(
            'select attempt_number, status from attempts where subscription_id = $1',
            [subscription.id],
          ),
        ({ rows: attempts }) => attempts.every(({ status }) => status !== 'pending'),
      );
      expect(rows).toEqual([{ attempt_number: 1, status: 'succeeded' }]);
      expect(hanging.requests('crash')).toHaveLength(2);
    },
  );
});

test(
  'a media worker that gets SIGTERM hands long activities over to the next worker',
  { timeout: 300_000 },
  async () => {
    const [short, file] = ['short.mp4', 'long.mp4'].map((name) => path.join(inject('scratchDir'), name)) as [
      string,
      string,
    ];
    await make(short, ['-f', 'lavfi', '-i', 'testsrc2=size=1280x720:rate=25:duration=10', '-c:v', 'libx264']);
    // Decoding takes longer than ten seconds, the time that a stopping worker allows its activities.
    await make(file, ['-stream_loop', '29', '-i', short, '-c', 'copy']);
    const body = await openAsBlob(file);
    const blobPath = await client.upload({ filename: 'long.mp4', contentType: 'video/mp4', body });
    const { submissionId } = await submit(blobPath);
    const connection = await Connection.connect({ address: stack.info.temporalAddress });
    const { workflow } = new Temporal({ connection });
    const handle = workflow.getHandle(submissionWorkflowId(submissionId, 1));
    const decoding = async () =>
      (await handle.describe()).raw.pendingActivities?.find(
        ({ activityType, lastStartedTime }) => activityType?.name === 'observeAsset' && lastStartedTime,
      );
    await until(decoding, (activity) => activity !== undefined, 60_000);
    await kill('mediaWorker', 'SIGTERM');
    await until(decoding, (activity) => (activity?.attempt ?? 1) > 1, 60_000);
    expect(await client.waitUntilDone(submissionId, { timeoutMs: 200_000 })).toMatchObject({
      status: 'complete',
      creditsCharged: 30,
    });
    await connection.close();
  },
);
