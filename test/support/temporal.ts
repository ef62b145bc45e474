import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Client } from '@temporalio/client';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import type { Payload } from '@temporalio/common';
import { DefaultLogger, makeTelemetryFilterString, Runtime, Worker } from '@temporalio/worker';
import { afterAll, beforeAll, inject } from 'vitest';
import { createTrustLists, noTrustLists } from '@assay/analysis/contract/trust-lists.ts';
import { createWorkRoot } from '@assay/analysis/decode/work-directory.ts';
import type { SpeechListeners } from '@assay/analysis/speech/listener/speech-listeners.ts';
import type { TextReaders } from '@assay/analysis/text/reader/text-readers.ts';
import { createMediaActivities, type MediaActivities } from '../../activities/create-activities.ts';
import { defaultDeliveryLimits, type DeliveryLimits } from '../../activities/deliver/delivery-limiter.ts';
import type { MediaDeps } from '../../activities/analyse/with-local-copy.ts';
import { createHttpsSender, type HttpsSender, type HttpsSenderOptions } from '@assay/sender/https-sender.ts';
import { addSearchAttributes, prepareNamespace } from '@assay/runtime/temporal/namespace.ts';
import { createStarter, type Starter } from '@assay/runtime/temporal/starter.ts';
import { createWorkerClient } from '@assay/runtime/temporal/temporal-client.ts';
import { searchAttributes } from '@assay/domain/search-attributes.ts';
import { queuesOf, taskQueues, type WorkerRole, workerRoles } from '@assay/domain/task-queues.ts';
import { defaultRetrySchedule } from '@assay/domain/retry-schedule.ts';
import type { Database } from '@assay/storage/database/database.ts';
import type { BlobStore } from '@assay/storage/s3/blob-store.ts';
import { dataConverterOf } from '../../tools/local/stack/data-converter.ts';
import { testCipher, testKeys } from './secrets.ts';
import { useParserPool } from './parsers.ts';
import { mediaTools } from './media-tools.ts';
import { createDeliveryRuntime, type DeliveryRuntime } from '../../workers/delivery-runtime.ts';
import { startSandboxSubmissions } from '../../workers/start-sandbox-submissions.ts';
import { type FirstAttempt, startWaitingDeliveries } from '../../workers/start-waiting-deliveries.ts';
import { encodeFailures } from '../../workers/bundle.ts';
import { createRoleWorkers } from '../../workers/run-worker.ts';

export interface TestTemporal {
  readonly env: TestWorkflowEnvironment;
  readonly starter: Starter;
  /**
   * Runs `use` while real workers of the given roles run. The default is all roles. The workers keep running
   * for the next test with the same roles.
   * @param breakMedia replaces media activities to inject faults. Workers with injected faults stop when
   *   `use` ends.
   */
  withWorkers<T>(
    use: () => Promise<T>,
    roles?: readonly WorkerRole[],
    breakMedia?: (activities: MediaActivities, deps: MediaDeps) => MediaActivities,
  ): Promise<T>;
  /**
   * Like `withWorkers`, and also starts the deliveries that wait in Postgres, as a delivery worker does.
   * @param breakStarter replaces the starter of workflows to inject faults
   */
  withDeliveryStarter<T>(
    firstAttempt: FirstAttempt,
    use: () => Promise<T>,
    roles?: readonly WorkerRole[],
    breakStarter?: (starter: Starter) => Starter,
  ): Promise<T>;
  /** Runs an orchestration worker that starts waiting sandbox submissions while `use` runs. */
  withSandboxStarter<T>(use: () => Promise<T>): Promise<T>;
  stopWorkers(): Promise<void>;
}

/** Number of slots per task queue of a media worker with injected faults. */
export const brokenMediaSlots = 3;

/** Returns the data converter of the workers and clients of a namespace. Workers refuse payloads without encryption. */
export const testConverter = (namespace = 'default') => dataConverterOf({ payloadKeys: testKeys }, namespace);

let runtimeInstalled = false;

/**
 * Silences the native core of Temporal's SDK, which logs a lot about features that the test server does not support.
 * Only the first call in a process has an effect.
 */
export function quietRuntime(): void {
  if (runtimeInstalled) return;
  runtimeInstalled = true;
  Runtime.install({
    logger: new DefaultLogger('ERROR', () => undefined),
    telemetryOptions: { logging: { filter: makeTelemetryFilterString({ core: 'ERROR', other: 'ERROR' }) } },
  });
}

/**
 * Starts a separate time-skipping Temporal server for the test file. With `isRealServer`, uses the Temporal server of
 * the stack instead, with a namespace of its own. The workers are real and use a real database and blob store.
 */
export function useTemporal(
  deps: { readonly database: Database },
  blobs: BlobStore,
  options: {
    schedule?: readonly number[];
    webhookTimeoutMs?: number;
    caFile?: () => string;
    /** Options of the sender that differ from the defaults of the tests. */
    sender?: () => Partial<HttpsSenderOptions>;
    deliveryLimits?: DeliveryLimits;
    isRealServer?: boolean;
    maxCachedWorkflows?: number;
    /** Milliseconds for which long media work waits for its share of the slots. Absent: the default of the workers. */
    maxShareWaitMs?: number;
    /** Absent: media workers read no text. */
    textReaders?: TextReaders;
    speechListeners?: SpeechListeners;
  } = {},
): TestTemporal {
  let env: TestWorkflowEnvironment;
  let current: { key: string; workers: Worker[]; ended: Promise<unknown> } | null = null;
  let sender: HttpsSender | undefined;
  let delivery: DeliveryRuntime | null = null;
  const parserPool = useParserPool();

  beforeAll(async () => {
    quietRuntime();
    if (options.isRealServer === true) {
      env = await useNamespace(randomUUID());
      return;
    }
    env = await startTimeSkipping();
    // The test server starts without search attributes, and it cannot list them.
    await addSearchAttributes(env.client, Object.values(searchAttributes));
  });
  afterAll(async () => {
    await stopWorkers();
    sender?.close();
    await env.teardown();
  });

  async function stopWorkers(): Promise<void> {
    const { workers = [], ended } = current ?? {};
    current = null;
    for (const worker of workers) worker.shutdown();
    await ended;
  }

  async function createWorkers(
    roles: readonly WorkerRole[],
    breakMedia?: (activities: MediaActivities, deps: MediaDeps) => MediaActivities,
  ): Promise<Worker[]> {
    const extraCa = options.caFile === undefined ? null : await readFile(options.caFile(), 'utf8');
    sender ??= createHttpsSender({
      allowedCidrs: ['127.0.0.0/8', '::1/128'],
      timeoutMs: options.webhookTimeoutMs ?? 3_000,
      extraCa,
      ...options.sender?.(),
    });
    const connection = {
      connection: env.nativeConnection,
      namespace: env.namespace ?? 'default',
      workflowBundle: await encodeFailures({ codePath: inject('workflowBundlePath') }),
      dataConverter: testConverter(env.namespace),
      // The test server waits forever for a worker that cached a workflow and then stopped. Without a cache,
      // each workflow is replayed.
      maxCachedWorkflows: options.maxCachedWorkflows ?? 0,
    };
    const workDir = createWorkRoot(inject('scratchDir'));
    const mediaRuntime = {
      parserPool,
      tools: await mediaTools(),
      workDir,
      textReaders: options.textReaders ?? null,
      speechListeners: options.speechListeners ?? null,
      trustLists: createTrustLists(noTrustLists),
    };
    const { deliveryLimits = defaultDeliveryLimits, schedule = defaultRetrySchedule } = options;
    const { database } = deps;
    delivery = createDeliveryRuntime({
      database,
      sender,
      secrets: testCipher,
      schedule,
      limits: deliveryLimits,
      contact: 'abuse@example.com',
      warn: () => undefined,
    });
    const workerDeps = {
      database,
      blobs,
      temporal: env.client,
      sender,
      secrets: testCipher,
      mediaRuntime,
      delivery,
      readsText: mediaRuntime.textReaders !== null,
      reportSigner: null,
      timeStampAuthority: null,
      publicUrl: null,
      maxShareWaitMs: options.maxShareWaitMs,
    };
    const workers = await Promise.all(
      roles.map((role) => {
        if (role !== 'media' || breakMedia === undefined)
          return createRoleWorkers(role, connection, workerDeps);
        const mediaDeps = { database, blobs, ...mediaRuntime };
        const activities = { ...breakMedia(createMediaActivities(mediaDeps), mediaDeps) };
        return Promise.all(
          queuesOf.media.map((queue) =>
            Worker.create({
              connection: env.nativeConnection,
              namespace: connection.namespace,
              taskQueue: taskQueues[queue],
              activities,
              dataConverter: connection.dataConverter,
              maxConcurrentActivityTaskExecutions: brokenMediaSlots,
            }),
          ),
        );
      }),
    );
    return workers.flat();
  }

  function newWorkerClient(): Client {
    const namespace = env.namespace ?? 'default';
    return createWorkerClient(env.nativeConnection, namespace, [], testConverter(namespace));
  }

  return {
    get env() {
      return env;
    },
    get starter() {
      return createStarter(env.client, deps.database);
    },
    async withWorkers(use, roles = workerRoles, breakMedia) {
      if (breakMedia !== undefined) {
        await stopWorkers();
        const workers = await createWorkers(roles, breakMedia);
        return runAll(workers, use);
      }
      const key = roles.join();
      if (current?.key !== key) {
        await stopWorkers();
        const workers = await createWorkers(roles);
        const ended = Promise.all(workers.map((worker) => worker.run()));
        // If a worker fails, the running test throws the error. If no test is running, `stopWorkers` throws
        // it.
        ended.catch(() => undefined);
        current = { key, workers, ended };
      }
      const failed = current.ended.then(() => {
        throw new Error('the workers ended before the test');
      });
      return Promise.race([use(), failed]);
    },

    async withDeliveryStarter(firstAttempt, use, roles = ['delivery'], breakStarter = (starter) => starter) {
      return this.withWorkers(async () => {
        const client = newWorkerClient();
        const stop = startWaitingDeliveries({
          database: deps.database,
          starter: breakStarter(createStarter(client, deps.database)),
          runtime: delivery!,
          firstAttempt,
          attemptTimeoutMs: options.webhookTimeoutMs ?? 3_000,
          log: { warn: () => undefined },
        });
        try {
          return await use();
        } finally {
          await stop();
        }
      }, roles);
    },

    async withSandboxStarter(use) {
      return this.withWorkers(async () => {
        const client = newWorkerClient();
        const stop = startSandboxSubmissions({
          database: deps.database,
          starter: createStarter(client, deps.database),
          log: { warn: () => undefined },
        });
        try {
          return await use();
        } finally {
          await stop();
        }
      }, ['orchestration']);
    },

    stopWorkers,
  };
}

/** Creates a namespace on the Temporal server of the stack. */
async function useNamespace(namespace: string): Promise<TestWorkflowEnvironment> {
  const env = await TestWorkflowEnvironment.createFromExistingServer({
    address: inject('stack').temporalAddress,
    namespace,
    client: { dataConverter: testConverter(namespace) },
  });
  await prepareNamespace(env.client);
  return env;
}

/** Starts the test server in up to five attempts. On a busy machine, a start can exceed the five seconds of the SDK. */
async function startTimeSkipping(attemptsLeft = 5): Promise<TestWorkflowEnvironment> {
  try {
    return await TestWorkflowEnvironment.createTimeSkipping({
      client: { dataConverter: testConverter() },
      server: { executable: { type: 'existing-path', path: inject('testServerPath') } },
    });
  } catch (error) {
    if (attemptsLeft === 1) throw error;
    return startTimeSkipping(attemptsLeft - 1);
  }
}

function runAll<T>([first, ...rest]: Worker[], use: () => Promise<T>): Promise<T> {
  return first === undefined ? use() : first.runUntil(() => runAll(rest, use));
}

/** Returns the history of a workflow as text, with its payloads decoded. */
export async function historyText(env: TestWorkflowEnvironment, workflowId: string): Promise<string> {
  const [codec] = testConverter(env.namespace).payloadCodecs!;
  const readable = async (value: unknown): Promise<unknown> => {
    if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
    if ('metadata' in value && 'data' in value) {
      const [payload] = await codec!.decode([value as Payload]);
      return Buffer.from(payload!.data ?? []).toString();
    }
    if (Array.isArray(value)) return Promise.all(value.map(readable));
    const entries = Object.entries(value).map(async ([name, each]) => [name, await readable(each)] as const);
    return Object.fromEntries(await Promise.all(entries));
  };
  return JSON.stringify(await readable(await env.client.workflow.getHandle(workflowId).fetchHistory()));
}

/** Returns the duration of a workflow that has ended, in milliseconds of the server's time. */
export async function durationMs(env: TestWorkflowEnvironment, workflowId: string): Promise<number> {
  const { startTime, closeTime } = await env.client.workflow.getHandle(workflowId).describe();
  return closeTime!.getTime() - startTime.getTime();
}
