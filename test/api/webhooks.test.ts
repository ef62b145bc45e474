import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { attemptList } from '../../domain/contracts/delivery.ts';
import { createdSubscription, subscription, subscriptionPage } from '../../domain/contracts/subscription.ts';
import { buildPdf } from '../../local/samples/pdf.ts';
import {
  newTenant,
  submitSandbox,
  type Tenant,
  until,
  untilDone,
  uploadFile,
  useStackDatabase,
} from '../support/api.ts';
import { useReceiver, verified } from '../support/receiver.ts';

const database = useStackDatabase();
const receiver = useReceiver();
const subscriptions = '/api/integrations/webhooks/subscriptions';
const completed = 'asset.processing.completed';
const failed = 'asset.processing.failed';

const subscribe = (tenant: Tenant, endpointUrl: string, eventTypes: string[] = [completed, failed]) =>
  tenant.live('POST', subscriptions, { endpointUrl, eventTypes });

const fire = (tenant: Tenant, submissionId: string, eventType = completed, errorMessage?: string) =>
  tenant.sandbox('POST', '/api/integrations/sandbox/events/fire', { eventType, submissionId, errorMessage });

const attemptsOf = async (tenant: Tenant, id: string, query = '') =>
  attemptList.parse((await tenant.live('GET', `${subscriptions}/${id}/deliveries${query}`)).body);

describe('a subscription', () => {
  test('shows its secret when it is created, and never again', async () => {
    const tenant = await newTenant(database);
    const created = await tenant.live('POST', subscriptions, {
      endpointUrl: 'https://example.com/hook',
      eventTypes: [failed, failed],
      description: 'mine',
    });
    expect(created.status).toBe(201);
    expect(createdSubscription.parse(created.body)).toMatchObject({
      workspaceId: tenant.workspaceId,
      eventTypes: [failed],
      description: 'mine',
      enabled: true,
    });
    expect(created.body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const { secret, ...rest } = created.body;
    const path = `${subscriptions}/${rest.id}`;
    expect((await tenant.live('GET', path)).body).toEqual(rest);
    const patched = await tenant.live('PATCH', path, { enabled: false });
    expect(subscription.parse(patched.body)).toMatchObject({ enabled: false });
    const list = await tenant.sandbox('GET', subscriptions);
    expect(subscriptionPage.parse(list.body)).toMatchObject({
      items: [{ id: rest.id }],
      total: 1,
      totalPages: 1,
    });
    expect(JSON.stringify([patched.body, list.body])).not.toContain(secret);
    const deleted = await tenant.live('DELETE', path);
    expect(deleted).toMatchObject({ status: 204, body: null });
    for (const method of ['GET', 'DELETE'] as const) {
      expect(await tenant.live(method, path)).toMatchObject({
        status: 404,
        body: { detail: 'Subscription not found' },
      });
    }
  });

  test.for([
    [{ endpointUrl: 'http://example.com', eventTypes: [completed] }, 'endpointUrl'],
    [{ endpointUrl: 'https://user:pw@example.com', eventTypes: [completed] }, 'endpointUrl'],
    [{ endpointUrl: 'https://example.com/#x', eventTypes: [completed] }, 'endpointUrl'],
    [{ endpointUrl: `https://example.com/${'x'.repeat(2048)}`, eventTypes: [completed] }, 'endpointUrl'],
    [{ endpointUrl: 'example.com', eventTypes: [completed] }, 'endpointUrl'],
    [{ eventTypes: [completed] }, 'endpointUrl'],
    [{ endpointUrl: 'https://example.com', eventTypes: ['asset.created'] }, 'eventTypes.0'],
    [{ endpointUrl: 'https://example.com', eventTypes: [] }, 'eventTypes'],
    [{ endpointUrl: 'https://example.com', eventTypes: [completed], description: 5 }, 'description'],
  ] as const)('%j is refused for its %s', async ([body, field]) => {
    const tenant = await newTenant(database);
    expect(await tenant.live('POST', subscriptions, body)).toMatchObject({
      status: 422,
      body: { fields: [{ field }] },
    });
  });

  test('over the limit of the plan is refused', async () => {
    const tenant = await newTenant(database);
    const answers = [];
    for (let i = 0; i < 21; i++) answers.push(await subscribe(tenant, 'https://example.com'));
    expect(answers.map((answer) => answer.status)).toEqual([...Array.from({ length: 20 }, () => 201), 422]);
    expect(answers[20]!.body.fields).toMatchObject([{ field: 'body' }]);
  });

  test.for([{}, { enabled: 'yes' }, { enabled: true, endpointUrl: 'https://example.com' }])(
    'is not changed by %j',
    async (body) => {
      const tenant = await newTenant(database);
      const { id } = (await subscribe(tenant, 'https://example.com')).body;
      expect((await tenant.live('PATCH', `${subscriptions}/${id}`, body)).status).toBe(422);
    },
  );

  test('of another workspace is not found', async () => {
    const [mine, theirs] = [await newTenant(database), await newTenant(database)];
    const { id } = (await subscribe(theirs, 'https://example.com')).body;
    for (const [method, path, body] of [
      ['GET', `${subscriptions}/${id}`, undefined],
      ['PATCH', `${subscriptions}/${id}`, { enabled: false }],
      ['DELETE', `${subscriptions}/${id}`, undefined],
      ['GET', `${subscriptions}/${id}/deliveries`, undefined],
    ] as const) {
      expect(await mine.live(method, path, body)).toMatchObject({
        status: 404,
        body: { detail: 'Subscription not found' },
      });
    }
    expect((await mine.live('GET', subscriptions)).body.total).toBe(0);
  });

  test.for([
    'page=0',
    'page=x',
    'pageSize=0',
    'pageSize=101',
    'sortBy=id',
    'sortOrder=up',
    'enabled=yes',
    'search=%00',
    'page=1&page=2',
  ])('is not listed by %s', async (query) => {
    const tenant = await newTenant(database);
    const answer = await tenant.live('GET', `${subscriptions}?${query}`);
    expect(answer).toMatchObject({ status: 422, body: { fields: [{ field: query.split('=')[0] }] } });
  });
});

describe('a fired event', () => {
  test('goes to every subscription that asks for its type, for every asset, and is signed', async () => {
    const tenant = await newTenant(database);
    const { body: submission } = await submitSandbox(tenant, ['fail', 'pass']);
    const { id, secret } = (await subscribe(tenant, receiver.url('fired'))).body;
    await subscribe(tenant, receiver.url('fired-other'), [failed]);
    const answer = await fire(tenant, submission.submissionId);
    expect(answer).toMatchObject({ status: 200, body: { dispatched: 2 } });
    await until(
      () => Promise.resolve(receiver.requests('fired')),
      (requests) => requests.length === 2,
    );
    const events = receiver.requests('fired').map((request) => verified(secret, request));
    expect(events.map((event) => [event.type, event.data.status, event.data.issue_count]).sort()).toEqual([
      [completed, 'completed', 0],
      [completed, 'completed', 3],
    ]);
    expect(events[0].data).not.toHaveProperty('error_message');
    expect(receiver.requests('fired-other')).toEqual([]);
    const { attempts, total } = await until(
      () => attemptsOf(tenant, id),
      (list) => list.attempts.every((attempt) => attempt.status === 'succeeded'),
    );
    expect(total).toBe(2);
    expect(attempts.map((attempt) => attempt.eventId).sort()).toEqual(events.map((event) => event.id).sort());
  });

  test('of failure carries the message that was given', async () => {
    const tenant = await newTenant(database);
    const { body: submission } = await submitSandbox(tenant, ['pass']);
    const { secret } = (await subscribe(tenant, receiver.url('fired-failure'))).body;
    expect((await fire(tenant, submission.submissionId, failed, 'it broke')).body).toEqual({ dispatched: 1 });
    await until(
      () => Promise.resolve(receiver.requests('fired-failure')),
      (requests) => requests.length === 1,
    );
    expect(verified(secret, receiver.requests('fired-failure')[0]!)).toMatchObject({
      type: failed,
      data: { status: 'failed', error_message: 'it broke' },
    });
  });

  test('is dispatched to nobody where nobody asks', async () => {
    const tenant = await newTenant(database);
    const { body: submission } = await submitSandbox(tenant, ['pass']);
    expect((await fire(tenant, submission.submissionId)).body).toEqual({ dispatched: 0 });
    const { id } = (await subscribe(tenant, receiver.url('disabled'))).body;
    await tenant.live('PATCH', `${subscriptions}/${id}`, { enabled: false });
    expect((await fire(tenant, submission.submissionId)).body).toEqual({ dispatched: 0 });
    expect((await attemptsOf(tenant, id, '?status=skipped')).total).toBe(1);
  });

  test('is refused to live keys, unknown submissions and malformed requests', async () => {
    const [tenant, other] = [await newTenant(database), await newTenant(database)];
    const path = '/api/integrations/sandbox/events/fire';
    const { body: foreign } = await submitSandbox(other, ['pass']);
    expect((await tenant.live('POST', path, {})).status).toBe(403);
    for (const submissionId of [randomUUID(), foreign.submissionId]) {
      expect(await fire(tenant, submissionId)).toMatchObject({
        status: 404,
        body: { detail: 'Submission not found' },
      });
    }
    expect((await tenant.sandbox('POST', path, {})).status).toBe(422);
    expect((await fire(tenant, 'x')).status).toBe(422);
    expect((await fire(tenant, foreign.submissionId, 'asset.created')).status).toBe(422);
  });
});

describe('a live submission', () => {
  test('tells its end by webhook, again and again until it is taken', { timeout: 60_000 }, async () => {
    const tenant = await newTenant(database);
    receiver.answer('live', { status: 503 }, { status: 204 });
    const { id, secret } = (await subscribe(tenant, receiver.url('live'))).body;
    const pdf = Buffer.from(buildPdf({ pages: 2, script: 'app.beep()' }));
    const blobPath = await uploadFile(tenant.live, 'a.pdf', 'application/pdf', pdf);
    const { sidekicks } = (await tenant.live('GET', '/api/integrations/sidekicks')).body;
    const sidekickIds = sidekicks.map((sidekick: { id: string }) => sidekick.id);
    const { body } = await tenant.live('POST', '/api/integrations/submissions', {
      assets: [{ blobPath }],
      sidekickIds,
    });
    await untilDone(tenant.live, body.submissionId);
    const { attempts } = await until(
      () => attemptsOf(tenant, id),
      (list) => list.attempts[0]?.status === 'succeeded',
    );
    expect(attempts).toMatchObject([
      { attemptNumber: 2, status: 'succeeded', responseStatus: 204, nextAttemptAt: null },
      { attemptNumber: 1, status: 'failed', responseStatus: 503, error: 'status: HTTP 503' },
    ]);
    const [first, second] = receiver.requests('live');
    expect(second!.body).toBe(first!.body);
    expect(verified(secret, second!)).toMatchObject({
      type: completed,
      data: {
        submission_id: body.submissionId,
        asset_id: body.assets[0].assetId,
        filename: 'a.pdf',
        issue_count: 1,
      },
    });
  });
});
