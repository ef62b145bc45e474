import { createHash, randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { expect, inject, test } from 'vitest';
import { openLocalBlobs } from '../../../tools/local/stack/local-s3.ts';
import { upload, useBlobs } from '../../support/blobs.ts';

const blobs = useBlobs();

const newKey = () => `pending/${randomUUID()}`;
const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex');

test('reads during an overwrite return one whole version', { tags: 'long' }, async () => {
  const key = newKey();
  const versions = [10, 900_000, 0, 300_000].map((size, index) => Buffer.alloc(size, `${index}`));
  const sizes = new Map(versions.map((bytes) => [md5(bytes), bytes.length]));
  await upload(blobs, key, versions[0]!);
  let writing = true;
  const seen = new Set<string>();
  async function read() {
    while (writing) {
      const found = (await blobs.head(key))!;
      expect(found.sizeBytes).toBe(sizes.get(found.etag));
      seen.add(found.etag);
      expect(sizes.has(md5(await blobs.getSmall(key)))).toBe(true);
    }
  }
  const readers = Promise.all([read(), read(), read(), read()]);
  for (let write = 0; write < 60; write++) await upload(blobs, key, versions[write % versions.length]!);
  writing = false;
  await readers;
  expect(seen.size).toBeGreaterThan(1);
});

test('removing the last object of a folder does not remove an object that is being written there', async () => {
  const folder = `pending-${randomUUID()}`;
  await upload(blobs, `${folder}/0`, 'the first object');
  for (let number = 0; number < 30; number++) {
    const [next] = await Promise.all([
      upload(blobs, `${folder}/${number + 1}`, 'the next object'),
      blobs.remove(`${folder}/${number}`),
    ]);
    expect(await blobs.head(`${folder}/${number + 1}`)).toMatchObject({ etag: next });
  }
});

test('an interrupted upload leaves the old object', async () => {
  const key = newKey();
  const etag = await upload(blobs, key, 'what was there');
  const { url } = await blobs.presignUpload(key, {
    contentType: 'text/plain',
    contentLength: 1_000_000,
    expiresInSeconds: 60,
  });
  const { hostname, port, pathname, search } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(
    `PUT ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: text/plain\r\n` +
      `Content-Length: 1000000\r\n\r\n${'x'.repeat(200_000)}`,
  );
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await blobs.head(key)).toEqual({ etag, sizeBytes: 14 });
  socket.destroy();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await blobs.head(key)).toEqual({ etag, sizeBytes: 14 });
  expect((await blobs.getSmall(key)).toString()).toBe('what was there');
});

test.for([
  ['localhost', 200],
  ['127.0.0.1', 403],
  ['elsewhere.example', 403],
] as const)('of pages at %s, only those of the console may upload (%s)', async ([host, status]) => {
  const origin = inject('stack').apiUrl.replace('127.0.0.1', host);
  const { url } = await blobs.presignUpload(newKey(), {
    contentType: 'text/plain',
    contentLength: null,
    expiresInSeconds: 60,
  });
  const preflight = await fetch(url, {
    method: 'OPTIONS',
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': 'PUT',
      'Access-Control-Request-Headers': 'content-type',
    },
  });
  expect(preflight.status).toBe(status);
  const put = await fetch(url, {
    method: 'PUT',
    headers: { Origin: origin, 'Content-Type': 'text/plain' },
    body: 'any',
  });
  expect(put.headers.get('access-control-allow-origin')).toBe(status === 200 ? origin : null);
  if (status === 200)
    expect(put.headers.get('access-control-expose-headers')).toBe(
      'ETag, Content-Range, Accept-Ranges, Content-Length',
    );
});

test('an upload URL expires with the credentials that signed it', async () => {
  const secondsLeft = async () => {
    // A client reads its credentials once.
    const fresh = openLocalBlobs(inject('stack').s3Endpoint);
    const upload = { contentType: 'text/plain', contentLength: 1, expiresInSeconds: 3600 };
    const { expiresAt } = await fresh.presignUpload(newKey(), upload);
    fresh.close();
    return (expiresAt.getTime() - Date.now()) / 1000;
  };
  expect(await secondsLeft()).toBeCloseTo(3600, -1);
  process.env['AWS_CREDENTIAL_EXPIRATION'] = new Date(Date.now() + 1_200_000).toISOString();
  try {
    expect(await secondsLeft()).toBeCloseTo(1200, -1);
  } finally {
    delete process.env['AWS_CREDENTIAL_EXPIRATION'];
  }
});
