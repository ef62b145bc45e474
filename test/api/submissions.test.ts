import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  asset as assetSchema,
  submission as submissionSchema,
  versionList,
} from '../../domain/contracts/submission.ts';
import { issueList } from '../../domain/contracts/issue.ts';
import { topicList } from '../../domain/contracts/topic.ts';
import { newTenant, sandboxPath, submitSandbox, until, untilDone, useStackDatabase } from '../support/api.ts';
import { upload, useBlobs } from '../support/blobs.ts';

const database = useStackDatabase();
const submissions = '/api/integrations/submissions';

describe('a sandbox submission', () => {
  test.for([
    ['pass', 'complete', 0],
    ['advisory', 'complete', 2],
    ['fail', 'complete', 3],
    ['error', 'failed', 0],
    ['retryable_error', 'failed', 0],
  ] as const)(
    'marked %s is %s, with %i issues, by the time it is answered',
    async ([marker, status, issues]) => {
      const tenant = await newTenant(database);
      const created = await submitSandbox(tenant, [marker]);
      expect(created.status).toBe(201);
      expect(submissionSchema.parse(created.body)).toEqual(created.body);
      const { submissionId, assets } = created.body;
      const read = await tenant.sandbox('GET', `${submissions}/${submissionId}`);
      expect(read.body).toMatchObject({ status, creditsCharged: 0, progress: { finished: 1, total: 1 } });
      const path = `${submissions}/${submissionId}/assets/${assets[0].assetId}`;
      const list = await tenant.sandbox('GET', `${path}/issues`);
      expect(issueList.parse(list.body)).toMatchObject({ assetId: assets[0].assetId, total: issues });
      expect(list.body.issues).toHaveLength(issues);
      const topics = await tenant.sandbox('GET', `${path}/topics`);
      expect(topicList.parse(topics.body)).toMatchObject({
        assetId: assets[0].assetId,
        total: issues > 0 ? 1 : 0,
      });
      const asset = await tenant.sandbox('GET', path);
      expect(assetSchema.parse(asset.body)).toEqual(read.body.assets[0]);
    },
  );

  test('marked pending stays processing, and has no issues to read', async () => {
    const tenant = await newTenant(database);
    const { body } = await submitSandbox(tenant, ['pending']);
    expect(body.status).toBe('processing');
    const path = `${submissions}/${body.submissionId}/assets/${body.assets[0].assetId}`;
    for (const part of ['issues', 'topics']) {
      expect(await tenant.sandbox('GET', `${path}/${part}`)).toMatchObject({
        status: 404,
        body: { detail: 'Asset has not finished processing' },
      });
    }
  });

  test('of several assets follows the worst', async () => {
    const tenant = await newTenant(database);
    const { body } = await submitSandbox(tenant, ['pending', 'pass', 'retryable_error', 'fail']);
    expect(body).toMatchObject({
      status: 'failed',
      errorMessage: 'Sandbox simulated retryable error',
      isRetryable: true,
      progress: { finished: 3, total: 4 },
    });
  });

  test('with a delay is processing first and ends after it', async () => {
    const tenant = await newTenant(database);
    const startedAt = Date.now();
    const { body } = await submitSandbox(tenant, ['fail'], '?simulationDelaySeconds=2');
    expect(body.status).toBe('processing');
    await untilDone(tenant.sandbox, body.submissionId);
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(2_000);
  });

  test('without a marker is refused, naming the filename and the markers', async () => {
    const tenant = await newTenant(database);
    const assets = [{ blobPath: sandboxPath('pass') }, { blobPath: `${randomUUID()}/plain.mp4` }];
    const answer = await tenant.sandbox('POST', submissions, { assets, sidekickIds: ['x'] });
    expect(answer.status).toBe(400);
    expect(answer.body.detail).toContain('"plain.mp4"');
    for (const marker of ['pass', 'advisory', 'fail', 'error', 'retryable_error', 'pending']) {
      expect(answer.body.detail).toContain(`__sandbox_${marker}__`);
    }
  });

  test('of a blob path that was submitted before is refused', async () => {
    const tenant = await newTenant(database);
    const body = { assets: [{ blobPath: sandboxPath('pass') }], sidekickIds: ['x'] };
    expect((await tenant.sandbox('POST', submissions, body)).status).toBe(201);
    expect(await tenant.sandbox('POST', submissions, body)).toMatchObject({
      status: 409,
      body: { detail: 'Asset already submitted' },
    });
  });

  test('with the same asset id twice is refused', async () => {
    const tenant = await newTenant(database);
    const id = randomUUID();
    const assets = ['a', 'b'].map((name) => ({ blobPath: `${id}/${name}__sandbox_pass__.mp4` }));
    expect(await tenant.sandbox('POST', submissions, { assets, sidekickIds: ['x'] })).toMatchObject({
      status: 409,
    });
  });

  test('of an unknown type is processed at no type', async () => {
    const tenant = await newTenant(database);
    const assets = [{ blobPath: `${randomUUID()}/__sandbox_pass__` }];
    const { status, body } = await tenant.sandbox('POST', submissions, { assets, sidekickIds: ['x'] });
    expect(status).toBe(201);
    expect(body.assets[0]).toMatchObject({ assetType: null, mimeType: null, metric: null });
  });
});

describe('a retry', () => {
  test('recovers a retryable asset once', async () => {
    const tenant = await newTenant(database);
    const { body } = await submitSandbox(tenant, ['retryable_error']);
    const path = `${submissions}/${body.submissionId}/assets/${body.assets[0].assetId}`;
    const retried = await tenant.sandbox('POST', `${path}/retry`);
    expect(retried.status).toBe(202);
    expect(assetSchema.parse(retried.body)).toMatchObject({ status: 'complete', retryCount: 1, version: 2 });
    expect((await tenant.sandbox('GET', `${submissions}/${body.submissionId}`)).body).toMatchObject({
      status: 'complete',
      isRetryable: false,
      errorMessage: null,
    });
    expect(await tenant.sandbox('POST', `${path}/retry`)).toMatchObject({
      status: 409,
      body: { detail: 'Asset is not retryable' },
    });
    const versions = await tenant.sandbox('GET', `${submissions}/${body.submissionId}/versions`);
    expect(versionList.parse(versions.body)).toMatchObject({
      total: 2,
      versions: [
        { version: 1, trigger: 'created', status: 'failed' },
        { version: 2, trigger: 'retry', status: 'complete' },
      ],
    });
  });

  test.for(['error', 'pass', 'pending'])('of an asset marked %s is refused', async (marker) => {
    const tenant = await newTenant(database);
    const { body } = await submitSandbox(tenant, [marker]);
    const path = `${submissions}/${body.submissionId}/assets/${body.assets[0].assetId}/retry`;
    expect(await tenant.sandbox('POST', path)).toMatchObject({ status: 409 });
  });

  test.for(['{', 'text', '[1]'])('needs no body and minds none: %s', async (content) => {
    const tenant = await newTenant(database);
    const { body } = await submitSandbox(tenant, ['retryable_error']);
    const path = `${submissions}/${body.submissionId}/assets/${body.assets[0].assetId}/retry`;
    expect((await tenant.sandbox('POST', path, content)).status).toBe(202);
  });

  test('needs no body, even where a type is named', async () => {
    const tenant = await newTenant(database);
    const { body } = await submitSandbox(tenant, ['retryable_error']);
    const path = `${submissions}/${body.submissionId}/assets/${body.assets[0].assetId}/retry`;
    expect(
      (await tenant.sandbox('POST', path, undefined, { 'Content-Type': 'application/json' })).status,
    ).toBe(202);
  });
});

describe('results that cannot be loaded', () => {
  const blobs = useBlobs();

  test('are a 502, and found again when the storage has them', async () => {
    const tenant = await newTenant(database);
    const { body } = await submitSandbox(tenant, ['fail']);
    const path = `${submissions}/${body.submissionId}/assets/${body.assets[0].assetId}`;
    const { rows } = await database.query<{ issues_key: string; topics_key: string }>(
      'select issues_key, topics_key from assets where submission_id = $1',
      [body.submissionId],
    );
    await blobs.remove(rows[0]!.issues_key);
    await upload(blobs, rows[0]!.topics_key, 'not JSON');
    expect(await tenant.sandbox('GET', `${path}/issues`)).toMatchObject({
      status: 502,
      body: { detail: 'Failed to load issues from storage' },
    });
    expect(await tenant.sandbox('GET', `${path}/topics`)).toMatchObject({ status: 502 });
    const topics = { assetId: body.assets[0].assetId, topics: [], orphanIssueIds: [], total: 0 };
    await upload(blobs, rows[0]!.topics_key, JSON.stringify(topics));
    expect((await tenant.sandbox('GET', `${path}/topics`)).body).toEqual(topics);
  });
});

describe('what another workspace has', () => {
  test('is answered like what nobody has', async () => {
    const [mine, theirs] = [await newTenant(database), await newTenant(database)];
    const { body } = await submitSandbox(theirs, ['retryable_error']);
    const submissionId: string = body.submissionId;
    const assetId: string = body.assets[0].assetId;
    for (const [method, suffix] of [
      ['GET', ''],
      ['GET', '/versions'],
      ['GET', `/assets/${assetId}`],
      ['GET', `/assets/${assetId}/issues`],
      ['GET', `/assets/${assetId}/topics`],
      ['POST', `/assets/${assetId}/retry`],
    ] as const) {
      const [foreign, unknown] = [
        await mine.sandbox(method, `${submissions}/${submissionId}${suffix}`),
        await mine.sandbox(method, `${submissions}/${randomUUID()}${suffix}`),
      ];
      expect(foreign).toMatchObject({ status: 404, body: { detail: 'Submission not found' } });
      expect(foreign.body).toEqual(unknown.body);
    }
  });

  test('an asset of another submission is not found in this one', async () => {
    const tenant = await newTenant(database);
    const [one, other] = [
      (await submitSandbox(tenant, ['pass'])).body,
      (await submitSandbox(tenant, ['pass'])).body,
    ];
    const path = `${submissions}/${one.submissionId}/assets/${other.assets[0].assetId}`;
    expect(await tenant.sandbox('GET', path)).toMatchObject({
      status: 404,
      body: { detail: 'Asset not found' },
    });
  });
});

describe('a malformed request', () => {
  test.for([
    [{}, ['assets', 'sidekickIds']],
    [{ assets: [], sidekickIds: ['x'] }, ['assets']],
    [{ assets: [{ blobPath: '' }], sidekickIds: [] }, ['assets.0.blobPath', 'sidekickIds']],
    [{ assets: [{}], sidekickIds: [''] }, ['assets.0.blobPath', 'sidekickIds.0']],
    [{ assets: 'all', sidekickIds: 'x' }, ['assets', 'sidekickIds']],
    [[], ['body']],
    ['"text"', ['body']],
    ['{"assets":', ['body']],
  ] as const)('%j is answered with the fields at fault: %j', async ([body, fields]) => {
    const tenant = await newTenant(database);
    const answer = await tenant.sandbox('POST', submissions, body);
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ error: 'validation_error', message: 'Request validation failed' });
    expect(answer.body.fields.map(({ field }: { field: string }) => field)).toEqual(fields);
  });

  test.for(['31', '-1', '1.5', 'x', ''])('simulationDelaySeconds=%s is out of range', async (value) => {
    const tenant = await newTenant(database);
    const answer = await submitSandbox(tenant, ['pass'], `?simulationDelaySeconds=${value}`);
    expect(answer).toMatchObject({ status: 422, body: { fields: [{ field: 'simulationDelaySeconds' }] } });
  });

  test.for(['0', '5', 'x'])(
    'simulationDelaySeconds=%s on a live key is refused, whatever it says',
    async (value) => {
      const tenant = await newTenant(database);
      const answer = await tenant.live('POST', `${submissions}?simulationDelaySeconds=${value}`, {});
      expect(answer).toMatchObject({ status: 400 });
    },
  );

  test.for([`no-slash`, `x/y.mp4`, `${randomUUID()}/`, `${randomUUID()}/a\u0007__sandbox_pass__.mp4`])(
    'the blob path %j is invalid',
    async (blobPath) => {
      const tenant = await newTenant(database);
      const answer = await tenant.sandbox('POST', submissions, {
        assets: [{ blobPath }],
        sidekickIds: ['x'],
      });
      expect(answer).toMatchObject({ status: 403, body: { detail: 'Invalid blob path' } });
    },
  );

  test.for([
    ['/api/integrations/submissions', 'assets', { sidekickIds: ['x'] }],
    ['/api/integrations/submissions', 'sidekickIds', { assets: [{ blobPath: 'x' }] }],
    ['/api/pricing/estimate', 'files', {}],
    ['/api/integrations/webhooks/subscriptions', 'eventTypes', { endpointUrl: 'https://example.com' }],
  ] as const)('%s with 130,000 empty %s is refused in few words', async ([path, field, rest]) => {
    const tenant = await newTenant(database);
    const answer = await tenant.sandbox('POST', path, {
      ...rest,
      [field]: Array.from({ length: 130_000 }, () => ({})),
    });
    expect(answer).toMatchObject({ status: 422, body: { fields: [{ field }] } });
    const many = await tenant.sandbox('POST', path, {
      ...rest,
      [field]: Array.from({ length: 900 }, () => ({})),
    });
    expect(many.status).toBe(422);
    expect(many.body.fields.length).toBeLessThanOrEqual(100);
  });

  test('more assets than the plan allows are refused', async () => {
    const tenant = await newTenant(database);
    const answer = await submitSandbox(
      tenant,
      Array.from({ length: 51 }, () => 'pass'),
    );
    expect(answer).toMatchObject({ status: 422, body: { fields: [{ field: 'assets' }] } });
  });

  test.for([
    ['GET', `${submissions}/not-a-uuid`, 'submission_id'],
    ['GET', `${submissions}/${randomUUID()}/assets/x/issues`, 'asset_id'],
  ] as const)('%s %s names the path field', async ([method, path, field]) => {
    const tenant = await newTenant(database);
    expect(await tenant.live(method, path)).toMatchObject({
      status: 422,
      body: { fields: [{ field, message: 'must be a UUID' }] },
    });
  });
});

describe('parallel requests', () => {
  test('for one blob path: one is created, the others are duplicates', async () => {
    const tenant = await newTenant(database);
    const body = { assets: [{ blobPath: sandboxPath('pass') }], sidekickIds: ['x'] };
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => tenant.sandbox('POST', submissions, body)),
    );
    const statuses = answers.map((answer) => answer.status).sort();
    expect(statuses).toEqual([201, ...Array.from({ length: 29 }, () => 409)]);
  });

  test('to retry one asset: one is accepted, the others are not', async () => {
    const tenant = await newTenant(database);
    const { body } = await submitSandbox(tenant, ['retryable_error']);
    const path = `${submissions}/${body.submissionId}/assets/${body.assets[0].assetId}/retry`;
    const answers = await Promise.all(Array.from({ length: 30 }, () => tenant.sandbox('POST', path)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([
      202,
      ...Array.from({ length: 29 }, () => 409),
    ]);
    await until(
      () => tenant.sandbox('GET', `${submissions}/${body.submissionId}`),
      (answer) => answer.body.status === 'complete',
    );
  });
});
