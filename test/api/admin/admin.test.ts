import { randomUUID } from 'node:crypto';
import { describe, expect, inject, test } from 'vitest';
import { liveAsset, submit } from '../../store/fixtures.ts';
import { admin as runAdmin, adminJson, adminProcess } from '../../support/admin.ts';
import { caller, newTenant, until, useStackDatabase } from '../../support/api.ts';
import { newWorkspace, useDatabase } from '../../support/database.ts';

const own = useDatabase();
const stackDatabase = useStackDatabase();
const createKey = ['keys', 'create', '--workspace', 'x', '--environment'];

/** Runs the admin CLI on the database of the stack, or with the given variables. */
const admin = (
  args: readonly string[],
  env: NodeJS.ProcessEnv = { DATABASE_URL: inject('stack').databaseUrl },
) => runAdmin(args, env);

const json = (...args: string[]) => adminJson(args, { DATABASE_URL: inject('stack').databaseUrl });

describe('the admin CLI', () => {
  test('creates a workspace and working keys, and revokes keys', async () => {
    const workspace = await json('workspaces', 'create', '--name', 'Acme', '--plan', 'growth');
    expect(workspace).toMatchObject({ name: 'Acme', plan: 'growth' });
    expect(await json('workspaces', 'list')).toContainEqual(workspace);
    const created = await json('keys', 'create', '--workspace', workspace.id, '--environment', 'sandbox');
    expect(created).toMatchObject({ workspaceId: workspace.id, environment: 'sandbox' });
    expect(Date.parse(created.expiresAt) - Date.now()).toBeCloseTo(365 * 86_400_000, -5);
    expect(created.key).toMatch(/^sk_test_[0-9a-f]{64}$/);
    expect((await caller(created.key)('GET', '/api/integrations/sidekicks')).status).toBe(200);
    const listed = await json('keys', 'list');
    expect(listed).toContainEqual(
      expect.objectContaining({ id: created.id, hint: created.key.slice(-4), revokedAt: null }),
    );
    expect(JSON.stringify(listed)).not.toContain(created.key);
    const revoked = await json('keys', 'revoke', created.id);
    expect(revoked.revokedAt).not.toBeNull();
    expect((await caller(created.key)('GET', '/api/integrations/sidekicks')).body).toEqual({
      detail: 'This API key has been revoked',
    });
  });

  test('creates a sandbox key for sandbox data only, and warns of a sandbox key with live data', async () => {
    const { workspaceId, live } = await newTenant(stackDatabase, 'growth');
    const env = { DATABASE_URL: inject('stack').databaseUrl };
    const create = (...more: string[]) =>
      admin(['keys', 'create', '--json', '--workspace', workspaceId, ...more], env);
    const only = await create('--environment', 'sandbox', '--sandbox-data-only');
    const { key, scopes } = JSON.parse(only.stdout) as { key: string; scopes: string[] };
    expect([only.stderr, scopes]).toEqual(['', ['read', 'submit']]);
    const subscriptions = '/api/integrations/webhooks/subscriptions';
    expect((await live('GET', subscriptions)).status).toBe(200);
    expect((await caller(key)('GET', subscriptions)).status).toBe(403);
    // The specification lets a sandbox key manage webhooks, so this stays the default.
    const all = await create('--environment', 'sandbox');
    expect((JSON.parse(all.stdout) as { scopes: string[] }).scopes).toContain('webhooks');
    expect(all.stderr).toContain('warning: this sandbox key can read live data: --sandbox-data-only');
    expect((await create('--environment', 'live')).stderr).toBe('');
    const wrong = await create('--environment', 'live', '--sandbox-data-only');
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('is for sandbox keys')]);
  });

  test('limits the credits that a workspace is charged per month, and shows the credits of this month', async () => {
    const env = { DATABASE_URL: own.url };
    const set = async (credits: string) => {
      const { stdout, stderr } = await admin(
        ['workspaces', 'set-spending-limit', workspaceId, '--credits', credits, '--json'],
        env,
      );
      return stderr === '' ? (JSON.parse(stdout) as unknown) : stderr;
    };
    const workspaceId = await newWorkspace(own.database);
    await submit(own.database, workspaceId, [await liveAsset(own.database, workspaceId, 4)]);
    expect(await set('10')).toMatchObject({ id: workspaceId, spendingLimit: 10, creditsThisMonth: 4 });
    const listed = JSON.parse((await admin(['workspaces', 'list', '--json'], env)).stdout) as unknown;
    expect(listed).toContainEqual(expect.objectContaining({ id: workspaceId, spendingLimit: 10 }));
    expect(await set('none')).toMatchObject({ spendingLimit: null, creditsThisMonth: 4 });
    const { stdout } = await admin(['audit', 'list', '--workspace', workspaceId, '--json'], env);
    expect(JSON.parse(stdout)).toMatchObject(
      Array(2).fill({ action: 'workspace.set_spending_limit', subject: `workspaces/${workspaceId}` }),
    );
  });

  test('raises the severity of a rule in one workspace, and records it', async () => {
    const env = { DATABASE_URL: own.url };
    const workspaceId = await newWorkspace(own.database);
    const raise = async (rule: string, to: string) =>
      admin(['workspaces', 'raise-severity', workspaceId, '--rule', rule, '--to', to, '--json'], env);
    const expected = [{ ruleCode: 'origin.generated', severity: 'major' }];
    expect(JSON.parse((await raise('origin.generated', 'major')).stdout)).toEqual(expected);
    const { stdout: listed } = await admin(['workspaces', 'severities', workspaceId, '--json'], env);
    expect(JSON.parse(listed)).toEqual(expected);
    expect((await raise('no.rule', 'major')).stderr).toContain('there is no rule "no.rule"');
    expect((await raise('origin.generated', 'info')).stderr).toContain('Allowed choices');
    expect(JSON.parse((await raise('origin.generated', 'none')).stdout)).toEqual([]);
    const { stderr } = await raise('decode.image', 'minor');
    expect(stderr).toContain('decode.image is critical by default');
    await raise('decode.image', 'none');
    const { stdout } = await admin(['audit', 'list', '--workspace', workspaceId, '--json'], env);
    const subject = `workspaces/${workspaceId}/rules/origin.generated`;
    expect(JSON.parse(stdout).slice(-2)).toMatchObject(
      Array(2).fill({ action: 'workspace.raise_severity', subject }),
    );
  });

  test('creates keys that expire', async () => {
    const { id } = await json('workspaces', 'create', '--name', 'Acme', '--plan', 'starter');
    const { key } = await json(
      'keys',
      'create',
      '--workspace',
      id,
      '--environment',
      'live',
      '--expires-at',
      '2020-01-01T00:00:00Z',
    );
    expect(key).toMatch(/^sk_live_/);
    expect((await caller(key)('GET', '/api/integrations/sidekicks')).body).toEqual({
      detail: 'This API key has expired',
    });
  });

  test('creates keys with a name and scopes, and lists the keys of a workspace with their last use', async () => {
    const { id } = await json('workspaces', 'create', '--name', 'Acme', '--plan', 'growth');
    const create = (environment: string, ...options: string[]) =>
      json('keys', 'create', '--workspace', id, '--environment', environment, ...options);
    const limited = await create('sandbox', '--name', ' CI ', '--scopes', 'submit, read,read');
    expect(limited).toMatchObject({ name: 'CI', scopes: ['read', 'submit'] });
    const live = await create('live', '--scopes', 'read');
    expect(live).toMatchObject({ name: null, scopes: ['read', 'live_data'] });
    const full = await create('sandbox');
    expect(full.scopes).toEqual(['read', 'submit', 'webhooks', 'profiles', 'live_data']);
    const call = caller(limited.key);
    expect((await call('GET', '/api/integrations/sidekicks')).status).toBe(200);
    expect((await call('GET', '/api/integrations/webhooks/subscriptions')).status).toBe(403);

    const listed = await until(
      () => json('keys', 'list', '--workspace', id),
      ([used]) => used.lastUsedAt !== null,
    );
    const row = ({ id: keyId, environment, name, scopes, expiresAt, key }: any) => ({
      id: keyId,
      workspaceId: id,
      environment,
      name,
      scopes,
      hint: key.slice(-4),
      createdAt: expect.any(String),
      expiresAt,
      lastUsedAt: null,
      revokedAt: null,
      createdBy: null,
      createdByName: null,
    });
    expect(listed).toEqual([{ ...row(limited), lastUsedAt: expect.any(String) }, row(live), row(full)]);
  });

  test('new keys expire as the plan sets, unless they are created with another time', async () => {
    const plan = `expiring-${randomUUID()}`;
    expect(await json('plans', 'set', plan, '--key-days', '90')).toMatchObject({ keyDays: 90 });
    const { id } = await json('workspaces', 'create', '--name', 'Acme', '--plan', plan);
    const create = (...options: string[]) =>
      json('keys', 'create', '--workspace', id, '--environment', 'live', ...options);
    const by = await create();
    expect(Date.parse(by.expiresAt) - Date.now()).toBeGreaterThan(89.9 * 86_400_000);
    expect(Date.parse(by.expiresAt) - Date.now()).toBeLessThan(90.1 * 86_400_000);
    expect((await create('--no-expiry')).expiresAt).toBeNull();
    const expiresAt = '2040-01-02T03:04:05.000Z';
    expect((await create('--expires-at', expiresAt)).expiresAt).toBe(expiresAt);
    expect(await json('plans', 'set', plan, '--key-days', 'never')).toMatchObject({ keyDays: null });
    expect((await create()).expiresAt).toBeNull();
    const [first] = await json('keys', 'list', '--workspace', id);
    expect(first.expiresAt).toBe(by.expiresAt);
  });

  test('changes the plan of a workspace, which the next request uses', async () => {
    const workspace = await json('workspaces', 'create', '--name', 'Acme', '--plan', 'free');
    const { key } = await json('keys', 'create', '--workspace', workspace.id, '--environment', 'live');
    const status = async () => (await caller(key)('GET', '/api/integrations/sidekicks')).status;
    expect(await status()).toBe(402);
    const changed = await json('workspaces', 'set-plan', workspace.id, '--plan', 'growth');
    expect(changed).toEqual({ ...workspace, plan: 'growth' });
    expect(await status()).toBe(200);
    await json('workspaces', 'set-plan', workspace.id, '--plan', 'free');
    expect(await status()).toBe(402);
  });

  test('shows and sets plans', async () => {
    expect(await json('plans', 'list')).toContainEqual(
      expect.objectContaining({ name: 'free', integrationsApi: false }),
    );
    const set = await json(
      'plans',
      'set',
      'trial',
      '--bucket',
      'upload=5',
      '--bucket',
      'sandbox=unlimited',
      '--max-assets',
      '3',
      '--live-days',
      '90',
      '--upload-days',
      'forever',
    );
    expect(set).toEqual({
      name: 'trial',
      integrationsApi: true,
      bucketLimits: { upload: 5, sandbox: null },
      maxSubscriptions: 20,
      maxAssets: 3,
      maxAssetsInWork: 32,
      maxMeasurements: 100,
      maxStoredBytes: 2 ** 40,
      maxSandboxPending: 10_000,
      maxSandboxPerDay: 50_000,
      uploadDays: null,
      sandboxDays: 7,
      liveDays: 90,
      keyDays: 365,
    });
    expect(
      await json('plans', 'set', 'trial', '--bucket', 'upload=none', '--integrations-api', 'no'),
    ).toMatchObject({
      integrationsApi: false,
      bucketLimits: { sandbox: null },
      maxAssets: 3,
    });
    for (const [given, kept] of [
      ['5', 5],
      ['all', null],
    ]) {
      const values = [String(given), '--max-sandbox-per-day', String(given)];
      const changed = await json('plans', 'set', 'trial', '--max-assets-in-work', ...values);
      expect(changed).toMatchObject({ maxAssetsInWork: kept, maxSandboxPerDay: kept, uploadDays: null });
    }
  });

  test('shows and sets prices, and keeps earlier price versions', async () => {
    // This test uses a separate database, because prices apply to all workspaces of a database.
    const env = { DATABASE_URL: own.url };
    const first = JSON.parse((await admin(['prices', 'show', '--json'], env)).stdout) as unknown[];
    expect(first).toEqual([
      {
        version: 1,
        videoSeconds: 10,
        videoCredits: 1,
        pageCredits: 1,
        flatCredits: 1,
        createdAt: expect.any(String),
      },
    ]);
    const set = await admin(['prices', 'set', '--page-credits', '3', '--json'], env);
    expect(JSON.parse(set.stdout)).toMatchObject({ version: 2, videoSeconds: 10, pageCredits: 3 });
    const all = JSON.parse((await admin(['prices', 'show', '--json'], env)).stdout) as unknown[];
    expect(all).toEqual([expect.objectContaining({ version: 2 }), ...first]);
  });

  test('lists a ledger with the source of each charge', async () => {
    const workspaceId = await newWorkspace(own.database);
    const asset = await liveAsset(own.database, workspaceId, 4);
    const submissionId = await submit(own.database, workspaceId, [asset]);
    const { stdout } = await admin(['ledger', 'list', '--workspace', workspaceId, '--json'], {
      DATABASE_URL: own.url,
    });
    expect(JSON.parse(stdout)).toEqual([
      expect.objectContaining({
        kind: 'charge',
        credits: 4,
        submissionId,
        assetId: asset.assetId,
        filename: asset.filename,
        priceBookVersion: 1,
        etag: asset.etag,
        metric: 'durationSeconds',
      }),
    ]);
  });

  test('lists the sidekicks', async () => {
    expect(await json('sidekicks', 'list')).toContainEqual(expect.objectContaining({ code: 'video-qc' }));
  });

  test('prints a table without --json', async () => {
    const { databaseUrl } = inject('stack');
    const { stdout, code } = await adminProcess(['plans', 'list'], { DATABASE_URL: databaseUrl });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^name\s+integrationsApi/);
    expect(stdout).toMatch(/^enterprise\s+true/m);
  });

  test('uses the database of the local stack by default', { tags: 'long' }, async () => {
    const { code, stdout } = await adminProcess(['workspaces', 'list', '--json'], {
      LOCAL_DIR: inject('stack').directory,
    });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toContainEqual(expect.objectContaining({ id: inject('stack').workspaceId }));
  });

  test.for([
    [['workspaces', 'create', '--name', 'x', '--plan', 'gold'], 'there is no plan "gold"'],
    [['keys', 'create', '--workspace', 'x', '--environment', 'live'], 'there is no workspace x'],
    [['keys', 'create', '--workspace', 'x', '--environment', 'test'], 'Allowed choices are live, sandbox'],
    [['keys', 'create', '--workspace', 'x', '--environment', 'live', '--expires-at', 'soon'], 'ISO 8601'],
    [['keys', 'revoke', 'x'], 'there is no key x'],
    [['keys', 'list', '--workspace', 'x'], 'there is no workspace x'],
    [
      [...createKey, 'live', '--scopes', 'read,write'],
      'The scopes are read, submit, webhooks, profiles, live_data',
    ],
    [
      [...createKey, 'live', '--scopes', 'live_data'],
      'at least one of the scopes read, submit, webhooks and profiles',
    ],
    [
      [...createKey, 'sandbox', '--scopes', 'webhooks'],
      'a sandbox key with the scope webhooks also needs live_data',
    ],
    [[...createKey, 'live', '--name', ' '], '1 to 100 printable characters'],
    [[...createKey, 'live', '--name', 'a\u202eb'], '1 to 100 printable characters'],
    [[...createKey, 'live', '--expires-at', '2040-01-01', '--no-expiry'], 'cannot be used with option'],
    [['plans', 'set', 'x', '--key-days', '36501'], 'at most 36500'],
    [['workspaces', 'set-plan', 'x', '--plan', 'growth'], 'there is no workspace x'],
    [['workspaces', 'set-plan', randomUUID(), '--plan', 'growth'], 'there is no workspace'],
    [['workspaces', 'set-plan', 'x', '--plan', 'gold'], 'there is no plan "gold"'],
    [['plans', 'set', 'x', '--bucket', 'coffee=1'], 'The buckets are upload'],
    [['plans', 'set', 'x', '--bucket', 'upload=0'], 'at least 1'],
    [['prices', 'set'], 'give at least one price'],
    [['prices', 'set', '--video-seconds', '0'], 'at least 1'],
    [['ledger', 'list', '--workspace', 'x'], 'there is no workspace x'],
    [['workspaces', 'set-spending-limit', 'x', '--credits', '1'], 'there is no workspace x'],
    [['workspaces', 'set-spending-limit', 'x', '--credits', '-1'], 'at least 0'],
    [['workspaces', 'set-spending-limit', 'x'], '--credits'],
    [['nonsense'], 'unknown command'],
  ] as const)('says what is wrong with %j', async ([args, message]) => {
    const { code, stderr, stdout } = await admin([...args]);
    expect(code).toBe(1);
    expect(stderr).toContain(message);
    expect(stdout).toBe('');
  });

  test('reports that no database is configured, and how to get one', async () => {
    const { code, stderr } = await adminProcess(['plans', 'list'], { LOCAL_DIR: '/nowhere' });
    expect(code).toBe(1);
    expect(stderr).toContain('set DATABASE_URL, or start the local stack with "npm start"');
  });

  test(
    'as a process, prints what is wrong with its arguments or its configuration',
    { tags: 'long' },
    async () => {
      const unknown = await adminProcess(['nonsense'], {});
      expect([unknown.code, unknown.stdout]).toEqual([1, '']);
      expect(unknown.stderr).toContain('unknown command');
      const invalid = await adminProcess(['plans', 'list'], { PUBLIC_URL: 'nowhere' });
      expect([invalid.code, invalid.stdout]).toEqual([1, '']);
      expect(invalid.stderr).toContain('The configuration is invalid:\nPUBLIC_URL');
    },
  );

  test('reports that a database is unreachable', async () => {
    const { code, stderr } = await admin(['plans', 'list'], { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/x' });
    expect(code).toBe(1);
    expect(stderr).toMatch(/ECONNREFUSED/);
    expect(stderr).not.toContain('a:b@');
  });
});
