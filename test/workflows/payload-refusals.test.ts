import { randomUUID } from 'node:crypto';
import { Client, WorkflowFailedError } from '@temporalio/client';
import {
  ActivityFailure,
  type ApplicationFailure,
  type DataConverter,
  type Payload,
} from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import { expect, inject, test } from 'vitest';
import { parseEncryptionKeys } from '@assay/domain/lib/key-ring.ts';
import { createDataConverter } from '@assay/runtime/temporal/payload-codec.ts';
import { examinationId } from '@assay/domain/workflow-ids.ts';
import { taskQueues } from '@assay/domain/task-queues.ts';
import type { ExamineOnTaskQueueInput } from '@assay/domain/workflow-inputs.ts';
import { encodeFailures } from '../../workers/bundle.ts';
import { refusePayloads } from '../../workers/run-worker.ts';
import { testKeys } from '../support/secrets.ts';
import { testConverter, useTemporal } from '../support/temporal.ts';

// A writer of Temporal's database is simulated by clients and workers that do not encrypt.

const nothing = null as never;
const temporal = useTemporal(nothing, nothing);

/** Writes payloads without encryption, and reads all. */
const clear = createDataConverter({
  payloadKeys: parseEncryptionKeys(testKeys),
  PAYLOAD_ENCRYPTION: 'decrypt',
  TEMPORAL_NAMESPACE: 'default',
});

const input: ExamineOnTaskQueueInput = {
  submissionId: randomUUID(),
  version: 1,
  assetId: randomUUID(),
  sidekickId: randomUUID(),
  code: 'style',
  taskQueue: 'nobody',
  maxWaitSeconds: 60,
  encrypted: false,
};

interface Sides {
  client: DataConverter;
  workflows: DataConverter;
  activities: DataConverter;
}

/**
 * Runs `examineOnTaskQueue`, whose first activity finds that there is nothing to examine. Each side has its own data
 * converter. Returns the result and the number of attempts of the activity.
 */
async function examine(
  sides: Partial<Sides>,
  workflowId = `examination:${randomUUID()}`,
  examination: unknown = null,
) {
  const { connection, nativeConnection } = temporal.env;
  const all: Sides = {
    client: testConverter(),
    workflows: testConverter(),
    activities: testConverter(),
    ...sides,
  };
  const options = { connection: nativeConnection, taskQueue: taskQueues.orchestration };
  let attempts = 0;
  const describeExamination = () => Promise.resolve(examination);
  const workflows = await Worker.create({
    ...options,
    workflowBundle: await encodeFailures({ codePath: inject('workflowBundlePath') }),
    dataConverter: all.workflows,
    maxCachedWorkflows: 0,
  });
  const activities = await Worker.create({
    ...options,
    activities: { describeExamination },
    dataConverter: all.activities,
    interceptors: {
      activity: [() => ({ inbound: { execute: (each, next) => (attempts++, next(each)) } }), refusePayloads],
    },
  });
  const client = new Client({ connection, dataConverter: all.client });
  const result: unknown = await workflows.runUntil(
    activities.runUntil(async () => {
      const handle = await client.workflow.start('examineOnTaskQueue', {
        workflowId,
        taskQueue: taskQueues.orchestration,
        args: [input],
      });
      const reader = new Client({ connection, dataConverter: clear });
      return reader.workflow.getHandle(handle.workflowId).result().catch(causeOf);
    }),
  );
  return { result, attempts };
}

function causeOf(error: unknown): unknown {
  const cause = error instanceof WorkflowFailedError ? error.cause : error;
  return cause instanceof ActivityFailure ? cause.cause : cause;
}

const refused = (attempts: number) => ({
  result: expect.objectContaining({
    type: 'payload_refused',
    message: 'A payload in Temporal was refused: it is not encrypted',
    nonRetryable: true,
  }) as ApplicationFailure,
  attempts,
});

test('encrypted payloads pass', async () => {
  expect(await examine({})).toEqual({ result: { findingCount: 0 }, attempts: 1 });
});

test('a workflow fails if its input is not encrypted', async () => {
  expect(await examine({ client: clear })).toEqual(refused(0));
});

test('a workflow fails if the result of an activity is not encrypted', async () => {
  expect(await examine({ activities: clear })).toEqual(refused(1));
});

test('an activity with unencrypted arguments fails and is not retried', async () => {
  expect(await examine({ client: clear, workflows: clear })).toEqual(refused(1));
});

test('a workflow fails at once if the answer of a custom sidekick is unreadable', async () => {
  const metadata = { encoding: Buffer.from('binary/encrypted'), 'encryption-key-id': Buffer.from('nope') };
  const answers: Payload[] = [
    { metadata, data: Buffer.from('answer') },
    { metadata: { encoding: Buffer.from('json/plain') }, data: Buffer.from('{') },
  ];
  for (const answer of answers) {
    const sidekick = await Worker.create({
      connection: temporal.env.nativeConnection,
      taskQueue: input.taskQueue,
      activities: { examine: () => Promise.resolve({}) },
      dataConverter: {
        payloadCodecs: [
          {
            encode: (each) => Promise.resolve(each.map(() => answer)),
            decode: (each) => Promise.resolve(each),
          },
        ],
      },
    });
    const { result } = await sidekick.runUntil(examine({}, examinationId(input), {}));
    expect(result).toMatchObject({ type: 'payload_refused', nonRetryable: true });
  }
});

test('the workers of Assay run no activity with the id of a custom sidekick, whose arguments need no encryption', async () => {
  const environment = new MockActivityEnvironment(
    { activityId: 'examine' },
    { interceptors: [refusePayloads] },
  );
  await expect(environment.run(() => Promise.resolve())).rejects.toMatchObject({
    type: 'payload_refused',
    nonRetryable: true,
  });
});
