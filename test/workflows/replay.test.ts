import { randomUUID } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import { NativeConnection, Worker } from '@temporalio/worker';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { startUpkeep } from '@assay/runtime/temporal/upkeep.ts';
import type { Workflows } from '@assay/domain/workflow-inputs.ts';
import * as workflows from '../../workflows/index.ts';
import {
  deliveryWorkflowId,
  evidenceWorkflowId,
  examinationId,
  previewWorkflowId,
  signOffWorkflowId,
  submissionWorkflowId,
  timeStampWorkflowId,
  trialWorkflowId,
} from '@assay/domain/workflow-ids.ts';
import { taskQueues } from '@assay/domain/task-queues.ts';
import { makeVideo } from '../../tools/local/samples/video.ts';
import { progressQuery, skipUpdate } from '../../workflows/operator-controls.ts';
import {
  newTenant,
  submitSandbox,
  type Tenant,
  until,
  untilDone,
  uploadFile,
  useStackDatabase,
} from '../support/api.ts';
import { mediaOf, submitLive } from '../support/live.ts';
import { registerCustom } from '../support/custom-sidekicks.ts';
import { useReceiver } from '../support/receiver.ts';
import { cipherOf } from '../support/secrets.ts';
import { quietRuntime } from '../support/temporal.ts';
import { dataConverterOf } from '../../tools/local/stack/data-converter.ts';

// Replays histories that were recorded from a real Temporal server. If a changed workflow cannot replay them, its
// release would break every workflow in progress. Histories of releases are kept. Until the first release, a change of
// a workflow records them again: RECORD_HISTORIES=NAME npm test -- test/workflows/replay

const directory = path.join(import.meta.dirname, '../fixtures/histories');
const record = process.env['RECORD_HISTORIES'];

describe('a recorded history', async () => {
  beforeAll(quietRuntime);
  const files = (await readdir(directory)).filter((file) => file.endsWith('.json'));

  test('exists for every workflow', () => {
    const all: Workflows = workflows;
    for (const type of Object.keys(all))
      expect(
        files.some((file) => file.includes(type)),
        type,
      ).toBe(true);
  });

  test.for(files)('%s can be replayed by the current workflows', async (file) => {
    const json = JSON.parse(await readFile(path.join(directory, file), 'utf8')) as Record<string, unknown>;
    const history = temporal.api.history.v1.History.fromObject(json);
    await Worker.runReplayHistory({ workflowBundle: { codePath: inject('workflowBundlePath') } }, history);
  });
});

describe.runIf(record !== undefined)('recording', () => {
  const database = useStackDatabase();
  const receiver = useReceiver();

  test('records a history of every kind of workflow run', async () => {
    const connection = await Connection.connect({ address: inject('stack').temporalAddress });
    const client = new Client({ connection, dataConverter: dataConverterOf(inject('stack')) });
    const { workflow } = client;
    const tenant = await newTenant(database);
    receiver.answer('recording', { status: 500 }, { status: 204 });
    await tenant.live('POST', '/api/integrations/webhooks/subscriptions', {
      endpointUrl: receiver.url('recording'),
      eventTypes: ['asset.processing.completed'],
    });

    const mixed = (await submitSandbox(tenant, ['fail', 'retryable_error', 'pending'])).body;
    await save(client, submissionWorkflowId(mixed.submissionId, 1), 'processSubmission-sandbox-pending');
    const path_ = `/api/integrations/submissions/${mixed.submissionId}/assets/${mixed.assets[1].assetId}/retry`;
    await tenant.sandbox('POST', path_);
    await save(client, submissionWorkflowId(mixed.submissionId, 2), 'processSubmission-sandbox-retry');
    const delayed = (await submitSandbox(tenant, ['error'], '?simulationDelaySeconds=1')).body;
    await untilDone(tenant.sandbox, delayed.submissionId);
    await save(client, submissionWorkflowId(delayed.submissionId, 1), 'processSubmission-sandbox-delay');

    const video = path.join(inject('scratchDir'), 'recording.mp4');
    await makeVideo(video);
    const blobPath = await uploadFile(tenant.live, 'recording.mp4', 'video/mp4', await readFile(video));
    const { sidekicks } = (await tenant.live('GET', '/api/integrations/sidekicks')).body;
    const sidekickIds = sidekicks.map((sidekick: { id: string }) => sidekick.id);
    const live = await tenant.live('POST', '/api/integrations/submissions', {
      assets: [{ blobPath }],
      sidekickIds,
    });
    await untilDone(tenant.live, live.body.submissionId);
    await save(client, submissionWorkflowId(live.body.submissionId, 1), 'processSubmission-live');

    const moving = await mediaOf('avi', ['-f', 'lavfi', '-i', 'testsrc2=size=64x36:rate=5:d=1']);
    const unplayable = await uploadFile(tenant.live, 'recording.avi', 'video/x-msvideo', moving);
    const shown = (await submitLive(tenant, [unplayable])).body;
    await untilDone(tenant.live, shown.submissionId);
    const shownId = shown.assets[0].assetId;
    const shownAt = `/api/integrations/submissions/${shown.submissionId}/assets/${shownId}`;
    await tenant.live('POST', `${shownAt}/preview`);
    await until(
      () => tenant.live('GET', `${shownAt}/media`),
      ({ body }) => body.preview.status === 'ready',
    );
    const making = previewWorkflowId(shown.submissionId, shownId);
    await workflow.getHandle(making).result();
    await save(client, making, 'makePreview');

    // Without issues and a profile, nothing has to be decided first.
    await tenant.live('PUT', `${shownAt}/sign-off`, {});
    const signed = await database.query<{ id: string }>('select id from sign_offs where asset_id = $1', [
      shownId,
    ]);
    const reporting = signOffWorkflowId(shown.submissionId, shownId, signed.rows[0]!.id);
    await until(
      () => tenant.live('GET', `${shownAt}/sign-off`),
      ({ body }) => body.isReported,
    );
    await workflow.getHandle(reporting).result();
    await save(client, reporting, 'reportSignOff');

    // The stack has no time-stamp authority, so the activity does nothing.
    const stamping = timeStampWorkflowId(shown.submissionId, shownId, 'none');
    const toStamp = { submissionId: shown.submissionId, assetId: shownId, sha256: '00' };
    await workflow.execute('stampReport', {
      workflowId: stamping,
      taskQueue: taskQueues.orchestration,
      args: [toStamp],
    });
    await save(client, stamping, 'stampReport');

    // The evidence is unknown, so the activity does nothing.
    const evidenceId = randomUUID();
    const keeping = evidenceWorkflowId(shown.submissionId, shownId, evidenceId);
    await workflow.execute('keepEvidence', {
      workflowId: keeping,
      taskQueue: taskQueues.orchestration,
      args: [{ submissionId: shown.submissionId, assetId: shownId, evidenceId }],
    });
    await save(client, keeping, 'keepEvidence');

    receiver.answer('own-sidekick', { status: 503, headers: { 'retry-after': '1' } }, emptyAnswer);
    const { workspaceId } = tenant;
    const parts = { assetTypes: ['video'] };
    const onQueue = await registerCustom(database, workspaceId, {
      ...parts,
      code: 'on-queue',
      taskQueue: `recording-${workspaceId}`,
    });
    const stackCipher = cipherOf(inject('stack').encryptionKeys);
    const remote = { ...parts, code: 'at-endpoint', url: receiver.url('own-sidekick') };
    const atEndpoint = await registerCustom(database, workspaceId, remote, stackCipher);
    const own = await withExaminer(onQueue.taskQueue!, async () => {
      const path_ = await uploadFile(tenant.live, 'recording.mp4', 'video/mp4', await readFile(video));
      const { body } = await submitLive(tenant, [path_], [onQueue.id, atEndpoint.id]);
      await untilDone(tenant.live, body.submissionId);
      return body;
    });
    const [{ assetId }] = own.assets;
    const { submissionId } = own;
    await save(client, submissionWorkflowId(submissionId, 1), 'processSubmission-own-sidekicks');
    const work = { submissionId, version: 1, assetId, sidekickId: onQueue.id };
    await save(client, examinationId(work), 'examineOnTaskQueue');

    const idle = await registerCustom(database, workspaceId, {
      ...parts,
      code: 'idle',
      taskQueue: `nobody-${workspaceId}`,
    });
    const skippedPath = await uploadFile(tenant.live, 'recording.mp4', 'video/mp4', await readFile(video));
    const skipped = (await submitLive(tenant, [skippedPath], [idle.id])).body;
    const overseen = workflow.getHandle(submissionWorkflowId(skipped.submissionId, 1));
    await until(
      () => overseen.query(progressQuery),
      (rows) =>
        rows.some(
          ({ part, state }) => part === 'idle' && state.startsWith('waiting for a worker on nobody-'),
        ),
    );
    await overseen.executeUpdate(skipUpdate, { args: [{ assetId: skipped.assets[0].assetId }] });
    await untilDone(tenant.live, skipped.submissionId);
    await overseen.result();
    await save(client, overseen.workflowId, 'processSubmission-skipped');

    const kept = await startUpkeep(client, 'reconciliation', { batchSize: 200 });
    await kept.result();
    await save(client, kept.workflowId, 'upkeep');

    const { rows } = await database.query<{ id: string }>(
      `select d.id from deliveries d join events e on e.id = d.event_id join attempts t on t.delivery_id = d.id
       where e.workspace_id = $1 and t.attempt_number = 2`,
      [tenant.workspaceId],
    );
    const deliveryId = rows[0]!.id;
    await until(
      () =>
        workflow
          .getHandle(deliveryWorkflowId(deliveryId))
          .describe()
          .catch(() => null),
      (description) => description?.status.name === 'COMPLETED',
    );
    await save(client, deliveryWorkflowId(deliveryId), 'deliverWebhook-retried');
    receiver.answer('at-once', { status: 204 });
    const atOnce = workflow.getHandle(deliveryWorkflowId(await exampleDelivery(tenant, 'at-once')));
    await until(
      () => atOnce.result().catch(() => null),
      (outcome) => outcome !== null,
    );
    await save(client, atOnce.workflowId, 'deliverWebhook-succeeded');
    for (const update of ['deliverNow', 'cancel']) {
      receiver.answer('waiting', { status: 503, headers: { 'retry-after': '3600' } }, { status: 204 });
      const handle = workflow.getHandle(deliveryWorkflowId(await exampleDelivery(tenant, 'waiting')));
      await until(
        () => handle.executeUpdate(update).catch(() => null),
        (told) => told !== null,
      );
      await handle.result();
      await save(client, handle.workflowId, `deliverWebhook-${update}`);
    }
    for await (const { workflowId } of workflow.list({
      query: 'WorkflowType = "measureAssets"',
      pageSize: 1,
    })) {
      await save(client, workflowId, 'measureAssets');
      break;
    }
    await connection.close();
  }, 180_000);

  test('records a history of a trial', async () => {
    const connection = await Connection.connect({ address: inject('stack').temporalAddress });
    const client = new Client({ connection, dataConverter: dataConverterOf(inject('stack')) });
    const tenant = await newTenant(database);
    const profile = {
      code: 'recording',
      name: 'Recording',
      assetTypes: ['video'],
      sidekicks: [{ code: 'video-qc' }],
    };
    const { id } = (await tenant.live('POST', '/api/integrations/profiles', profile)).body;
    const video = path.join(inject('scratchDir'), 'judged.mp4');
    await makeVideo(video);
    const judgedPath = await uploadFile(tenant.live, 'recording.mp4', 'video/mp4', await readFile(video));
    const judged = (await submitLive(tenant, [judgedPath], [id])).body;
    await untilDone(tenant.live, judged.submissionId);
    await tenant.live('POST', `/api/integrations/profiles/${id}/trials`, { ...profile, failsAt: 'info' });
    const trying = trialWorkflowId(tenant.workspaceId);
    await client.workflow.getHandle(trying).result();
    await save(client, trying, 'tryProfile');
    await connection.close();
  });

  /** Sends an example event to a new subscription. Returns the id of the delivery. */
  async function exampleDelivery(tenant: Tenant, endpoint: string): Promise<string> {
    const { body } = await tenant.live('POST', '/api/integrations/webhooks/subscriptions', {
      endpointUrl: receiver.url(endpoint),
      eventTypes: ['asset.processing.failed'],
    });
    const path_ = `/api/integrations/webhooks/subscriptions/${body.id}`;
    await tenant.live('POST', `${path_}/example`, { eventType: 'asset.processing.failed' });
    const { rows } = await database.query<{ id: string }>(
      'select id from deliveries where subscription_id = $1',
      [body.id],
    );
    return rows[0]!.id;
  }
});

/** Writes the history of a workflow with decrypted payloads, because the replay has no keys. */
async function save(client: Client, workflowId: string, name: string): Promise<void> {
  const history = await client.workflow.getHandle(workflowId).fetchHistory();
  const codec = dataConverterOf(inject('stack')).payloadCodecs![0]!;
  await decrypt(history);
  await writeFile(path.join(directory, `${record}-${name}.json`), `${JSON.stringify(history, null, 1)}\n`);

  async function decrypt(value: unknown): Promise<void> {
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return;
    const { metadata } = value as { metadata?: Record<string, Uint8Array> };
    if (Buffer.from(metadata?.['encoding'] ?? []).toString() === 'binary/encrypted') {
      const context = { type: 'workflow' as const, namespace: 'default', workflowId };
      Object.assign(value, (await codec.decode([value as never], context))[0]);
    } else for (const part of Object.values(value)) await decrypt(part);
  }
}

const emptyAnswer = { status: 200, body: '{"findings": []}' };

/** Runs a worker on a task queue while `use` runs. Its activity returns no findings. */
async function withExaminer<T>(taskQueue: string, use: () => Promise<T>): Promise<T> {
  const connection = await NativeConnection.connect({ address: inject('stack').temporalAddress });
  try {
    const examine = () => Promise.resolve({ findings: [] });
    const worker = await Worker.create({ connection, taskQueue, activities: { examine } });
    return await worker.runUntil(use);
  } finally {
    await connection.close();
  }
}
