import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { createKey } from '@assay/storage/accounts/create-key.ts';
import { revokeApiKey } from '@assay/storage/accounts/api-keys.ts';
import { routes } from '../../api/route-table.ts';
import { expectInvalid } from '../conformance/errors.ts';
import {
  caller,
  newTenant,
  sandboxPath,
  submitSandbox,
  useStackDatabase,
  useTenant,
} from '../support/api.ts';
import { useApps } from '../support/app.ts';
import { newPlan } from '../support/plans.ts';
import { watchStatements } from '../support/watched-database.ts';

// The list of submissions over the API. test/store/submission-list tests each filter, and the isolation of workspaces.

const database = useStackDatabase();
const tenant = useTenant(database);
const startApp = useApps();
const path = '/api/integrations/submissions';
const { operation, bucket } = routes.find((route) => route.method === 'GET' && route.path === path)!;

const list = async (query = '') => {
  const { status, body } = await tenant.live('GET', `${path}${query}`);
  expect(status).toBe(200);
  return operation.responses[200]!.parse(body) as { items: any[]; next: string | null };
};
const idsOf = ({ items }: { items: any[] }) => items.map(({ submissionId }) => submissionId as string);

/** The submissions, oldest first. */
let submitted: any[];

beforeAll(async () => {
  submitted = [];
  for (const markers of [['fail', 'advisory'], ['error'], ['pass']])
    submitted.push((await submitSandbox(tenant, markers)).body);
});

describe('GET /api/integrations/submissions', () => {
  test('lists the submissions of the workspace with the counts of their issues, newest first', async () => {
    const { items, next } = await list();
    expect(next).toBeNull();
    expect(items).toEqual(
      submitted.toReversed().map(({ assets, ...body }) => {
        const { submissionId, environment, status, version, progress } = body;
        const { creditsCharged, createdAt, completedAt } = body;
        return {
          submissionId,
          environment,
          status,
          version,
          progress,
          creditsCharged,
          createdAt,
          completedAt,
          filenames: assets.map(({ filename }: any) => filename),
          assetCount: assets.length,
          assetTypes: ['video'],
          severities: expect.any(Object),
          profile: null,
          verdict: null,
          verdictReason: null,
          signOff: null,
        };
      }),
    );
    expect(items.map(({ severities }) => Object.values(severities))).toEqual([
      [0, 0, 0, 0],
      [0, 0, 0, 0],
      [1, 2, 1, 1],
    ]);
  });

  test('changes with each retry', async () => {
    const other = await newTenant(database);
    const { body } = await submitSandbox(other, ['retryable_error']);
    const item = async () => (await other.sandbox('GET', path)).body.items[0];
    expect(await item()).toMatchObject({ status: 'failed', version: 1 });
    await other.sandbox('POST', `${path}/${body.submissionId}/assets/${body.assets[0].assetId}/retry`);
    expect(await item()).toMatchObject({
      status: 'complete',
      version: 2,
      progress: { finished: 1, total: 1 },
    });
  });

  test.for([
    ['?status=failed', [1]],
    ['?severity=critical', [0]],
    ['?ruleCode=sandbox.fail&severity=major', [0]],
    ['?assetType=video&environment=sandbox', [2, 1, 0]],
    ['?environment=live', []],
    ['?search=SANDBOX_ERROR', [1]],
    ['?since=2020-01-01T00:00:00%2B02:00', [2, 1, 0]],
    ['?until=2020-01-01T00:00:00Z', []],
  ] as const)('%s lists %j', async ([query, numbers]) => {
    expect(idsOf(await list(query))).toEqual(numbers.map((number) => submitted[number].submissionId));
  });

  test('has pages that together are the whole list', async () => {
    const pages = [];
    for (let query = '?limit=2'; ;) {
      const page = await list(query);
      pages.push(idsOf(page));
      if (page.next === null) break;
      query = `?limit=2&cursor=${page.next.toUpperCase()}`;
    }
    expect(pages.map(({ length }) => length)).toEqual([2, 1]);
    expect(pages.flat()).toEqual(idsOf(await list()));
  });

  test('shows nothing of another workspace, also not with its cursor', async () => {
    const stranger = await newTenant(database);
    expect((await stranger.live('GET', path)).body).toEqual({ items: [], next: null });
    const { submissionId } = (await submitSandbox(stranger, ['pass'])).body;
    for (const cursor of [submissionId, randomUUID()])
      expectInvalid(await tenant.live('GET', `${path}?cursor=${cursor}`), 'cursor');
    expect((await stranger.live('GET', `${path}?search=error`)).body.items).toEqual([]);
  });

  test.for([
    ['status', 'done'],
    ['severity', 'fatal'],
    ['assetType', 'text'],
    ['environment', 'test'],
    ['sha256', 'ab12'],
    ['sha256', 'g'.repeat(64)],
    ['ruleCode', '%00'],
    ['search', 'x'.repeat(256)],
    ['since', '2026-01-01'],
    ['since', '2026-01-01T00:00:00'],
    ['until', '0000-01-01T00:00:00Z'],
    ['limit', '0'],
    ['limit', '201'],
    ['cursor', 'x'],
    ['cursor', ''],
    ['status', 'failed&status=complete'],
  ] as const)('rejects %s=%s', async ([field, value]) => {
    expectInvalid(await tenant.live('GET', `${path}?${field}=${value}`), field);
  });

  test('counts against the bucket submission_read', async () => {
    expect(bucket).toBe('submission_read');
    const free = await newTenant(database, 'free');
    expect(await free.live('GET', path)).toMatchObject({ status: 402, body: { bucket } });
  });

  test.for(['', '?severity=critical', '?environment=sandbox', '?search=pass'])(
    '%s is read only if the key is valid, has the scope and is within its limit',
    async (query) => {
      const plan = await newPlan(database, { bucketLimits: { submission_read: 1 } });
      const { workspaceId, liveKey } = await newTenant(database, plan);
      const watched = watchStatements(database);
      const url = await startApp(watched.database);
      const statusOf = async (key: string) => {
        watched.names.length = 0;
        const { status } = await caller(key, url)('GET', `${path}${query}`);
        return [status, watched.names.filter((name) => name.includes('list-submissions')).length];
      };
      expect(await statusOf(liveKey)).toEqual([200, 1]);
      expect(await statusOf(liveKey)).toEqual([429, 0]);
      const submitter = await createKey(database, workspaceId, 'live', null, null, { scopes: ['submit'] });
      expect(await statusOf(submitter.key)).toEqual([403, 0]);
      const revoked = await createKey(database, workspaceId, 'live', null);
      await revokeApiKey(database, revoked.id);
      expect(await statusOf(revoked.key)).toEqual([401, 0]);
    },
  );

  test('has names that hold markup as they are', async () => {
    const other = await newTenant(database);
    const name = `<img src=x onerror=alert(1)>"'&${sandboxPath('pass').split('/')[1]}`;
    const assets = [{ blobPath: `${randomUUID()}/${name}` }];
    const created = await other.sandbox('POST', path, { assets, sidekickIds: ['any'] });
    const { body } = await other.sandbox('GET', path);
    expect([created.status, body.items[0].filenames]).toEqual([201, [name]]);
  });
});
