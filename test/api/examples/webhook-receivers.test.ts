/** @module-tag both */

import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { findOnPath } from '@assay/analysis/decode/find-on-path.ts';
import { loadLocalConfig } from '@assay/runtime/config.ts';
import { startHttpsServer } from '../../../tools/local/https-server.ts';
import { freePort } from '../../../tools/local/stack/ports.ts';
import { ensureLocalCa } from '../../../tools/local/stack/tls.ts';
import { ensurePythonWith } from '../../../tools/local/programs/python-package.ts';
import { runTool } from '../../../tools/local/programs/run-tool.ts';
import { until, useStackDatabase, useTenant } from '../../support/api.ts';

// Tests the receivers in docs/webhooks.md exactly as they are on the page, with signed deliveries of the running
// stack. The compiled receivers need Go, Maven and Cargo: `RECEIVERS=all npm test --
// test/api/examples/webhook-receivers`.

const page = await readFile(path.join(import.meta.dirname, '../../../docs/webhooks.md'), 'utf8');
const { cacheDir, environment } = loadLocalConfig();
const tenant = useTenant(useStackDatabase());

interface Toolchain {
  file: string;
  /** Builds the receiver in a directory. Returns the command line that starts the receiver. */
  prepare: (directory: string) => Promise<string[]>;
  compiled?: true;
}

/** The tools for each receiver, by the language of its code block on the page. */
const toolchains: Record<string, Toolchain> = {
  js: {
    file: 'receiver.mjs',
    async prepare(cwd) {
      // The page promises that the receiver runs on Node 20. The installed Node may be newer, so a function that Node
      // 20 lacks is deleted before the receiver starts.
      const folders = (environment['PATH'] ?? '').split(path.delimiter);
      const ours = folders.filter((folder) => !folder.includes('node_modules')).join(path.delimiter);
      const node = (await findOnPath('node', ours)) ?? process.execPath;
      return [node, '--import', 'data:text/javascript,delete Array.fromAsync', `${cwd}/receiver.mjs`];
    },
  },
  python: {
    file: 'receiver.py',
    async prepare(cwd) {
      const python = await ensurePythonWith('standardwebhooks==1.1.0', cacheDir, environment['PATH'] ?? '');
      return [python, `${cwd}/receiver.py`];
    },
  },
  go: {
    file: 'main.go',
    compiled: true,
    async prepare(cwd) {
      await runTool('go', ['mod', 'init', 'receiver'], { cwd });
      await runTool('go', ['get', 'github.com/standard-webhooks/standard-webhooks/libraries@v0.0.1'], {
        cwd,
      });
      await runTool('go', ['build', '-o', 'receiver', '.'], { cwd });
      return [`${cwd}/receiver`];
    },
  },
  java: {
    file: 'src/main/java/Receiver.java',
    compiled: true,
    async prepare(cwd) {
      await writeFile(path.join(cwd, 'pom.xml'), pom);
      const copy = ['dependency:copy-dependencies', '-DoutputDirectory=target/lib'];
      await runTool('mvn', ['--quiet', '--batch-mode', 'compile', ...copy], { cwd });
      return ['java', '-cp', `${cwd}/target/classes:${cwd}/target/lib/*`, 'Receiver'];
    },
  },
  rust: {
    file: 'src/main.rs',
    compiled: true,
    async prepare(cwd) {
      await writeFile(path.join(cwd, 'Cargo.toml'), cargo);
      await runTool('cargo', ['build', '--quiet', '--target-dir', `${cwd}/target`], { cwd });
      return [`${cwd}/target/debug/receiver`];
    },
  },
};

const pom = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>example</groupId><artifactId>receiver</artifactId><version>1</version>
  <properties><maven.compiler.source>17</maven.compiler.source><maven.compiler.target>17</maven.compiler.target></properties>
  <dependencies><dependency>
    <groupId>com.standardwebhooks</groupId><artifactId>standardwebhooks</artifactId><version>1.2.0</version>
  </dependency></dependencies>
</project>`;

const cargo = `[package]
name = "receiver"
version = "0.1.0"
edition = "2024"

[dependencies]
axum = "0.8.9"
standardwebhooks = "1.0.1"
tokio = { version = "1.54.1", features = ["net", "rt", "macros"] }
`;

/** Returns the code blocks in a language on the page. */
const blocksOf = (language: string) =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'gm'))].map(([, code]) => code!);

const chosen = Object.entries(toolchains).filter(
  ([, { compiled }]) => compiled === undefined || process.env['RECEIVERS'] === 'all',
);

test('the page has one receiver in each language', () => {
  for (const language of Object.keys(toolchains)) expect(blocksOf(language)).toHaveLength(1);
});

describe.for(chosen)('the receiver in %s', ([language, { file, prepare }]) => {
  const subscriptions = '/api/integrations/webhooks/subscriptions';
  const eventType = 'asset.processing.completed';
  const closing: (() => unknown)[] = [];
  let receiver: ChildProcess;
  let output = '';
  let url: string;
  let subscription: string;

  beforeAll(async () => {
    const directory = path.join(inject('scratchDir'), `receiver-${language}`);
    await mkdir(path.dirname(path.join(directory, file)), { recursive: true });
    await writeFile(path.join(directory, file), blocksOf(language)[0]!);
    const [command, ...args] = await prepare(directory);
    const port = await freePort(0, new Set());
    url = `http://127.0.0.1:${port}/webhooks`;
    // A proxy in front of the receiver terminates TLS.
    const ca = await ensureLocalCa(path.join(inject('stack').directory, 'tls'));
    const proxy = await startHttpsServer(ca, async (body, headers) => {
      const passed = Object.entries(headers).filter(([name]) => /^(?:webhook-|content-type)/.test(name));
      return post(body, Object.fromEntries(passed) as Record<string, string>).catch(() => 502);
    });
    closing.push(() => proxy.close());
    const { body } = await tenant.live('POST', subscriptions, {
      endpointUrl: `${proxy.url}/webhooks`,
      eventTypes: [eventType],
    });
    subscription = `${subscriptions}/${body.id}`;
    const env = { ...environment, PORT: String(port), WEBHOOK_SECRET: body.secret };
    receiver = spawn(command!, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    closing.push(() => receiver.kill());
    for (const stream of [receiver.stdout!, receiver.stderr!])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await until(
      () => post(Buffer.from('{}'), {}).catch(() => null),
      (status) => status !== null,
      30_000,
    );
  }, 600_000);
  afterAll(() => Promise.all(closing.map((close) => close())));

  async function post(body: Buffer, headers: Record<string, string>): Promise<number> {
    return (await fetch(url, { method: 'POST', headers, body })).status;
  }

  const received = () => [...output.matchAll(/^received .*/gm)].length;

  /**
   * Sends an example event. With `eventId`, redelivers that event instead. Returns the delivery after it has
   * succeeded.
   */
  async function deliver(eventId?: string): Promise<any> {
    const at = (id: string) => `${subscription}/deliveries/${id}`;
    const { body: delivery } =
      eventId === undefined
        ? await tenant.live('POST', `${subscription}/example`, { eventType })
        : await tenant.live('POST', `${at(eventId)}/redeliver`);
    const id: string = delivery.eventId;
    return (
      await until(
        () => tenant.live('GET', at(id)),
        ({ body }) => body.status === 'succeeded',
      )
    ).body;
  }

  test('rejects requests without a valid signature, and logs the reason', async () => {
    const forged = {
      'webhook-id': 'forged',
      'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
      'webhook-signature': `v1,${randomBytes(32).toString('base64')}`,
    };
    expect(await post(Buffer.from('{}'), {})).toBe(400);
    expect(await post(Buffer.from('{}'), forged)).toBe(400);
    for (const signature of ['v1', 'v1,', 'v1,!', ',,', 'v2,x v1'])
      expect(await post(Buffer.from('{}'), { ...forged, 'webhook-signature': signature })).toBe(400);
    expect(await post(Buffer.from([0xff]), forged)).toBe(400);
    expect(received()).toBe(0);
    await until(
      () => Promise.resolve(output),
      (text) => /^rejected: ./m.test(text),
    );
  });

  test('processes an event once when it arrives twice', async () => {
    const { eventId, attempts } = await deliver();
    expect(attempts).toMatchObject([{ attemptNumber: 1, responseStatus: 204 }]);
    expect(await deliver(eventId)).toMatchObject({ total: 2 });
    expect(output).toContain('example.mp4');
    expect(received()).toBe(1);
  });

  test('accepts deliveries during the overlap of a rotation', async () => {
    const secret = `whsec_${randomBytes(32).toString('base64')}`;
    await tenant.live('POST', `${subscription}/rotate-secret`, { secret, overlapSeconds: 3600 });
    expect((await deliver()).attempts).toMatchObject([{ attemptNumber: 1, responseStatus: 204 }]);
    expect(received()).toBe(2);
  });
});
