import { expect, test } from 'vitest';
import { type TaskQueueName, taskQueues } from '@assay/domain/task-queues.ts';
import { refusePayloads, workerOptions } from '../../workers/run-worker.ts';

const queues = Object.keys(taskQueues) as TaskQueueName[];

test.each(queues)('the worker of %s refuses payloads directly before an activity runs', (queue) => {
  const connection = { connection: {}, namespace: 'default', workflowBundle: { codePath: '' } };
  const deps = { mediaRuntime: { textReaders: null }, delivery: { limits: { slots: 1 } } };
  const { interceptors } = workerOptions(queue, connection as never, deps as never);
  expect(interceptors!.activity!.at(-1)).toBe(refusePayloads);
});
