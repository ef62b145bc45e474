import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { expect, inject, onTestFinished, test } from 'vitest';
import { ContentChanged } from '../../lib/ranged-source.ts';
import { freePort } from '../../local/stack/ports.ts';
import { defaultBucket } from '../../local/stack/local-s3.ts';
import { findVersitygw } from '../../local/tools/versitygw.ts';
import { createBlobStore } from '../../storage/s3/blob-store.ts';
import { assetKey, pendingKey } from '../../storage/s3/keys.ts';
import { StorageFault } from '../../storage/s3/storage-fault.ts';
import { upload } from '../support/blobs.ts';
import { useVersitygw } from '../support/versitygw.ts';

// The blob store on a server that honours conditional requests, which the local one ignores.

const bigBytes = 512 * 2 ** 20;
/** The MD5 of as many zero bytes. */
const bigEtag = 'aa559b4e3523a6c931f08f4df52d58f2';

const s3 = useVersitygw(bigEtag);

const newPending = () => pendingKey(randomUUID());
const newAsset = () => assetKey(randomUUID(), randomUUID(), randomUUID());
const second = () => AbortSignal.timeout(1_000);

/** A store on another bucket or server than there is. */
function storeAt(endpoint: string, bucket: string) {
  const store = createBlobStore({ endpoint, publicEndpoint: null, region: 'us-east-1', bucket });
  onTestFinished(() => store.close());
  return store;
}

test('the server refuses a read whose condition does not hold', async () => {
  const key = newPending();
  await upload(s3.blobs, key, 'what was there');
  const client = new S3Client({ endpoint: s3.endpoint, region: 'us-east-1', forcePathStyle: true });
  const read = client.send(new GetObjectCommand({ Bucket: defaultBucket, Key: key, IfMatch: '"other"' }));
  await expect(read).rejects.toMatchObject({ $metadata: { httpStatusCode: 412 } });
  client.destroy();
});

test('an upload URL takes the type and the length that it was made for, and no others', async () => {
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
  expect(headers).toEqual({ 'Content-Type': 'text/plain', 'Content-Length': '5' });
  expect(await put(url, 'text/plain', 'right')).toBe(200);
  expect(await s3.blobs.head(key)).toMatchObject({ sizeBytes: 5 });
});

test('an upload URL without a length takes any', async () => {
  const key = newPending();
  await upload(s3.blobs, key, 'as long as it likes', 'text/plain');
  expect(await s3.blobs.head(key)).toMatchObject({ sizeBytes: 19 });
});

test('an object is read in parts, and whole, as long as it is what it was', async () => {
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

test('a copy has the content that was asked for', async () => {
  const [key, target] = [newPending(), newAsset()];
  const etag = await upload(s3.blobs, key, 'what was there');
  await s3.blobs.copyPinned(key, target, etag);
  expect(await s3.blobs.head(target)).toEqual({ etag, sizeBytes: 14 });
  expect((await s3.blobs.getSmall(target)).toString()).toBe('what was there');
});

test('a copy of what has changed is refused and leaves nothing', async () => {
  const [key, target] = [newPending(), newAsset()];
  const etag = await upload(s3.blobs, key, 'what was there');
  await upload(s3.blobs, key, 'what is now so');
  await expect(s3.blobs.copyPinned(key, target, etag)).rejects.toThrow(ContentChanged);
  expect(await s3.blobs.head(target)).toBeNull();
});

test('a copy of what has changed leaves an earlier copy as it is', async () => {
  const [key, target] = [newPending(), newAsset()];
  const etag = await upload(s3.blobs, key, 'what was there');
  await s3.blobs.copyPinned(key, target, etag);
  await upload(s3.blobs, key, 'what is now so');
  await expect(s3.blobs.copyPinned(key, target, etag)).rejects.toThrow(ContentChanged);
  expect(await s3.blobs.head(target)).toEqual({ etag, sizeBytes: 14 });
});

test('a copy of what is not there is refused', async () => {
  const target = newAsset();
  await expect(s3.blobs.copyPinned(newPending(), target, bigEtag)).rejects.toThrow(ContentChanged);
  expect(await s3.blobs.head(target)).toBeNull();
});

test('a large object is copied by the server', async () => {
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

test('what is removed is gone, and may be removed again', async () => {
  const key = newPending();
  await upload(s3.blobs, key, 'what was there');
  await s3.blobs.remove(key);
  expect(await s3.blobs.head(key)).toBeNull();
  await s3.blobs.remove(key);
});

test('a result is read as it was kept', async () => {
  const key = await s3.blobs.putResult('issues', randomUUID(), randomUUID(), { total: 0 });
  expect(JSON.parse((await s3.blobs.getSmall(key)).toString())).toEqual({ total: 0 });
  await expect(s3.blobs.getSmall(`${key}x`)).rejects.toThrow(StorageFault);
});

test('the check tells a bucket that can be read from none, and from no server', async () => {
  await s3.blobs.check(second());
  await expect(storeAt(s3.endpoint, 'nowhere').check(second())).rejects.toThrow(StorageFault);
  const nobody = `http://127.0.0.1:${await freePort(0, new Set())}`;
  await expect(storeAt(nobody, defaultBucket).check(second())).rejects.toThrow(StorageFault);
});

test('where the server can be had from nowhere, the ways to get it are named', async () => {
  const empty = path.join(inject('scratchDir'), randomUUID());
  await expect(findVersitygw(empty, { PATH: '', GOPROXY: 'off' })).rejects.toThrow(
    /Go is not installed[^]*GOPROXY is off[^]*releases[^]*Go 1\.25/,
  );
});
