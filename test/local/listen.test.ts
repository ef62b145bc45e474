import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import https from 'node:https';
import path from 'node:path';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { statusFor } from '../../local/listen/behaviour.ts';
import { caller, until } from '../support/api.ts';
import { run } from '../support/run.ts';

const { directory, liveKey } = inject('stack');
const script = path.join(import.meta.dirname, '../../local/listen/main.ts');
const env = { ...process.env, LOCAL_DIR: directory, NO_COLOR: '1' };
const api = caller(liveKey);
let child: ChildProcess;
let output: string;

/** Runs the listener on the stack under test; answers the path and the endpoint of its subscription. */
async function listen(...args: string[]) {
  output = '';
  child = spawn(process.execPath, [script, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await shows(/Ctrl-C/);
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

describe('npm run listen', { timeout: 60_000 }, () => {
  test('shows events that are genuine, and deletes its subscription when it is stopped', async () => {
    const { path: subscription, url } = await listen('--example');
    await shows(/signature verified, answered 204/, 2);
    expect(output).toMatch(/✓ asset\.processing\.completed {2}example\.mp4 {2}2 issues/);
    expect(output).toMatch(/✓ asset\.processing\.failed {2}example\.mp4 {2}This is an example/);
    expect(await post(url, '{}')).toBe(400);
    await shows(/✗ not genuine, answered 400/);
    expect((await api('GET', subscription)).status).toBe(200);
    expect(await stopped()).toBe(0);
    expect((await api('GET', subscription)).status).toBe(404);
  });

  test('misbehaves as it is told', async () => {
    const { path: subscription } = await listen('--fail', '2', '--slow', '1', '--status', '503');
    await api('POST', `${subscription}/example`, { eventType: 'asset.processing.failed' });
    await shows(/attempt 1: signature verified, answered 503/);
    await shows(/attempt 3: signature verified, answered 204 after 1 s/);
    const history = () => api('GET', `${subscription}/deliveries`);
    const { attempts } = (await until(history, ({ body }) => body.attempts[0].status === 'succeeded')).body;
    expect(attempts.map(({ responseStatus }: any) => responseStatus)).toEqual([204, 503, 503]);
    for (const { durationMs } of attempts) expect(durationMs).toBeGreaterThanOrEqual(1000);
  });

  test('stops while an attempt waits for its answer', async () => {
    const { path: subscription } = await listen('--slow', '3600', '--example');
    await shows(/answered 204 after 3600 s/);
    expect(await stopped()).toBe(0);
    expect((await api('GET', subscription)).status).toBe(404);
  });

  test('says what it cannot do', async () => {
    const nowhere = await run(process.execPath, [script], { env: { ...env, LOCAL_DIR: '/nowhere' } });
    expect(nowhere.code).toBe(1);
    expect(nowhere.output).toContain('No stack runs in /nowhere: start one with "npm start".');
    for (const args of [
      ['--fail', '0'],
      ['--slow', 'x'],
      ['--status', '99'],
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
] as const)('attempt %i with %j is answered %i', ([attemptNumber, misbehaviour, status]) => {
  expect(statusFor(attemptNumber, misbehaviour)).toBe(status);
});
