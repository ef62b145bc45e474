import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { caller, sandboxPath, submitSandbox, useStackDatabase, useTenant } from '../support/api.ts';
import { useApps } from '../support/app.ts';
import { upload, useBlobs } from '../support/blobs.ts';
import { uploadPdf } from '../support/live.ts';
import { createBlobStore } from '@assay/storage/s3/blob-store.ts';
import { estimate, submissions } from './endpoints.ts';
import { expectDomain } from './errors.ts';

const database = useStackDatabase();
const tenant = useTenant(database);
const blobs = useBlobs();

describe('7 Status', () => {
  const create = (key: 'live' | 'sandbox', blobPath: string, query = '') =>
    tenant[key]('POST', `${submissions}${query}`, { assets: [{ blobPath }], sidekickIds: ['any'] });

  test('403: an invalid blob path', async () => {
    expectDomain(await create('live', `${randomUUID()}/a.mp4`), 403, 'Invalid blob path');
  });

  test('404: a submission that is not in the workspace', async () => {
    expectDomain(await tenant.live('GET', `${submissions}/${randomUUID()}`), 404, 'Submission not found');
  });

  test('409: an asset that is already submitted', async () => {
    const path = sandboxPath('pass');
    await create('sandbox', path);
    expectDomain(await create('sandbox', path), 409, 'Asset already submitted');
  });

  test('409: an asset that is not retryable', async () => {
    const [{ submissionId, assetId }] = (await submitSandbox(tenant, ['error'])).body.assets;
    const path = `${submissions}/${submissionId}/assets/${assetId}/retry`;
    expectDomain(await tenant.sandbox('POST', path), 409, 'Asset is not retryable');
  });
});

describe('7 Status 500: storage error', () => {
  const nowhere = createBlobStore({
    endpoint: 'http://127.0.0.1:1',
    publicEndpoint: null,
    region: 'us-east-1',
    bucket: 'assay',
  });
  const startApp = useApps();

  test('the response does not reveal the cause', async () => {
    const files = [{ blobPath: await uploadPdf(tenant) }];
    const call = caller(tenant.liveKey, await startApp(database, { blobs: nowhere }));
    expectDomain(await call('POST', estimate, { files }), 500, 'Storage error');
  });
});

describe('7 Status 502: an issue or topic blob cannot be loaded', () => {
  let path: string;
  let assetId: string;
  let topicsKey: string;

  beforeAll(async () => {
    const { body } = await submitSandbox(tenant, ['fail']);
    assetId = body.assets[0].assetId as string;
    path = `${submissions}/${body.submissionId}/assets/${assetId}`;
    const { rows } = await database.query<{ issues_key: string; topics_key: string }>(
      'select issues_key, topics_key from assets where submission_id = $1',
      [body.submissionId],
    );
    topicsKey = rows[0]!.topics_key;
    await blobs.remove(rows[0]!.issues_key);
    await upload(blobs, topicsKey, 'not JSON');
  });

  test('a missing blob', async () => {
    expectDomain(await tenant.sandbox('GET', `${path}/issues`), 502, 'Failed to load issues from storage');
  });

  test('a blob that is not JSON, until it is repaired', async () => {
    expectDomain(await tenant.sandbox('GET', `${path}/topics`), 502, 'Failed to load topics from storage');
    const topics = { assetId, topics: [], orphanIssueIds: [], total: 0 };
    await upload(blobs, topicsKey, JSON.stringify(topics));
    expect((await tenant.sandbox('GET', `${path}/topics`)).body).toEqual(topics);
  });

  test('the asset itself can still be read', async () => {
    expect((await tenant.sandbox('GET', path)).status).toBe(200);
    expect((await caller(tenant.liveKey)('GET', path)).body.issueCount).toBe(3);
  });
});
