/** @module-tag long */

import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectVersionsCommand,
  PutBucketVersioningCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { expect, inject, onTestFinished, test } from 'vitest';
import { ContentChanged } from '@assay/domain/lib/ranged-source.ts';
import { freePort } from '../../tools/local/stack/ports.ts';
import { defaultBucket } from '../../tools/local/stack/local-s3.ts';
import { findVersitygw } from '../../tools/local/programs/go-servers.ts';
import { createBlobStore, type VersionCursor } from '@assay/storage/s3/blob-store.ts';
import { putBucketCors } from '@assay/storage/s3/bucket-cors.ts';
import { assetKey, pendingKey } from '@assay/storage/s3/keys.ts';
import { StorageFault } from '@assay/storage/s3/storage-fault.ts';
import { upload } from '../support/blobs.ts';
import { useVersitygw } from '../support/versitygw.ts';

// Tests the blob store on an S3 server that honours conditional requests. The local S3 server ignores them.

const bigBytes = 512 * 2 ** 20;
/** MD5 of `bigBytes` zero bytes. */
const bigEtag = 'aa559b4e3523a6c931f08f4df52d58f2';

const s3 = useVersitygw(bigEtag);

const newPending = () => pendingKey(randomUUID());
const newAsset = () => assetKey(randomUUID(), randomUUID(), randomUUID());
const second = () => AbortSignal.timeout(1_000);

/** Returns a blob store for the given server and bucket. The bucket need not exist. */
function storeAt(endpoint: string, bucket: string) {
  const store = createBlobStore({ endpoint, publicEndpoint: null, region: 'us-east-1', bucket });
  onTestFinished(() => store.close());
  return store;
}

function newClient(): S3Client {
  const client = new S3Client({ endpoint: s3.endpoint, region: 'us-east-1', forcePathStyle: true });
  onTestFinished(() => client.destroy());
  return client;
}

test('the server rejects a read whose condition is false', async () => {
  const key = newPending();
  await upload(s3.blobs, key, 'what was there');
  const client = newClient();
  const read = client.send(new GetObjectCommand({ Bucket: defaultBucket, Key: key, IfMatch: '"other"' }));
  await expect(read).rejects.toMatchObject({ $metadata: { httpStatusCode: 412 } });
});

test('an upload URL accepts only the type and length for which it was signed', async () => {
  const key = newPending();
  const { url, headers } = await s3.blobs.presignUpload(key, {
    contentType: 'text/plain',
    contentLength: 5,
    expiresInSeconds: 60,
  });
  const put = async (to: string, type: string, body: string) => {
    const response = await fetch(to, { method: 'PUT', headers: { 'Content-Type': type }, body });
    await response.text();
    return response.status;
  };
  expect(await put(url, 'text/plain', 'too long')).toBe(403);
  expect(await put(url, 'text/plain', 'few')).toBe(403);
  expect(await put(url, 'image/png', 'right')).toBe(403);
  expect(await put(url.replace(key, newPending()), 'text/plain', 'right')).toBe(403);
  expect(await s3.blobs.head(key)).toBeNull();
  expect(headers).toEqual({ 'Content-Type': 'text/plain' });
  expect(await put(url, 'text/plain', 'right')).toBe(200);
  expect(await s3.blobs.head(key)).toMatchObject({ sizeBytes: 5 });
});

test('pages of the console, but of no other origin, may upload and read', async () => {
  const console = 'https://assay.example';
  await putBucketCors({ endpoint: s3.endpoint, region: 'us-east-1', bucket: defaultBucket }, [console]);
  const key = newPending();
  await upload(s3.blobs, key, 'any', 'text/plain');
  const read = await s3.blobs.presignDownload(key, 60);
  const { url: write } = await s3.blobs.presignUpload(newPending(), {
    contentType: 'text/plain',
    contentLength: null,
    expiresInSeconds: 60,
  });
  const preflight = async (url: string, method: string, header: string, origin: string) => {
    const { headers } = await fetch(url, {
      method: 'OPTIONS',
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': method,
        'Access-Control-Request-Headers': header,
      },
    });
    return headers.get('access-control-allow-origin');
  };
  expect(await preflight(write, 'PUT', 'content-type', console)).toBe(console);
  expect(await preflight(read, 'GET', 'range', console)).toBe(console);
  expect(await preflight(write, 'PUT', 'content-type', 'https://elsewhere.example')).toBeNull();
  expect(await preflight(write, 'DELETE', 'content-type', console)).toBeNull();
  const part = await fetch(read, { headers: { Origin: console, Range: 'bytes=1-' } });
  expect(await part.text()).toBe('ny');
  const exposed = part.headers.get('access-control-expose-headers')!.toLowerCase();
  for (const name of ['etag', 'content-range', 'accept-ranges', 'content-length'])
    expect(exposed).toContain(name);
});

test('an upload URL without a length accepts any length', async () => {
  const key = newPending();
  await upload(s3.blobs, key, 'as long as it likes', 'text/plain');
  expect(await s3.blobs.head(key)).toMatchObject({ sizeBytes: 19 });
});

test('an object can be read in parts and whole until it changes', async () => {
  const key = newPending();
  const etag = await upload(s3.blobs, key, 'what was there');
  const source = s3.blobs.openRanged(key, etag, 14);
  const copy = path.join(inject('scratchDir'), randomUUID());
  expect(Buffer.from(await source.read(5, 8)).toString()).toBe('was');
  await source.download(copy);
  expect(await readFile(copy, 'utf8')).toBe('what was there');

  await upload(s3.blobs, key, 'what is now so');
  await expect(source.read(5, 8)).rejects.toThrow(ContentChanged);
  await expect(source.download(copy)).rejects.toThrow(ContentChanged);
  await s3.blobs.remove(key);
  await expect(source.read(5, 8)).rejects.toThrow(ContentChanged);
});

test('a link serves an object with the headers that it was signed for', async () => {
  const key = newPending();
  await upload(s3.blobs, key, '<svg/>', 'image/svg+xml');
  const contentDisposition = `attachment; filename*=UTF-8''a%27%28b%29%21.svg`;
  const contentType = 'application/octet-stream';
  const { url } = await s3.blobs.presignFile(key, { contentType, contentDisposition, expiresInSeconds: 60 });
  const { status, headers, body } = await fetch(url, { headers: { range: 'bytes=0-3' } });
  await body?.cancel();
  expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
    ...[206, contentType, contentDisposition],
  ]);
});

test('a copy has the content with the expected ETag', async () => {
  const [key, target] = [newPending(), newAsset()];
  const etag = await upload(s3.blobs, key, 'what was there');
  expect(await s3.blobs.copyPinned(key, target, etag)).toBe(etag);
  expect(await s3.blobs.head(target)).toEqual({ etag, sizeBytes: 14 });
  expect((await s3.blobs.getSmall(target)).toString()).toBe('what was there');
});

test('copying a changed object is rejected and creates no object', async () => {
  const [key, target] = [newPending(), newAsset()];
  const etag = await upload(s3.blobs, key, 'what was there');
  await upload(s3.blobs, key, 'what is now so');
  await expect(s3.blobs.copyPinned(key, target, etag)).rejects.toThrow(ContentChanged);
  expect(await s3.blobs.head(target)).toBeNull();
});

test('copying a changed object does not change an earlier copy', async () => {
  const [key, target] = [newPending(), newAsset()];
  const etag = await upload(s3.blobs, key, 'what was there');
  await s3.blobs.copyPinned(key, target, etag);
  await upload(s3.blobs, key, 'what is now so');
  await expect(s3.blobs.copyPinned(key, target, etag)).rejects.toThrow(ContentChanged);
  expect(await s3.blobs.head(target)).toEqual({ etag, sizeBytes: 14 });
});

test('copying a missing object is rejected', async () => {
  const target = newAsset();
  await expect(s3.blobs.copyPinned(newPending(), target, bigEtag)).rejects.toThrow(ContentChanged);
  expect(await s3.blobs.head(target)).toBeNull();
});

test('a large object is copied within the server', async () => {
  const [key, target] = [newPending(), newAsset()];
  const file = path.join(s3.bucketDir, key);
  await mkdir(path.dirname(file), { recursive: true });
  const handle = await open(file, 'w');
  await handle.truncate(bigBytes);
  await handle.close();
  await s3.blobs.copyPinned(key, target, bigEtag);
  expect(await s3.blobs.head(target)).toEqual({ etag: bigEtag, sizeBytes: bigBytes });
  await s3.blobs.remove(target);
});

test('an object can be removed twice', async () => {
  const key = newPending();
  await upload(s3.blobs, key, 'what was there');
  await s3.blobs.remove(key);
  expect(await s3.blobs.head(key)).toBeNull();
  await s3.blobs.remove(key);
});

test('removing an object from a bucket with versioning removes all its versions', async () => {
  const [Bucket, client] = ['versioned', newClient()];
  await client.send(new CreateBucketCommand({ Bucket }));
  await client.send(
    new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: 'Enabled' } }),
  );
  const store = storeAt(s3.endpoint, Bucket);
  const [key, other] = [newPending(), newPending()];
  for (const content of ['first', 'second', 'third']) await upload(store, key, content);
  await upload(store, other, 'other');
  await store.remove(key);
  await store.remove(key);
  const { Versions, DeleteMarkers } = await client.send(new ListObjectVersionsCommand({ Bucket }));
  expect(Versions?.map(({ Key }) => Key)).toEqual([other]);
  expect(DeleteMarkers ?? []).toEqual([]);
});

test('removing an object with thousands of versions takes a few requests, and upkeep removes the rest', async () => {
  const [Bucket, client] = ['overwritten', newClient()];
  await client.send(new CreateBucketCommand({ Bucket }));
  await client.send(
    new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: 'Enabled' } }),
  );
  const requests: string[] = [];
  const options = { endpoint: s3.endpoint, publicEndpoint: null, region: 'us-east-1', bucket: Bucket };
  const store = createBlobStore({
    ...options,
    middleware: (operation, request) => {
      requests.push(operation);
      return request();
    },
  });
  onTestFinished(() => store.close());
  const put = async (key: string, times: number) => {
    const upload = { contentType: 'text/plain', contentLength: null, expiresInSeconds: 60 };
    const { url, headers } = await store.presignUpload(key, upload);
    for (let n = 0; n < times; n++) await fetch(url, { method: 'PUT', headers, body: `version ${n}` });
  };
  const left = async () => {
    const { Versions = [], DeleteMarkers = [] } = await client.send(
      new ListObjectVersionsCommand({ Bucket }),
    );
    return { versions: Versions.map(({ Key }) => Key), markers: DeleteMarkers.map(({ Key }) => Key) };
  };
  const [key, overwritten, kept] = [newPending(), newPending(), newPending()];
  await put(key, 1_100);
  await put(kept, 3);

  for (let n = 0; n < 2; n++) {
    await store.remove(key);
    expect(await store.head(key)).toBeNull();
    if (n === 0) expect((await left()).versions.filter((found) => found === key).length).toBeGreaterThan(90);
  }
  expect(requests.length).toBeLessThan(10);
  await put(overwritten, 1_100);
  await store.remove(overwritten);
  expect((await store.list('pending/', null, 10)).objects.map((object) => object.key)).toEqual([kept]);

  // The second run removes the delete markers, below which the first run has removed all versions.
  for (let run = 0; run < 2; run++) {
    let next: VersionCursor | null = null;
    do ({ next } = await store.removeOldVersions('pending/', next));
    while (next !== null);
    expect(await store.head(overwritten)).toBeNull();
  }
  expect(await left()).toEqual({ versions: [kept], markers: [] });
  expect((await store.getSmall(kept)).toString()).toBe('version 2');
});

test('removing a prefix also removes versions that a delete marker hides', async () => {
  const [Bucket, client] = ['hidden', newClient()];
  await client.send(new CreateBucketCommand({ Bucket }));
  await client.send(
    new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: 'Enabled' } }),
  );
  const store = storeAt(s3.endpoint, Bucket);
  const [submission, other] = [randomUUID(), randomUUID()];
  const keys = ['a', 'b', 'c'].map((name) => `findings/${submission}/${name}`);
  for (const key of [...keys, ...keys, `findings/${other}/a`]) await upload(store, key, 'content');
  await client.send(new DeleteObjectCommand({ Bucket, Key: keys[0] }));
  expect((await store.list('findings/', null, 10)).objects).toHaveLength(3);
  expect(await store.removeAll(`findings/${submission}/`)).toBe(3);
  const { Versions, DeleteMarkers } = await client.send(new ListObjectVersionsCommand({ Bucket }));
  expect(Versions?.map(({ Key }) => Key)).toEqual([`findings/${other}/a`]);
  expect(DeleteMarkers ?? []).toEqual([]);
});

test('a result is read as it was stored', async () => {
  const key = await s3.blobs.putResult('issues', randomUUID(), randomUUID(), { total: 0 });
  expect(JSON.parse((await s3.blobs.getSmall(key)).toString())).toEqual({ total: 0 });
  await expect(s3.blobs.getSmall(`${key}x`)).rejects.toThrow(StorageFault);
});

test('the check accepts a readable bucket and rejects a missing bucket and a missing server', async () => {
  await s3.blobs.check(second());
  await expect(storeAt(s3.endpoint, 'nowhere').check(second())).rejects.toThrow(StorageFault);
  const nobody = `http://127.0.0.1:${await freePort(0, new Set())}`;
  await expect(storeAt(nobody, defaultBucket).check(second())).rejects.toThrow(StorageFault);
});

test('the error lists the ways to get the server when none works', async () => {
  const empty = path.join(inject('scratchDir'), randomUUID());
  await expect(findVersitygw(empty, { PATH: '', GOPROXY: 'off' })).rejects.toThrow(
    /Go is not installed[^]*GOPROXY is off[^]*releases[^]*Go 1\.25/,
  );
});
