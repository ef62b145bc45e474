/** @module-tag both */

import { beforeAll, describe, expect, test } from 'vitest';
import { submitSandbox, until, useStackDatabase, useTenant } from '../support/api.ts';
import { useReceiver } from '../support/receiver.ts';
import { expectShape } from '../support/shape.ts';
import { attemptFields, deliveryList, secret, subscriptionFields } from './bodies.ts';
import { fire, subscriptions } from './endpoints.ts';
import { testFields } from './fields.ts';

const tenant = useTenant(useStackDatabase());
const receiver = useReceiver();
const completed = 'asset.processing.completed';
const failed = 'asset.processing.failed';

const subscribe = async (name: string, fields: object = {}) =>
  (
    await tenant.live('POST', subscriptions, {
      endpointUrl: receiver.url(name),
      eventTypes: [completed],
      ...fields,
    })
  ).body;

describe('2.7 Webhook subscription', () => {
  const samples: any[] = [];

  beforeAll(async () => {
    const { secret: shown, ...described } = await subscribe('described', { description: 'mine' });
    expectShape(shown, secret);
    const { secret: _, ...plain } = await subscribe('plain', { eventTypes: [failed, completed, failed] });
    samples.push(described, plain);
  });

  testFields(subscriptionFields, () => samples);

  test('has the requested values and the workspace of the key', () => {
    const { workspaceId } = tenant;
    expect(samples).toMatchObject([
      {
        workspaceId,
        endpointUrl: receiver.url('described'),
        eventTypes: [completed],
        description: 'mine',
      },
      { workspaceId, endpointUrl: receiver.url('plain'), description: null },
    ]);
    expect([...samples[1].eventTypes].sort()).toEqual([completed, failed]);
  });

  test('enabled is true on create', () => {
    expect(samples.map(({ enabled }) => enabled)).toEqual([true, true]);
  });

  test('enabled may be sent on create, but only as true', async () => {
    const { enabled } = await subscribe('enabled', { enabled: true });
    expect(enabled).toBe(true);
    const sent = { endpointUrl: receiver.url('off'), eventTypes: [completed], enabled: false };
    const { body } = await tenant.live('POST', subscriptions, sent);
    expect(body.fields[0].message).toBe(
      'must be true or absent: a new subscription is enabled; disable it with PATCH',
    );
  });

  test('a change updates updatedAt but not createdAt', async () => {
    const [{ id, createdAt, updatedAt }] = samples;
    const { body } = await tenant.live('PATCH', `${subscriptions}/${id}`, { enabled: true });
    expect(body.createdAt).toBe(createdAt);
    expect(Date.parse(body.updatedAt)).toBeGreaterThan(Date.parse(updatedAt));
  });

  test.for([
    [{ eventTypes: [completed] }, 'endpointUrl'],
    [{ endpointUrl: 5, eventTypes: [completed] }, 'endpointUrl'],
    [{ endpointUrl: 'https://example.com' }, 'eventTypes'],
    [{ endpointUrl: 'https://example.com', eventTypes: [] }, 'eventTypes'],
    [{ endpointUrl: 'https://example.com', eventTypes: completed }, 'eventTypes'],
    [{ endpointUrl: 'https://example.com', eventTypes: ['asset.created'] }, 'eventTypes.0'],
    [{ endpointUrl: 'https://example.com', eventTypes: [completed, '*'] }, 'eventTypes.1'],
    [{ endpointUrl: 'https://example.com', eventTypes: [completed], description: 5 }, 'description'],
    [{ endpointUrl: 'https://example.com', eventTypes: [completed], enabled: false }, 'enabled'],
    [{ endpointUrl: 'https://example.com', eventTypes: [completed], enabled: 'true' }, 'enabled'],
    [[], 'body'],
  ] as const)('%j is a 422 that names %s', async ([body, field]) => {
    expect(await tenant.live('POST', subscriptions, body)).toMatchObject({
      status: 422,
      body: { fields: [{ field }] },
    });
  });
});

describe('2.7 Delivery-history record', () => {
  let attempts: any[];

  beforeAll(async () => {
    const list = async (id: string) => {
      const { body } = await tenant.live('GET', `${subscriptions}/${id}/deliveries`);
      expectShape(body, deliveryList);
      return body.attempts as any[];
    };
    receiver.answer('again', { status: 503 }, { status: 204 });
    receiver.answer('never', 'hang');
    const [again, never, off] = [await subscribe('again'), await subscribe('never'), await subscribe('off')];
    await tenant.live('PATCH', `${subscriptions}/${off.id}`, { enabled: false });
    const { submissionId } = (await submitSandbox(tenant, ['pass'])).body;
    await tenant.sandbox('POST', fire, { eventType: completed, submissionId });
    // This endpoint never responds. Its delivery therefore has an attempt that is in progress or due.
    const pending = await list(never.id);
    const done = await until(
      () => list(again.id),
      ([newest]) => newest?.status === 'succeeded',
    );
    attempts = [...pending, ...done, ...(await list(off.id))];
  });

  testFields(attemptFields, () => attempts);

  test('has the outcome of each attempt, newest first', () => {
    expect(attempts).toMatchObject([
      { status: 'pending', attemptNumber: 1, responseStatus: null, error: null },
      { status: 'succeeded', attemptNumber: 2, responseStatus: 204, error: null, nextAttemptAt: null },
      { status: 'failed', attemptNumber: 1, responseStatus: 503 },
      { status: 'skipped', attemptNumber: 1, responseStatus: null, nextAttemptAt: null },
    ]);
    for (const { eventType } of attempts) expect(eventType).toBe(completed);
    expect(new Set(attempts.map(({ eventId }) => eventId)).size).toBe(1);
  });
});
