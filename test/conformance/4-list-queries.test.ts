import { beforeAll, describe, expect, test } from 'vitest';
import { submitSandbox, useStackDatabase, useTenant } from '../support/api.ts';
import { fire, subscriptions } from './endpoints.ts';

const tenant = useTenant(useStackDatabase());
const eventType = 'asset.processing.completed';
/** The endpoint URLs, in the order in which the subscriptions are created. */
const urls = ['https://b.test/', 'https://c.test/100%25', 'https://a.test/'];
const created: any[] = [];

beforeAll(async () => {
  for (const [index, endpointUrl] of urls.entries()) {
    const body = { endpointUrl, eventTypes: [eventType], description: `Number ${index}_` };
    created.push((await tenant.live('POST', subscriptions, body)).body);
  }
  // Disable two subscriptions. The oldest one is disabled last, so the order of updates differs from the order of
  // creation.
  for (const index of [2, 0])
    await tenant.live('PATCH', `${subscriptions}/${created[index].id}`, { enabled: false });
});

const refusal = (query: string) => [query, query.split('=')[0]!] as const;

describe('4 GET /api/integrations/webhooks/subscriptions', () => {
  const [b, c, a] = urls as [string, string, string];

  test.for([
    ['', [a, c, b]],
    ['?page=1', [a, c, b]],
    ['?pageSize=2', [a, c]],
    ['?pageSize=2&page=2', [b]],
    ['?page=3', []],
    ['?sortBy=created_at', [a, c, b]],
    ['?sortBy=created_at&sortOrder=asc', [b, c, a]],
    ['?sortBy=endpoint_url', [c, b, a]],
    ['?sortBy=endpoint_url&sortOrder=asc', [a, b, c]],
    ['?sortBy=updated_at', [b, a, c]],
    ['?sortBy=updated_at&sortOrder=asc', [c, a, b]],
    ['?enabled=true', [c]],
    ['?enabled=false', [a, b]],
    ['?search=A.TEST', [a]],
    ['?search=number%202', [a]],
    ['?search=%25', [c]],
    ['?search=1_', [c]],
    ['?search=_test', []],
    ['?search=nothing', []],
    ['?enabled=false&search=test&pageSize=1&page=2', [b]],
  ] as const)('%s lists %j', async ([query, expected]) => {
    const { status, body } = await tenant.live('GET', `${subscriptions}${query}`);
    expect(status).toBe(200);
    expect(body.items.map(({ endpointUrl }: any) => endpointUrl)).toEqual(expected);
  });

  test.for([
    ['', { page: 1, pageSize: 20, total: 3, totalPages: 1 }],
    ['?pageSize=2', { page: 1, pageSize: 2, total: 3, totalPages: 2 }],
    ['?pageSize=1&page=9', { page: 9, pageSize: 1, total: 3, totalPages: 3 }],
    ['?enabled=false&pageSize=1', { page: 1, pageSize: 1, total: 2, totalPages: 2 }],
    ['?search=nothing', { page: 1, pageSize: 20, total: 0, totalPages: 0 }],
  ] as const)('%s has the envelope %j', async ([query, expected]) => {
    const { items: _, ...envelope } = (await tenant.live('GET', `${subscriptions}${query}`)).body;
    expect(envelope).toEqual(expected);
  });

  test('is shared by both keys of the workspace', async () => {
    expect((await tenant.sandbox('GET', subscriptions)).body).toEqual(
      (await tenant.live('GET', subscriptions)).body,
    );
  });

  test.for(
    [
      'page=0',
      'page=-1',
      'page=1.5',
      'page=x',
      'page=',
      'page=1&page=2',
      'page=99999999999999999999',
      'pageSize=x',
      'sortBy=id',
      'sortBy=createdAt',
      'sortOrder=up',
      'sortOrder=DESC',
      'enabled=yes',
      'enabled=',
      'search=%00',
    ].map(refusal),
  )('%s is a 422 that names %s', async ([query, field]) => {
    expect(await tenant.live('GET', `${subscriptions}?${query}`)).toMatchObject({
      status: 422,
      body: { fields: [{ field }] },
    });
  });
});

describe('4 GET …/subscriptions/{subscription_id}/deliveries', () => {
  const list = async (query: string) =>
    tenant.live('GET', `${subscriptions}/${created[0].id}/deliveries${query}`);

  beforeAll(async () => {
    // The subscription is disabled, so every delivery is skipped and no request is sent to the endpoint.
    const { submissionId } = (await submitSandbox(tenant, ['pass', 'pass', 'pass'])).body;
    await tenant.sandbox('POST', fire, { eventType, submissionId });
  });

  test.for([
    ['', 3, 3],
    ['?limit=2', 2, 3],
    ['?status=skipped', 3, 3],
    ['?status=skipped&limit=1', 1, 3],
    ['?status=succeeded', 0, 0],
    ['?status=failed', 0, 0],
    ['?status=pending', 0, 0],
  ] as const)('%s lists %i of %i', async ([query, listed, total]) => {
    const { status, body } = await list(query);
    expect(status).toBe(200);
    expect(body.attempts).toHaveLength(listed);
    expect(body.total).toBe(total);
  });

  test.for(
    ['limit=x', 'limit=1.5', 'limit=', 'status=done', 'status=', 'status=failed&status=pending'].map(refusal),
  )('%s is a 422 that names %s', async ([query, field]) => {
    expect(await list(`?${query}`)).toMatchObject({ status: 422, body: { fields: [{ field }] } });
  });
});
