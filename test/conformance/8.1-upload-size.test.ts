import { truncate } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { uploadFile, useStackDatabase, useTenant } from '../support/api.ts';
import { everySidekick, submitLive } from '../support/live.ts';
import { pendingKey } from '@assay/storage/s3/keys.ts';
import { expectDomain } from './errors.ts';
import { estimate } from './endpoints.ts';

const tenant = useTenant(useStackDatabase());
const mib = 2 ** 20;

const categories = [
  ['video', 'a.mp4', 'video/mp4', 5 * 1024 * mib],
  ['audio', 'a.mp3', 'audio/mpeg', 500 * mib],
  ['image', 'a.png', 'image/png', 50 * mib],
  ['document', 'a.pdf', 'application/pdf', 100 * mib],
] as const;

/** Extends an uploaded object to the given size. Its file becomes sparse, so the new bytes take no disk space. */
async function resize(blobPath: string, bytes: number): Promise<void> {
  const key = pendingKey(blobPath.split('/')[0]!);
  // The path of the file in which the local S3 server stores the object.
  await truncate(path.join(inject('stack').directory, 's3', 'assay', `${key}._S3rver_object`), bytes);
}

describe('8.1 Upload size at POST /uploads/url', () => {
  test.for(categories)('%s: %s, %s, exactly %i bytes are allowed, one more is a 413', async (row) => {
    const [, filename, contentType, limit] = row;
    for (const key of ['live', 'sandbox'] as const) {
      const ask = (contentLength: number) =>
        tenant[key]('POST', '/uploads/url', { filename, contentType, contentLength });
      expect((await ask(limit)).status).toBe(200);
      const refused = await ask(limit + 1);
      expectDomain(refused, 413);
      expect((await ask(Number.MAX_SAFE_INTEGER)).status).toBe(413);
    }
  });
});

describe('8.1 Upload size at creation, by the size in storage', () => {
  let sidekickIds: string[];
  beforeAll(async () => {
    sidekickIds = await everySidekick(tenant);
  });

  test.for(categories)('%s: %s, %s, one byte more than %i is a 413', async (row) => {
    const [, filename, contentType, limit] = row;
    const blobPath = await uploadFile(tenant.live, filename, contentType, Buffer.from('small'));
    await resize(blobPath, limit + 1);
    const refused = await submitLive(tenant, [blobPath], sidekickIds);
    expectDomain(refused, 413);
    expect((await tenant.live('POST', estimate, { files: [{ blobPath }] })).body).toMatchObject({
      files: [{ credits: 0, priceable: false }],
    });
  });

  test('an image of exactly 50 MB is allowed', async () => {
    const head = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x02\0\0\0', 'latin1');
    const blobPath = await uploadFile(tenant.live, 'a.png', 'image/png', head);
    await resize(blobPath, 50 * mib);
    expect((await submitLive(tenant, [blobPath], sidekickIds)).status).toBe(201);
  });
});
