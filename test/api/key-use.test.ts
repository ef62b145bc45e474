import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createKey } from '@assay/storage/accounts/create-key.ts';
import { urlAs } from '../../tools/local/stack/process-roles.ts';
import { revokeApiKey } from '@assay/storage/accounts/api-keys.ts';
import { createPool } from '@assay/storage/database/database.ts';
import { setUpRoles } from '@assay/storage/database/roles.ts';
import { useApps } from '../support/app.ts';
import { caller, until } from '../support/api.ts';
import { newWorkspace, useDatabase } from '../support/database.ts';
import { watchStatements } from '../support/watched-database.ts';

const own = useDatabase();
const startApp = useApps();
const path = '/api/integrations/sidekicks';

const newKey = async (expiresAt: Date | null = null) =>
  createKey(own.database, await newWorkspace(own.database, 'unlimited'), 'live', expiresAt);

async function lastUseOf(id: string): Promise<{ lastUsedAt: Date | null; rowVersion: string }> {
  const { rows } = await own.database.query<{ lastUsedAt: Date | null; rowVersion: string }>(
    'select last_used_at as "lastUsedAt", xmin::text as "rowVersion" from api_keys where id = $1',
    [id],
  );
  return rows[0]!;
}

const setLastUse = (id: string, minutesAgo: number) =>
  own.database.query('update api_keys set last_used_at = now() - make_interval(mins => $2) where id = $1', [
    id,
    minutesAgo,
  ]);

const keyUseWrites = (names: readonly string[]) => names.filter((name) => name === 'record-key-use');

test('many requests through several processes record the last use once', async () => {
  const apps = [watchStatements(own.database), watchStatements(own.database)];
  const urls = await Promise.all(apps.map(({ database }) => startApp(database)));
  const { id, key } = await newKey();
  expect((await lastUseOf(id)).lastUsedAt).toBeNull();
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) => caller(key, urls[index % 2])('GET', path)),
  );
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  const first = await until(
    () => lastUseOf(id),
    ({ lastUsedAt }) => lastUsedAt !== null,
  );
  expect(Math.abs(Date.now() - first.lastUsedAt!.getTime())).toBeLessThan(20_000);
  for (const url of urls) await caller(key, url)('GET', path);
  const counts = apps.map(({ names }) => keyUseWrites(names).length);
  expect(Math.max(...counts)).toBe(1);
  expect(await lastUseOf(id)).toEqual(first);
});

test.for([
  [59, 0],
  [61, 1],
] as const)('a last use %i minutes ago is recorded again %i times', async ([minutes, times]) => {
  const { database, names } = watchStatements(own.database);
  const { id, key } = await newKey();
  await setLastUse(id, minutes);
  const before = await lastUseOf(id);
  expect((await caller(key, await startApp(database))('GET', path)).status).toBe(200);
  expect(keyUseWrites(names)).toHaveLength(times);
  if (times > 0)
    await until(
      () => lastUseOf(id),
      ({ rowVersion }) => rowVersion !== before.rowVersion,
    );
  else expect(await lastUseOf(id)).toEqual(before);
});

test('a request that is rejected as expired or revoked is no use', async () => {
  const { database, names } = watchStatements(own.database);
  const url = await startApp(database);
  const expired = await newKey(new Date(Date.now() - 1000));
  const revoked = await newKey();
  await revokeApiKey(own.database, revoked.id);
  for (const { id, key } of [expired, revoked]) {
    expect((await caller(key, url)('GET', path)).status).toBe(401);
    expect((await lastUseOf(id)).lastUsedAt).toBeNull();
  }
  expect(keyUseWrites(names)).toEqual([]);
});

test('a request that is rejected later is a use', async () => {
  const workspaceId = await newWorkspace(own.database, 'free');
  const { id, key } = await createKey(own.database, workspaceId, 'live', null);
  expect((await caller(key, await startApp(own.database))('GET', path)).status).toBe(402);
  await until(
    () => lastUseOf(id),
    ({ lastUsedAt }) => lastUsedAt !== null,
  );
});

test('if the use cannot be recorded, requests succeed, and one warning is logged', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const { database, names } = watchStatements(own.database, 'record-key-use');
  const call = caller((await newKey()).key, await startApp(database, { log }));
  for (let sent = 0; sent < 5; sent++) expect((await call('GET', path)).status).toBe(200);
  expect(keyUseWrites(names)).toHaveLength(1);
  await until(
    () => Promise.resolve(lines),
    ({ length }) => length > 0,
  );
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('last use of the key not recorded');
});

test('the Postgres role of the API may record the use and revoke a key, and may change nothing else of a key', async () => {
  await setUpRoles(own.url, {});
  const asApi = createPool({
    databaseUrl: urlAs(own.url, 'assay_api'),
    applicationName: 'test',
    maxConnections: 2,
    onIdleError: () => undefined,
  });
  try {
    const { id, key } = await newKey();
    const call = caller(key, await startApp(asApi));
    expect((await call('GET', path)).status).toBe(200);
    await until(
      () => lastUseOf(id),
      ({ lastUsedAt }) => lastUsedAt !== null,
    );
    for (const change of ["scopes = '{read,live_data}'", 'expires_at = null', "name = 'x'"]) {
      await expect(asApi.query(`update api_keys set ${change}`)).rejects.toMatchObject({ code: '42501' });
    }
  } finally {
    await asApi.end();
  }
});
