import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Answer, submitSandbox, untilDone, useStackDatabase, useTenant } from '../support/api.ts';
import { submitLive, uploadPdf } from '../support/live.ts';
import { assetFields } from './bodies.ts';
import { submissions } from './endpoints.ts';
import { testFields } from './fields.ts';

const tenant = useTenant(useStackDatabase());
const samples: Record<'complete' | 'failed' | 'open' | 'unclassified' | 'live', any> = {} as never;
const inSubmission: Record<string, any> = {};

async function sample(name: keyof typeof samples, created: Answer): Promise<void> {
  const { submissionId } = created.body;
  const { body } = await tenant.live('GET', `${submissions}/${submissionId}`);
  inSubmission[name] = body.assets[0];
  const { assetId } = body.assets[0];
  samples[name] = (await tenant.live('GET', `${submissions}/${submissionId}/assets/${assetId}`)).body;
}

beforeAll(async () => {
  await sample('complete', await submitSandbox(tenant, ['fail']));
  await sample('failed', await submitSandbox(tenant, ['error']));
  await sample('open', await submitSandbox(tenant, ['pending']));
  const assets = [{ blobPath: `${randomUUID()}/__sandbox_pass__` }];
  const unclassified = await tenant.sandbox('POST', submissions, { assets, sidekickIds: ['any'] });
  await sample('unclassified', unclassified);
  const live = await submitLive(tenant, [await uploadPdf(tenant, { pages: 3, script: 'app.beep()' })]);
  await untilDone(tenant.live, live.body.submissionId);
  await sample('live', live);
});

describe('2.3 Asset', () => {
  testFields(assetFields, () => Object.values(samples));

  test('there is no nested error object', () => {
    for (const asset of Object.values(samples)) expect(asset).not.toHaveProperty('error');
  });

  test('is the same in the submission and at its own path', () => {
    expect(samples).toEqual(inSubmission);
  });

  test('errorMessage, errorType, isRetryable and retryCount are flat failure fields', () => {
    expect(samples.failed).toMatchObject({
      status: 'failed',
      errorMessage: 'Sandbox simulated error',
      errorType: 'sandbox_error',
      isRetryable: false,
      retryCount: 0,
    });
    expect(samples.complete).toMatchObject({
      errorMessage: null,
      errorType: null,
      isRetryable: false,
      retryCount: 0,
    });
  });

  test('assetId and filename are the two parts of its blobPath', () => {
    for (const { assetId, filename, blobPath } of Object.values(samples))
      expect(blobPath).toBe(`${assetId}/${filename}`);
  });

  test('metric, metricValue and credits', () => {
    const mp4 = { assetType: 'video', mimeType: 'video/mp4', metric: 'durationSeconds', metricValue: null };
    expect(samples.complete).toMatchObject({ ...mp4, credits: 0 });
    expect(samples.unclassified).toMatchObject({ assetType: null, mimeType: null, metric: null });
    expect(samples.live).toMatchObject({
      assetType: 'document',
      mimeType: 'application/pdf',
      metric: 'pages',
      metricValue: 3,
      credits: 3,
    });
  });

  test('issueCount and completedAt are null until it has finished', () => {
    expect(samples.open).toMatchObject({ status: 'processing', issueCount: null, completedAt: null });
    expect([samples.complete, samples.failed, samples.live].map((asset) => asset.issueCount)).toEqual([
      3, 0, 1,
    ]);
  });
});
