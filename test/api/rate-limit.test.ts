import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createKey } from '@assay/storage/accounts/create-key.ts';
import { createRateLimiter } from '../../api/rate-limit.ts';
import type { Database } from '@assay/storage/database/database.ts';
import { useApps } from '../support/app.ts';
import { caller, type Caller } from '../support/api.ts';
import { newWorkspace, useDatabase } from '../support/database.ts';
import { watchStatements } from '../support/watched-database.ts';

const own = useDatabase();
const startApp = useApps();

const limit = 20;
const read = '/api/integrations/sidekicks';

/** Returns a workspace whose plan allows `limit` requests per minute in the bucket submission_read. */
async function limitedWorkspace(database: Database): Promise<string> {
  await database.query(
    `insert into plans (name, integrations_api, bucket_limits, max_subscriptions, max_assets)
    values ('few', true, $1, 20, 50) on conflict do nothing`,
    [{ submission_read: limit, webhook_read: 1 }],
  );
  return newWorkspace(database, 'few');
}

async function limitedKey(database: Database): Promise<string> {
  const { key } = await createKey(database, await limitedWorkspace(database), 'live', null);
  return key;
}

const statuses = async (calls: readonly Caller[], times: number) => {
  const answers = await Promise.all(
    Array.from({ length: times }, (_, index) => calls[index % calls.length]!('GET', read)),
  );
  return { passed: answers.filter(({ status }) => status === 200).length, answers };
};

describe('a limit', () => {
  test('is exact over several API processes', async () => {
    const urls = await Promise.all([1, 2, 3].map(() => startApp(own.database)));
    const key = await limitedKey(own.database);
    const calls = urls.map((url) => caller(key, url));
    const { passed, answers } = await statuses(calls, 3 * limit);
    expect(passed).toBe(limit);
    const refused = answers.filter(({ status }) => status !== 200);
    for (const { status, body, headers } of refused) {
      expect(status).toBe(429);
      expect(body).toEqual({ error: 'Rate limit exceeded' });
      expect(headers.get('retry-after')).toMatch(/^([1-9]|[1-5][0-9]|60)$/);
    }
  });

  test('is exact in one process that counts in memory', async () => {
    const url = await startApp(own.database, { limiter: createRateLimiter('memory') });
    const { passed } = await statuses([caller(await limitedKey(own.database), url)], 2 * limit);
    expect(passed).toBe(limit);
  });

  test('of a workspace is four times that of a key, whatever the number of its keys', async () => {
    const workspaceId = await limitedWorkspace(own.database);
    const urls = await Promise.all([1, 2].map(() => startApp(own.database)));
    const keys = await Promise.all(
      Array.from({ length: 8 }, () => createKey(own.database, workspaceId, 'live', null)),
    );
    // A key that is over its limit does not use up the limit of the others.
    const first = await statuses([caller(keys[0]!.key, urls[0])], 4 * limit);
    const others = await statuses(
      keys.slice(1).map(({ key }, index) => caller(key, urls[index % 2])),
      7 * limit,
    );
    expect([first.passed, others.passed]).toEqual([limit, 3 * limit]);
    const other = await statuses([caller(await limitedKey(own.database), urls[0])], limit);
    expect(other.passed).toBe(limit);
  });

  test('is checked before the read, once a request has exceeded it', async () => {
    const { database, names } = watchStatements(own.database);
    const call = caller(await limitedKey(own.database), await startApp(database));
    const path = `/api/integrations/submissions/${randomUUID()}`;
    const found = [];
    for (let count = 0; count < limit + 3; count++) found.push((await call('GET', path)).status);
    expect(found).toEqual([...Array<number>(limit).fill(404), 429, 429, 429]);
    expect(names.filter((name) => name.startsWith('find-api-key'))).toEqual([
      ...Array<string>(limit + 1).fill('find-api-key-and-read-submission'),
      'find-api-key',
      'find-api-key',
    ]);
    // An operator raises the limit within the window.
    const raise = (to: number) =>
      own.database.query(`update plans set bucket_limits = bucket_limits || $1 where name = 'few'`, [
        { submission_read: to },
      ]);
    await raise(10 * limit);
    names.length = 0;
    expect((await call('GET', path)).status).toBe(404);
    expect(names).toContain('read-submission');
    await raise(limit);
  });

  test('sends a Retry-After that is the end of the window', async () => {
    const [url, other] = [await startApp(own.database), await startApp(own.database)];
    const key = await limitedKey(own.database);
    const call = caller(key, url);
    await call('GET', '/api/integrations/webhooks/subscriptions');
    const refused = await call('GET', '/api/integrations/webhooks/subscriptions');
    expect(refused.status).toBe(429);
    const { rows } = await own.database.query<{ key: string; expire: string }>(
      `select key, expire from rate_limits where key like '%:webhook_read' and key not like 'workspace-%'`,
    );
    const leftMs = Number(rows[0]!.expire) - Date.now();
    const retryAfterMs = Number(refused.headers.get('retry-after')) * 1000;
    expect(retryAfterMs).toBeGreaterThanOrEqual(leftMs);
    expect(retryAfterMs).toBeLessThan(leftMs + 2_000);
    // End the current window by changing its end in the store.
    await own.database.query(`update rate_limits set expire = $1`, [Date.now() - 1]);
    const again = await caller(key, other)('GET', '/api/integrations/webhooks/subscriptions');
    expect(again.status).toBe(200);
  });
});

describe('a failing store', () => {
  const broken = useDatabase();

  test('makes every request a 500 in the domain shape, without the cause', async () => {
    const url = await startApp(broken.database);
    const key = await limitedKey(broken.database);
    await broken.database.query('alter table rate_limits rename to elsewhere');
    const answer = await caller(key, url)('GET', read);
    expect(answer.status).toBe(500);
    expect(answer.body).toEqual({ detail: 'Internal server error' });
    await broken.database.query('alter table elsewhere rename to rate_limits');
    expect((await caller(key, url)('GET', read)).status).toBe(200);
  });
});
