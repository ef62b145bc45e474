import { describe, expect, test } from 'vitest';
import type { SandboxOutcome } from '@assay/domain/sandbox.ts';
import { submissionWorkflowId } from '@assay/domain/workflow-ids.ts';
import { readAssetResults } from '../support/database.ts';
import { readVersionToStart } from '@assay/storage/submissions/outbox.ts';
import { openRetry } from '@assay/storage/submissions/asset-retries.ts';
import { bodyOf, sandboxAsset, submit } from '../store/fixtures.ts';
import { useBlobs } from '../support/blobs.ts';
import { newWorkspace, useDatabase } from '../support/database.ts';
import { durationMs, historyText, useTemporal } from '../support/temporal.ts';

const own = useDatabase();
const blobs = useBlobs();
const temporal = useTemporal(own, blobs);

/** Submits sandbox assets and waits until their workflow has ended. */
async function processed(outcomes: readonly SandboxOutcome[], delaySeconds = 0) {
  const workspaceId = await newWorkspace(own.database);
  const assets = outcomes.map(sandboxAsset);
  const submissionId = await submit(own.database, workspaceId, assets);
  await temporal.withWorkers(async () => {
    const input = (await readVersionToStart(own.database, submissionId, 1))!;
    await temporal.starter.startSubmission({ ...input, simulationDelaySeconds: delaySeconds });
    await temporal.env.client.workflow.getHandle(submissionWorkflowId(submissionId, 1)).result();
  }, ['orchestration']);
  const elapsedMs = await durationMs(temporal.env, submissionWorkflowId(submissionId, 1));
  const assetIds = assets.map(({ assetId }) => assetId);
  return {
    workspaceId,
    submissionId,
    assetIds,
    elapsedMs,
    body: await bodyOf(own.database, workspaceId, submissionId),
  };
}

describe('the sandbox table of specification 3', () => {
  test.for([
    ['pass', 'complete', []],
    ['advisory', 'complete', ['minor', 'info']],
    ['fail', 'complete', ['critical', 'major', 'major']],
  ] as const)('%s is %s with the issues %j', async ([outcome, status, severities]) => {
    const { workspaceId, submissionId, assetIds, body } = await processed([outcome]);
    expect(body).toMatchObject({ status, isRetryable: false, errorMessage: null });
    expect(body.assets[0].issueCount).toBe(severities.length);
    const results = await readAssetResults(own.database, workspaceId, submissionId, assetIds[0]!);
    if (severities.length === 0) {
      expect(results).toMatchObject({ issuesKey: null, topicsKey: null });
      return;
    }
    const { issues } = JSON.parse((await blobs.getSmall(results.issuesKey!)).toString()) as {
      issues: { severity: string }[];
    };
    expect(issues.map((issue) => issue.severity)).toEqual(severities);
  });

  test.for([
    ['error', 'Sandbox simulated error', false],
    ['retryable_error', 'Sandbox simulated retryable error', true],
  ] as const)('%s is failed: %s', async ([outcome, errorMessage, isRetryable]) => {
    const { body } = await processed([outcome]);
    expect(body).toMatchObject({ status: 'failed', errorMessage, isRetryable });
    expect(body.assets[0]).toMatchObject({
      status: 'failed',
      errorMessage,
      errorType: `sandbox_${outcome}`,
      isRetryable,
      issueCount: 0,
    });
  });

  test('pending stays processing: its workflow ends after 30 days and changes nothing', async () => {
    const { body, elapsedMs } = await processed(['pending']);
    expect(body).toMatchObject({ status: 'processing', completedAt: null });
    expect(body.assets[0]).toMatchObject({ status: 'processing', issueCount: null });
    expect(elapsedMs / 86_400_000).toBeCloseTo(30, 1);
  });

  test('of several assets each keeps its own outcome', async () => {
    const { body } = await processed(['pass', 'fail', 'retryable_error', 'pending']);
    expect(body).toMatchObject({
      status: 'failed',
      errorMessage: 'Sandbox simulated retryable error',
      isRetryable: true,
      progress: { finished: 3, total: 4 },
    });
    expect(
      body.assets.map((asset: { status: string; issueCount: number }) => [asset.status, asset.issueCount]),
    ).toEqual([
      ['complete', 0],
      ['complete', 3],
      ['failed', 0],
      ['processing', null],
    ]);
  });

  test('no event and no delivery is created', async () => {
    const { submissionId } = await processed(['pass', 'error']);
    const { rows } = await own.database.query('select 1 from events where submission_id = $1', [
      submissionId,
    ]);
    expect(rows).toEqual([]);
  });
});

describe('a simulated delay', () => {
  test('of 30 s elapses before anything is recorded', async () => {
    const { body, elapsedMs } = await processed(['pass'], 30);
    expect(body.status).toBe('complete');
    expect(elapsedMs).toBeGreaterThanOrEqual(30_000);
    expect(elapsedMs).toBeLessThan(32_000);
  });

  test('that is cancelled ends at once, with the outcome recorded', async () => {
    await temporal.stopWorkers();
    const workspaceId = await newWorkspace(own.database);
    const submissionId = await submit(own.database, workspaceId, [sandboxAsset('fail')]);
    const input = (await readVersionToStart(own.database, submissionId, 1))!;
    await temporal.starter.startSubmission({ ...input, simulationDelaySeconds: 30 });
    const handle = temporal.env.client.workflow.getHandle(submissionWorkflowId(submissionId, 1));
    await handle.cancel();
    await temporal.withWorkers(() => handle.result(), ['orchestration']);
    expect((await bodyOf(own.database, workspaceId, submissionId)).status).toBe('complete');
  });
});

describe('a retry', () => {
  test('succeeds, and runs as a new version', async () => {
    const { workspaceId, submissionId, assetIds } = await processed(['retryable_error', 'fail']);
    const retry = await openRetry(own.database, workspaceId, submissionId, assetIds[0]!);
    expect((await bodyOf(own.database, workspaceId, submissionId)).status).toBe('processing');
    await temporal.withWorkers(async () => {
      await temporal.starter.startSubmission(
        (await readVersionToStart(own.database, submissionId, retry!.version))!,
      );
      await temporal.env.client.workflow.getHandle(submissionWorkflowId(submissionId, 2)).result();
    }, ['orchestration']);
    const body = await bodyOf(own.database, workspaceId, submissionId);
    expect(body).toMatchObject({ status: 'complete', isRetryable: false, errorMessage: null, version: 2 });
    expect(body.assets[0]).toMatchObject({ status: 'complete', retryCount: 1, issueCount: 0 });
    expect(await openRetry(own.database, workspaceId, submissionId, assetIds[0]!)).toBeNull();
  });
});

describe('a workflow history', () => {
  test('contains ids and small values, never a file name or an issue', async () => {
    const { submissionId } = await processed(['fail', 'error']);
    const text = await historyText(temporal.env, submissionWorkflowId(submissionId, 1));
    expect(text).toContain(submissionId);
    expect(text).not.toContain('.mp4');
    expect(text).not.toContain('simulated critical');
    expect(text.length).toBeLessThan(20_000);
  });

  test.for([
    ['pass', 0, 'recorded'],
    ['pass', 1, 'recorded'],
    ['pending', 0, 'pending'],
  ] as const)('of %s with a delay of %i s is found by its outcome', async ([marker, delay, outcome]) => {
    const { submissionId } = await processed([marker], delay);
    const description = await temporal.env.client.workflow
      .getHandle(submissionWorkflowId(submissionId, 1))
      .describe();
    expect(description.typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value])).toEqual(
      expect.arrayContaining([
        ['SubmissionId', submissionId],
        ['Environment', 'sandbox'],
        ['AssetTypes', ['video']],
        ['Outcome', outcome],
      ]),
    );
  });
});

describe('a repeated start', () => {
  test('counts as started and runs nothing twice', async () => {
    const workspaceId = await newWorkspace(own.database);
    const submissionId = await submit(own.database, workspaceId, [sandboxAsset('pass')]);
    const input = (await readVersionToStart(own.database, submissionId, 1))!;
    await temporal.withWorkers(async () => {
      await temporal.starter.startSubmission(input);
      await temporal.starter.startSubmission(input);
      await temporal.env.client.workflow.getHandle(submissionWorkflowId(submissionId, 1)).result();
      await temporal.starter.startSubmission(input);
    }, ['orchestration']);
    expect((await bodyOf(own.database, workspaceId, submissionId)).status).toBe('complete');
  });
});
