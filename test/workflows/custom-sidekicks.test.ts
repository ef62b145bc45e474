import { ApplicationFailure } from '@temporalio/common';
import { Worker } from '@temporalio/worker';
import { beforeAll, describe, expect, test } from 'vitest';
import { sidekickDescriptions } from '@assay/analysis/sidekicks/catalogue.ts';
import type { RegistrationResult } from '@assay/admin/register-sidekick.ts';
import { issue as issueSchema } from '@assay/domain/contracts/issue.ts';
import { answerLimits, type Examination } from '@assay/domain/examination.ts';
import { submissionWorkflowId } from '@assay/domain/workflow-ids.ts';
import { readVersionToStart } from '@assay/storage/submissions/outbox.ts';
import { removeSidekick } from '@assay/storage/submissions/custom-sidekicks.ts';
import { openRetry } from '@assay/storage/submissions/asset-retries.ts';
import { readSidekickResults } from '@assay/storage/submissions/sidekick-results.ts';
import { bodyOf } from '../store/fixtures.ts';
import { useBlobs } from '../support/blobs.ts';
import { newWorkspace, readAssetResults, useDatabase } from '../support/database.ts';
import { pdfOf } from '../support/live.ts';
import { submitMeasured } from '../support/measured-submission.ts';
import { customFinding, registerCustom, registrationFile } from '../support/custom-sidekicks.ts';
import { useReceiver, verified } from '../support/receiver.ts';
import { historyText, useTemporal } from '../support/temporal.ts';
import { sampled } from '../support/sampled.ts';

const own = useDatabase();
const blobs = useBlobs();
const receiver = useReceiver();
const temporal = useTemporal(own, blobs, { caFile: () => receiver.caFile });
const document = sidekickDescriptions.find(({ code }) => code === 'document')!.id;
const bytes = pdfOf({ pages: 1, script: 'app.beep()' });
let workspaceId: string;

beforeAll(async () => {
  workspaceId = await newWorkspace(own.database);
});

interface Ended {
  submissionId: string;
  assetId: string;
  /** The asset as the API returns it. */
  asset: any;
  issues: any[];
}

const submit = (sidekickIds: readonly string[]) =>
  submitMeasured(own.database, blobs, { workspaceId, filename: 'style.pdf', bytes, sidekickIds });

async function run(
  { submissionId, assetId }: { submissionId: string; assetId: string },
  version = 1,
): Promise<Ended> {
  await temporal.starter.startSubmission((await readVersionToStart(own.database, submissionId, version))!);
  await temporal.env.client.workflow.getHandle(submissionWorkflowId(submissionId, version)).result();
  const [asset] = (await bodyOf(own.database, workspaceId, submissionId)).assets;
  const { issuesKey } = await readAssetResults(own.database, workspaceId, submissionId, assetId);
  const issues =
    issuesKey === null
      ? []
      : (JSON.parse((await blobs.getSmall(issuesKey)).toString()) as { issues: any[] }).issues;
  return { submissionId, assetId, asset, issues };
}

/** Submits a document to the document sidekick and to `sidekick`, with all workers running. Returns the outcome. */
const examined = (sidekick: RegistrationResult, version = 1) =>
  temporal.withWorkers(async () => run(await submit([sidekick.id, document]), version));

/** Registers a custom sidekick whose URL is the path `name` of the test receiver. */
const atEndpoint = async (name: string, parts: Record<string, unknown> = {}) =>
  registerCustom(own.database, workspaceId, { code: name, url: receiver.url(name), ...parts });

/**
 * Registers a custom sidekick on a task queue. While `use` runs, a worker with the activity `examine` polls the
 * queue.
 */
async function onTaskQueue<T>(
  name: string,
  examine: (examination: Examination) => Promise<unknown>,
  use: (sidekick: RegistrationResult) => Promise<T>,
): Promise<T> {
  const taskQueue = `own-${name}`;
  const sidekick = await registerCustom(own.database, workspaceId, { code: name, taskQueue });
  const worker = await Worker.create({
    connection: temporal.env.nativeConnection,
    taskQueue,
    activities: { examine },
  });
  return worker.runUntil(() => use(sidekick));
}

const findings = [customFinding];
const completed = { status: 'complete', errorType: null, issueCount: 2 };

/** The issue of the document sidekick. The submission reports it regardless of the outcome of the custom sidekick. */
const scriptIssue = {
  ruleCode: 'active_content.javascript',
  contributors: [{ label: 'Document inspection' }],
};

const ownIssue = (sidekickName = 'House style') => ({
  ruleCode: 'style.word',
  severity: 'minor',
  summary: customFinding.summary,
  anchor: { kind: 'page', page: 1 },
  contributors: [
    {
      label: sidekickName,
      ruleName: 'Word that is not printed',
      evidence: [{ content: { measured: 1, threshold: 0, unit: 'words', source: { clause: '3 Words' } } }],
    },
  ],
});

async function expectExamination(examination: Examination, sidekick: RegistrationResult, ended: Ended) {
  const { id, code, version } = sidekick;
  expect(examination).toEqual({
    examinationId: `examination:${ended.submissionId}:v1:${ended.assetId}:${id}`,
    workspaceId,
    submissionId: ended.submissionId,
    sidekick: { id, code, version },
    asset: {
      assetId: ended.assetId,
      filename: 'style.pdf',
      assetType: 'document',
      mimeType: 'application/pdf',
      sizeBytes: bytes.length,
      etag: expect.any(String),
      downloadUrl: expect.stringMatching(/^http/),
      downloadUrlExpiresAt: expect.any(String),
    },
  });
  const { downloadUrl } = examination.asset;
  expect(Buffer.from(await (await fetch(downloadUrl)).arrayBuffer())).toEqual(bytes);
  const range = await fetch(downloadUrl, { headers: { range: 'bytes=0-4' } });
  expect([range.status, await range.text()]).toEqual([206, '%PDF-']);
  expect((await fetch(downloadUrl, { method: 'PUT', body: 'x' })).ok).toBe(false);
}

describe('a custom sidekick on a task queue', () => {
  test('gets the asset, and its findings become issues beside those of other sidekicks', async () => {
    const given: Examination[] = [];
    const examine = (examination: Examination) => {
      given.push(examination);
      return Promise.resolve({ findings });
    };
    await onTaskQueue('works', examine, async (sidekick) => {
      const ended = await examined(sidekick);
      expect(ended.asset).toMatchObject(completed);
      expect(ended.issues).toMatchObject([scriptIssue, ownIssue()]);
      for (const issue of ended.issues) expect(issueSchema.parse(issue)).toEqual(issue);
      expect(given).toHaveLength(1);
      await expectExamination(given[0]!, sidekick, ended);
      const { downloadUrlExpiresAt } = given[0]!.asset;
      expect((Date.parse(downloadUrlExpiresAt) - Date.now()) / 3_600_000).toBeCloseTo(4.5, 1);
      expect(await readSidekickResults(own.database, ended.submissionId, ended.assetId)).toContainEqual(
        expect.objectContaining({ sidekickId: sidekick.id, sidekickVersion: '1', findingCount: 1 }),
      );
      const history = await historyText(temporal.env, submissionWorkflowId(ended.submissionId, 1));
      for (const kept of ['style.pdf', 'X-Amz-Signature', customFinding.summary])
        expect(history).not.toContain(kept);
    });
  });

  test(
    'has its findings judged by the requested version, even if a newer one is registered',
    { tags: 'long' },
    async () => {
      let register = () => Promise.resolve();
      const examine = async () => {
        await register();
        return { findings };
      };
      await onTaskQueue('changes', examine, async ({ code, id }) => {
        const rules = [{ ...registrationFile.rules[0], code: 'style.other' }];
        register = async () => {
          await registerCustom(own.database, workspaceId, {
            code,
            taskQueue: `own-${code}`,
            version: '2',
            rules,
          });
        };
        const ended = await examined({ id } as RegistrationResult);
        expect(ended.issues).toMatchObject([scriptIssue, ownIssue()]);
        expect(await readSidekickResults(own.database, ended.submissionId, ended.assetId)).toContainEqual(
          expect.objectContaining({ sidekickId: id, sidekickVersion: '1' }),
        );
      });
    },
  );

  const unusable = [
    ['unfit', { findings: [{ ...customFinding, severity: 'fatal' }] }, 'findings.0.severity: Invalid option'],
    ['empty', null, 'the answer: Invalid input: expected object'],
    ['huge', { findings: ['x'.repeat(answerLimits.bytes)] }, 'response exceeds 500,000 bytes (got 500,017)'],
    ['many', { findings: Array(1_001).fill(0) }, 'findings: Too big'],
    [
      'foreign',
      { findings: [{ ...customFinding, ruleCode: 'picture.black' }] },
      'picture.black is not one of',
    ],
  ] as const;
  for (const [cases, options] of sampled(unusable, ([name]) => name === 'unfit'))
    test.for(cases)(
      'whose response is %s fails permanently with the reason, and other sidekicks do not fail',
      options,
      async ([name, answer, reason]) => {
        let attempts = 0;
        const examine = () => Promise.resolve(attempts++).then(() => answer);
        const { asset, issues } = await onTaskQueue(name, examine, examined);
        expect(attempts).toBe(1);
        expect(asset).toMatchObject({ status: 'failed', errorType: 'invalid_findings', isRetryable: false });
        expect(asset.errorMessage).toContain(`The sidekick ${name} returned findings that cannot be used: `);
        expect(asset.errorMessage).toContain(reason);
        expect(issues).toMatchObject([scriptIssue]);
      },
    );

  test('that reports a non-retryable failure is not retried, and its message is quoted as plain text', async () => {
    const examine = () =>
      Promise.reject(
        ApplicationFailure.nonRetryable(`It\0is\nin Latin. ${'x'.repeat(400)}`, 'content_changed'),
      );
    const { asset, issues } = await onTaskQueue('final', examine, examined);
    expect(asset).toMatchObject({
      status: 'failed',
      errorType: 'sidekick_failed',
      isRetryable: false,
      credits: 1,
    });
    expect(asset.errorMessage).toMatch(
      /^The sidekick final could not examine the file: It is in Latin\. x+…$/,
    );
    expect(asset.errorMessage.length).toBeLessThan(400);
    expect(issues).toMatchObject([scriptIssue]);
  });

  test('that reports a retryable failure is retried, and the consumer may then retry the asset', async () => {
    let attempts = 0;
    const examine = () => {
      attempts++;
      return Promise.reject(ApplicationFailure.create({ message: 'no room', nextRetryDelay: '10ms' }));
    };
    const { asset } = await onTaskQueue('flaky', examine, examined);
    expect(attempts).toBe(4);
    expect(asset).toMatchObject({
      status: 'failed',
      errorType: 'analysis_failed',
      isRetryable: true,
      errorMessage: 'The analysis by flaky could not be completed',
    });
  });

  test('without a worker fails the asset after the maximum wait, and a retry succeeds', async () => {
    const sidekick = await registerCustom(own.database, workspaceId, {
      code: 'away',
      taskQueue: 'own-away',
      maxWaitSeconds: 1,
    });
    const ended = await examined(sidekick);
    expect(ended.asset).toMatchObject({
      status: 'failed',
      errorType: 'sidekick_unavailable',
      isRetryable: true,
      errorMessage: 'The analysis by away could not be completed: no worker or endpoint accepted it',
    });
    expect(ended.issues).toMatchObject([scriptIssue]);
    const { version } = (await openRetry(own.database, workspaceId, ended.submissionId, ended.assetId))!;
    const again = await onTaskQueue(
      'away',
      () => Promise.resolve({ findings }),
      () => temporal.withWorkers(() => run(ended, version)),
    );
    expect(again.asset).toMatchObject({ ...completed, retryCount: 1 });
    expect(again.issues).toMatchObject([scriptIssue, ownIssue()]);
  });

  test('that was removed after the submission fails the asset permanently', { tags: 'long' }, async () => {
    const sidekick = await registerCustom(own.database, workspaceId, { code: 'gone', taskQueue: 'own-gone' });
    const { asset } = await temporal.withWorkers(async () => {
      const submitted = await submit([sidekick.id, document]);
      await removeSidekick(own.database, sidekick.id);
      return run(submitted);
    });
    expect(asset).toMatchObject({
      status: 'failed',
      errorType: 'sidekick_removed',
      isRetryable: false,
      errorMessage: 'The sidekick gone was removed',
    });
  });

  test('of another workspace is not run, even if a submission names it', async () => {
    const stranger = await newWorkspace(own.database);
    const sidekick = await registerCustom(own.database, stranger, {
      code: 'strange',
      taskQueue: 'own-strange',
    });
    const { asset, issues } = await examined(sidekick);
    expect(asset).toMatchObject({ status: 'complete', issueCount: 1 });
    expect(issues).toMatchObject([scriptIssue]);
  });
});

describe('a custom sidekick at an HTTPS endpoint', () => {
  const answer = (body: unknown) => ({ status: 200, body: JSON.stringify(body) });

  test('gets a signed request, and its findings become issues beside those of other sidekicks', async () => {
    receiver.answer('signed', answer({ findings }));
    const sidekick = await atEndpoint('signed');
    const ended = await examined(sidekick);
    expect(ended.asset).toMatchObject(completed);
    expect(ended.issues).toMatchObject([scriptIssue, ownIssue()]);
    const [request, ...more] = receiver.requests('signed');
    expect(more).toEqual([]);
    const examination = verified(sidekick.secret!, request!) as Examination;
    expect(request!.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': examination.examinationId,
    });
    await expectExamination(examination, sidekick, ended);
    expect(() => verified(`whsec_${Buffer.alloc(32).toString('base64')}`, request!)).toThrow();
    const history = await historyText(temporal.env, submissionWorkflowId(ended.submissionId, 1));
    for (const kept of [sidekick.url!, sidekick.secret!, 'style.pdf']) expect(history).not.toContain(kept);
  });

  test('is called again with the same id after a retryable response', async () => {
    receiver.answer(
      'busy',
      { status: 429, headers: { 'retry-after': '1' } },
      { status: 503, headers: { 'retry-after': '1' } },
      answer({ findings }),
    );
    const { asset } = await examined(await atEndpoint('busy'));
    expect(asset).toMatchObject(completed);
    const ids = receiver.requests('busy').map(({ headers }) => headers['webhook-id']);
    expect(ids).toHaveLength(3);
    expect(new Set(ids).size).toBe(1);
  });

  test('that never responds successfully fails the asset, which the consumer may retry', async () => {
    receiver.answer('broken', { status: 500, headers: { 'retry-after': '0' } });
    const sidekick = await atEndpoint('broken');
    const { asset, issues } = await examined(sidekick);
    expect(receiver.requests('broken')).toHaveLength(6);
    expect(asset).toMatchObject({
      status: 'failed',
      errorType: 'sidekick_unavailable',
      isRetryable: true,
      errorMessage: 'The analysis by broken could not be completed: no worker or endpoint accepted it',
    });
    expect(issues).toMatchObject([scriptIssue]);
  });

  const statuses = [400, 404, 410, 302] as const;
  for (const [cases, options] of sampled(statuses, (status) => status === 404))
    test.for(cases)('that responds with %d is not called again', options, async (status) => {
      const name = `status-${status}`;
      receiver.answer(name, { status, headers: { location: receiver.url('elsewhere') } });
      const { asset, issues } = await examined(await atEndpoint(name));
      expect(receiver.requests(name)).toHaveLength(1);
      expect(receiver.requests('elsewhere')).toEqual([]);
      expect(asset).toMatchObject({
        status: 'failed',
        errorType: 'sidekick_refused',
        isRetryable: false,
        errorMessage: `The sidekick ${name} refused to examine the file (HTTP ${status})`,
      });
      expect(issues).toMatchObject([scriptIssue]);
    });

  const unusable = [
    ['http-huge', 'x'.repeat(answerLimits.bytes + 1), 'response exceeds 500,000 bytes'],
    ['http-html', '<html></html>', 'response is not JSON in UTF-8'],
    ['http-nothing', '', 'response is not JSON in UTF-8'],
    ['http-deep', '['.repeat(100_000) + ']'.repeat(100_000), 'response is nested more than 32 levels deep'],
    ['http-unfit', JSON.stringify({ findings: [{}] }), 'findings.0.ruleCode: Invalid input'],
  ] as const;
  for (const [cases, options] of sampled(unusable, ([name]) => name === 'http-unfit'))
    test.for(cases)(
      'that answers %s fails for good with the reason, and no other does',
      options,
      async ([name, body, reason]) => {
        receiver.answer(name, { status: 200, body });
        const { asset, issues } = await examined(await atEndpoint(name));
        expect(receiver.requests(name)).toHaveLength(1);
        expect(asset).toMatchObject({ status: 'failed', errorType: 'invalid_findings', isRetryable: false });
        expect(asset.errorMessage).toContain(
          `The sidekick ${name} returned findings that cannot be used: ${reason}`,
        );
        expect(issues).toMatchObject([scriptIssue]);
      },
    );
});
