import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createPool, type Database } from '@assay/storage/database/database.ts';
import { createConnectionShares } from '../../api/connection-shares.ts';
import { caller, newTenant, until, useStackDatabase } from '../support/api.ts';
import { useApps } from '../support/app.ts';

const database = useStackDatabase();
const startApp = useApps();
const maxConnections = 4;

let pool: Database;
beforeAll(() => {
  pool = createPool({
    databaseUrl: inject('stack').databaseUrl,
    applicationName: 'test-shares',
    maxConnections,
    onIdleError: () => undefined,
  });
});
afterAll(() => pool.end());

test('writes of a workspace that wait for a lock leave connections to others', async () => {
  const [busy, neighbour] = [await newTenant(database), await newTenant(database)];
  const url = await startApp(pool, { shares: createConnectionShares(pool, maxConnections) });
  const body = { endpointUrl: 'https://example.com/hook', eventTypes: ['asset.processing.completed'] };
  const path = '/api/integrations/webhooks/subscriptions';
  const write = (key: string) => caller(key, url)('POST', path, body);
  const holder = await database.connect();
  await holder.query('begin');
  await holder.query('select from workspaces where id = $1 for update', [busy.workspaceId]);
  const waiting = Array.from({ length: 10 }, () => write(busy.liveKey));
  await until(
    () =>
      database.query(
        `select from pg_stat_activity where application_name = 'test-shares' and wait_event_type = 'Lock'`,
      ),
    ({ rowCount }) => rowCount === maxConnections / 2,
  );
  for (let count = 0; count < 10; count++) expect((await write(neighbour.liveKey)).status).toBe(201);
  await holder.query('commit');
  holder.release();
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array(10).fill(201));
});
