import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createKey } from '@assay/storage/accounts/create-key.ts';
import { useApps } from '../support/app.ts';
import { caller } from '../support/api.ts';
import { newWorkspace, useDatabase } from '../support/database.ts';

const own = useDatabase();
const startApp = useApps();
const path = '/api/integrations/sidekicks';

test('the log line of a request has the id of its key, also if the request is rejected', async () => {
  const lines: Record<string, unknown>[] = [];
  const log = pino({}, { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) });
  const url = await startApp(own.database, { log });
  const workspaceId = await newWorkspace(own.database, 'unlimited');
  const { id, key } = await createKey(own.database, workspaceId, 'live', null, null, { scopes: ['read'] });
  expect((await caller(key, url)('GET', path)).status).toBe(200);
  expect((await caller(key, url)('POST', '/uploads/url', {})).status).toBe(403);
  expect((await caller(`sk_live_${'0'.repeat(64)}`, url)('GET', path)).status).toBe(401);
  const completed = lines.filter(({ msg }) => msg === 'request completed');
  expect(completed).toMatchObject([
    { route: path, statusCode: 200, keyId: id },
    { route: '/uploads/url', statusCode: 403, keyId: id },
    { route: path, statusCode: 401 },
  ]);
  expect(completed[2]).not.toHaveProperty('keyId');
  expect(JSON.stringify(lines)).not.toContain(key);
});
