import { beforeAll, describe, expect, test } from 'vitest';
import { createKey } from '@assay/storage/accounts/create-key.ts';
import { readPlan, savePlan } from '@assay/storage/accounts/plans.ts';
import { caller, newTenant, type Tenant, useStackDatabase } from '../support/api.ts';
import { newPlan } from '../support/plans.ts';
import { expectShape } from '../support/shape.ts';
import { rateLimitError, tierError } from './bodies.ts';
import { type Bucket, endpoints, fill, rows } from './endpoints.ts';

const database = useStackDatabase();

const limits = {
  upload: 1,
  submission_write: 2,
  submission_read: 3,
  webhook_write: 4,
  webhook_read: 5,
  sandbox: 6,
} satisfies Record<Bucket, number>;
const buckets = Object.entries(limits) as [Bucket, number][];

/** Sends a request that counts against the given bucket, even if the request fails. */
function request(tenant: Tenant, bucket: Bucket, key: 'live' | 'sandbox' = 'sandbox') {
  const { method, path } = endpoints.find((endpoint) => endpoint.bucket === bucket)!;
  return tenant[key](method, fill(path), method === 'GET' ? undefined : {});
}

describe('8.3 What each bucket covers', () => {
  let free: Tenant;
  beforeAll(async () => {
    free = await newTenant(database, 'free');
  });

  test.for(rows)('%s %s', async ([method, path, { bucket }]) => {
    for (const key of ['live', 'sandbox'] as const) {
      const { status, body } = await free[key](method, fill(path));
      expect({ status, body }).toMatchObject({ status: 402, body: { bucket } });
      expectShape(body, tierError);
    }
  });
});

describe('8.3 Six independent buckets', () => {
  let tenant: Tenant;
  beforeAll(async () => {
    tenant = await newTenant(database, await newPlan(database, { bucketLimits: limits }));
  });

  // The tests run one after the other. No test may use the buckets of later tests, so each bucket must still be
  // unused.
  test.for(buckets)('%s: the plan allows %i, one more is a 429', async ([bucket, limit]) => {
    for (let count = 1; count <= limit; count++)
      expect([402, 429]).not.toContain((await request(tenant, bucket)).status);
    const refused = await request(tenant, bucket);
    expect(refused.status).toBe(429);
    expectShape(refused.body, rateLimitError);
    expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect([...refused.headers.keys()].filter((name) => /ratelimit|rate-limit/i.test(name))).toEqual([]);
  });

  test.for(buckets)('%s: the other key of the workspace has its own count', async ([bucket]) => {
    expect((await request(tenant, bucket, 'live')).status).not.toBe(429);
  });

  test.for(buckets)('%s: another key of the same kind has its own count', async ([bucket]) => {
    const { key } = await createKey(database, tenant.workspaceId, 'sandbox', null);
    expect((await request({ ...tenant, sandbox: caller(key) }, bucket)).status).not.toBe(429);
  });
});

describe('8.3 Every request counts', () => {
  test.for(buckets)('%s: the plan’s whole count may be used at once', async ([bucket]) => {
    const tenant = await newTenant(database, await newPlan(database, { bucketLimits: { [bucket]: 5 } }));
    const answers = await Promise.all(Array.from({ length: 12 }, () => request(tenant, bucket)));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
  });
});

describe('8.3 Retry-After', () => {
  test('is the end of the minute that starts with the first request', async () => {
    const bucketLimits = { webhook_read: 1 };
    const tenant = await newTenant(database, await newPlan(database, { bucketLimits }));
    const sent = Date.now();
    await request(tenant, 'webhook_read');
    const answered = Date.now();
    const asked = Date.now();
    const { headers } = await request(tenant, 'webhook_read');
    const told = Date.now();
    const seconds = Number(headers.get('retry-after'));
    // The window started during the first request. Retry-After was computed during the second request.
    expect(seconds).toBeGreaterThanOrEqual(Math.ceil((sent + 60_000 - told) / 1000));
    expect(seconds).toBeLessThanOrEqual(Math.ceil((answered + 60_000 - asked) / 1000));
  });
});

describe('8.3 Limits are those of the plan', () => {
  test.for(buckets)(
    'a plan may lack only %s: 402 for this bucket and none for the others',
    async ([lacking]) => {
      const { [lacking]: _, ...bucketLimits } = { ...limits };
      const tenant = await newTenant(database, await newPlan(database, { bucketLimits }));
      for (const [bucket] of buckets) {
        const { status, body } = await request(tenant, bucket);
        if (bucket === lacking) expect({ status, body }).toMatchObject({ status: 402, body: { bucket } });
        else expect([402, 429]).not.toContain(status);
      }
    },
  );

  test('a change of a plan takes effect at once', async () => {
    const name = await newPlan(database, { bucketLimits: { webhook_read: 0 } });
    const tenant = await newTenant(database, name);
    expect((await request(tenant, 'webhook_read')).status).toBe(429);
    const plan = (await readPlan(database, name))!;
    await savePlan(database, { ...plan, bucketLimits: { webhook_read: null } });
    expect((await request(tenant, 'webhook_read')).status).not.toBe(429);
  });

  test.for([
    ['starter', [60, 30, 300, 20, 120, 60]],
    ['growth', [300, 150, 1500, 60, 600, 120]],
    ['enterprise', [1200, 600, 6000, 120, 1200, 240]],
  ] as const)('%s: %j per minute', async ([name, expected]) => {
    const { bucketLimits, maxSubscriptions, maxAssets } = (await readPlan(database, name))!;
    expect(buckets.map(([bucket]) => bucketLimits[bucket])).toEqual(expected);
    expect({ maxSubscriptions, maxAssets }).toEqual({ maxSubscriptions: 20, maxAssets: 50 });
  });
});
