/** @module-tag long */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { statusFor } from '../../tools/local/listen/options.ts';
import { freePort } from '../../tools/local/stack/ports.ts';
import { caller, until } from '../support/api.ts';
import { run } from '../support/run.ts';

const { directory, liveKey } = inject('stack');
const script = path.join(import.meta.dirname, '../../tools/local/listen/main.ts');
const env = { ...process.env, LOCAL_DIR: directory, NO_COLOR: '1' };
const api = caller(liveKey);
let child: ChildProcess;
let output: string;

/** Starts the listener on the stack under test. Returns the path and the endpoint URL of its subscription. */
async function listen(...args: string[]) {
  output = '';
  child = spawn(process.execPath, [script, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await shows(args.includes('--forward') ? /Signing secret: \S+\n/ : /Ctrl-C/);
  const [, url, id] = /at (\S+), subscription ([0-9a-f-]+);/.exec(output)!;
  return { path: `/api/integrations/webhooks/subscriptions/${id}`, url: url! };
}

const shows = (pattern: RegExp, times = 1) =>
  until(
    () => Promise.resolve(output),
    (text) => [...text.matchAll(new RegExp(pattern, 'g'))].length >= times,
    30_000,
  );

async function stopped(): Promise<number | null> {
  child.kill('SIGINT');
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}

afterEach(async () => {
  if (child.exitCode === null) await stopped();
});

describe('npm run listen', () => {
  test('shows verified events, and deletes its subscription when it is stopped', async () => {
    const { path: subscription, url } = await listen('--example');
    await shows(/signature verified, answered 204/, 2);
    expect(output).toMatch(/✓ asset\.processing\.completed {2}example\.mp4 {2}2 issues/);
    expect(output).toMatch(/✓ asset\.processing\.failed {2}example\.mp4 {2}This is an example/);
    expect(await post(url, '{}')).toBe(400);
    await shows(/✗ invalid signature, answered 400/);
    expect((await api('GET', subscription)).status).toBe(200);
    expect(await stopped()).toBe(0);
    expect((await api('GET', subscription)).status).toBe(404);
  });

  test('fails and delays attempts as its options say', async () => {
    const { path: subscription } = await listen('--fail', '2', '--slow', '1', '--status', '503');
    await api('POST', `${subscription}/example`, { eventType: 'asset.processing.failed' });
    await shows(/attempt 1: signature verified, answered 503/);
    await shows(/attempt 3: signature verified, answered 204 after 1 s/);
    const history = () => api('GET', `${subscription}/deliveries`);
    const { attempts } = (await until(history, ({ body }) => body.attempts[0].status === 'succeeded')).body;
    expect(attempts.map(({ responseStatus }: any) => responseStatus)).toEqual([204, 503, 503]);
    for (const { durationMs } of attempts) expect(durationMs).toBeGreaterThanOrEqual(1000);
  });

  test('forwards deliveries unchanged, and responds with the status of the target', async () => {
    const forwarded: { id: string; headers: IncomingMessage['headers'] }[] = [];
    let secret = '';
    const target = createServer((request, response) => {
      void request.toArray().then((chunks) => {
        const body = Buffer.concat(chunks as Buffer[]);
        const event = new Webhook(secret).verify(body, request.headers as Record<string, string>) as {
          id: string;
        };
        forwarded.push({ id: event.id, headers: request.headers });
        response.writeHead(forwarded.length === 1 ? 503 : 202).end();
      });
    }).listen(0, '127.0.0.1');
    await once(target, 'listening');
    try {
      const { port } = target.address() as AddressInfo;
      const { path: subscription } = await listen('--forward', `http://127.0.0.1:${port}/hooks?a=b`);
      secret = /Signing secret: (whsec_\S+)/.exec(output)![1]!;
      await api('POST', `${subscription}/example`, { eventType: 'asset.processing.failed' });
      await shows(/attempt 1: signature verified, forwarded, answered 503/);
      await shows(/attempt 2: signature verified, forwarded, answered 202/);
      const history = () => api('GET', `${subscription}/deliveries`);
      const { attempts } = (await until(history, ({ body }) => body.attempts[0].status === 'succeeded')).body;
      expect(attempts.map(({ responseStatus }: any) => responseStatus)).toEqual([202, 503]);
      expect(forwarded.map(({ id }) => id)).toEqual([attempts[0].eventId, attempts[0].eventId]);
      expect(forwarded[0]!.headers).toMatchObject({
        'webhook-id': attempts[0].eventId,
        host: `127.0.0.1:${port}`,
      });
    } finally {
      target.close();
    }
  });

  test('shows why it could not forward a delivery, and responds with 502', async () => {
    const port = await freePort(0, new Set());
    const { path: subscription } = await listen('--forward', `http://127.0.0.1:${port}/`, '--example');
    await shows(/could not be forwarded, answered 502: .*ECONNREFUSED/);
    const { attempts } = (await api('GET', `${subscription}/deliveries?status=failed`)).body;
    expect(attempts[0]).toMatchObject({ responseStatus: 502 });
  });

  test('can be stopped while a response is delayed', async () => {
    const { path: subscription } = await listen('--slow', '3600', '--example');
    await shows(/answered 204 after 3600 s/);
    expect(await stopped()).toBe(0);
    expect((await api('GET', subscription)).status).toBe(404);
  });

  test('rejects invalid options, and says when no stack is running', async () => {
    const nowhere = await run(process.execPath, [script], { env: { ...env, LOCAL_DIR: '/nowhere' } });
    expect(nowhere.code).toBe(1);
    expect(nowhere.output).toContain('No stack is running in /nowhere. Start one with "npm start".');
    for (const args of [
      ['--fail', '0'],
      ['--slow', 'x'],
      ['--status', '99'],
      ['--forward', 'ftp://localhost'],
      ['--forward', 'http://localhost', '--slow', '1'],
    ]) {
      const refused = await run(process.execPath, [script, ...args], { env });
      expect(refused.code).toBe(1);
      expect(refused.output).toContain(`option '${args[0]}`);
    }
  });
});

async function post(url: string, body: string): Promise<number | undefined> {
  const ca = await readFile(inject('stack').caFile);
  const request = https.request(url, { method: 'POST', ca }).end(body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}

test.for([
  [1, {}, 204],
  [3, { fail: 3 }, 500],
  [4, { fail: 3 }, 204],
  [3, { fail: 3, status: 429 }, 429],
  [9, { status: 410 }, 410],
] as const)(
  'the response to attempt %i with %j has the status %i',
  ([attemptNumber, misbehaviour, status]) => {
    expect(statusFor(attemptNumber, misbehaviour)).toBe(status);
  },
);
