import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { newTenant, type Tenant, until, useStackDatabase } from '../../support/api.ts';
import { registerCustom } from '../../support/custom-sidekicks.ts';
import { useReceiver } from '../../support/receiver.ts';

// Runs the demo on the running stack, in a separate workspace.

const script = path.join(import.meta.dirname, '../../../tools/local/demo/main.ts');
const subscriptions = '/api/integrations/webhooks/subscriptions';
const database = useStackDatabase();
const receiver = useReceiver();
let tenant: Tenant;
let directory: string;
let child: ChildProcess;
let output: string;

beforeEach(async () => {
  tenant = await newTenant(database, 'enterprise');
  const stack = inject('stack');
  directory = await mkdtemp(path.join(inject('scratchDir'), 'demo-'));
  await symlink(path.join(stack.directory, 'tls'), path.join(directory, 'tls'));
  const { workspaceId, liveKey, sandboxKey } = tenant;
  const info = { ...stack, workspaceId, liveKey, sandboxKey };
  await writeFile(path.join(directory, 'stack.json'), JSON.stringify(info));
});

afterEach(() => child.kill('SIGKILL'));

function startDemo(...files: string[]): void {
  output = '';
  child = spawn(process.execPath, [script, ...files], {
    env: { ...process.env, LOCAL_DIR: directory, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
}

async function writeNotes(): Promise<string> {
  const file = path.join(directory, 'notes.txt');
  await writeFile(file, 'Ready to print.\n');
  return file;
}

async function exitCode(): Promise<number | null> {
  const [code] =
    child.exitCode === null ? ((await once(child, 'close')) as [number | null]) : [child.exitCode];
  return code;
}

const countSubmissions = async () =>
  (await database.query('select from submissions where workspace_id = $1', [tenant.workspaceId])).rowCount!;

describe('npm run demo on a running stack', { timeout: 180_000 }, () => {
  test('ignores custom sidekicks and other subscriptions of the workspace', async () => {
    const maxWaitSeconds = 3600;
    const assetTypes = ['document'];
    await registerCustom(database, tenant.workspaceId, {
      taskQueue: 'no-worker-here',
      maxWaitSeconds,
      assetTypes,
    });
    const other = await tenant.live('POST', subscriptions, {
      endpointUrl: receiver.url('other'),
      eventTypes: ['asset.processing.completed', 'asset.processing.failed'],
    });
    expect(other.status).toBe(201);
    startDemo(await writeNotes());
    expect(await exitCode(), output).toBe(0);
    expect(output).toContain('Everything as expected');
    const { rows } = await database.query<{ id: string }>(
      "select id from submissions where workspace_id = $1 and environment = 'live'",
      [tenant.workspaceId],
    );
    const next = encodeURIComponent(`/${tenant.workspaceId}/live/submissions/${rows[0]!.id}`);
    expect(output).toMatch(new RegExp(`/console/sign-in\\?next=${next}#[\\w-]{43}\n`));
    const { body } = await tenant.live('GET', subscriptions);
    expect(body.items.map(({ id }: any) => id)).toEqual([other.body.id]);
  });

  test.for([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)(
    'ends on %s while it waits for assets, with exit code %i',
    { tags: 'long' },
    async ([signal, code]) => {
      // A small file, because the stack examines it to the end, beside the next tests.
      startDemo(await writeNotes());
      await until(countSubmissions, (count) => count === 1, 60_000);
      child.kill(signal);
      const signalledAt = Date.now();
      expect(await exitCode(), output).toBe(code);
      expect(Date.now() - signalledAt).toBeLessThan(5_000);
      expect(output).toContain(`error: interrupted by ${signal}`);
      expect((await tenant.live('GET', subscriptions)).body.total).toBe(0);
    },
  );
});
