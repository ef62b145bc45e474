/** @module-tag long */

import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { Client, Connection, WorkflowFailedError } from '@temporalio/client';
import { ApplicationFailure, type Payload, type PayloadCodec } from '@temporalio/common';
import proto from '@temporalio/proto';
import { NativeConnection, Worker } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type ServiceProcess, startServiceProcess } from '../../tools/bench/service-process.ts';
import { createKeyRing, parseEncryptionKeys } from '@assay/domain/lib/key-ring.ts';
import { loadLocalConfig } from '@assay/runtime/config.ts';
import { findTemporalCli } from '../../tools/local/programs/temporal-cli.ts';
import { freePort } from '../../tools/local/stack/ports.ts';
import { readVersionToStart } from '@assay/storage/submissions/outbox.ts';
import { prepareNamespace } from '@assay/runtime/temporal/namespace.ts';
import { createStarter } from '@assay/runtime/temporal/starter.ts';
import { taskQueues } from '@assay/domain/task-queues.ts';
import { submissionWorkflowId } from '@assay/domain/workflow-ids.ts';
import { createDataConverter } from '@assay/runtime/temporal/payload-codec.ts';
import { newTenant, type Tenant, caller, sandboxPath, untilDone, until, uploadFile } from '../support/api.ts';
import { customFinding, registerCustom } from '../support/custom-sidekicks.ts';
import { useDatabase } from '../support/database.ts';
import { run } from '../support/run.ts';
import { encryptionKey } from '../support/secrets.ts';
import { quietRuntime } from '../support/temporal.ts';

// Real processes on the real Temporal server, in a namespace and a database of their own.

const own = useDatabase();
const keys = encryptionKey('payloads', 4);
const namespace = `codec-${randomUUID()}`;
const uiOrigin = 'http://127.0.0.1:8233';
const submissions = '/api/integrations/submissions';
/** Texts that must not be readable in a history. */
const marks = { file: `file-${randomUUID()}`, finding: randomUUID(), failure: randomUUID() };

const processes: ServiceProcess[] = [];
let connection: Connection;
let native: NativeConnection;
let client: Client;
let apiPort: number;
let healthPort: number;
let tenant: Tenant;
let earlierId: string;

async function start(main: 'api/main.ts' | 'workers/main.ts', settings: NodeJS.ProcessEnv) {
  const started = await startServiceProcess(main, inject('stack'), {
    DATABASE_URL: own.url,
    TEMPORAL_NAMESPACE: namespace,
    WORKFLOW_BUNDLE: inject('workflowBundlePath'),
    PORT: String(apiPort),
    ...settings,
  });
  processes.push(started);
  return started;
}

beforeAll(async () => {
  quietRuntime();
  connection = await Connection.connect({ address: inject('stack').temporalAddress });
  native = await NativeConnection.connect({ address: inject('stack').temporalAddress });
  client = new Client({ connection, namespace });
  await prepareNamespace(client);
  apiPort = await freePort(0, new Set());
  healthPort = await freePort(0, new Set([apiPort]));
  const made = await newTenant(own.database);
  const apiUrl = `http://127.0.0.1:${apiPort}`;
  tenant = { ...made, live: caller(made.liveKey, apiUrl), sandbox: caller(made.sandboxKey, apiUrl) };

  const earlier = await start('api/main.ts', { PAYLOAD_ENCRYPTION_KEYS: '' });
  const { body } = await tenant.sandbox('POST', submissions, {
    assets: [{ blobPath: sandboxPath('pass') }],
    sidekickIds: ['any'],
  });
  earlierId = body.submissionId;
  // A workflow whose input is not encrypted.
  const starter = createStarter(client, own.database);
  await starter.startSubmission((await readVersionToStart(own.database, earlierId, 1))!);
  await earlier.end();

  const codec = { PAYLOAD_ENCRYPTION_KEYS: keys };
  await start('api/main.ts', {
    ...codec,
    PAYLOAD_CODEC_ORIGIN: uiOrigin,
    HEALTH_HOST: '127.0.0.1',
    HEALTH_PORT: String(healthPort),
  });
  await start('workers/main.ts', { ...codec, WORKER_ROLES: 'orchestration,media' });
});

afterAll(async () => {
  await Promise.all(processes.map((each) => each.end()));
  await connection.close();
  await native.close();
});

/** Runs the admin CLI as an operator does. */
async function admin(payloadKeys: string, ...words: string[]) {
  const ended = await run(process.execPath, ['packages/admin/main.ts', ...words], {
    cwd: process.cwd(),
    env: {
      ...process.env,
      DATABASE_URL: own.url,
      TEMPORAL_ADDRESS: inject('stack').temporalAddress,
      TEMPORAL_NAMESPACE: namespace,
      PAYLOAD_ENCRYPTION_KEYS: payloadKeys,
    },
  });
  if (ended.code !== 0) throw new Error(ended.output);
  return ended.output;
}

/** The codec of a sidekick's worker as docs/custom-sidekicks.md describes it, with the keys that the CLI prints. */
async function codecOfSidekick(id: string): Promise<PayloadCodec> {
  const printed = JSON.parse(await admin(keys, 'sidekicks', 'keys', id, '--json')) as Record<
    string,
    string
  >[];
  const ring = createKeyRing(
    new Map(printed.map((each) => [each['keyId']!, Buffer.from(each['key']!, 'base64')])),
  );
  const bytes = (text: string) => Buffer.from(text);
  const field = ({ metadata }: Payload, name: string) => Buffer.from(metadata![name]!).toString();
  const { Payload: Message } = proto.temporal.api.common.v1;
  return {
    encode: (payloads, context) =>
      Promise.resolve(
        payloads.map((payload) => {
          const workflowId = context!.workflowId!;
          const { keyId, data } = ring.encrypt(
            Message.encode(payload).finish(),
            `${namespace}\n${workflowId}`,
          );
          const metadata = {
            encoding: bytes('binary/encrypted'),
            'encryption-key-id': bytes(keyId),
            'encryption-workflow-id': bytes(workflowId),
          };
          return { metadata, data };
        }),
      ),
    decode: (payloads) =>
      Promise.resolve(
        payloads.map((payload) => {
          const stored = { keyId: field(payload, 'encryption-key-id'), data: payload.data! };
          const place = `${namespace}\n${field(payload, 'encryption-workflow-id')}`;
          return Message.decode(ring.decrypt(stored, place));
        }),
      ),
  };
}

/** Submits a text to a custom sidekick on a task queue. Returns the finished submission. */
async function examined(code: string, examine: () => Promise<unknown>) {
  const taskQueue = `${code}-${randomUUID()}`;
  const { id } = await registerCustom(own.database, tenant.workspaceId, { code, taskQueue, encrypted: true });
  const dataConverter = {
    payloadCodecs: [await codecOfSidekick(id)],
    failureConverterPath: path.resolve('packages/runtime/temporal/failure-converter.ts'),
  };
  const options = { connection: native, namespace, taskQueue, activities: { examine }, dataConverter };
  const worker = await Worker.create(options);
  const blobPath = await uploadFile(tenant.live, `${marks.file}.txt`, 'text/plain', Buffer.from('A text.'));
  return worker.runUntil(async () => {
    const { body } = await tenant.live('POST', submissions, { assets: [{ blobPath }], sidekickIds: [id] });
    return (await untilDone(tenant.live, body.submissionId)).body;
  });
}

const converterOf = (text: string) =>
  createDataConverter({
    payloadKeys: parseEncryptionKeys(text),
    PAYLOAD_ENCRYPTION: 'required',
    TEMPORAL_NAMESPACE: namespace,
  });

/** Returns everything that Temporal stores about the workflows of the namespace. */
async function stored(): Promise<unknown[]> {
  const { executions } = await client.workflowService.listWorkflowExecutions({ namespace });
  return Promise.all(
    executions.flatMap(({ execution }) => [
      client.workflowService.getWorkflowExecutionHistory({ namespace, execution: execution! }),
      client.workflowService.describeWorkflowExecution({ namespace, execution: execution! }),
    ]),
  );
}

/** Returns every text and every byte sequence in a value, as text. */
function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (value instanceof Uint8Array) return [Buffer.from(value).toString('latin1')];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(texts);
}

interface StoredPayload {
  metadata: Record<string, Uint8Array>;
  data: Uint8Array;
}

function payloadsIn(value: unknown): StoredPayload[] {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return [];
  if ('metadata' in value && 'data' in value) return [value as StoredPayload];
  return Object.values(value).flatMap(payloadsIn);
}

/** Returns the ids of the keys that encrypted the payloads in a value. */
const keyIdsIn = (value: unknown): string[] => [
  ...new Set(payloadsIn(value).map(({ metadata }) => Buffer.from(metadata['encryption-key-id']!).toString())),
];

const codecUrl = (operation: string) => `http://127.0.0.1:${healthPort}/codec/${operation}`;

describe('with PAYLOAD_ENCRYPTION_KEYS', () => {
  test('a workflow whose input is not encrypted, or belongs to another workflow, fails', async () => {
    const { workflow, workflowService } = new Client({
      connection,
      namespace,
      dataConverter: converterOf(keys),
    });
    /** Returns the type and the message of the failure of a workflow. */
    const failureOf = async (workflowId: string) => {
      const error: unknown = await workflow
        .getHandle(workflowId)
        .result()
        .catch((failed: unknown) => failed);
      expect(error).toBeInstanceOf(WorkflowFailedError);
      const { cause } = error as WorkflowFailedError;
      return cause instanceof ApplicationFailure && { type: cause.type, message: cause.message };
    };
    const clear = submissionWorkflowId(earlierId, 1);
    expect(await failureOf(clear)).toEqual({
      type: 'payload_refused',
      message: 'A payload in Temporal was refused: it is not encrypted',
    });

    const { body } = await tenant.sandbox('POST', submissions, {
      assets: [{ blobPath: sandboxPath('pass') }],
      sidekickIds: ['any'],
    });
    const source = submissionWorkflowId(body.submissionId, 1);
    const [started] = (await workflow.getHandle(source).fetchHistory()).events!;
    const target = submissionWorkflowId(randomUUID(), 1);
    await workflowService.startWorkflowExecution({
      namespace,
      workflowId: target,
      workflowType: { name: 'processSubmission' },
      taskQueue: { name: taskQueues.orchestration },
      input: started!.workflowExecutionStartedEventAttributes!.input,
      requestId: randomUUID(),
    });
    expect(await failureOf(target)).toEqual({
      type: 'payload_refused',
      message: `A payload in Temporal was refused: it belongs to the workflow "${source}", not to "${target}"`,
    });
  });

  test('neither file names nor results nor failures are readable in Temporal, and the UI can decode them', async () => {
    const found = await examined('finds', () =>
      Promise.resolve({ findings: [{ ...customFinding, details: marks.finding }] }),
    );
    expect(found.assets).toMatchObject([{ status: 'complete', issueCount: 1 }]);
    const failed = await examined('fails', () =>
      Promise.reject(ApplicationFailure.nonRetryable(`cannot examine ${marks.failure}`)),
    );
    expect(JSON.stringify(failed)).toContain(marks.failure);

    const all = await stored();
    const text = texts(all).join('\n');
    // The text is binary, so a failure must not print it.
    expect(Object.entries(marks).filter(([, mark]) => text.includes(mark))).toEqual([]);

    const payloads = payloadsIn(all).map(({ metadata, data }) => ({
      metadata: Object.fromEntries(
        Object.entries(metadata).map(([name, bytes]) => [name, Buffer.from(bytes).toString('base64')]),
      ),
      data: Buffer.from(data).toString('base64'),
    }));
    const response = await fetch(codecUrl('decode'), {
      method: 'POST',
      headers: { origin: uiOrigin, 'content-type': 'application/json', 'x-namespace': namespace },
      body: JSON.stringify({ payloads }),
    });
    expect(response.headers.get('access-control-allow-origin')).toBe(uiOrigin);
    const decoded = (await response.json()) as { payloads: { data: string }[] };
    expect(decoded.payloads).toHaveLength(payloads.length);
    const readable = decoded.payloads.map(({ data }) => Buffer.from(data, 'base64').toString()).join('\n');
    expect(Object.entries(marks).filter(([, mark]) => !readable.includes(mark))).toEqual([]);
  });

  test('schedules run, and upkeep schedule encrypts them with the current key, and keeps what operators have edited', async () => {
    const rotated = `${encryptionKey('newest', 5)},${keys}`;
    const reader = new Client({ connection, namespace, dataConverter: converterOf(rotated) });
    const handle = reader.schedule.getHandle('upkeep:storage');
    await until(
      () => handle.describe().catch(() => null),
      (description) => description !== null,
    );
    // The second run gets the result of the first.
    for (const count of [1, 2]) {
      await handle.trigger();
      const runs = await until(
        async () => (await handle.describe()).info.recentActions,
        (actions) => actions.length === count,
      );
      const { workflow } = runs.at(-1)!.action;
      expect(workflow.workflowId).toMatch(/^upkeep:storage-/);
      expect(await reader.workflow.getHandle(workflow.workflowId).result()).toMatchObject({
        checked: expect.any(Number) as number,
      });
    }
    await handle.pause('for the test');
    const before = await handle.describe();
    await admin(rotated, 'upkeep', 'schedule');
    const after = await handle.describe();
    expect(keyIdsIn(before.raw)).toEqual(['payloads']);
    expect(keyIdsIn(after.raw)).toEqual(['newest']);
    expect([after.spec, after.policies, after.state]).toEqual([before.spec, before.policies, before.state]);
    expect(after.state).toMatchObject({ paused: true, note: 'for the test' });
  });

  test('an operator sends an update with the Temporal CLI, which encrypts the data through the codec', async () => {
    const parts = { code: 'waits', taskQueue: `nobody-${randomUUID()}` };
    const { id } = await registerCustom(own.database, tenant.workspaceId, parts);
    const blobPath = await uploadFile(tenant.live, 'a.txt', 'text/plain', Buffer.from('A text.'));
    const { body } = await tenant.live('POST', submissions, { assets: [{ blobPath }], sidekickIds: [id] });
    const { cacheDir, environment } = loadLocalConfig();
    const cli = await findTemporalCli(cacheDir, environment);
    const skip = (...options: string[]) =>
      run(cli, [
        ...['workflow', 'update', 'execute', '--name', 'skip'],
        ...['--address', inject('stack').temporalAddress, '--namespace', namespace],
        ...['--workflow-id', submissionWorkflowId(body.submissionId, 1)],
        ...['--input', JSON.stringify({ assetId: body.assets[0].assetId }), ...options],
      ]);
    const codec = ['--codec-endpoint', codecUrl('').replace(/\/$/, '')];
    // The update is rejected until the sidekick has started.
    await until(
      () => skip(...codec),
      ({ code }) => code === 0,
    );
    expect((await untilDone(tenant.live, body.submissionId)).body.status).toBe('complete');
  });

  test('only the configured origin may decode in a browser', async () => {
    const preflight = (origin: string) =>
      fetch(codecUrl('decode'), {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
    const ours = await preflight(uiOrigin);
    expect(ours.status).toBe(204);
    expect(ours.headers.get('access-control-allow-headers')).toContain('x-namespace');
    const foreign = await preflight('http://evil.example');
    expect(foreign.status).toBe(403);
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
  });
});

test('without PAYLOAD_CODEC_ORIGIN, the port for operators decodes nothing', async () => {
  const url = inject('stack').metricsUrls.worker.replace('/metrics', '/codec/decode');
  expect((await fetch(url, { method: 'POST' })).status).toBe(404);
});
