import { describe, expect, test } from 'vitest';
import {
  type Answer,
  caller,
  newTenant,
  sandboxPath,
  submitSandbox,
  type Tenant,
  untilDone,
  useStackDatabase,
} from '../support/api.ts';
import { useApps } from '../support/app.ts';
import { useBlobs } from '../support/blobs.ts';
import { everySidekick, failRetryably, ledgerOf, submitLive, uploadPdf } from '../support/live.ts';
import { submissions, subscriptions } from './endpoints.ts';
import { expectDomain } from './errors.ts';

const database = useStackDatabase();

const inParallel = (count: number, send: () => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, send));

/** Counts responses by status. Errors are counted by status and `detail`. */
function countOutcomes(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const outcome = [status, ...(body?.detail === undefined ? [] : [body.detail])].join(' ');
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

async function rowsOf(table: 'submissions' | 'assets', workspaceId: string): Promise<number> {
  const { rowCount } = await database.query(`select 1 from ${table} where workspace_id = $1`, [workspaceId]);
  return rowCount!;
}

describe('concurrency: 100 creates of one blob path give one 201, 99 × 409 and one charge', () => {
  test('sandbox', async () => {
    const tenant = await newTenant(database);
    const body = { assets: [{ blobPath: sandboxPath('pass') }], sidekickIds: ['any'] };
    const answers = await inParallel(100, () => tenant.sandbox('POST', submissions, body));
    expect(countOutcomes(answers)).toEqual({ 201: 1, '409 Asset already submitted': 99 });
    expect(await rowsOf('submissions', tenant.workspaceId)).toBe(1);
    expect(await ledgerOf(database, tenant)).toEqual([]);
  });

  test('live', async () => {
    const tenant = await newTenant(database);
    const blobPath = await uploadPdf(tenant, { pages: 3 });
    const sidekickIds = await everySidekick(tenant);
    const answers = await inParallel(100, () => submitLive(tenant, [blobPath], sidekickIds));
    expect(countOutcomes(answers)).toEqual({ 201: 1, '409 Asset already submitted': 99 });
    expect(await rowsOf('submissions', tenant.workspaceId)).toBe(1);
    expect(await ledgerOf(database, tenant)).toEqual([{ kind: 'charge', credits: 3 }]);
  });

  test('overlapping sets of blob paths in different orders do not deadlock', async () => {
    const tenant = await newTenant(database);
    const paths = Array.from({ length: 6 }, () => sandboxPath('pass'));
    const answers = await Promise.all(
      Array.from({ length: 36 }, (_, index) => {
        const rotated = [...paths.slice(index % 6), ...paths.slice(0, index % 6)];
        const assets = (index % 2 ? rotated : rotated.reverse()).map((blobPath) => ({ blobPath }));
        return tenant.sandbox('POST', submissions, { assets, sidekickIds: ['any'] });
      }),
    );
    expect(countOutcomes(answers)).toEqual({ 201: 1, '409 Asset already submitted': 35 });
    expect(await rowsOf('assets', tenant.workspaceId)).toBe(6);
  });
});

describe('concurrency: a create that another create overtakes is a 409', () => {
  const blobs = useBlobs();
  const startApp = useApps();

  test.for(['before', 'after'] as const)('%s it has read the upload from storage', async (moment) => {
    const tenant = await newTenant(database);
    const blobPath = await uploadPdf(tenant);
    const sidekickIds = await everySidekick(tenant);
    let overtake: (() => Promise<unknown>) | null = async () => {
      overtake = null;
      const { body } = await submitLive(tenant, [blobPath], sidekickIds);
      await untilDone(tenant.live, body.submissionId);
    };
    const head: typeof blobs.head = async (key) => {
      if (moment === 'before') await overtake?.();
      const found = await blobs.head(key);
      await overtake?.();
      return found;
    };
    const slow = caller(tenant.liveKey, await startApp(database, { blobs: { ...blobs, head } }));
    const answer = await slow('POST', submissions, { assets: [{ blobPath }], sidekickIds });
    expectDomain(answer, 409, 'Asset already submitted');
    expect(await ledgerOf(database, tenant)).toEqual([{ kind: 'charge', credits: 1 }]);
  });
});

describe('concurrency: 50 retries of one asset give one 202 and 49 × 409', () => {
  const expectOneRetry = async (send: () => Promise<Answer>) =>
    expect(countOutcomes(await inParallel(50, send))).toEqual({ 202: 1, '409 Asset is not retryable': 49 });

  test('sandbox', async () => {
    const tenant = await newTenant(database);
    const { submissionId, assets } = (await submitSandbox(tenant, ['retryable_error'])).body;
    const path = `${submissions}/${submissionId}/assets/${assets[0].assetId}`;
    await expectOneRetry(() => tenant.sandbox('POST', `${path}/retry`));
    const { body } = await untilDone(tenant.sandbox, submissionId);
    expect(body).toMatchObject({ status: 'complete', version: 2, assets: [{ retryCount: 1 }] });
  });

  test('live, free of charge', async () => {
    const tenant = await newTenant(database);
    const { submissionId, assets } = (await submitLive(tenant, [await uploadPdf(tenant)])).body;
    await untilDone(tenant.live, submissionId);
    await failRetryably(database, submissionId);
    const path = `${submissions}/${submissionId}/assets/${assets[0].assetId}`;
    await expectOneRetry(() => tenant.live('POST', `${path}/retry`));
    const { body } = await untilDone(tenant.live, submissionId);
    expect(body).toMatchObject({ status: 'complete', version: 2, assets: [{ retryCount: 1 }] });
    expect(await ledgerOf(database, tenant)).toEqual([{ kind: 'charge', credits: 1 }]);
  });
});

describe('concurrency: 60 parallel creates never exceed the limit of subscriptions', () => {
  const subscribe = (tenant: Tenant) =>
    tenant.live('POST', subscriptions, {
      endpointUrl: 'https://example.com',
      eventTypes: ['asset.processing.completed'],
    });

  test.for([
    [0, 20],
    [19, 1],
  ] as const)('with %i subscriptions before, %i are created', async ([before, created]) => {
    const tenant = await newTenant(database);
    await inParallel(before, () => subscribe(tenant));
    expect(countOutcomes(await inParallel(60, () => subscribe(tenant)))).toEqual({
      201: created,
      422: 60 - created,
    });
    expect((await tenant.live('GET', subscriptions)).body.total).toBe(20);
  });
});
