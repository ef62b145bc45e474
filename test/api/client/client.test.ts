import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { examine } from '@assay/client/example.ts';
import { ApiProblem, createClient, dataOf, UploadProblem } from '@assay/client/index.ts';
import { makePdf } from '../../../tools/local/samples/pdf.ts';
import { newTenant, sandboxPath, useStackDatabase } from '../../support/api.ts';
import { useApps } from '../../support/app.ts';

const database = useStackDatabase();
const startApp = useApps();
const baseUrl = inject('stack').apiUrl;
const text = { filename: 'notes.txt', contentType: 'text/plain', body: new Blob(['Cut. Music.']) };

async function newClients() {
  const { liveKey, sandboxKey } = await newTenant(database);
  return {
    live: createClient({ baseUrl, apiKey: liveKey }),
    sandbox: createClient({ baseUrl, apiKey: sandboxKey }),
  };
}

describe('the example of the README', () => {
  test('is packages/client/example.ts', async () => {
    const read = (file: string) =>
      readFile(new URL(`../../../packages/client/${file}`, import.meta.url), 'utf8');
    const example = /^```ts\n(.*?)^```$/ms.exec(await read('README.md'))?.[1];
    expect(example).toBe(await read('example.ts'));
  });

  test('submits a file and returns its issues', { tags: 'long' }, async () => {
    const { liveKey } = await newTenant(database);
    const file = path.join(inject('scratchDir'), 'client-contract.pdf');
    await makePdf(file);
    expect(await examine(baseUrl, liveKey, file)).toEqual({
      totalCredits: 3,
      issues: [expect.stringMatching(/^client-contract\.pdf: \w+: .+/)],
    });
  });
});

describe('with a live key', () => {
  test('uploads, prices and submits a text and waits until it is done', async () => {
    const { live } = await newClients();
    const blobPath = await live.upload(text);
    expect(await live.estimate([blobPath])).toMatchObject({
      files: [{ blobPath, metric: 'pages', metricValue: 1, credits: 1, priceable: true }],
      totalCredits: 1,
    });
    const sidekickIds = (await live.sidekicks()).map(({ id }) => id);
    const created = await live.submit({ blobPaths: [blobPath], sidekickIds });
    const seen: string[] = [];
    const done = await live.waitUntilDone(created.submissionId, {
      onProgress: ({ status }) => seen.push(status),
    });
    expect(done).toMatchObject({
      status: 'complete',
      creditsCharged: 1,
      progress: { finished: 1, total: 1 },
    });
    expect(seen.at(-1)).toBe('complete');
    expect(await Array.fromAsync(live.issues(created.submissionId, done.assets[0]!.assetId))).toEqual([]);
  });

  test('throws an UploadProblem if the storage rejects the upload', async () => {
    const { liveKey } = await newTenant(database);
    const client = createClient({
      baseUrl,
      apiKey: liveKey,
      // The upload is sent with a content type other than the one for which the URL is signed.
      fetch: (input, init) =>
        fetch(input, init?.method === 'PUT' ? { ...init, headers: { 'Content-Type': 'text/html' } } : init),
    });
    const problem = await client.upload(text).catch((error: unknown) => error);
    expect(problem).toBeInstanceOf(UploadProblem);
    expect(problem).toMatchObject({ status: 403 });
  });
});

describe('with a sandbox key', () => {
  test('the outcome arrives after simulationDelaySeconds', async () => {
    const { sandbox } = await newClients();
    const { submissionId, status } = await sandbox.submit({
      blobPaths: [sandboxPath('fail'), sandboxPath('pass')],
      sidekickIds: ['any'],
      simulationDelaySeconds: 2,
    });
    expect(status).toBe('processing');
    const { assets, ...done } = await sandbox.waitUntilDone(submissionId);
    expect(done).toMatchObject({ status: 'complete', environment: 'sandbox' });
    const issues = await Array.fromAsync(sandbox.issues(submissionId, assets[0]!.assetId));
    expect(issues.map(({ referenceNumber, severity }) => [referenceNumber, severity])).toEqual([
      [1, 'critical'],
      [2, 'major'],
      [3, 'major'],
    ]);
    expect(await Array.fromAsync(sandbox.issues(submissionId, assets[1]!.assetId))).toEqual([]);
  });

  test('retries a failed asset', async () => {
    const { sandbox } = await newClients();
    const { submissionId, assets } = await sandbox.submit({
      blobPaths: [sandboxPath('retryable_error')],
      sidekickIds: ['any'],
    });
    const { assetId } = assets[0]!;
    expect(await sandbox.retry(submissionId, assetId)).toMatchObject({ assetId, retryCount: 1 });
    expect(await sandbox.waitUntilDone(submissionId)).toMatchObject({ status: 'complete' });
    await expect(sandbox.retry(submissionId, assetId)).rejects.toThrow('409 Asset is not retryable');
  });
});

test('api, the openapi-fetch client, sends requests with the key', async () => {
  const { sandbox } = await newClients();
  const page = await sandbox.api.GET('/api/integrations/webhooks/subscriptions', {
    params: { query: { pageSize: 1 } },
  });
  expect(dataOf(page)).toMatchObject({ items: [], page: 1, pageSize: 1, total: 0 });
});

test('the key is sent in a header spelled X-API-Key', async () => {
  const { sandboxKey } = await newTenant(database);
  const exact = await startApp(database, { apiKeyHeaderCase: 'exact' });
  const client = createClient({ baseUrl: exact, apiKey: sandboxKey });
  expect(await client.sidekicks()).not.toEqual([]);
  expect(await client.estimate([sandboxPath('pass')])).toMatchObject({ totalCredits: 0 });
});

describe('an error is an ApiProblem', () => {
  test('in the domain shape', async () => {
    const { live } = await newClients();
    const problem = await live.waitUntilDone(crypto.randomUUID()).catch((error: unknown) => error);
    expect(problem).toBeInstanceOf(ApiProblem);
    expect(problem).toMatchObject({
      message: '404 Submission not found',
      status: 404,
      body: { detail: 'Submission not found' },
    });
  });

  test('in the validation shape, with the invalid fields in its message', async () => {
    const { live } = await newClients();
    const problem = await live.submit({ blobPaths: [''], sidekickIds: [] }).catch((error: unknown) => error);
    expect(problem).toMatchObject({ status: 422, body: { error: 'validation_error' } });
    expect((problem as ApiProblem).message).toMatch(
      /^422 Request validation failed: assets\.0\.blobPath .+; sidekickIds .+$/,
    );
  });

  test('in the tier shape', async () => {
    const { liveKey } = await newTenant(database, 'free');
    const problem = await createClient({ baseUrl, apiKey: liveKey })
      .upload(text)
      .catch((error: unknown) => error);
    expect(problem).toMatchObject({ status: 402, body: { bucket: 'upload' } });
    expect((problem as ApiProblem).message).toMatch(/^402 The free plan does not include upload requests/);
  });
});
