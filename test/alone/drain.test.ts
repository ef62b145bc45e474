import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../tools/local/stack/ports.ts';
import { sandboxPath, until, useStackDatabase, useTenant } from '../support/api.ts';
import { stackEnvironment } from '../support/stack-environment.ts';

// These tests start another API process on the running stack and send it SIGTERM while requests are in progress.

const tenant = useTenant(useStackDatabase());
let child: ChildProcess;
let port: number;

afterEach(() => {
  child.kill('SIGKILL');
});

/** Starts an API process and waits until `/readyz` returns `status`. */
async function start(settings: NodeJS.ProcessEnv, status = 200): Promise<void> {
  port = await freePort(0, new Set());
  child = spawn(process.execPath, [path.join(import.meta.dirname, '../../api/main.ts')], {
    env: { ...stackEnvironment(), PORT: String(port), ...settings },
    stdio: 'inherit',
  });
  await until(
    () => send(new Agent(), 'GET', '/readyz'),
    (answer) => answer.status === status,
    30_000,
  );
}

/** The status and the Connection header of a response, or the code of a network error. */
interface Outcome {
  status?: number;
  error?: string;
  connection?: string;
}

function send(agent: Agent, method: string, url: string, body?: unknown): Promise<Outcome> {
  return new Promise((resolve) => {
    const headers = { 'X-API-Key': tenant.sandboxKey, 'Content-Type': 'application/json' };
    const outgoing = request({ agent, port, host: '127.0.0.1', method, path: url, headers }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve({ status: answer.statusCode, connection: answer.headers.connection }));
      answer.on('error', (error: NodeJS.ErrnoException) => resolve({ error: error.code }));
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => resolve({ error: error.code }));
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/**
 * Sends requests one after the other over a keep-alive connection until `rotation.ended` is true. The load balancer
 * has then taken the process out of rotation. Clients with an odd number create submissions. The others read a
 * submission that does not exist.
 */
async function sendUntilEnd(client: number, rotation: { ended: boolean }): Promise<Outcome[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const outcomes: Outcome[] = [];
  while (!rotation.ended) {
    outcomes.push(
      client % 2 === 0
        ? await send(agent, 'GET', '/api/integrations/submissions/00000000-0000-4000-8000-000000000000')
        : await send(agent, 'POST', '/api/integrations/submissions', {
            assets: [{ blobPath: sandboxPath('pass') }],
            sidekickIds: ['any'],
          }),
    );
  }
  agent.destroy();
  return outcomes;
}

describe('an API process that gets SIGTERM', () => {
  test(
    'responds to every request that a load balancer sends before it sees the 503 of /readyz',
    { tags: 'long' },
    async () => {
      await start({ DRAIN_SECONDS: '5' });
      const ended = once(child, 'exit');
      const rotation = { ended: false };
      const clients = Array.from({ length: 10 }, (_, client) => sendUntilEnd(client, rotation));
      await setTimeout(1_000);
      child.kill('SIGTERM');
      await until(
        () => send(new Agent(), 'GET', '/readyz'),
        ({ status }) => status === 503,
        5_000,
      );
      // A load balancer sends requests until its next health check fails, in this test for another second.
      await setTimeout(1_000);
      rotation.ended = true;
      const outcomes = (await Promise.all(clients)).flat();
      const count = (wanted: number) => outcomes.filter(({ status }) => status === wanted).length;
      expect(count(404)).toBeGreaterThan(10);
      expect(count(201)).toBeGreaterThan(10);
      expect(count(404) + count(201)).toBe(outcomes.length);
      // While the process drains, it closes each connection after the response.
      expect(outcomes.some(({ connection }) => connection === 'close')).toBe(true);
      expect(await ended).toEqual([0, null]);
    },
  );

  test('finishes the requests in progress after it has stopped listening', async () => {
    await start({});
    const ended = once(child, 'exit');
    const slow = connect(port, '127.0.0.1');
    slow.write(
      `POST /api/integrations/submissions HTTP/1.1\r\nHost: x\r\nX-API-Key: ${tenant.sandboxKey}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{',
    );
    // Wait until the API has accepted the request. The end of the body is sent after the SIGTERM.
    await setTimeout(500);
    child.kill('SIGTERM');
    await until(
      () => send(new Agent(), 'GET', '/healthz'),
      ({ error }) => error === 'ECONNREFUSED',
      5_000,
    );
    slow.write('}');
    const [answer] = (await once(slow, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 422 /);
    expect(await ended).toEqual([0, null]);
  });

  test('reports that it is not ready, and still responds, for DRAIN_SECONDS', { tags: 'long' }, async () => {
    await start({ DRAIN_SECONDS: '3' });
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await until(
      () => send(new Agent(), 'GET', '/readyz'),
      ({ status }) => status === 503,
      2_000,
    );
    expect(await send(new Agent(), 'GET', '/healthz')).toMatchObject({ status: 200, connection: 'close' });
    expect(await ended).toEqual([0, null]);
    expect(await send(new Agent(), 'GET', '/readyz')).toEqual({ error: 'ECONNREFUSED' });
  });

  test('exits within seconds while the address of Temporal does not answer', { tags: 'long' }, async () => {
    const temporal = await listenWithoutAnswer();
    await start({ TEMPORAL_ADDRESS: temporal.address }, 503);
    const ended = once(child, 'exit');
    const startedAt = Date.now();
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(Date.now() - startedAt).toBeLessThan(10_000);
  });

  test('ends without an error while Temporal refuses connections', async () => {
    await start({ TEMPORAL_ADDRESS: '127.0.0.1:1' }, 503);
    const ended = once(child, 'exit');
    // The SDK repeats the start of the workflow.
    expect(
      await send(new Agent(), 'POST', '/api/integrations/submissions', {
        assets: [{ blobPath: sandboxPath('pass') }],
        sidekickIds: ['any'],
      }),
    ).toMatchObject({ status: 201 });
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });
});

/**
 * Returns an address that does not answer connection attempts, like that of a removed container: its server is stopped
 * and has a full queue of connections.
 */
async function listenWithoutAnswer(): Promise<{ address: string }> {
  const code =
    "net.createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, function () {" +
    ' process.send(this.address().port) })';
  const server = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  onTestFinished(() => void server.kill('SIGKILL'));
  const [port] = (await once(server, 'message')) as [number];
  server.kill('SIGSTOP');
  const sockets = Array.from({ length: 4 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
  await setTimeout(500);
  return { address: `127.0.0.1:${port}` };
}
