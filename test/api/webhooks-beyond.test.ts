/** @module-tag both */

import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { routes } from '../../api/route-table.ts';
import { completedEvent, failedEvent } from '@assay/domain/contracts/event.ts';
import {
  type Answer,
  newTenant,
  submitSandbox,
  type Tenant,
  until,
  useStackDatabase,
  useTenant,
} from '../support/api.ts';
import { expectDomain, expectInvalid } from '../conformance/errors.ts';
import { endpoints, fill, fire, subscriptions } from '../conformance/endpoints.ts';
import { useReceiver, verified } from '../support/receiver.ts';

// Tests the webhook operations that the specification does not have. test/conformance/tenancy tests the isolation
// between workspaces. test/store/redeliveries tests the states of deliveries.

const database = useStackDatabase();
const receiver = useReceiver();
const tenant = useTenant(database);

const completed = 'asset.processing.completed';
const failed = 'asset.processing.failed';
const longAgo = '2020-01-01T00:00:00Z';

const specified = endpoints.map(({ method, path }) => `${method} ${path}`);
const beyond = routes
  .filter(({ method, path }) => path.includes('/webhooks/') && !specified.includes(`${method} ${path}`))
  .map((route) => [route.method, route.path, route] as const);

const newSecret = (bytes = 32) => `whsec_${randomBytes(bytes).toString('base64')}`;

/** Creates a subscription whose endpoint URL is the path `name` of the test receiver. */
async function subscribe(name: string, as: Tenant = tenant, eventTypes = [completed, failed]) {
  const endpointUrl = receiver.url(name);
  const { body } = await as.live('POST', subscriptions, { endpointUrl, eventTypes });
  return { path: `${subscriptions}/${body.id}`, id: body.id as string, secret: body.secret as string };
}

/**
 * Fires an event for a sandbox submission of one asset. Returns the id of the event, read from the delivery history.
 */
async function fireEvent(path: string, as: Tenant = tenant): Promise<string> {
  const { submissionId } = (await submitSandbox(as, ['pass'])).body;
  await as.sandbox('POST', fire, { eventType: completed, submissionId });
  return (await as.live('GET', `${path}/deliveries?limit=1`)).body.attempts[0].eventId as string;
}

/** Waits until a delivery has the given status. Returns the delivery. */
async function delivery(path: string, eventId: string, status: string): Promise<any> {
  const read = () => tenant.live('GET', `${path}/deliveries/${eventId}`);
  return (await until(read, ({ body }) => body.status === status)).body;
}

const setEnabled = (path: string, enabled: boolean) => tenant.live('PATCH', path, { enabled });

describe.for(beyond)('%s %s', ([method, path, { operation, bucket }]) => {
  const call = (as: Tenant, body?: unknown) => as.live(method, fill(path), body);

  test('counts against a webhook bucket', async () => {
    expect(bucket).toBe(method === 'GET' ? 'webhook_read' : 'webhook_write');
    const answer = await call(await newTenant(database, 'free'));
    expect(answer).toMatchObject({ status: 402, body: { bucket } });
  });

  test('returns 422 for ids that are not UUIDs', async () => {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
    for (const name of names) {
      const at = fill(path.replace(`{${name}}`, 'x'));
      const answer = await tenant.live(method, at, operation.body === undefined ? undefined : {});
      expect(answer.status).toBe(422);
      expect(answer.body.fields[0]).toEqual({ field: name, message: 'must be a UUID' });
    }
  });

  test.runIf(operation.body !== undefined)('rejects unreadable bodies', async () => {
    for (const body of ['{', undefined]) expectInvalid(await call(tenant, body), 'body');
    expectInvalid(await call(tenant, []), 'body');
    const text = await tenant.live(method, fill(path), '{}', { 'Content-Type': 'text/plain' });
    expectInvalid(text, 'body');
  });
});

describe('reading a delivery', () => {
  test('returns its payload and its attempts', async () => {
    receiver.answer('read', { status: 500 }, { status: 204 });
    const { path, id } = await subscribe('read');
    const eventId = await fireEvent(path);
    const body = await delivery(path, eventId, 'succeeded');
    expect(body).toMatchObject({ subscriptionId: id, eventId, eventType: completed, total: 2 });
    expect(body.payload).toBe(receiver.requests('read')[0]!.body);
    expect(body.attempts).toMatchObject([
      { attemptNumber: 2, status: 'succeeded', responseStatus: 204, error: null, nextAttemptAt: null },
      { attemptNumber: 1, status: 'failed', responseStatus: 500, error: 'status: HTTP 500' },
    ]);
    expect(body.attempts[0].id).toMatch(/^[0-9a-f-]{36}$/);
    expect((await tenant.live('GET', `${path}/deliveries`)).body.attempts).toEqual(body.attempts);
  });

  test('that does not exist returns 404', async () => {
    const { path } = await subscribe('nothing');
    expectDomain(await tenant.live('GET', `${path}/deliveries/${randomUUID()}`), 404, 'Delivery not found');
    const eventId = await fireEvent(path);
    const elsewhere = await subscribe('nothing-else');
    const at = `${elsewhere.path}/deliveries/${eventId}`;
    expectDomain(await tenant.live('GET', at), 404, 'Delivery not found');
    expectDomain(await tenant.live('POST', `${at}/redeliver`), 404, 'Delivery not found');
    await tenant.live('DELETE', path);
    const gone = await tenant.live('GET', `${path}/deliveries/${eventId}`);
    expectDomain(gone, 404, 'Subscription not found');
  });
});

describe('redelivering', () => {
  test('sends the same event again after a success', async () => {
    const { path, secret } = await subscribe('again');
    const eventId = await fireEvent(path);
    await delivery(path, eventId, 'succeeded');
    const answer = await tenant.live('POST', `${path}/deliveries/${eventId}/redeliver`);
    expect(answer).toMatchObject({ status: 202, body: { eventId, total: 2 } });
    expect(answer.body.attempts[1]).toMatchObject({ attemptNumber: 1, status: 'succeeded' });
    expect(await delivery(path, eventId, 'succeeded')).toMatchObject({ total: 2 });
    const [first, second, ...more] = receiver.requests('again');
    expect(more).toEqual([]);
    expect(second!.body).toBe(first!.body);
    expect(second!.headers['webhook-id']).toBe(eventId);
    expect(verified(secret, second!)).toMatchObject({ id: eventId });
  });

  test('replaces an attempt that is scheduled for later', async () => {
    receiver.answer(
      'sooner',
      { status: 503, headers: { 'retry-after': '86400' } },
      { status: 503, headers: { 'retry-after': '86400' } },
      { status: 204 },
    );
    const { path } = await subscribe('sooner');
    const eventId = await fireEvent(path);
    const at = `${path}/deliveries/${eventId}`;
    for (const attempts of [2, 4]) {
      await until(
        () => tenant.live('GET', at),
        ({ body }) => body.total === attempts,
      );
      expect((await tenant.live('POST', `${at}/redeliver`)).status).toBe(202);
    }
    const { attempts } = await delivery(path, eventId, 'succeeded');
    expect(attempts.map(({ status, error }: any) => [status, error])).toEqual([
      ['succeeded', null],
      ['skipped', 'superseded: the delivery was requested again'],
      ['failed', 'status: HTTP 503'],
      ['skipped', 'superseded: the delivery was requested again'],
      ['failed', 'status: HTTP 503'],
    ]);
    expect(receiver.requests('sooner')).toHaveLength(3);
  });

  test('20 times at once sends one request for each attempt that it adds', async () => {
    const { path } = await subscribe('at-once');
    const eventId = await fireEvent(path);
    await delivery(path, eventId, 'succeeded');
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => tenant.live('POST', `${path}/deliveries/${eventId}/redeliver`)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(202));
    const { attempts, total } = await delivery(path, eventId, 'succeeded');
    expect(attempts.every(({ status }: any) => status === 'succeeded')).toBe(true);
    expect(receiver.requests('at-once')).toHaveLength(total);
  });

  test('to a disabled subscription is rejected', async () => {
    const { path } = await subscribe('disabled');
    const eventId = await fireEvent(path);
    await delivery(path, eventId, 'succeeded');
    await setEnabled(path, false);
    const answer = await tenant.live('POST', `${path}/deliveries/${eventId}/redeliver`);
    expectDomain(answer, 409, 'Subscription is disabled');
    expect(await delivery(path, eventId, 'succeeded')).toMatchObject({ total: 1 });
  });
});

describe('replaying', () => {
  const replay = (path: string, body: unknown): Promise<Answer> =>
    tenant.live('POST', `${path}/replay`, body);

  test('delivers the skipped deliveries once', async () => {
    const { path } = await subscribe('skipped');
    const before = await fireEvent(path);
    await delivery(path, before, 'succeeded');
    await setEnabled(path, false);
    const missed = [await fireEvent(path), await fireEvent(path)];
    await setEnabled(path, true);
    for (const id of missed) await delivery(path, id, 'skipped');
    const body = { since: longAgo, statuses: ['skipped'] };
    expect(await replay(path, body)).toMatchObject({ status: 202, body: { redelivered: 2, next: null } });
    expect((await replay(path, body)).body).toEqual({ redelivered: 0, next: null });
    for (const id of missed) await delivery(path, id, 'succeeded');
    const ids = receiver.requests('skipped').map(({ headers }) => headers['webhook-id']);
    expect(ids.sort()).toEqual([before, ...missed].sort());
  });

  test('selects by status (by default all but succeeded) and by time', async () => {
    const { path } = await subscribe('range');
    const first = await fireEvent(path);
    const { createdAt } = await delivery(path, first, 'succeeded');
    const second = await fireEvent(path);
    await delivery(path, second, 'succeeded');
    const redelivered = async (body: object) => (await replay(path, body)).body.redelivered;
    expect(await redelivered({ since: longAgo })).toBe(0);
    expect(await redelivered({ since: longAgo, until: createdAt, statuses: ['succeeded'] })).toBe(0);
    const later = new Date(Date.parse(createdAt) + 1).toISOString();
    expect(await redelivered({ since: longAgo, until: later, statuses: ['succeeded'] })).toBe(1);
    await delivery(path, first, 'succeeded');
    const elsewhere = later.replace('Z', '+00:00');
    expect(await redelivered({ since: later, until: elsewhere, statuses: ['succeeded'] })).toBeUndefined();
    expect(await redelivered({ since: elsewhere, statuses: ['succeeded'] })).toBe(1);
    await delivery(path, second, 'succeeded');
    expect(await redelivered({ since: '9999-12-31T23:59:59Z', statuses: ['succeeded'] })).toBe(0);
    expect(receiver.requests('range').map(({ headers }) => headers['webhook-id'])).toEqual([
      ...[first, second, first, second],
    ]);
  });

  test('to a disabled subscription is rejected', async () => {
    const { path } = await subscribe('replay-disabled');
    await setEnabled(path, false);
    expectDomain(await replay(path, { since: longAgo }), 409, 'Subscription is disabled');
  });

  test.for([
    [{}, 'since'],
    [{ since: 'yesterday' }, 'since'],
    [{ since: 1 }, 'since'],
    [{ since: '2026-02-30T00:00:00Z' }, 'since'],
    [{ since: '2026-01-01T00:00:00' }, 'since'],
    [{ since: '2026-01-01T00:00:00+24:00' }, 'since'],
    [{ since: '0001-01-01T00:00:00+23:59' }, 'since'],
    [{ since: '9999-12-31T23:59:59-23:59' }, 'since'],
    [{ since: '0000-01-01T00:00:00Z' }, 'since'],
    [{ since: `2026-01-01T00:00:00.${'1'.repeat(40)}Z` }, 'since'],
    [{ since: longAgo, until: longAgo }, 'until'],
    [{ since: longAgo, until: 'now' }, 'until'],
    [{ since: longAgo, statuses: [] }, 'statuses'],
    [{ since: longAgo, statuses: 'failed' }, 'statuses'],
    [{ since: longAgo, statuses: ['lost'] }, 'statuses.0'],
  ] as const)('%j is 422', async ([body, field]) => {
    const { path } = await subscribe('unread');
    expectInvalid(await replay(path, body), field);
    await tenant.live('DELETE', path);
  });
});

describe('a disabled subscription', () => {
  test('has its waiting deliveries skipped, and they are sent only by a replay', async () => {
    const later = { status: 503, headers: { 'retry-after': '3600' } };
    receiver.answer('waited', later, later, { status: 204 });
    const { path } = await subscribe('waited');
    const [first, second] = [await fireEvent(path), await fireEvent(path)];
    const attempts = async () => (await tenant.live('GET', `${path}/deliveries`)).body.attempts;
    await until(attempts, (all) => all.filter((each: any) => each.status === 'failed').length === 2);
    await setEnabled(path, false);
    const waiting = (await attempts()).filter((each: any) => each.attemptNumber === 2);
    expect(waiting).toHaveLength(2);
    for (const each of waiting)
      expect(each).toMatchObject({
        status: 'skipped',
        error: 'disabled: by the workspace',
        nextAttemptAt: null,
      });
    await setEnabled(path, true);
    expect((await tenant.live('GET', `${path}/deliveries?status=pending`)).body.total).toBe(0);
    const replay = { since: longAgo, statuses: ['skipped'] };
    expect((await tenant.live('POST', `${path}/replay`, replay)).body).toEqual({
      redelivered: 2,
      next: null,
    });
    for (const eventId of [first, second])
      expect((await delivery(path, eventId, 'succeeded')).attempts).toMatchObject([
        ...[{ status: 'succeeded' }, { status: 'skipped' }, { status: 'failed' }],
      ]);
  });
});

test(
  'a workspace with 10,000 unstarted deliveries gets 429, and other workspaces do not',
  { tags: 'long' },
  async () => {
    const many = await newTenant(database);
    const { id, path } = await subscribe('many', many);
    const { submissionId } = (await submitSandbox(many, ['pass'])).body;
    const fireOne = (as: Tenant, of: string) =>
      as.sandbox('POST', fire, { eventType: completed, submissionId: of });
    expect((await fireOne(many, submissionId)).body).toEqual({ dispatched: 1 });
    const eventId = (await many.live('GET', `${path}/deliveries`)).body.attempts[0].eventId as string;
    // The deliveries are dated in the future so that the dispatcher does not start them.
    await database.query(
      `with made as (
       insert into events (id, workspace_id, type, payload)
       select gen_random_uuid(), $1, '${completed}', '{}' from generate_series(1, 10000) returning id
     )
     insert into deliveries (id, event_id, subscription_id, created_at)
     select gen_random_uuid(), id, $2, now() + interval '1 hour' from made`,
      [many.workspaceId, id],
    );
    try {
      const refused = await fireOne(many, submissionId);
      expect(refused).toMatchObject({ status: 429, body: { error: 'Too many requests at once' } });
      expect(Number(refused.headers.get('retry-after'))).toBe(60);
      const asked = [
        many.live('POST', `${path}/replay`, { since: longAgo }),
        many.live('POST', `${path}/example`, { eventType: completed }),
        many.live('POST', `${path}/deliveries/${eventId}/redeliver`),
      ];
      expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([429, 429, 429]);
      const others = (await submitSandbox(tenant, ['pass'])).body.submissionId;
      expect((await fireOne(tenant, others)).status).toBe(200);
    } finally {
      await database.query('delete from deliveries where subscription_id = $1 and created_at > now()', [id]);
      await database.query('delete from events where workspace_id = $1 and submission_id is null', [
        many.workspaceId,
      ]);
    }
    expect((await fireOne(many, submissionId)).body).toEqual({ dispatched: 1 });
  },
);

describe('an example event', () => {
  test.for([
    [completed, completedEvent],
    [failed, failedEvent],
  ] as const)(
    'of type %s has the form of a real event and is sent to this subscription only',
    async ([type, form]) => {
      const own = await newTenant(database);
      const { path, secret } = await subscribe(`example-${type}`, own);
      await subscribe(`not-${type}`, own);
      const answer = await own.live('POST', `${path}/example`, { eventType: type });
      expect(answer).toMatchObject({ status: 202, body: { eventType: type, total: 1 } });
      await until(
        () => own.live('GET', `${path}/deliveries`),
        ({ body }) => body.attempts[0].status === 'succeeded',
      );
      const [request, ...more] = receiver.requests(`example-${type}`);
      expect(more).toEqual([]);
      const event = form.parse(verified(secret, request!));
      expect(event).toMatchObject({ id: answer.body.eventId, data: { workspace_id: own.workspaceId } });
      expect(request!.body).toBe(answer.body.payload);
      const { data } = event;
      const about = `/api/integrations/submissions/${data.submission_id}`;
      expectDomain(await own.live('GET', about), 404, 'Submission not found');
      expect(receiver.requests(`not-${type}`)).toEqual([]);
      expect((await own.live('POST', `${path}/deliveries/${event.id}/redeliver`)).status).toBe(202);
    },
  );

  test('returns 422 for a type that is not subscribed to, and 409 for a disabled subscription', async () => {
    const { path } = await subscribe('one-type', tenant, [failed]);
    const send = (body: unknown) => tenant.live('POST', `${path}/example`, body);
    for (const body of [{}, { eventType: 'other' }, { eventType: null }, { eventType: completed }]) {
      expectInvalid(await send(body), 'eventType');
    }
    await setEnabled(path, false);
    expectDomain(await send({ eventType: failed }), 409, 'Subscription is disabled');
    expect((await tenant.live('GET', `${path}/deliveries`)).body.total).toBe(0);
  });
});

describe('rotating a secret', () => {
  const rotate = (path: string, body: unknown) => tenant.live('POST', `${path}/rotate-secret`, body);

  /** Sends an example event. Returns the request that the receiver got and the number of its signatures. */
  async function signed(name: string, path: string) {
    const before = receiver.requests(name).length;
    await tenant.live('POST', `${path}/example`, { eventType: completed });
    await until(
      () => Promise.resolve(receiver.requests(name).length),
      (length) => length > before,
    );
    const request = receiver.requests(name).at(-1)!;
    return { request, count: String(request.headers['webhook-signature']).split(' ').length };
  }

  test('signs with both secrets during the overlap, and with the new one afterwards', async () => {
    const { path, secret, id } = await subscribe('rotated');
    const next = newSecret();
    const answer = await rotate(path, { secret: next, overlapSeconds: 604_800 });
    expect(answer).toMatchObject({ status: 200, body: { subscriptionId: id } });
    const endsAt = Date.parse(answer.body.previousSecretExpiresAt);
    expect(endsAt - Date.now()).toBeGreaterThan(604_700_000);
    expect(endsAt - Date.now()).toBeLessThan(604_900_000);
    const both = await signed('rotated', path);
    expect(both.count).toBe(2);
    expect(verified(next, both.request)).toEqual(verified(secret, both.request));
    expect(() => verified(newSecret(), both.request)).toThrow();
    // A repeated request changes nothing.
    expect((await rotate(path, { secret: next, overlapSeconds: 604_800 })).body).toEqual(answer.body);
    expect((await rotate(path, { secret: next, overlapSeconds: 0 })).body.previousSecretExpiresAt).toBeNull();
    const alone = await signed('rotated', path);
    expect(alone.count).toBe(1);
    verified(next, alone.request);
    expect(() => verified(secret, alone.request)).toThrow();
  });

  test('keeps the previous secret for a day by default, and no older one', async () => {
    const { path, secret } = await subscribe('twice');
    const [second, third] = [newSecret(24), newSecret(64)];
    const { previousSecretExpiresAt } = (await rotate(path, { secret: second })).body;
    expect(Math.round((Date.parse(previousSecretExpiresAt) - Date.now()) / 3_600_000)).toBe(24);
    await rotate(path, { secret: third });
    const { request, count } = await signed('twice', path);
    expect(count).toBe(2);
    for (const known of [second, third]) verified(known, request);
    expect(() => verified(secret, request)).toThrow();
  });

  test('does not return the secret', async () => {
    const { path } = await subscribe('hidden');
    const secret = newSecret();
    const answers = [await rotate(path, { secret }), await tenant.live('GET', path)];
    expect(JSON.stringify(answers.map(({ body }) => body))).not.toContain(secret.slice(6));
  });

  test.for([
    [{}, 'secret'],
    [{ secret: 'whsec_' }, 'secret'],
    [{ secret: newSecret(23) }, 'secret'],
    [{ secret: newSecret(65) }, 'secret'],
    [{ secret: newSecret().slice(6) }, 'secret'],
    [{ secret: `${newSecret()}\n` }, 'secret'],
    [{ secret: newSecret().replace(/.=$/, '!=') }, 'secret'],
    [{ secret: 1 }, 'secret'],
    [{ secret: newSecret(), overlapSeconds: 604_801 }, 'overlapSeconds'],
    [{ secret: newSecret(), overlapSeconds: -1 }, 'overlapSeconds'],
    [{ secret: newSecret(), overlapSeconds: 0.5 }, 'overlapSeconds'],
    [{ secret: newSecret(), overlapSeconds: '60' }, 'overlapSeconds'],
  ] as const)('%j is 422', async ([body, field]) => {
    const { path } = await subscribe('refused');
    const answer = await rotate(path, body);
    expectInvalid(answer, field);
    expect(JSON.stringify(answer.body)).not.toMatch(/whsec_\w/);
    await tenant.live('DELETE', path);
  });
});
