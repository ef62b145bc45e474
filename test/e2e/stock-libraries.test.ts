/** @module-tag long */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Webhook } from 'standardwebhooks';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadLocalConfig } from '@assay/runtime/config.ts';
import { ensureGoProgram } from '../../tools/local/programs/go-program.ts';
import { ensurePythonWith } from '../../tools/local/programs/python-package.ts';
import { newTenant, submitSandbox, useStackDatabase } from '../support/api.ts';
import { type ReceivedRequest, useReceiver } from '../support/receiver.ts';

// Verifies deliveries of the running stack with the official libraries: https://www.standardwebhooks.com

const verifiers = path.join(import.meta.dirname, '../verifiers');
const database = useStackDatabase();
const receiver = useReceiver();
let secret: string;
let requests: ReceivedRequest[];
let commands: Record<string, string[]>;

beforeAll(async () => {
  const { cacheDir, environment } = loadLocalConfig();
  const searchPath = environment['PATH'] ?? '';
  const python = path.join(verifiers, 'python');
  commands = {
    Python: [
      await ensurePythonWith(
        (await readFile(path.join(python, 'requirements.txt'), 'utf8')).trim(),
        cacheDir,
        searchPath,
      ),
      path.join(python, 'verify.py'),
    ],
    Go: [
      await ensureGoProgram(
        path.join(verifiers, 'go'),
        'The verifier of webhooks with the stock library for Go',
        cacheDir,
        environment,
      ),
    ],
  };
  const tenant = await newTenant(database);
  receiver.answer('stock', { status: 500 }, { status: 204 });
  const subscription = await tenant.live('POST', '/api/integrations/webhooks/subscriptions', {
    endpointUrl: receiver.url('stock'),
    eventTypes: ['asset.processing.failed'],
  });
  ({ secret } = subscription.body);
  const { submissionId } = (await submitSandbox(tenant, ['fail'])).body;
  await tenant.sandbox('POST', '/api/integrations/sandbox/events/fire', {
    eventType: 'asset.processing.failed',
    submissionId,
    errorMessage: 'Zażółć „gęślą” \u{1f99a} \\ "jaźń"',
  });
  requests = await receiver.received('stock', 2);
}, 300_000);

/**
 * Returns true if the official library for a language accepts the signature of a request. The Python and Go programs
 * in `verifiers` then print the body.
 */
async function verifies(language: string, given: ReceivedRequest): Promise<boolean> {
  const { headers, body } = given;
  if (language === 'JavaScript') {
    try {
      return new Webhook(secret).verify(body, headers as Record<string, string>) !== undefined;
    } catch {
      return false;
    }
  }
  const [command, ...args] = commands[language]!;
  const child = spawn(command!, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stdin.end(JSON.stringify({ secret, headers, body }));
  const [code] = (await once(child, 'close')) as [number];
  return code === 0 && output === body;
}

describe.for(['JavaScript', 'Python', 'Go'])('the stock library for %s', (language) => {
  test('verifies every attempt of a delivery, and all attempts have the same id and body', async () => {
    const [first, second] = requests;
    expect(await verifies(language, first!)).toBe(true);
    expect(await verifies(language, second!)).toBe(true);
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
    expect(second!.body).toBe(first!.body);
    expect(second!.headers['webhook-signature']).not.toBe(first!.headers['webhook-signature']);
  });

  test.for<[string, (request: ReceivedRequest) => ReceivedRequest]>([
    ['body', (request) => ({ ...request, body: request.body.replace('failed', 'failes') })],
    ['id', ({ headers, ...rest }) => ({ ...rest, headers: { ...headers, 'webhook-id': 'another' } })],
    [
      'timestamp',
      ({ headers, ...rest }) => ({
        ...rest,
        headers: { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 1) },
      }),
    ],
  ])('rejects a request whose %s was changed', async ([, change]) => {
    expect(await verifies(language, change(requests[0]!))).toBe(false);
  });
});
