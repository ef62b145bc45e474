import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, inject, test } from 'vitest';
import { createTenant } from '../../../tools/local/stack/tenant.ts';
import { admin as runAdmin, adminJson } from '../../support/admin.ts';
import { caller } from '../../support/api.ts';
import { useApps } from '../../support/app.ts';
import { registrationFile } from '../../support/custom-sidekicks.ts';
import { useDatabase } from '../../support/database.ts';
import { cipherOf, encryptionKey, testKeys } from '../../support/secrets.ts';

const own = useDatabase();
const startApp = useApps();
const subscriptions = '/api/integrations/webhooks/subscriptions';
const newKey = encryptionKey('new', 2);

/** The variables of every command, and then those of one. */
const environmentOf = (env: NodeJS.ProcessEnv) => ({ LOCAL_DIR: inject('stack').directory, ...env });
const admin = (env: NodeJS.ProcessEnv, ...args: string[]) =>
  runAdmin([...args, '--json'], environmentOf(env));
const json = (env: NodeJS.ProcessEnv, ...args: string[]) => adminJson(args, environmentOf(env));

async function registration(): Promise<string> {
  const file = path.join(inject('scratchDir'), `${randomUUID()}.json`);
  const code = `at-${randomUUID().slice(0, 8)}`;
  await writeFile(file, JSON.stringify({ ...registrationFile, code, url: 'https://example.com/examine' }));
  return file;
}

/** Returns the rows of every table as text, as a backup contains them. */
async function dump(): Promise<string> {
  const { rows: tables } = await own.database.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public'`,
  );
  const rows = await Promise.all(
    tables.map(({ name }) => own.database.query<{ row: string }>(`select t::text as row from ${name} t`)),
  );
  return rows.flatMap((result) => result.rows.map(({ row }) => row)).join('\n');
}

describe('stored signing secrets', () => {
  test('are not in the database, and can be encrypted with another key', async () => {
    const env = { DATABASE_URL: own.url, ENCRYPTION_KEYS: testKeys };
    const { liveKey } = await createTenant(own.database, 'Secrets', 'growth');
    const call = caller(liveKey, await startApp(own.database));
    const endpoint = { endpointUrl: 'https://example.com/hook', eventTypes: ['asset.processing.completed'] };
    const created = await call('POST', subscriptions, endpoint);
    expect(created.status).toBe(201);
    const secret = `whsec_${randomBytes(32).toString('base64')}`;
    const rotated = await call('POST', `${subscriptions}/${created.body.id}/rotate-secret`, { secret });
    expect(rotated.status).toBe(200);
    const sidekick = await json(env, 'sidekicks', 'register', '--file', await registration());

    const text = await dump();
    expect(text).toContain('https://example.com/hook');
    for (const known of [created.body.secret, secret, sidekick.secret] as string[]) {
      const base64 = known.replace(/^whsec_/, '');
      expect(text).not.toContain(base64);
      expect(text).not.toContain(Buffer.from(base64, 'base64').toString('hex'));
    }

    const rotation = await json({ ...env, ENCRYPTION_KEYS: `${newKey},${testKeys}` }, 'secrets', 'rotate');
    expect(rotation).toEqual({ keyId: 'new', subscriptions: 1, sidekicks: 1, undecryptable: [] });
    const { rows } = await own.database.query<{ id: string; secret: string; previous: string }>(
      'select id, secret, previous_secret as previous from subscriptions',
    );
    const { id, secret: current, previous } = rows[0]!;
    const onlyNew = cipherOf(newKey);
    expect([onlyNew.decrypt(current, id), onlyNew.decrypt(previous, id)]).toEqual([
      secret,
      created.body.secret,
    ]);
  });

  test('need keys, and those of the local stack are used only for its database', async () => {
    const withoutKeys = await admin({ DATABASE_URL: own.url }, 'secrets', 'rotate');
    expect(withoutKeys.code).toBe(1);
    expect(withoutKeys.output).toContain('ENCRYPTION_KEYS or ENCRYPTION_KEYS_FILE is required');
    const { secret, id } = await json({}, 'sidekicks', 'register', '--file', await registration());
    expect(secret).toMatch(/^whsec_/);
    await json({}, 'sidekicks', 'remove', id);
  });
});

test.runIf(process.platform === 'linux')('the keys reach only the processes that need them', async () => {
  const { pids, encryptionKeys } = inject('stack');
  const holders = await Promise.all(
    ['api', 'worker', 'mediaWorker', 'deliveryWorker'].map(async (name) => {
      const environment = await readFile(`/proc/${pids[name]}/environ`, 'utf8');
      return environment.includes(encryptionKeys) ? [name] : [];
    }),
  );
  expect(holders.flat()).toEqual(['api', 'deliveryWorker']);
});
