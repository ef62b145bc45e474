import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectInvalid } from '../conformance/errors.ts';
import { sandboxPath, submitSandbox, untilDone, useStackDatabase, useTenant } from '../support/api.ts';

const database = useStackDatabase();
const tenant = useTenant(database);
const neighbour = useTenant(database);
const submissions = '/api/integrations/submissions';

const create = (replaces: unknown, blobPath = sandboxPath('fail')) =>
  tenant.sandbox('POST', submissions, { assets: [{ blobPath, replaces }], sidekickIds: ['any'] });

let earlier: { submissionId: string; assetId: string; filename: string };

beforeAll(async () => {
  const { body } = await submitSandbox(tenant, ['fail']);
  const [{ assetId, filename }] = body.assets;
  earlier = { submissionId: body.submissionId, assetId, filename };
  await untilDone(tenant.sandbox, body.submissionId, 30_000);
});

describe('an asset that replaces another', () => {
  test('has its submission, id and file name', async () => {
    const { status, body } = await create(earlier.assetId.toUpperCase());
    expect([status, body.assets[0].replaces]).toEqual([201, earlier]);
    const asset = `${submissions}/${body.submissionId}/assets/${body.assets[0].assetId}`;
    expect((await tenant.sandbox('GET', asset)).body.replaces).toEqual(earlier);
  });

  test.for([[null], [undefined]])('may be left out: %s', async ([replaces]) => {
    expect((await create(replaces)).body.assets[0].replaces).toBeNull();
  });

  test('must name another asset of the workspace and environment', async () => {
    const { body: foreign } = await submitSandbox(neighbour, ['pass']);
    const field = 'assets.0.replaces';
    expectInvalid(await create(randomUUID()), field);
    expectInvalid(await create(foreign.assets[0].assetId), field);
    expectInvalid(await create('clip_v1.mov'), field);
    const blobPath = sandboxPath('fail');
    expectInvalid(await create(blobPath.slice(0, 36), blobPath), field);
  });
});
