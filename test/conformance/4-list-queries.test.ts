import { beforeAll, describe, expect, test } from 'vitest';
import { submitSandbox, useStackDatabase, useTenant } from '../support/api.ts';
import { fire, submissions, subscriptions } from './endpoints.ts';

const tenant = useTenant(useStackDatabase());
const eventType = 'asset.processing.completed';
/** The endpoint URLs, in the order in which the subscriptions are created. */
const urls = ['https://b.test/', 'https://c.test/100%25', 'https://a.test/'];
const created: any[] = [];

beforeAll(async () => {
  for (const [index, endpointUrl] of urls.entries()) {
    const description = `Number ${index}_ é`.normalize(index === 1 ? 'NFD' : 'NFC');
    const body = { endpointUrl, eventTypes: [eventType], description };
    created.push((await tenant.live('POST', subscriptions, body)).body);
  }
  // Disable two subscriptions. The oldest one is disabled last, so the order of updates differs from the order of
  // creation.
  for (const index of [2, 0])
    await tenant.live('PATCH', `${subscriptions}/${created[index].id}`, { enabled: false });
});

const whole = 'is not supported: this request returns the whole list and has no parameters';
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
    ['?search=1_+%C3%A9', [c]],
    ['?search=2_+e%CC%81', [a]],
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

describe('4 A query parameter of a list', () => {
  const unknown = '0199a4c0-5d3e-7c41-9a52-3f0c8f1f6a10';
  const submission = `${submissions}/${unknown}`;
  const asset = `${submission}/assets/${unknown}`;
  const deliveries = `${subscriptions}/${unknown}/deliveries`;

  const message = async (path: string) => {
    const { status, body } = await tenant.live('GET', path);
    return [status, body.fields?.[0]?.field, body.fields?.[0]?.message];
  };

  test.for([
    [subscriptions, 'page', ['1', '2']],
    [subscriptions, 'pageSize', ['5', '5']],
    [subscriptions, 'enabled', ['true', 'false']],
    [subscriptions, 'sortBy', ['created_at', 'updated_at']],
    [subscriptions, 'search', ['a', '']],
    [deliveries, 'limit', ['1', '2']],
    [deliveries, 'status', ['failed', 'pending']],
    [submissions, 'status', ['failed', 'complete']],
    [submissions, 'since', ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z']],
    [submissions, 'cursor', [unknown, unknown]],
  ] as const)('%s: %s that is given twice is a 422 that says so', async ([path, name, values]) => {
    const query = values.map((value) => `${name}=${value}`).join('&');
    expect(await message(`${path}?${query}`)).toEqual([
      422,
      name,
      'is given twice, but may be given only once',
    ]);
  });

  test('of a create request that is given three times is a 422 that says so', async () => {
    const path = `${submissions}?simulationDelaySeconds=0&simulationDelaySeconds=1&simulationDelaySeconds=0`;
    const { body } = await tenant.sandbox('POST', path, { assets: [], sidekickIds: [] });
    expect(body.fields).toContainEqual({
      field: 'simulationDelaySeconds',
      message: 'is given 3 times, but may be given only once',
    });
  });

  test.for([
    [submissions, 'page', 'is not supported by this list; use cursor'],
    [submissions, 'pageSize', 'is not supported by this list; use limit'],
    [subscriptions, 'cursor', 'is not supported by this list; use page'],
    [subscriptions, 'limit', 'is not supported by this list; use pageSize'],
    [deliveries, 'page', 'is not supported by this list; its parameters are status, limit'],
    [deliveries, 'cursor', 'is not supported by this list; its parameters are status, limit'],
    [submissions, 'offset', expect.stringMatching(/; its parameters are .*limit, cursor$/)],
    ...['/versions', '/deliveries'].map((part) => [`${submission}${part}`, 'page', whole] as const),
    ...['/issues', '/topics', '/checks', '/series'].map(
      (part) => [`${asset}${part}`, 'page', whole] as const,
    ),
    ['/api/integrations/sidekicks', 'cursor', whole],
  ] as const)(
    '%s: %s, which another list has, is a 422 that names the right one',
    async ([path, name, text]) => {
      expect(await message(`${path}?${name}=2`)).toEqual([422, name, text]);
    },
  );

  test.for([subscriptions, submissions, '/api/integrations/sidekicks'])(
    '%s: an unknown one is ignored',
    async (path) => {
      expect((await tenant.live('GET', `${path}?trace=1&trace=2`)).status).toBe(200);
    },
  );
});
