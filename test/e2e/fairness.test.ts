/** @module-tag long */

import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Client, Connection } from '@temporalio/client';
import { defaultPayloadConverter } from '@temporalio/common';
import { NativeConnection } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createHttpsSender, type HttpsSender } from '@assay/sender/https-sender.ts';
import { prepareNamespace } from '@assay/runtime/temporal/namespace.ts';
import { createStarter } from '@assay/runtime/temporal/starter.ts';
import { measurementWorkflowId, submissionWorkflowId } from '@assay/domain/workflow-ids.ts';
import { insertSubmission } from '@assay/storage/submissions/submissions.ts';
import { pendingKey } from '@assay/storage/s3/keys.ts';
import { createRoleWorkers } from '../../workers/run-worker.ts';
import { createDeliveryRuntime } from '../../workers/delivery-runtime.ts';
import { startWaitingDeliveries } from '../../workers/start-waiting-deliveries.ts';
import { createWorkerClient } from '@assay/runtime/temporal/temporal-client.ts';
import { decodingSlots, thisMachine } from '../../workers/slots.ts';
import { sandboxAsset } from '../store/fixtures.ts';
import { newTenant, until, untilDone, uploadFile, useStackDatabase } from '../support/api.ts';
import { useBlobs } from '../support/blobs.ts';
import { newWorkspace, useDatabase } from '../support/database.ts';
import { fireAgain, fireAt } from '../support/deliveries.ts';
import { mediaOf, submitLive } from '../support/live.ts';
import { newPlan } from '../support/plans.ts';
import { useReceiver } from '../support/receiver.ts';
import { quietRuntime } from '../support/temporal.ts';
import { testCipher } from '../support/secrets.ts';
import { dataConverterOf } from '../../tools/local/stack/data-converter.ts';

// Tests that workspaces take turns in Temporal's task queues, and that deliveries do in Postgres. The tests use the
// Temporal server of the running stack, because the time-skipping test server does not support fairness keys. Sandbox
// submissions stand for live ones here: their workflows are started without a lease.

const own = useDatabase();
const stackDatabase = useStackDatabase();
const blobs = useBlobs();
const receiver = useReceiver();
let connection: Connection;
let native: NativeConnection;

beforeAll(async () => {
  quietRuntime();
  const address = inject('stack').temporalAddress;
  connection = await Connection.connect({ address });
  native = await NativeConnection.connect({ address });
});
afterAll(async () => {
  await connection.close();
  await native.close();
});

/**
 * Starts the workers of a role. Returns the workspace id of each task, in the order in which the workers finished
 * the tasks.
 * @param order SQL query for the workspace ids of the finished tasks; it is repeated until it returns `count` rows
 */
async function orderOfServing(
  [role, client, sender]: ['orchestration' | 'delivery', Client, HttpsSender],
  order: string,
  count: number,
): Promise<string[]> {
  const delivery =
    role === 'orchestration'
      ? null
      : createDeliveryRuntime({
          database: own.database,
          sender,
          secrets: testCipher,
          schedule: [0],
          warn: () => undefined,
        });
  const workers = await createRoleWorkers(
    role,
    {
      connection: native,
      namespace: client.options.namespace,
      workflowBundle: { codePath: inject('workflowBundlePath') },
    },
    {
      database: own.database,
      blobs,
      temporal: client,
      sender,
      secrets: testCipher,
      mediaRuntime: null,
      readsText: false,
      reportSigner: null,
      timeStampAuthority: null,
      publicUrl: null,
      delivery,
    },
  );
  const served = until(
    () => own.database.query<{ id: string }>(order),
    ({ rowCount }) => rowCount === count,
    100_000,
  );
  const stop =
    delivery === null
      ? () => Promise.resolve()
      : startWaitingDeliveries({
          database: own.database,
          runtime: delivery,
          firstAttempt: 'workflow',
          attemptTimeoutMs: 5_000,
          starter: createStarter(createWorkerClient(native, client.options.namespace), own.database),
          log: { warn: () => undefined },
        });
  await Promise.all(workers.map((worker) => worker.runUntil(served)));
  await stop();
  const { rows } = await served;
  return rows.map(({ id }) => id);
}

describe('a queue with 200 submissions of one workspace before 5 of another', () => {
  test('serves the second workspace long before the first is finished', async () => {
    const client = new Client({ connection, namespace: `fairness-${randomUUID()}` });
    await prepareNamespace(client);
    const starter = createStarter(client, own.database);
    const [busy, quiet] = [await newWorkspace(own.database), await newWorkspace(own.database)];
    const queue = async (workspaceId: string, count: number) => {
      for (let each = 0; each < count; each++) await startSandbox(starter, workspaceId);
    };
    await queue(busy, 200);
    await queue(quiet, 5);

    const served = await orderOfServing(
      ['orchestration', client, null!],
      'select workspace_id as id from submissions where completed_at is not null order by completed_at',
      205,
    );
    // A worker runs a few tasks concurrently, alternating between the two workspaces. Without fairness, the last task
    // of the quiet workspace would be the 205th.
    expect(served.lastIndexOf(quiet)).toBeLessThan(100);
  });

  async function startSandbox(starter: ReturnType<typeof createStarter>, workspaceId: string) {
    const submissionId = randomUUID();
    const common = { submissionId, workspaceId, environment: 'sandbox', simulationDelaySeconds: 0 } as const;
    const asset = sandboxAsset('pass');
    await insertSubmission(own.database, {
      ...common,
      sidekickIds: ['any'],
      priceBookVersion: null,
      assets: [asset],
    });
    const { assetId, assetType, sandboxOutcome } = asset;
    await starter.startSubmission({
      ...common,
      version: 1,
      assets: [
        { assetId, assetType, sandboxOutcome, durationSeconds: null, isMeasured: false, sizeBytes: null },
      ],
    });
  }
});

test('a queue with 60 deliveries of one workspace before 5 of another delivers the 5 long before all of the 60', async () => {
  const client = new Client({ connection, namespace: `fairness-${randomUUID()}` });
  await prepareNamespace(client);
  const queue = async (count: number): Promise<string> => {
    const { workspaceId } = await fireAt(own.database, receiver.url('turns'));
    for (let each = 1; each < count; each++) await fireAgain(own.database, workspaceId);
    return workspaceId;
  };
  await queue(60);
  const quiet = await queue(5);

  const sender = createHttpsSender({
    allowedCidrs: ['127.0.0.0/8', '::1/128'],
    timeoutMs: 5_000,
    extraCa: await readFile(receiver.caFile, 'utf8'),
  });
  const served = await orderOfServing(
    ['delivery', client, sender],
    `select e.workspace_id as id from deliveries d join events e on e.id = d.event_id
       where d.status = 'succeeded' order by d.completed_at`,
    65,
  );
  sender.close();
  // Without fairness, the last delivery of the quiet workspace would be the 65th.
  expect(served.lastIndexOf(quiet)).toBeLessThan(30);
});

test('every workflow and activity of a workspace has the workspace id as its fairness key', async () => {
  const client = new Client({ connection, dataConverter: dataConverterOf(inject('stack')) });
  const tenant = await newTenant(stackDatabase);
  // A delivery whose first attempt fails has a workflow with either setting of WEBHOOK_FIRST_ATTEMPT.
  receiver.answer('fairness', { status: 500 }, { status: 204 });
  const subscription = await tenant.live('POST', '/api/integrations/webhooks/subscriptions', {
    endpointUrl: receiver.url('fairness'),
    eventTypes: ['asset.processing.completed'],
  });
  const blobPath = await uploadFile(tenant.live, 'a.txt', 'text/plain', Buffer.from('A short text.\n'));
  const assetId = blobPath.split('/')[0]!;
  const { etag } = (await blobs.head(pendingKey(assetId)))!;
  const { submissionId } = (await submitLive(tenant, [blobPath])).body;
  await untilDone(tenant.live, submissionId);
  const { rows } = await until(
    () =>
      stackDatabase.query<{ id: string; status: string }>(
        'select id, status from deliveries where subscription_id = $1',
        [subscription.body.id],
      ),
    ({ rows: [row] }) => row?.status === 'succeeded',
  );
  const ids = [
    measurementWorkflowId({ assetId, etag }),
    submissionWorkflowId(submissionId, 1),
    `webhook:${rows[0]!.id}`,
  ];
  for (const id of ids) {
    const handle = client.workflow.getHandle(id);
    await handle.result();
    const { events } = await handle.fetchHistory();
    const started = events![0]!.workflowExecutionStartedEventAttributes!;
    expect([id, started.priority?.fairnessKey]).toEqual([id, tenant.workspaceId]);
    // Activities inherit the fairness key of their workflow.
    const keys = events!.flatMap(({ activityTaskScheduledEventAttributes: scheduled }) =>
      scheduled?.priority?.fairnessKey ? [scheduled.priority.fairnessKey] : [],
    );
    for (const key of keys) expect(key).toBe(tenant.workspaceId);
  }
});

test('decoded videos are examined while other videos are still being decoded', async () => {
  const client = new Client({ connection, dataConverter: dataConverterOf(inject('stack')) });
  const tenant = await newTenant(stackDatabase);
  const clip = await mediaOf('mp4', [
    '-f',
    'lavfi',
    '-i',
    'testsrc=size=320x240:rate=25:duration=8',
    '-pix_fmt',
    'yuv420p',
  ]);
  const slots = decodingSlots(thisMachine());
  const blobPaths: string[] = [];
  for (let each = 0; each < 6 * slots; each++)
    blobPaths.push(await uploadFile(tenant.live, 'a.mp4', 'video/mp4', clip));
  const { submissionId } = (await submitLive(tenant, blobPaths)).body;
  await untilDone(tenant.live, submissionId, 110_000);
  const { events } = await client.workflow.getHandle(submissionWorkflowId(submissionId, 1)).fetchHistory();
  const types = new Map<string, string>();
  // Temporal writes the start of an activity with a retry policy to the history only when the activity has ended. The
  // starts are therefore sorted by time.
  const begun: { type: string; atMs: number }[] = [];
  for (const { eventId, eventTime, ...event } of events!) {
    const { activityTaskScheduledEventAttributes: scheduled, activityTaskStartedEventAttributes: started } =
      event;
    if (scheduled) types.set(String(eventId), scheduled.activityType!.name!);
    const atMs = Number(eventTime!.seconds) * 1_000 + (eventTime!.nanos ?? 0) / 1e6;
    if (started) begun.push({ type: types.get(String(started.scheduledEventId))!, atMs });
  }
  const inOrder = begun.toSorted((one, other) => one.atMs - other.atMs).map(({ type }) => type);
  const decodedBefore = inOrder
    .slice(0, inOrder.indexOf('runSidekick'))
    .filter((type) => type === 'observeAsset');
  expect(decodedBefore.length).toBeLessThan(blobPaths.length - 1);
});

test('a workspace’s submissions are started one after another if its plan allows one asset in progress', async () => {
  const client = new Client({ connection, dataConverter: dataConverterOf(inject('stack')) });
  const tenant = await newTenant(stackDatabase, await newPlan(stackDatabase, { maxAssetsInWork: 1 }));
  const text = Buffer.from('A short text.\n');
  const blobPaths: string[] = [];
  for (let each = 0; each < 4; each++)
    blobPaths.push(await uploadFile(tenant.live, 'a.txt', 'text/plain', text));
  await tenant.live('POST', '/api/pricing/estimate', {
    files: blobPaths.map((blobPath) => ({ blobPath })),
  });
  const ids: string[] = [];
  for (const blobPath of blobPaths) {
    const { status, body } = await submitLive(tenant, [blobPath]);
    expect([status, body.status]).toEqual([201, 'processing']);
    ids.push(body.submissionId);
  }
  for (const id of ids) expect((await untilDone(tenant.live, id)).body.status).toBe('complete');
  const spans = await Promise.all(
    ids.map(async (id) => {
      const { startTime, closeTime } = await client.workflow
        .getHandle(submissionWorkflowId(id, 1))
        .describe();
      return { startMs: startTime.getTime(), closeMs: closeTime?.getTime() ?? Infinity };
    }),
  );
  // The first submission was started at once. The others were queued, and a dispatcher started them.
  const { rows } = await stackDatabase.query<{ waited: boolean }>(
    `select v.waits as waited from submission_versions v where v.submission_id = any($1) order by v.created_at`,
    [ids],
  );
  expect(rows.map(({ waited }) => waited)).toEqual([false, true, true, true]);
  for (const [index, { startMs }] of spans.entries()) {
    if (index > 0) expect(startMs).toBeGreaterThan(spans[index - 1]!.startMs);
  }
});

test('long and short videos are decoded in separate slots', async () => {
  const dataConverter = dataConverterOf(inject('stack'));
  const client = new Client({ connection, dataConverter });
  const tenant = await newTenant(stackDatabase);
  const clip = (seconds: number) =>
    mediaOf('mp4', [
      '-f',
      'lavfi',
      '-i',
      `testsrc=size=64x48:rate=2:duration=${seconds}`,
      '-pix_fmt',
      'yuv420p',
    ]);
  const short = await uploadFile(tenant.live, 'short.mp4', 'video/mp4', await clip(600));
  const long = await uploadFile(tenant.live, 'long.mp4', 'video/mp4', await clip(601));
  const image = await uploadFile(
    tenant.live,
    'image.png',
    'image/png',
    await mediaOf('png', ['-f', 'lavfi', '-i', 'testsrc=size=64x48', '-frames:v', '1']),
  );
  const { submissionId } = (await submitLive(tenant, [short, long, image])).body;
  await untilDone(tenant.live, submissionId, 110_000);
  const { events } = await client.workflow.getHandle(submissionWorkflowId(submissionId, 1)).fetchHistory();
  const queues = new Map<string, string>();
  for (const { activityTaskScheduledEventAttributes: scheduled } of events!) {
    if (scheduled?.activityType?.name !== 'observeAsset') continue;
    const [payload] = await dataConverter.payloadCodecs![0]!.decode(scheduled.input!.payloads!);
    const { assetId } = defaultPayloadConverter.fromPayload<{ assetId: string }>(payload!);
    queues.set(assetId, scheduled.taskQueue!.name!);
  }
  expect(queues.get(image.split('/')[0]!)).toBe('assay-media');
  expect(queues.get(short.split('/')[0]!)).toBe('assay-decoding');
  expect(queues.get(long.split('/')[0]!)).toBe('assay-long-decoding');
});
