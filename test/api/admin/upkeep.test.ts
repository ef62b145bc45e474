import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { WorkflowNotFoundError } from '@temporalio/client';
import { describe, expect, inject, test } from 'vitest';
import { sidekickDescriptions } from '@assay/analysis/sidekicks/catalogue.ts';
import { upkeepTasks } from '@assay/domain/upkeep.ts';
import { startUpkeep } from '@assay/runtime/temporal/upkeep.ts';
import { admin as runAdmin, adminJson } from '../../support/admin.ts';
import { newTenant, submitSandbox, until, untilDone, useStackDatabase } from '../../support/api.ts';
import { failRetryably, submitLive, uploadPdf } from '../../support/live.ts';
import { newWorkspace } from '../../support/database.ts';
import { newPlan } from '../../support/plans.ts';
import { registerCustom, registrationFile } from '../../support/custom-sidekicks.ts';
import { useReceiver } from '../../support/receiver.ts';
import { useTemporalClient } from '../../support/temporal-client.ts';

const database = useStackDatabase();
const receiver = useReceiver();
const temporal = useTemporalClient();
const document = sidekickDescriptions.find(({ code }) => code === 'document')!;

const env = () => ({
  DATABASE_URL: inject('stack').databaseUrl,
  TEMPORAL_ADDRESS: inject('stack').temporalAddress,
  PAYLOAD_ENCRYPTION_KEYS: inject('stack').payloadKeys,
});
const admin = (...args: string[]) => runAdmin(args, env());
const json = (...args: string[]) => adminJson(args, env());

describe('upkeep', () => {
  test('has one schedule per task, however often the schedules are created', async () => {
    await json('upkeep', 'schedule');
    for (const task of Object.keys(upkeepTasks)) {
      const { action, policies, state } = await temporal.schedule.getHandle(`upkeep:${task}`).describe();
      expect(action).toMatchObject({ workflowType: 'upkeep', args: [{ task }] });
      expect([policies.overlap, state.paused]).toEqual(['SKIP', false]);
    }
  });

  test('does not change a schedule that an operator has edited', async () => {
    const handle = temporal.schedule.getHandle('upkeep:reconciliation');
    await handle.pause('for the test');
    try {
      await json('upkeep', 'schedule');
      expect((await handle.describe()).state.paused).toBe(true);
    } finally {
      await handle.unpause();
    }
  });

  test('removes expired sandbox submissions, for which the API then returns 404', async () => {
    const tenant = await newTenant(database);
    const { body } = await submitSandbox(tenant, ['retryable_error', 'fail']);
    const kept = (await submitSandbox(tenant, ['fail'])).body;
    const { submissionId } = body;
    const ofAsset = `/api/integrations/submissions/${submissionId}/assets/${body.assets[1].assetId}`;
    expect((await tenant.sandbox('GET', `${ofAsset}/issues`)).body.total).toBe(3);
    await database.query(`update submissions set completed_at = now() - interval '31 days' where id = $1`, [
      submissionId,
    ]);

    const report = await json('upkeep', 'run', 'sandbox');
    expect(report).toMatchObject({ task: 'sandbox', dryRun: false, completedAt: expect.any(String) });
    expect(report.found.submission_expired).toBeGreaterThan(0);
    expect(await json('upkeep', 'findings', report.runId)).toContainEqual({
      kind: 'submission_expired',
      subject: submissionId,
      detail: null,
    });
    expect(await json('upkeep', 'report', '--task', 'sandbox')).toContainEqual(report);
    const described = await temporal.workflow
      .list({ query: `WorkflowType = "upkeep" and RunId = "${report.runId}"` })
      [Symbol.asyncIterator]()
      .next();
    expect(described.value).toMatchObject({ status: { name: 'COMPLETED' } });

    const gone = { status: 404, body: expect.objectContaining({ detail: 'Submission not found' }) };
    for (const path of [
      `/api/integrations/submissions/${submissionId}`,
      `/api/integrations/submissions/${submissionId}/versions`,
      ofAsset,
      `${ofAsset}/issues`,
      `${ofAsset}/topics`,
    ])
      expect(await tenant.sandbox('GET', path)).toMatchObject(gone);
    const retry = ofAsset.replace(body.assets[1].assetId, body.assets[0].assetId);
    expect(await tenant.sandbox('POST', `${retry}/retry`)).toMatchObject(gone);
    const fired = { submissionId, eventType: 'asset.processing.completed' };
    expect(await tenant.sandbox('POST', '/api/integrations/sandbox/events/fire', fired)).toMatchObject(gone);
    const again = { assets: [{ blobPath: body.assets[0].blobPath }], sidekickIds: ['any'] };
    expect((await tenant.sandbox('POST', '/api/integrations/submissions', again)).status).toBe(409);
    const other = `/api/integrations/submissions/${kept.submissionId}/assets/${kept.assets[0].assetId}/issues`;
    expect((await tenant.sandbox('GET', other)).body.total).toBe(3);
  });

  test('continues as a new run after many batches, with a single report', { tags: 'long' }, async () => {
    const workspaceId = await newWorkspace(database, 'growth');
    const uploads = 120;
    await database.query(
      `insert into uploads (asset_id, workspace_id, filename, content_type, created_at, expires_at)
       select gen_random_uuid(), $1, 'a.mp4', 'video/mp4', now() - interval '8 days', now() - interval '7 days'
       from generate_series(1, $2)`,
      [workspaceId, uploads],
    );
    const handle = await startUpkeep(temporal, 'uploads', { dryRun: true, batchSize: 1 });
    const { checked, found } = await handle.result();
    expect(checked).toBeGreaterThanOrEqual(uploads);
    expect(found).toBeGreaterThanOrEqual(uploads);
    const report = await json('upkeep', 'report', '--task', 'uploads');
    expect(report).toContainEqual(
      expect.objectContaining({ runId: handle.firstExecutionRunId, checked, dryRun: true }),
    );
    const { runId } = await temporal.workflow.getHandle(handle.workflowId).describe();
    expect(runId).not.toBe(handle.firstExecutionRunId);
  });

  test('reconciles without repairing', async () => {
    const report = await json('upkeep', 'run', 'reconciliation');
    expect(report).toMatchObject({ dryRun: true, checked: expect.any(Number) });
    expect(report.checked).toBeGreaterThan(0);
  });
});

describe('submissions in the admin CLI', () => {
  test('are shown, and retried if they are retryable', async () => {
    const tenant = await newTenant(database);
    const { body } = await submitLive(tenant, [await uploadPdf(tenant)], [document.id]);
    const { submissionId } = body;
    const [{ assetId }] = body.assets;
    await untilDone(tenant.live, submissionId);
    const refused = await admin('submissions', 'retry', submissionId);
    expect(refused.code).toBe(1);
    expect(refused.output).toContain(`nothing may be retried: asset ${assetId} is complete`);
    await failRetryably(database, submissionId);
    expect(await json('submissions', 'show', submissionId)).toEqual([
      expect.objectContaining({
        assetId,
        status: 'failed',
        errorType: 'sidekick_unavailable',
        isRetryable: true,
        workspaceId: tenant.workspaceId,
        workflowId: `submission:${submissionId}:v1`,
      }),
    ]);
    expect(await json('submissions', 'retry', submissionId)).toEqual([
      { assetId, version: 2, workflowId: `submission:${submissionId}:v2` },
    ]);
    await until(
      () => tenant.live('GET', `/api/integrations/submissions/${submissionId}`),
      ({ body: now }) => now.status === 'complete' && now.version === 2,
      60_000,
    );
  });

  test('that are queued are shown as such, and can be started out of order', { tags: 'long' }, async () => {
    const plan = await newPlan(database, { maxAssetsInWork: 1 });
    const tenant = await newTenant(database, plan);
    // The sidekick's task queue has no worker, so started submissions stay in progress.
    const own = await registerCustom(database, tenant.workspaceId, { taskQueue: randomUUID() });
    const submit = async () => (await submitLive(tenant, [await uploadPdf(tenant)], [own.id])).body;
    const first = await submit();
    const second = await submit();
    expect(second).toMatchObject({ status: 'processing', assets: [{ status: 'pending' }] });
    expect(await json('submissions', 'show', second.submissionId)).toMatchObject([
      { status: 'pending', waits: true, workflowId: null },
    ]);
    expect(await json('submissions', 'show', first.submissionId)).toMatchObject([
      { waits: false, workflowId: `submission:${first.submissionId}:v1` },
    ]);
    const listed = (await json('submissions', 'waiting')) as { workspaceId: string }[];
    expect(listed.find(({ workspaceId }) => workspaceId === tenant.workspaceId)).toMatchObject({
      plan,
      maxAssetsInWork: 1,
      assetsInWork: 1,
      waitingSubmissions: 1,
    });
    const workflowId = `submission:${second.submissionId}:v1`;
    await expect(temporal.workflow.getHandle(workflowId).describe()).rejects.toThrow(WorkflowNotFoundError);
    expect(await json('submissions', 'restart', second.submissionId)).toEqual([
      { workflowId, result: 'started' },
    ]);
    await until(
      () => tenant.live('GET', `/api/integrations/submissions/${second.submissionId}`),
      ({ body }) => body.assets[0].status === 'processing',
    );
    expect(await json('submissions', 'show', second.submissionId)).toMatchObject([
      { waits: false, workflowId },
    ]);
    for (const { submissionId } of [first, second])
      await temporal.workflow.getHandle(`submission:${submissionId}:v1`).cancel();
  });

  test('show each sidekick that waits for a worker, and finish without it when an operator skips it', async () => {
    const tenant = await newTenant(database);
    const taskQueue = randomUUID();
    const own = await registerCustom(database, tenant.workspaceId, { taskQueue });
    const { submissionId, assets } = (await submitLive(tenant, [await uploadPdf(tenant)], [own.id])).body;
    const [{ assetId }] = assets;
    const state = `waiting for a worker on ${taskQueue}`;
    const shown = await until(
      () => json('submissions', 'show', submissionId),
      ([asset]) => asset.sidekicks.some((one: { state: string }) => one.state === state),
    );
    expect(shown[0].sidekicks).toContainEqual({ assetId, sidekick: own.code, state });
    const table = (await admin('submissions', 'show', submissionId)).output;
    expect(table).toMatch(new RegExp(`^.*${own.code}.*${state}$`, 'm'));
    const progress = await temporal.workflow.getHandle(`submission:${submissionId}:v1`).query('progress');
    expect(progress).toContainEqual({ assetId, part: own.code, state: `${state}, or running there` });

    const list = (...more: string[]) =>
      json('submissions', 'list', '--workspace', tenant.workspaceId, ...more);
    const processing = { submissionId, workspaceId: tenant.workspaceId, status: 'processing', assets: 1 };
    expect(await list('--status', 'processing', '--limit', '1')).toEqual([
      expect.objectContaining(processing),
    ]);
    expect(await list('--status', 'complete')).toEqual([]);

    const unknown = await admin(
      'submissions',
      'skip',
      submissionId,
      '--asset',
      assetId,
      '--sidekick',
      'none',
    );
    expect([unknown.code, unknown.output]).toEqual([
      1,
      expect.stringContaining(`"none" is not a sidekick on asset ${assetId}`),
    ]);
    expect(
      await json('submissions', 'skip', submissionId, '--asset', assetId, '--sidekick', own.code),
    ).toContainEqual({ assetId, part: own.code, state: 'skipped by an operator' });
    await untilDone(tenant.live, submissionId);
    expect(await list()).toEqual([expect.objectContaining({ ...processing, status: 'complete' })]);
    const late = await admin('submissions', 'skip', submissionId, '--asset', assetId);
    expect([late.code, late.output]).toEqual([1, expect.stringContaining('nothing to skip')]);
  });

  test('fail at once when the sidekick that they wait for is removed', { tags: 'long' }, async () => {
    const tenant = await newTenant(database);
    const taskQueue = randomUUID();
    const file = path.join(inject('scratchDir'), `${taskQueue}.json`);
    await writeFile(file, JSON.stringify({ ...registrationFile, taskQueue }));
    const registered = await admin(
      'sidekicks',
      'register',
      '--file',
      file,
      '--workspace',
      tenant.workspaceId,
    );
    expect(registered.output).toContain(`warning: no worker polls the task queue ${taskQueue}`);
    const listed = (await json('sidekicks', 'list', '--workspace', tenant.workspaceId)) as any[];
    const { id, code } = listed.find((one) => one.taskQueue === taskQueue);
    const { submissionId } = (await submitLive(tenant, [await uploadPdf(tenant)], [id])).body;
    await until(
      () => json('submissions', 'show', submissionId),
      ([asset]) => asset.sidekicks.some((one: { state: string }) => one.state.startsWith('waiting')),
    );
    expect(await json('sidekicks', 'remove', id)).toEqual({ id, removed: true });
    const { body } = await untilDone(tenant.live, submissionId);
    expect(body.assets).toMatchObject([
      {
        status: 'failed',
        errorType: 'sidekick_removed',
        isRetryable: false,
        errorMessage: `The sidekick ${code} was removed`,
      },
    ]);
  });

  test('are restarted if their workflows were terminated, and not changed while they run', async () => {
    const tenant = await newTenant(database);
    receiver.answer('restarted', { status: 503, headers: { 'retry-after': '3600' } }, { status: 204 });
    const subscribed = await tenant.live('POST', '/api/integrations/webhooks/subscriptions', {
      endpointUrl: receiver.url('restarted'),
      eventTypes: ['asset.processing.failed'],
    });
    const own = await registerCustom(database, tenant.workspaceId, { taskQueue: randomUUID() });
    const { submissionId } = (await submitLive(tenant, [await uploadPdf(tenant)], [own.id])).body;
    const workflowId = `submission:${submissionId}:v1`;
    const handle = temporal.workflow.getHandle(workflowId);
    await until(
      () => tenant.live('GET', `/api/integrations/submissions/${submissionId}`),
      ({ body }) => body.assets[0].status === 'processing',
    );
    expect(await json('submissions', 'restart', submissionId)).toEqual([
      { workflowId, result: 'already running' },
    ]);
    const state = async () => {
      const [{ workflow, repair, step, sidekicks }] = await json('submissions', 'show', submissionId);
      return { workflow, repair, isWaiting: step !== null || sidekicks.length > 0 };
    };
    expect(await state()).toEqual({ workflow: 'running', repair: null, isWaiting: true });
    await handle.terminate();
    const repair = `submissions restart ${submissionId}`;
    expect(await state()).toEqual({ workflow: 'terminated', repair, isWaiting: false });
    // The operator runs the command that is shown.
    expect(await json(...repair.split(' '))).toEqual([{ workflowId, result: 'started' }]);
    expect(await state()).toMatchObject({ workflow: 'running', repair: null });
    await handle.cancel();
    const { body } = await untilDone(tenant.live, submissionId);
    expect(body.assets).toMatchObject([{ status: 'failed', errorType: 'cancelled', version: 1 }]);

    const deliveries = () => json('webhooks', 'deliveries', '--submission', submissionId);
    const [delivery] = await until(deliveries, ([one]) => one.attempts === 1);
    expect(delivery).toMatchObject({
      subscriptionId: subscribed.body.id,
      assetId: body.assets[0].assetId,
      status: 'pending',
      error: 'status: HTTP 503',
    });
    expect(await json('webhooks', 'subscriptions', '--workspace', tenant.workspaceId)).toEqual([
      expect.objectContaining({ subscriptionId: subscribed.body.id, failingSince: expect.any(String) }),
    ]);
    expect(delivery).toMatchObject({ workflow: 'running', repair: null });
    await temporal.workflow.getHandle(delivery.workflowId).terminate();
    expect(await deliveries()).toMatchObject([{ workflow: 'terminated', repair }]);
    expect(await json(...repair.split(' '))).toEqual([
      { workflowId: delivery.workflowId, result: 'started' },
    ]);
    // The attempt is made at once. It does not wait for the hour that the first response requested.
    await until(deliveries, ([one]) => one.status === 'succeeded' && one.attempts === 2);
    expect(receiver.requests('restarted')).toHaveLength(2);
  });

  test(
    'are restarted together with deliveries of examples if reconciliation finds them',
    { tags: 'long' },
    async () => {
      const tenant = await newTenant(database);
      receiver.answer('example', { status: 503, headers: { 'retry-after': '3600' } }, { status: 204 });
      const subscriptions = '/api/integrations/webhooks/subscriptions';
      const subscribed = await tenant.live('POST', subscriptions, {
        endpointUrl: receiver.url('example'),
        eventTypes: ['asset.processing.failed'],
      });
      const own = await registerCustom(database, tenant.workspaceId, { taskQueue: randomUUID() });
      const { submissionId } = (await submitLive(tenant, [await uploadPdf(tenant)], [own.id])).body;
      const example = `${subscriptions}/${subscribed.body.id}/example`;
      await tenant.live('POST', example, { eventType: 'asset.processing.failed' });
      await receiver.received('example', 1);
      const { rows } = await database.query<{ id: string }>(
        'select id from deliveries where subscription_id = $1',
        [subscribed.body.id],
      );
      const lost = [`submission:${submissionId}:v1`, `webhook:${rows[0]!.id}`];
      // If the API makes the first attempt, the workflow of the delivery starts only after it.
      for (const id of lost) {
        const terminated = () =>
          temporal.workflow
            .getHandle(id)
            .terminate()
            .then(() => true, isMissing);
        await until(terminated, Boolean);
      }

      const { runId } = await json('upkeep', 'run', 'reconciliation', '--min-age-minutes', '0');
      const restarted = (await json('submissions', 'restart', '--run', runId)) as { workflowId: string }[];
      for (const workflowId of lost) expect(restarted).toContainEqual({ workflowId, result: 'started' });
      await receiver.received('example', 2);
      await temporal.workflow.getHandle(lost[0]!).cancel();
      const wrong = await admin('submissions', 'restart');
      expect([wrong.code, wrong.output]).toEqual([
        1,
        expect.stringContaining('give the id of a submission, or --run'),
      ]);
    },
  );

  test('get no more deliveries once an operator disables the subscriptions of a workspace', async () => {
    const tenant = await newTenant(database);
    const path = '/api/integrations/webhooks/subscriptions';
    receiver.answer('stopped', { status: 503, headers: { 'retry-after': '3600' } });
    const subscribe = async (name: string) =>
      (
        await tenant.live('POST', path, {
          endpointUrl: receiver.url(name),
          eventTypes: ['asset.processing.failed'],
        })
      ).body.id as string;
    const [one, other] = [await subscribe('stopped'), await subscribe('stopped-too')];
    await tenant.live('POST', `${path}/${one}/example`, { eventType: 'asset.processing.failed' });
    const attempts = async () => (await tenant.live('GET', `${path}/${one}/deliveries`)).body.attempts;
    await until(attempts, ({ length }) => length === 2);

    const disable = (...more: string[]) =>
      json('webhooks', 'disable', '--workspace', tenant.workspaceId, ...more);
    const disabledReason = 'by the operator';
    expect(await disable('--subscription', one)).toEqual([{ subscriptionId: one, disabledReason }]);
    expect((await attempts())[0]).toMatchObject({ status: 'skipped', error: 'disabled: by the operator' });
    expect(await disable()).toEqual([{ subscriptionId: other, disabledReason }]);
    expect((await tenant.live('GET', `${path}/${other}`)).body.enabled).toBe(false);
    expect(await disable()).toEqual([]);
    const unknown = randomUUID();
    const { code, output } = await admin(
      ...['webhooks', 'disable', '--workspace', tenant.workspaceId, '--subscription', unknown],
    );
    expect([code, output]).toEqual([
      1,
      expect.stringContaining(`the workspace has no subscription ${unknown}`),
    ]);
  });

  test('that do not exist are reported as such', async () => {
    const { code, output } = await admin('submissions', 'retry', 'x');
    expect([code, output]).toEqual([1, expect.stringContaining('there is no submission x')]);
  });
});

/** Returns false if the error says that a workflow does not exist. Rejects with any other error. */
function isMissing(error: unknown): false {
  if (error instanceof WorkflowNotFoundError) return false;
  throw error;
}
