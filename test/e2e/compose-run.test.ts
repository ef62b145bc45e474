/** @module-tag long */

import { execFile } from 'node:child_process';
import type { IncomingHttpHeaders } from 'node:http';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient, dataOf, verifyWebhook } from '@assay/client/index.ts';
import { loadLocalConfig } from '@assay/runtime/config.ts';
import { ensureLocalCa, issueLocalhostCertificate } from '../../tools/local/stack/tls.ts';
import { sandboxPath, until } from '../support/api.ts';
import { filledEnv, root } from '../support/compose.ts';
import { readDockerfile } from '../support/dockerfile.ts';
import { expectKnownIssues, makeKnownFiles } from '../support/known-files.ts';
import { run } from '../support/run.ts';

// Runs docker-compose.yml with Docker, where an engine is running and the images are present or can be pulled. The test
// never starts an engine. It uses a project, a tag and an address of its own, and removes them afterwards.

const { environment } = loadLocalConfig();
const project = `assay-test-${process.pid}`;
const address = '127.0.0.3';
const receiverName = 'receiver.test';
const ours = ['assay-service:test', 'assay-media:test'];

const directory = await mkdtemp(path.join(tmpdir(), 'assay-compose-'));
const variables = {
  ...(await filledEnv()),
  ASSAY_VERSION: 'test',
  BIND_ADDRESS: address,
  PUBLIC_URL: `http://${address}:3000`,
  S3_PUBLIC_ENDPOINT: `http://${address}:7070`,
};

/** Runs `docker compose` on the file with its override. Returns the standard output. */
async function compose(...words: string[]): Promise<string> {
  const override = path.join(directory, 'override.yml');
  const files = [path.join(root, 'docker-compose.yml'), override].flatMap((file) => ['--file', file]);
  const { stdout } = await promisify(execFile)(
    'docker',
    ['compose', '--project-name', project, ...files, ...words],
    { cwd: root, env: { ...environment, ...variables }, maxBuffer: 64 * 2 ** 20 },
  );
  return stdout;
}

const succeeds = (...words: string[]) =>
  run('docker', words, { cwd: root, env: environment }).then(
    ({ code }) => code === 0,
    () => false,
  );

/** Returns what the test needs and this machine does not have. Null if nothing is missing. */
async function findMissing(): Promise<string | null> {
  if (process.platform !== 'linux') return `the address ${address}, which only Linux has without a setting`;
  if (!(await succeeds('compose', 'version'))) return 'the command `docker compose`';
  if (!(await succeeds('info'))) return 'a running Docker engine';
  const named = (await compose('config', '--images')).trim().split('\n');
  const bases = [...(await readDockerfile()).values()]
    .map(({ base }) => base)
    .filter((base) => base.includes(':'));
  for (const image of new Set([...named, ...bases])) {
    if (ours.includes(image) || (await succeeds('image', 'inspect', image))) continue;
    if (!(await succeeds('pull', '--quiet', image))) return `the image ${image}, which cannot be pulled`;
  }
  return null;
}

/**
 * Writes an override of docker-compose.yml: other published addresses, and a receiver of webhooks, whose certificate
 * delivery workers trust, and which they may reach.
 */
async function writeOverride(): Promise<void> {
  const tls = path.join(directory, 'tls');
  const ca = await ensureLocalCa(path.join(directory, 'ca'));
  const { key, cert } = await issueLocalhostCertificate(ca, [receiverName]);
  await mkdir(tls);
  await writeFile(path.join(tls, 'key.pem'), key);
  await writeFile(path.join(tls, 'cert.pem'), cert);
  // The users of the containers read these files.
  await chmod(directory, 0o755);
  const override = `
services:
  proxy:
    ports: !override ['${address}:3000:3000', '${address}:7070:7070']
  worker-delivery:
    environment: { WEBHOOK_ALLOWED_CIDRS: '10.0.0.0/8,172.16.0.0/12,192.168.0.0/16', WEBHOOK_CA_FILE: /ca.pem }
    volumes: ['${ca.certFile}:/ca.pem:ro']
  receiver:
    image: ${ours[0]}
    command: [node, /receiver.mjs]
    depends_on:
      setup-database: { condition: service_completed_successfully }
    networks: { internet: { aliases: [${receiverName}] } }
    volumes: ['${tls}:/tls:ro', '${path.join(root, 'test/e2e/webhook-receiver.mjs')}:/receiver.mjs:ro']
`;
  await writeFile(path.join(directory, 'override.yml'), override);
}

async function admin<T>(...words: string[]): Promise<T> {
  return JSON.parse(await compose('run', '--rm', '-T', 'admin', ...words, '--json')) as T;
}

await writeOverride();
const missing = await findMissing();
if (missing !== null) {
  process.stdout.write(`docker-compose.yml is not run with Docker: this machine lacks ${missing}.\n`);
  await rm(directory, { recursive: true });
}

describe.skipIf(missing !== null)('docker-compose.yml under Docker', () => {
  let workspaceId: string;

  const clientOf = async (kind: 'live' | 'sandbox') => {
    const key = ['keys', 'create', '--workspace', workspaceId, '--environment', kind];
    return createClient({
      baseUrl: variables.PUBLIC_URL,
      apiKey: (await admin<{ key: string }>(...key)).key,
    });
  };

  beforeAll(async () => {
    await compose('up', '--build', '--wait');
  }, 30 * 60_000);

  afterAll(async () => {
    await compose('--profile', 'admin', 'down', '--volumes', '--remove-orphans');
    await succeeds('image', 'rm', ...ours);
    await rm(directory, { recursive: true });
  }, 5 * 60_000);

  test('processes files and delivers the webhooks of their assets', { timeout: 15 * 60_000 }, async () => {
    const created = await admin<{ id: string }>(
      'workspaces',
      'create',
      '--name',
      'Test',
      '--plan',
      'unlimited',
    );
    workspaceId = created.id;
    const live = await clientOf('live');
    const body = {
      endpointUrl: `https://${receiverName}:8443/`,
      eventTypes: ['asset.processing.completed' as const],
    };
    const { secret } = dataOf(await live.api.POST('/api/integrations/webhooks/subscriptions', { body }));
    const files = await makeKnownFiles(path.join(directory, 'files'));
    const submissionId = await expectKnownIssues(live, live, files, 10 * 60_000);
    const received = async () =>
      (await compose('logs', '--no-log-prefix', 'receiver'))
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as { headers: IncomingHttpHeaders; body: string })
        .map(({ headers, body }) => verifyWebhook(body, headers, secret))
        .filter(({ data }) => data.submission_id === submissionId);
    const events = await until(received, ({ length }) => length >= files.length, 60_000);
    expect(new Set(events.map(({ data }) => data.asset_id)).size).toBe(files.length);
  });

  test('simulates a sandbox submission', { timeout: 120_000 }, async () => {
    const sandbox = await clientOf('sandbox');
    const { submissionId } = await sandbox.submit({ blobPaths: [sandboxPath('pass')], sidekickIds: ['any'] });
    const done = await sandbox.waitUntilDone(submissionId, { timeoutMs: 60_000 });
    expect(done).toMatchObject({ status: 'complete', creditsCharged: 0 });
  });

  test('keeps every container when nothing has changed', { timeout: 10 * 60_000 }, async () => {
    const before = await compose('ps', '--quiet');
    await compose('up', '--build', '--wait');
    expect(await compose('ps', '--quiet')).toBe(before);
  });

  test('has networks whose members cannot connect to this machine', { timeout: 60_000 }, async () => {
    const inspected = await promisify(execFile)('docker', ['network', 'inspect', `${project}_database`]);
    const [{ IPAM }] = JSON.parse(inspected.stdout) as [{ IPAM: { Config: { Gateway: string }[] } }];
    const { stdout } = await promisify(execFile)('ip', ['-brief', 'address']);
    for (const { Gateway } of IPAM.Config) expect(stdout).not.toContain(` ${Gateway}/`);
  });

  test('writes no error about a missing right to the log of the proxy', { timeout: 60_000 }, async () => {
    expect(await compose('logs', '--no-log-prefix', 'proxy')).not.toMatch(/permission denied/);
  });
});
