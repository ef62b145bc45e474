import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { useStackDatabase, useTenant } from '../support/api.ts';
import { estimate, submissions } from './endpoints.ts';
import { expectDomain } from './errors.ts';

const tenant = useTenant(useStackDatabase());

const operations = [
  ['POST /api/pricing/estimate', estimate, 'files'],
  ['POST /api/integrations/submissions', submissions, 'assets'],
] as const;

describe.for(operations)('2.1 Asset reference in %s', ([, path, field]) => {
  const send = (key: 'live' | 'sandbox', reference: unknown) =>
    tenant[key]('POST', path, { [field]: [reference], sidekickIds: ['any'] });

  test.for([
    ['is required', {}, '.blobPath'],
    ['is a string', { blobPath: 5 }, '.blobPath'],
    ['is not null', { blobPath: null }, '.blobPath'],
    ['has a minimum length of 1', { blobPath: '' }, '.blobPath'],
    ['is a field of an object', `${randomUUID()}/a__sandbox_pass__.mp4`, ''],
  ] as const)('blobPath %s: %j is a 422', async ([, reference, at]) => {
    for (const key of ['live', 'sandbox'] as const) {
      expect(await send(key, reference)).toMatchObject({
        status: 422,
        body: { error: 'validation_error', fields: [{ field: `${field}.0${at}` }] },
      });
    }
  });

  test.for([
    'no-slash',
    '/clip__sandbox_pass__.mp4',
    'x/clip__sandbox_pass__.mp4',
    `${randomUUID().replaceAll('-', '')}/clip__sandbox_pass__.mp4`,
    `{${randomUUID()}}/clip__sandbox_pass__.mp4`,
    ` ${randomUUID()}/clip__sandbox_pass__.mp4`,
    `${randomUUID()}/`,
    randomUUID(),
    `${randomUUID()}/\u0007__sandbox_pass__.mp4`,
    `${randomUUID()}/\u202e__sandbox_pass__.mp4`,
    `${randomUUID()}/\ud800__sandbox_pass__.mp4`,
    `${randomUUID()}/${'x'.repeat(300)}__sandbox_pass__.mp4`,
  ])('blobPath has the form {asset-id}/{filename}: %j is a 403', async (blobPath) => {
    for (const key of ['live', 'sandbox'] as const) {
      expectDomain(await send(key, { blobPath }), 403, 'Invalid blob path');
    }
  });
});

describe('2.1 Asset reference', () => {
  test('the asset id is the UUID, and the filename is everything after the first slash', async () => {
    const id = randomUUID();
    const { status, body } = await tenant.sandbox('POST', submissions, {
      assets: [{ blobPath: `${id.toUpperCase()}/a/b__sandbox_pass__.mp4` }],
      sidekickIds: ['any'],
    });
    expect(status).toBe(201);
    expect(body.assets).toMatchObject([{ assetId: id, filename: 'a/b__sandbox_pass__.mp4' }]);
  });
});
