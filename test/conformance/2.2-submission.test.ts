import { beforeAll, describe, expect, test } from 'vitest';
import { submitSandbox, untilDone, useStackDatabase, useTenant } from '../support/api.ts';
import { submitLive, uploadPdf } from '../support/live.ts';
import { submissionFields, versionFields, versionList } from './bodies.ts';
import { submissions } from './endpoints.ts';
import { testFields } from './fields.ts';
import { expectShape } from '../support/shape.ts';

const tenant = useTenant(useStackDatabase());
const samples: Record<'complete' | 'failed' | 'processing' | 'live', any> = {} as never;

const read = async (created: any) =>
  (await tenant.live('GET', `${submissions}/${created.submissionId}`)).body;

beforeAll(async () => {
  samples.complete = await read((await submitSandbox(tenant, ['pass', 'advisory'])).body);
  samples.failed = await read((await submitSandbox(tenant, ['retryable_error'])).body);
  samples.processing = await read((await submitSandbox(tenant, ['pending'])).body);
  const { body } = await submitLive(tenant, [await uploadPdf(tenant, { pages: 3 })]);
  samples.live = (await untilDone(tenant.live, body.submissionId)).body;
});

describe('2.2 Submission', () => {
  testFields(submissionFields, () => Object.values(samples));

  test('status takes the values processing, complete and failed', () => {
    expect(samples).toMatchObject({
      complete: { status: 'complete' },
      failed: { status: 'failed' },
      processing: { status: 'processing' },
      live: { status: 'complete' },
    });
  });

  test('errorMessage and isRetryable are set on failed submissions', () => {
    expect(samples.failed).toMatchObject({
      errorMessage: 'Sandbox simulated retryable error',
      isRetryable: true,
    });
    expect(samples.complete).toMatchObject({ errorMessage: null, isRetryable: false });
    expect(samples.processing).toMatchObject({ errorMessage: null, isRetryable: false });
  });

  test('progress counts the finished assets', () => {
    expect(samples.complete.progress).toEqual({ finished: 2, total: 2 });
    expect(samples.failed.progress).toEqual({ finished: 1, total: 1 });
    expect(samples.processing.progress).toEqual({ finished: 0, total: 1 });
  });

  test('environment and workspaceId are those of the key that created it', () => {
    const { workspaceId } = tenant;
    expect(samples.complete).toMatchObject({ environment: 'sandbox', workspaceId });
    expect(samples.live).toMatchObject({ environment: 'live', workspaceId });
  });

  test('creditsCharged is the price of the assets, and 0 in the sandbox', () => {
    expect(samples.live.creditsCharged).toBe(3);
    expect(samples.complete.creditsCharged).toBe(0);
  });

  test('completedAt is null until it has finished', () => {
    expect(samples.processing.completedAt).toBeNull();
    for (const { createdAt, completedAt } of [samples.complete, samples.failed, samples.live])
      expect(Date.parse(completedAt)).toBeGreaterThanOrEqual(Date.parse(createdAt));
  });

  test('assets are in the order of the request', () => {
    expect(samples.complete.assets.map(({ issueCount }: any) => issueCount)).toEqual([0, 2]);
  });
});

describe('2.2 Submission, its versions', () => {
  const listed: any[] = [];

  beforeAll(async () => {
    const [assetId] = samples.failed.assets.map((asset: any) => asset.assetId);
    await tenant.sandbox('POST', `${submissions}/${samples.failed.submissionId}/assets/${assetId}/retry`);
    for (const { submissionId } of [samples.failed, samples.processing]) {
      const { body } = await tenant.sandbox('GET', `${submissions}/${submissionId}/versions`);
      expectShape(body, versionList);
      expect(body).toMatchObject({ submissionId, total: body.versions.length });
      listed.push(...body.versions);
    }
  });

  testFields(versionFields, () => listed);

  test('the creation and each retry make one version each, oldest first', () => {
    const { assetId } = samples.failed.assets[0];
    expect(listed).toMatchObject([
      { version: 1, trigger: 'created', assetIds: [assetId], status: 'failed' },
      { version: 2, trigger: 'retry', assetIds: [assetId], status: 'complete' },
      { version: 1, trigger: 'created', status: 'processing', completedAt: null },
    ]);
  });
});
