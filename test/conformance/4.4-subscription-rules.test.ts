import { describe, expect, test } from 'vitest';
import { newTenant, type Tenant, useStackDatabase, useTenant } from '../support/api.ts';
import { newPlan } from '../support/plans.ts';
import { subscriptions } from './endpoints.ts';

const database = useStackDatabase();
const tenant = useTenant(database);
const eventTypes = ['asset.processing.completed'];

const subscribe = (as: Tenant, endpointUrl = 'https://example.com/hook') =>
  as.live('POST', subscriptions, { endpointUrl, eventTypes });

describe('4.4 Subscription rules', () => {
  test.for([
    'http://example.com/hook',
    'ftp://example.com/hook',
    '//example.com/hook',
    'example.com',
    'https:',
    'https://',
    '',
    'https://user:pw@example.com/',
    'https://example.com/#x',
    ' https://example.com/',
    'https://example.com/\n',
    `https://example.com/${'x'.repeat(2048)}`,
    `https://${'x'.repeat(64)}.example.com/`,
    `https://${'x.'.repeat(200)}example.com/`,
  ])('1 a non-HTTPS endpointUrl returns 422: %j', async (endpointUrl) => {
    expect(await subscribe(tenant, endpointUrl)).toMatchObject({
      status: 422,
      body: { error: 'validation_error', fields: [{ field: 'endpointUrl' }] },
    });
  });

  test('2 reaching the limit of 20 returns 422', async () => {
    const own = await newTenant(database);
    for (let count = 0; count < 20; count++) expect((await subscribe(own)).status).toBe(201);
    expect(await subscribe(own)).toMatchObject({
      status: 422,
      body: { error: 'validation_error', fields: [{ field: 'body' }] },
    });
  });

  test('2 the limit is that of the plan; disabled subscriptions count, deleted ones do not', async () => {
    const own = await newTenant(database, await newPlan(database, { maxSubscriptions: 1 }));
    const path = `${subscriptions}/${(await subscribe(own)).body.id}`;
    await own.live('PATCH', path, { enabled: false });
    expect((await subscribe(own)).status).toBe(422);
    await own.live('DELETE', path);
    expect((await subscribe(own)).status).toBe(201);
  });

  test('3 secret appears only in the create response', async () => {
    const created = (await subscribe(tenant)).body;
    const path = `${subscriptions}/${created.id}`;
    const { secret, ...shown } = created;
    expect((await tenant.live('GET', path)).body).toEqual(shown);
    const others = [
      await tenant.live('GET', subscriptions),
      await tenant.live('PATCH', path, { enabled: false }),
      await tenant.live('GET', `${path}/deliveries`),
    ];
    expect(JSON.stringify(others.map(({ body }) => body))).not.toContain(secret.slice('whsec_'.length));
  });
});
