import type { Client } from '@temporalio/client';
import {
  type ActivityInterceptorsFactory,
  type NativeConnection,
  Worker,
  type WorkerOptions,
} from '@temporalio/worker';
import {
  createDeliveryActivities,
  createMediaActivities,
  createOrchestrationActivities,
  createRemoteActivities,
} from '../activities/create-activities.ts';
import type { AttemptObserver } from '../activities/deliver/attempt-delivery.ts';
import { defaultDeliveryLimits, type DeliveryLimits } from '../activities/deliver/delivery-limiter.ts';
import type { MediaRuntime } from '../analysis/media-runtime.ts';
import type { HttpsSender } from '../activities/net/https-sender.ts';
import { queuesOf, type TaskQueueName, taskQueues, type WorkerRole } from '../domain/task-queues.ts';
import type { Database } from '../storage/postgres/database.ts';
import type { BlobStore } from '../storage/s3/blob-store.ts';
import type { Tracing } from '../telemetry/tracing.ts';
import { decodingSlots, measurementSlots, mediaSlots, thisMachine, workflowTaskSlots } from './slots.ts';
import { workflowSpans } from './trace-work.ts';

export interface WorkerDeps {
  database: Database;
  blobs: BlobStore;
  /** Needed by the orchestration role alone, to compare it with the rest. */
  temporal: Client;
  sender: HttpsSender;
  /** Needed by the media role alone. */
  mediaRuntime: MediaRuntime | null;
  retrySchedule: readonly number[];
  deliveryLimits?: DeliveryLimits;
  /** What watches the activities. */
  interceptors?: readonly ActivityInterceptorsFactory[];
  /** Absent where nothing is traced. */
  tracing?: Tracing | undefined;
  /** Told of each attempt to deliver. */
  onAttempt?: AttemptObserver | undefined;
}

export interface WorkerConnection {
  connection: NativeConnection;
  namespace: string;
  workflowBundle: { codePath: string } | { code: string };
  /** Workflows kept in memory between their tasks; 0 replays each from its history. The SDK decides by default. */
  maxCachedWorkflows?: number;
}

/** Creates the workers of one role, one for each of its task queues; `run()` is left to the caller. */
export function createRoleWorkers(
  role: WorkerRole,
  to: WorkerConnection,
  deps: WorkerDeps,
): Promise<Worker[]> {
  return Promise.all(queuesOf[role].map((queue) => createQueueWorker(queue, to, deps)));
}

function createQueueWorker(queue: TaskQueueName, to: WorkerConnection, deps: WorkerDeps): Promise<Worker> {
  return Worker.create({
    connection: to.connection,
    namespace: to.namespace,
    taskQueue: taskQueues[queue],
    shutdownGraceTime: '10s',
    ...(to.maxCachedWorkflows === undefined ? {} : { maxCachedWorkflows: to.maxCachedWorkflows }),
    sinks: workflowSpans(deps.tracing ?? null),
    interceptors: { activity: [...(deps.interceptors ?? [])] },
    ...queueOptions(queue, to, deps),
  });
}

/** Of the queues that a media worker serves. */
const slotsOf = {
  media: mediaSlots,
  decoding: decodingSlots,
  longDecoding: decodingSlots,
  measurement: measurementSlots,
};

function queueOptions(queue: TaskQueueName, to: WorkerConnection, deps: WorkerDeps): Partial<WorkerOptions> {
  const { database, blobs, temporal, mediaRuntime, sender } = deps;
  switch (queue) {
    case 'orchestration':
      return {
        workflowBundle: to.workflowBundle,
        activities: createOrchestrationActivities({
          database,
          blobs,
          temporal,
          traceparent: deps.tracing?.traceparent,
        }),
        maxConcurrentActivityTaskExecutions: 50,
        maxConcurrentWorkflowTaskExecutions: workflowTaskSlots(thisMachine()),
      };
    case 'media':
    case 'decoding':
    case 'longDecoding':
    case 'measurement':
      return {
        activities: createMediaActivities({ database, blobs, ...mediaRuntime! }),
        maxConcurrentActivityTaskExecutions: slotsOf[queue](thisMachine()),
      };
    case 'delivery': {
      const limits = deps.deliveryLimits ?? defaultDeliveryLimits;
      return {
        workflowBundle: to.workflowBundle,
        activities: createDeliveryActivities({
          database,
          sender,
          schedule: deps.retrySchedule,
          limits,
          onAttempt: deps.onAttempt,
        }),
        maxConcurrentActivityTaskExecutions: limits.slots,
        maxConcurrentWorkflowTaskExecutions: workflowTaskSlots(thisMachine()),
      };
    }
    case 'remote':
      return {
        activities: createRemoteActivities({ database, blobs, sender }),
        maxConcurrentActivityTaskExecutions: 100,
      };
  }
}
