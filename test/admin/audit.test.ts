import { randomUUID } from 'node:crypto';
import { spawn } from 'node:child_process';
import { userInfo } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { useDatabase } from '../support/database.ts';

const own = useDatabase();
const root = path.join(import.meta.dirname, '../..');

/** Runs the admin CLI as an operator does. Returns the JSON that it prints. */
function admin(...args: string[]): Promise<any> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['admin/main.ts', ...args, '--json'], {
      cwd: root,
      env: { ...process.env, DATABASE_URL: own.url, LOCAL_DIR: '' },
    });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    child.on('close', (code) => (code === 0 ? resolve(JSON.parse(stdout)) : reject(new Error(stderr))));
  });
}

test('commands that change something are in the audit log with the user of the system', async () => {
  const workspace = await admin('workspaces', 'create', '--name', 'Acme', '--plan', 'growth');
  const [key] = await Promise.all([
    admin('keys', 'create', '--workspace', workspace.id, '--environment', 'live'),
    admin('plans', 'set', 'trial', '--max-assets', '3'),
    admin('prices', 'set', '--page-credits', '2'),
  ]);
  await admin('keys', 'revoke', key.id);
  await admin('workspaces', 'set-plan', workspace.id, '--plan', 'starter');
  const subscriptionId = randomUUID();
  await own.database.query(
    `insert into subscriptions (id, workspace_id, endpoint_url, event_types, secret)
     values ($1, $2, 'https://receiver.invalid/', '{}', 'whsec_')`,
    [subscriptionId, workspace.id],
  );
  await admin('webhooks', 'disable', '--workspace', workspace.id);

  const operator = { actorKind: 'operator', actor: userInfo().username, address: null };
  const inWorkspace = await admin('audit', 'list', '--workspace', workspace.id);
  expect(inWorkspace).toEqual(
    [
      ['subscription.disable', `subscriptions/${subscriptionId}`],
      ['workspace.set_plan', `workspaces/${workspace.id}`],
      ['key.revoke', `keys/${key.id}`],
      ['key.create', `keys/${key.id}`],
      ['workspace.create', `workspaces/${workspace.id}`],
    ].map(([action, subject]) => ({
      ...{ id: expect.any(Number), occurredAt: expect.any(String), workspaceId: workspace.id },
      ...{ ...operator, action, subject },
    })),
  );
  const all = await admin('audit', 'list', '--actor', operator.actor);
  expect(all.map(({ subject }: { subject: string }) => subject)).toEqual(
    expect.arrayContaining(['plans/trial', 'prices/2']),
  );
  const [newest] = inWorkspace;
  expect(await admin('audit', 'list', '--since', newest.occurredAt, '--limit', '1')).toEqual([newest]);
  expect(await admin('audit', 'list', '--action', 'key.revoke')).toHaveLength(1);
}, 60_000);
