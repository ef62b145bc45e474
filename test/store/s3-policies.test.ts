/** @module-tag long */

import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { s3Credentials } from '../../tools/local/stack/local-s3.ts';
import { type BlobStore, createBlobStore } from '@assay/storage/s3/blob-store.ts';
import { bucketPolicy, putBucketPolicy, storageProcesses } from '@assay/storage/s3/bucket-policy.ts';
import { corsRule, putBucketCors } from '@assay/storage/s3/bucket-cors.ts';
import { createBucket } from '@assay/storage/s3/create-bucket.ts';
import { assetKey, observationKey, pendingKey, previewKey, reportKey } from '@assay/storage/s3/keys.ts';
import { isStorageAccessDenied, isStorageOutage } from '@assay/storage/s3/storage-fault.ts';
import { filledEnv, readCompose, root } from '../support/compose.ts';
import { useStorageProxy, useStorageService } from '../support/versitygw.ts';

// The storage of docker-compose.yml with its accounts, without a container.

const policies = path.join(root, 'packages/storage/s3/policies');
const bucket = 'assay';
const compose = await readCompose(await filledEnv());
const s3 = useStorageService(compose);
const proxy = useStorageProxy(s3);
const submissionId = randomUUID();
const assetId = randomUUID();

/** Returns the blob store of a process, with the credentials of its service in docker-compose.yml. */
async function storeOf(service: string, publicEndpoint: string | null = null): Promise<BlobStore> {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = compose.services[service]!.environment!;
  Object.assign(process.env, { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY });
  const store = createBlobStore({ endpoint: s3.endpoint, publicEndpoint, region: 'us-east-1', bucket });
  // The SDK reads the credentials at the first request.
  await store.check(AbortSignal.timeout(5_000)).catch(() => undefined);
  return store;
}

const errorOf = (work: Promise<unknown>) => work.then(() => null).catch((error: unknown) => error);

let api: BlobStore;
let orchestration: BlobStore;
let media: BlobStore;
let remote: BlobStore;

beforeAll(async () => {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, S3_ACCOUNTS } =
    compose.services['setup-storage']!.environment!;
  Object.assign(process.env, { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY });
  const accounts = Object.fromEntries(S3_ACCOUNTS!.split(',').map((pair) => pair.split('='))) as Record<
    string,
    string
  >;
  const options = { endpoint: s3.endpoint, region: 'us-east-1', bucket };
  await createBucket(options);
  await putBucketPolicy(options, accounts);
  await putBucketPolicy(options, accounts);
  api = await storeOf('api');
  orchestration = await storeOf('worker-orchestration');
  media = await storeOf('worker-media');
  remote = await storeOf('worker-remote');
  return () => {
    for (const store of [api, orchestration, media, remote]) store.close();
    Object.assign(process.env, s3Credentials);
  };
});

test('every process with storage is ready', async () => {
  for (const store of [api, orchestration, media, remote]) await store.check(AbortSignal.timeout(5_000));
});

test('each process can do its part of a submission', async () => {
  const content = 'The content of the file';
  const upload = await api.presignUpload(pendingKey(assetId), {
    contentType: 'text/plain',
    contentLength: null,
    expiresInSeconds: 60,
  });
  const put = await fetch(upload.url, { method: 'PUT', headers: upload.headers, body: content });
  expect(put.status).toBe(200);
  expect(await api.head(pendingKey(randomUUID()))).toBeNull();
  const { etag, sizeBytes } = (await api.head(pendingKey(assetId)))!;
  await media.openRanged(pendingKey(assetId), etag, sizeBytes).read(0, 3);

  const key = assetKey(randomUUID(), submissionId, assetId);
  await orchestration.copyPinned(pendingKey(assetId), key, etag);
  await orchestration.remove(pendingKey(assetId));
  const observed = observationKey(submissionId, assetId, { code: 'claims', version: '1' });
  expect(await media.head(observed)).toBeNull();
  await media.openRanged(key, etag, sizeBytes).read(0, 3);
  await media.putJson(observed, {});
  await media.getSmall(observed);
  const preview = previewKey(submissionId, assetId);
  const made = path.join(inject('scratchDir'), 'preview.mp4');
  await writeFile(made, 'The content of the preview');
  expect(await media.head(preview)).toBeNull();
  await media.putFile(preview, made, 'video/mp4');
  const as = { contentType: 'video/mp4', contentDisposition: 'inline', expiresInSeconds: 60 };
  for (const shown of [key, preview])
    expect((await fetch((await api.presignFile(shown, as)).url)).status).toBe(200);
  const findings = await media.putResult('findings', submissionId, assetId, [1]);
  // The media worker merges the findings before it takes pictures of the issues.
  await media.getSmall(findings);
  const digest = await media.putPicture(submissionId, assetId, new Uint8Array([1]));

  expect(await remote.head(key)).toMatchObject({ etag });
  expect((await fetch(await remote.presignDownload(key, 60))).status).toBe(200);
  await remote.putResult('findings', submissionId, assetId, [2]);

  await orchestration.getSmall(findings);
  const issues = await orchestration.putResult('issues', submissionId, assetId, [3]);
  const topics = await orchestration.putResult('topics', submissionId, assetId, [4]);
  const report = await orchestration.putReport(submissionId, assetId, '{}');
  await api.getSmall(reportKey(submissionId, assetId, report));
  await api.getSmall(issues);
  await api.getSmall(topics);
  const picture = issues.replace(/[^/]+$/, `${digest}.jpg`);
  expect((await fetch(await api.presignDownload(picture, 60))).status).toBe(200);

  const { objects } = await orchestration.list('', null, 100);
  expect(objects.length).toBeGreaterThanOrEqual(6);
  for (const object of objects) await orchestration.remove(object.key);
});

describe('the proxy', () => {
  const refused = { status: 403, text: 'Only presigned URLs of objects are served.' };
  const origin = 'https://assay.example.com';
  const content = 'The content of the file';
  const key = pendingKey(randomUUID());
  let publicApi: BlobStore;
  let url: URL;
  beforeAll(async () => {
    const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = compose.services['setup-storage']!.environment!;
    Object.assign(process.env, { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY });
    await putBucketCors({ endpoint: s3.endpoint, region: 'us-east-1', bucket }, [origin]);
    publicApi = await storeOf('api', proxy.endpoint);
    url = new URL(await publicApi.presignDownload(key, 60));
    return () => publicApi.close();
  });

  test('forwards requests to presigned URLs, and their preflight requests', async () => {
    const upload = await publicApi.presignUpload(key, {
      contentType: 'text/plain',
      contentLength: content.length,
      expiresInSeconds: 60,
    });
    const preflight = await fetch(upload.url, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': corsRule([origin]).AllowedHeaders.join(','),
      },
    });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([200, origin]);
    const put = await fetch(upload.url, { method: 'PUT', headers: upload.headers, body: content });
    expect(put.status).toBe(200);
    expect(await (await fetch(url)).text()).toBe(content);
    const part = await fetch(url, { headers: { range: 'bytes=4-10' } });
    expect([part.status, await part.text()]).toEqual([206, 'content']);
    const as = { contentType: 'text/plain', contentDisposition: 'attachment', expiresInSeconds: 60 };
    const file = await fetch((await publicApi.presignFile(key, as)).url);
    expect(file.headers.get('content-disposition')).toBe('attachment');
    expect(file.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test.for([
    ['GET', ''],
    ['GET', '?SIGNED'],
    ['GET', 'health'],
    ['GET', `${bucket}?SIGNED`],
    ['GET', `${bucket}/?SIGNED&list-type=2`],
    ['GET', `${bucket}/pending/..?SIGNED`],
    ['PUT', `${bucket}/?SIGNED&policy`],
    ['PUT', 'another-bucket?SIGNED'],
    ['GET', `another-bucket/${key}?SIGNED`],
    ['GET', `${bucket}/${key}`],
    ['DELETE', `${bucket}/${key}?SIGNED`],
    ['POST', `${bucket}/${key}?SIGNED&uploads`],
    ['POST', '?Action=CreateUser&SIGNED'],
  ] as const)('does not forward %s /%s', async ([method, target]) => {
    const response = await fetch(`${proxy.endpoint}/${target.replace('SIGNED', url.search.slice(1))}`, {
      method,
    });
    expect({ status: response.status, text: await response.text() }).toEqual(refused);
  });
});

describe('a process cannot', () => {
  const key = assetKey(randomUUID(), submissionId, assetId);
  test.for<[string, () => Promise<unknown>]>([
    ['API: overwrite an asset', () => api.putJson(key, {})],
    ['API: write a preview', () => api.putJson(previewKey(submissionId, assetId), {})],
    ['API: read findings', () => api.getSmall('findings/a/b/c.json')],
    ['API: write results', () => api.putResult('issues', submissionId, assetId, [])],
    ['API: delete', () => api.remove(pendingKey(assetId))],
    ['media: overwrite an asset', () => media.putJson(key, {})],
    ['media: overwrite an upload', () => media.putJson(pendingKey(assetId), {})],
    ['media: read issues', () => media.getSmall('issues/a/b/c.json')],
    ['media: delete', () => media.remove(key)],
    ['remote: read an upload', () => remote.getSmall(pendingKey(assetId))],
    ['remote: read issues', () => remote.getSmall('issues/a/b/c.json')],
    ['remote: write issues', () => remote.putResult('issues', submissionId, assetId, [])],
    ['remote: delete', () => remote.remove(key)],
    ['orchestration: write an upload', () => orchestration.putJson(pendingKey(assetId), {})],
    ['remote: see whether an upload exists', () => remote.head(pendingKey(assetId))],
  ])('%s', async ([, attempt]) => {
    await orchestration.putResult('findings', submissionId, assetId, []);
    const error = await errorOf(attempt());
    expect(error).toMatchObject({ cause: { $metadata: { httpStatusCode: 403 } } });
    expect([isStorageAccessDenied(error), isStorageOutage(error)]).toEqual([true, false]);
    expect((error as Error).message).toMatch(/AccessDenied .*\((Get|Put|Delete)Object [a-z]+\//);
  });
});

describe('a process with wrong credentials has an outage, as while an operator replaces them', () => {
  const attempts: [string, (store: BlobStore) => Promise<unknown>][] = [
    ['GET', (store) => store.getSmall(pendingKey(assetId))],
    ['HEAD', (store) => store.head(pendingKey(assetId))],
    [
      'PUT',
      (store) => store.putJson(observationKey(submissionId, assetId, { code: 'claims', version: '1' }), {}),
    ],
  ];
  test.for(['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'])('%s', async (variable) => {
    const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = compose.services['worker-media']!.environment!;
    Object.assign(process.env, { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, [variable]: 'wrong' });
    const store = createBlobStore({
      endpoint: s3.endpoint,
      publicEndpoint: null,
      region: 'us-east-1',
      bucket,
    });
    onTestFinished(() => store.close());
    for (const [name, attempt] of attempts) {
      const error = await errorOf(attempt(store));
      expect([isStorageAccessDenied(error), isStorageOutage(error)], name).toEqual([false, true]);
    }
  });
});

test('the policies allow single actions on the keys of their process, and only the bucket as a whole is listed', async () => {
  for (const name of storageProcesses) {
    const policy = JSON.parse(await readFile(path.join(policies, `${name}.json`), 'utf8')) as {
      Version: string;
      Statement: { Effect: string; Action: string[]; Resource: string[] }[];
    };
    expect(policy.Version).toBe('2012-10-17');
    for (const { Effect, Action, Resource } of policy.Statement) {
      expect(Effect).toBe('Allow');
      for (const action of Action)
        expect(action).toMatch(/^s3:(GetObject|PutObject|DeleteObject(Version)?|ListBucket(Versions)?)$/);
      for (const resource of Resource) {
        expect(resource).toMatch(
          Action.includes('s3:ListBucket') ? /^arn:aws:s3:::assay$/ : /^arn:aws:s3:::assay\//,
        );
      }
    }
  }
});

test('a bucket policy names the bucket and the account', async () => {
  const policy = await bucketPolicy('other', { remote: 'arn:aws:iam::1:role/remote' });
  expect(policy.Statement).toContainEqual({
    Sid: 'remotePut',
    Principal: { AWS: 'arn:aws:iam::1:role/remote' },
    Effect: 'Allow',
    Action: ['s3:PutObject'],
    Resource: ['arn:aws:s3:::other/findings/*'],
  });
  await expect(bucketPolicy('other', { nobody: 'x' })).rejects.toThrow(/unknown process nobody/);
});
