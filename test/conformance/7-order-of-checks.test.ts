import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { readPlan, savePlan } from '@assay/storage/accounts/plans.ts';
import {
  type Answer,
  caller,
  newTenant,
  sandboxPath,
  submitSandbox,
  type Tenant,
  uploadFile,
  useStackDatabase,
  useTenant,
} from '../support/api.ts';
import { everySidekick, submitLive, uploadPdf } from '../support/live.ts';
import { newPlan } from '../support/plans.ts';
import { fire, submissions } from './endpoints.ts';

const database = useStackDatabase();
const tenant = useTenant(database);

const malformed = 'no blob path';
const paths: Record<'duplicate' | 'oversize' | 'mismatch' | 'missing', string> = {} as never;
let limited: Tenant;
let free: Tenant;
let sidekickIds: string[];

beforeAll(async () => {
  const text = Buffer.from('this is text');
  sidekickIds = await everySidekick(tenant);
  paths.duplicate = await uploadPdf(tenant);
  await submitLive(tenant, [paths.duplicate], sidekickIds);
  paths.oversize = await uploadFile(tenant.live, 'a.jpg', 'image/jpeg', Buffer.alloc(50 * 2 ** 20 + 1));
  paths.mismatch = await uploadFile(tenant.live, 'b.jpg', 'image/jpeg', text);
  const nothing = { filename: 'c.jpg', contentType: 'image/jpeg' };
  paths.missing = (await tenant.live('POST', '/uploads/url', nothing)).body.blobPath;
  free = await newTenant(database, 'free');
  const bucketLimits = { submission_write: 0, sandbox: 0 };
  limited = await newTenant(database, await newPlan(database, { bucketLimits }));
});

const send = (key: string | null, path: string, body: unknown) => caller(key)('POST', path, body);
const references = (blobPaths: readonly string[]) => blobPaths.map((blobPath) => ({ blobPath }));

describe('7 Order of checks: a live submission that breaks a rule and all later ones', () => {
  /**
   * Returns a request body with several faulty assets and an unknown sidekick. Each asset fails a different check.
   * The first `skip` assets are left out.
   */
  const body = (skip: number) => ({
    assets: references(
      [malformed, paths.duplicate, paths.oversize, paths.mismatch, paths.missing].slice(skip),
    ),
    sidekickIds: [randomUUID()],
  });
  const shapeless = () => ({ assets: body(0).assets, sidekickIds: [] });
  const delayed = `${submissions}?simulationDelaySeconds=x`;

  test.for([
    [401, 'no key', () => send(null, delayed, shapeless())],
    [402, 'a plan without the API', () => send(free.liveKey, delayed, shapeless())],
    [429, 'a bucket that is empty', () => send(limited.liveKey, delayed, shapeless())],
    [400, 'simulationDelaySeconds on a live key', () => send(tenant.liveKey, delayed, shapeless())],
    [422, 'no sidekicks', () => send(tenant.liveKey, submissions, shapeless())],
    [403, 'a malformed blob path', () => send(tenant.liveKey, submissions, body(0))],
    [409, 'a duplicate', () => send(tenant.liveKey, submissions, body(1))],
    [413, 'an oversize file', () => send(tenant.liveKey, submissions, body(2))],
    [415, 'bytes of another type', () => send(tenant.liveKey, submissions, body(3))],
    [422, 'unknown sidekicks and nothing uploaded', () => send(tenant.liveKey, submissions, body(4))],
  ] as [number, string, () => Promise<Answer>][])('%i: %s', async ([status, , request]) => {
    expect((await request()).status).toBe(status);
  });

  test('each check runs over all assets before the next', async () => {
    const all = [paths.missing, paths.mismatch, paths.oversize, paths.duplicate, malformed];
    const statuses = [];
    for (let last = all.length; last > 0; last--) {
      const request = { assets: references(all.slice(0, last)), sidekickIds };
      statuses.push((await send(tenant.liveKey, submissions, request)).status);
    }
    expect(statuses).toEqual([403, 409, 413, 415, 422]);
  });
});

describe('7 Order of checks: a sandbox submission', () => {
  let duplicate: string;
  beforeAll(async () => {
    duplicate = (await submitSandbox(tenant, ['pass'])).body.assets[0].blobPath;
  });

  test.for([
    [422, 'shape', '?simulationDelaySeconds=31', ['x', 'unmarked', 'duplicate']],
    [403, 'blob path', '', ['unmarked', 'duplicate', 'x']],
    [400, 'marker', '', ['duplicate', 'unmarked']],
    [409, 'duplicate', '', ['marked', 'duplicate']],
  ] as const)('%i: %s', async ([status, , query, names]) => {
    const named: Record<string, string> = {
      x: malformed,
      unmarked: `${randomUUID()}/a.mp4`,
      marked: sandboxPath('pass'),
      duplicate,
    };
    const assets = references(names.map((name) => named[name]!));
    const answer = await send(tenant.sandboxKey, `${submissions}${query}`, { assets, sidekickIds: ['any'] });
    expect(answer.status).toBe(status);
  });
});

describe('7 Order of checks: the fire endpoint, with a body that is not JSON', () => {
  test.for([
    [401, 'no key', () => null],
    [402, 'a plan without the API', () => free.liveKey],
    [429, 'a bucket that is empty', () => limited.liveKey],
    [403, 'a live key', () => tenant.liveKey],
    [422, 'shape', () => tenant.sandboxKey],
  ] as [number, string, () => string | null][])('%i: %s', async ([status, , key]) => {
    expect((await send(key(), fire, '{')).status).toBe(status);
  });
});

describe('7 Order of checks: before the body is read', () => {
  const oversize = `"${'x'.repeat(2 ** 20)}"`;

  test.for([
    [401, () => null],
    [402, () => free.sandboxKey],
    [429, () => limited.sandboxKey],
    [403, () => tenant.liveKey],
    [413, () => tenant.sandboxKey],
  ] as [number, () => string | null][])('%i, however large it is', async ([status, key]) => {
    expect((await send(key(), fire, oversize)).status).toBe(status);
  });
});

test('7 Order of checks: 402 comes before 429', async () => {
  const name = await newPlan(database, { bucketLimits: { sandbox: 0 } });
  const own = await newTenant(database, name);
  expect((await send(own.sandboxKey, fire, {})).status).toBe(429);
  await savePlan(database, { ...(await readPlan(database, name))!, bucketLimits: {} });
  expect((await send(own.sandboxKey, fire, {})).status).toBe(402);
});

test('7 Order of checks: 422 for the path comes before 404', async () => {
  const path = `${submissions}/${randomUUID()}/assets/x`;
  expect((await tenant.live('GET', path)).status).toBe(422);
});
