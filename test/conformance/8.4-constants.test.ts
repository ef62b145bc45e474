/** @module-tag both */

import { beforeAll, describe, expect, test } from 'vitest';
import { submitSandbox, useStackDatabase, useTenant } from '../support/api.ts';
import { fire, subscriptions } from './endpoints.ts';

const tenant = useTenant(useStackDatabase());
const eventType = 'asset.processing.completed';
let deliveries: string;

beforeAll(async () => {
  const endpointUrl = 'https://localhost:1/';
  const { id } = (await tenant.live('POST', subscriptions, { endpointUrl, eventTypes: [eventType] })).body;
  // The subscription is disabled, so every delivery is skipped and no request is sent to the endpoint.
  await tenant.live('PATCH', `${subscriptions}/${id}`, { enabled: false });
  deliveries = `${subscriptions}/${id}/deliveries`;
  const { submissionId } = (
    await submitSandbox(
      tenant,
      Array.from({ length: 50 }, () => 'pending'),
    )
  ).body;
  for (let times = 0; times < 5; times++) await tenant.sandbox('POST', fire, { eventType, submissionId });
});

describe('8.4 deliveries limit: 1 to 200, default 50', () => {
  test.for([
    ['', 50],
    ['?limit=1', 1],
    ['?limit=50', 50],
    ['?limit=200', 200],
  ] as const)('%s lists %i of 250', async ([query, listed]) => {
    const { status, body } = await tenant.live('GET', `${deliveries}${query}`);
    expect(status).toBe(200);
    expect(body.attempts).toHaveLength(listed);
    expect(body.total).toBe(250);
  });

  test.for(['0', '201', '-1'])('limit=%s is a 422', async (limit) => {
    expect(await tenant.live('GET', `${deliveries}?limit=${limit}`)).toMatchObject({
      status: 422,
      body: { fields: [{ field: 'limit' }] },
    });
  });
});

describe('8.4 subscriptions list', () => {
  test.for([
    ['pageSize=1', 200],
    ['pageSize=100', 200],
    ['page=1', 200],
    ['page=999999999', 200],
    ['pageSize=0', 422],
    ['pageSize=101', 422],
    ['page=0', 422],
  ] as const)('pageSize 1 to 100, page >= 1: %s is a %i', async ([query, status]) => {
    const { status: answered, body } = await tenant.live('GET', `${subscriptions}?${query}`);
    expect(answered).toBe(status);
    if (status === 422) expect(body.fields).toMatchObject([{ field: query.split('=')[0] }]);
  });
});
