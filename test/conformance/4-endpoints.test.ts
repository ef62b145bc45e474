import { beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../../api/route-table.ts';
import { sandboxPath, submitSandbox, useStackDatabase, useTenant } from '../support/api.ts';
import { expectShape, type Shape } from '../support/shape.ts';
import {
  asset,
  createdSubscription,
  deliveryList,
  estimate as estimateShape,
  fired,
  submission,
  subscription,
  subscriptionPage,
  uploadUrl,
  versionList,
} from './bodies.ts';
import { endpoints, fill, rows, submissions, subscriptions } from './endpoints.ts';
import { expectDomain } from './errors.ts';
import { issueList, sidekickList, topicList } from './result-bodies.ts';

const tenant = useTenant(useStackDatabase());
const ids: Record<string, string> = {};
const eventTypes = ['asset.processing.completed'];
const subscribe = { endpointUrl: 'https://localhost:1/hook', eventTypes };
const upload = { filename: 'a.mp4', contentType: 'video/mp4' };

/**
 * For each endpoint: the request body, the success status, and the shape of the response body (null if it is empty).
 */
const successes: Record<string, [body: () => unknown, status: number, shape: Shape | null]> = {
  'POST /uploads/url': [() => upload, 200, uploadUrl],
  'POST /api/integrations/uploads/url': [() => upload, 200, uploadUrl],
  'POST /api/pricing/estimate': [() => ({ files: [{ blobPath: sandboxPath('pass') }] }), 200, estimateShape],
  'POST /api/integrations/submissions': [
    () => ({ assets: [{ blobPath: sandboxPath('pass') }], sidekickIds: ['any'] }),
    201,
    submission,
  ],
  'GET /api/integrations/submissions/{submission_id}': [none, 200, submission],
  'GET /api/integrations/submissions/{submission_id}/assets/{asset_id}': [none, 200, asset],
  'GET /api/integrations/submissions/{submission_id}/assets/{asset_id}/issues': [none, 200, issueList],
  'GET /api/integrations/submissions/{submission_id}/assets/{asset_id}/topics': [none, 200, topicList],
  'POST /api/integrations/submissions/{submission_id}/assets/{asset_id}/retry': [none, 202, asset],
  'GET /api/integrations/submissions/{submission_id}/versions': [none, 200, versionList],
  'GET /api/integrations/sidekicks': [none, 200, sidekickList],
  'POST /api/integrations/sandbox/events/fire': [
    () => ({ eventType: eventTypes[0], submissionId: ids['submission_id'] }),
    200,
    fired,
  ],
  'POST /api/integrations/webhooks/subscriptions': [() => subscribe, 201, createdSubscription],
  'GET /api/integrations/webhooks/subscriptions': [none, 200, subscriptionPage],
  'GET /api/integrations/webhooks/subscriptions/{subscription_id}': [none, 200, subscription],
  'PATCH /api/integrations/webhooks/subscriptions/{subscription_id}': [
    () => ({ enabled: false }),
    200,
    subscription,
  ],
  'DELETE /api/integrations/webhooks/subscriptions/{subscription_id}': [none, 204, null],
  'GET /api/integrations/webhooks/subscriptions/{subscription_id}/deliveries': [none, 200, deliveryList],
};

function none(): undefined {
  return undefined;
}

beforeAll(async () => {
  const { submissionId, assets } = (await submitSandbox(tenant, ['retryable_error'])).body;
  [ids['submission_id'], ids['asset_id']] = [submissionId, assets[0].assetId];
});

test('4 Endpoints: the route table has all of them', () => {
  const pathOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
  expect(routes.map(pathOf)).toEqual(expect.arrayContaining(endpoints.map(pathOf)));
});

describe('4 Endpoints', () => {
  test.for(rows)('%s %s', async ([method, path]) => {
    const created = await tenant.live('POST', subscriptions, subscribe);
    ids['subscription_id'] = created.body.id as string;
    const [body, status, shape] = successes[`${method} ${path}`]!;
    const answer = await tenant.sandbox(method, fill(path, ids), body());
    expect(answer.status).toBe(status);
    if (shape === null) {
      expect(answer.body).toBeNull();
      expect(answer.headers.has('content-type')).toBe(false);
    } else {
      expectShape(answer.body, shape);
      // The schemas in `responses` are those of the interface description.
      const route = routes.find((known) => known.method === method && known.path === path)!;
      expect(route.operation.responses[status]!.parse(answer.body)).toEqual(answer.body);
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    }
    await tenant.live('DELETE', `${subscriptions}/${ids['subscription_id']}`);
  });

  test.for(rows.filter(([, path]) => path.includes('{')))(
    '%s %s accepts ids in upper and lower case',
    async ([method, path]) => {
      const answer = await tenant.live(
        method,
        fill(path).replace(/[0-9a-f-]{36}/g, (id) => id.toUpperCase()),
        method === 'PATCH' ? { enabled: true } : undefined,
      );
      expect(answer.status).toBe(404);
    },
  );

  test('there is no /status suffix', async () => {
    const path = fill('/api/integrations/submissions/{submission_id}/status', ids);
    expect(await tenant.live('GET', path)).toMatchObject({ status: 404, body: { detail: 'Not found' } });
  });
});

describe('4 Endpoints: unknown ids', () => {
  test.for(rows.filter(([, path]) => path.includes('{submission_id}')))(
    '%s %s: Submission not found',
    async ([method, path]) => {
      expectDomain(await tenant.live(method, fill(path)), 404, 'Submission not found');
    },
  );

  test.for(rows.filter(([, path]) => path.includes('{asset_id}')))(
    '%s %s: Asset not found',
    async ([method, path]) => {
      const { submission_id } = ids;
      expectDomain(
        await tenant.live(method, fill(path, { submission_id: submission_id! })),
        404,
        'Asset not found',
      );
    },
  );

  test.for(rows.filter(([, path]) => path.includes('{subscription_id}')))(
    '%s %s: Subscription not found',
    async ([method, path]) => {
      const body = method === 'PATCH' ? { enabled: true } : undefined;
      expectDomain(await tenant.live(method, fill(path), body), 404, 'Subscription not found');
    },
  );

  test.for(['issues', 'topics'])('%s of an asset that has not finished: 404', async (part) => {
    const { submissionId, assets } = (await submitSandbox(tenant, ['pending'])).body;
    const path = `${submissions}/${submissionId}/assets/${assets[0].assetId}/${part}`;
    expectDomain(await tenant.sandbox('GET', path), 404, 'Asset has not finished processing');
  });
});

describe('4 Which key sees what', () => {
  test('both keys of a workspace see its submissions', async () => {
    const path = fill('/api/integrations/submissions/{submission_id}', ids);
    expect((await tenant.live('GET', path)).body).toEqual((await tenant.sandbox('GET', path)).body);
  });

  test('a live key retries a sandbox asset, in the sandbox', async () => {
    const [{ submissionId, assetId }] = (await submitSandbox(tenant, ['retryable_error'])).body.assets;
    const answer = await tenant.live('POST', `${submissions}/${submissionId}/assets/${assetId}/retry`);
    expect(answer).toMatchObject({ status: 202, body: { status: 'complete' } });
  });
});
