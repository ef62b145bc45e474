import type { Client, DataConverter } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import {
  type ActivityInterceptorsFactory,
  type NativeConnection,
  Worker,
  type WorkerOptions,
} from '@temporalio/worker';
import {
  createCopyActivities,
  createDeliveryActivities,
  createMediaActivities,
  createOrchestrationActivities,
  createRemoteActivities,
} from '../activities/create-activities.ts';
import type { TimeStampAuthority } from '../activities/record/stamp-report.ts';
import type { ReportSigner } from '../activities/record/sign-report.ts';
import type { MediaRuntime } from '@assay/analysis/jobs/media-runtime.ts';
import type { HttpsSender } from '@assay/sender/https-sender.ts';
import { customActivityIds } from '@assay/domain/examination.ts';
import { failureOfRefused, payloadRefusedType } from '@assay/domain/payload-marks.ts';
import { queuesOf, type TaskQueueName, taskQueues, type WorkerRole } from '@assay/domain/task-queues.ts';
import type { Database } from '@assay/storage/database/database.ts';
import type { SecretCipher } from '@assay/storage/accounts/secret-cipher.ts';
import type { BlobStore } from '@assay/storage/s3/blob-store.ts';
import type { Tracing } from '@assay/runtime/telemetry/tracing.ts';
import type { DeliveryRuntime } from './delivery-runtime.ts';
import {
  besideTextReaders,
  decodingSlots,
  longDecodingSlots,
  longMeasurementSlots,
  measurementSlots,
  mediaSlots,
  thisMachine,
  workflowTaskSlots,
} from './slots.ts';
import { shareSlots } from './share-slots.ts';
import { workflowSpans } from './trace-work.ts';

export interface WorkerDeps {
  database: Database;
  blobs: BlobStore;
  /** Used only by the orchestration role, whose reconciliation compares Temporal with Postgres. */
  temporal: Client;
  sender: HttpsSender;
  /** Used only by the remote role, which signs requests. Null for other roles. */
  secrets: SecretCipher | null;
  /** Used only by the media role. Null for other roles. */
  mediaRuntime: MediaRuntime | null;
  /** Used only by the orchestration role: true if media workers read text in pictures. */
  readsText: boolean;
  /** Signs reports. Null if reports are not signed. */
  reportSigner: ReportSigner | null;
  /** Null if signatures of reports get no time stamps. */
  timeStampAuthority: TimeStampAuthority | null;
  /** Used only by the orchestration role: URL at which people open the console. Null: not known. */
  publicUrl: string | null;
  /** Used only by the delivery role. Null for other roles. */
  delivery: DeliveryRuntime | null;
  /** Milliseconds for which long media work waits for its share of the slots. Absent: one minute. */
  maxShareWaitMs?: number | undefined;
  interceptors?: readonly ActivityInterceptorsFactory[];
  /** Absent when tracing is off. */
  tracing?: Tracing | undefined;
}

export interface WorkerConnection {
  connection: NativeConnection;
  namespace: string;
  workflowBundle: { codePath: string } | { code: string };
  /** Converter of payloads and failures. Absent: the default of the SDK. */
  dataConverter?: DataConverter;
  /** Maximum cached workflows. With 0, every workflow task replays the history. Absent: the SDK default. */
  maxCachedWorkflows?: number;
}

/**
 * Fails activities whose arguments contain a payload that the codec refused. Also fails activities with the id of a
 * custom sidekick, whose payloads the codec accepts without encryption. The workers of Assay do not run them, so
 * somebody has changed the id.
 */
export const refusePayloads: ActivityInterceptorsFactory = ({ info: { activityId } }) => ({
  inbound: {
    execute(input, next) {
      const isForeign = Object.values<string>(customActivityIds).includes(activityId);
      const failure = isForeign
        ? ApplicationFailure.nonRetryable(`The activity id ${activityId} is reserved`, payloadRefusedType)
        : failureOfRefused(input.args);
      return failure === null ? next(input) : Promise.reject(failure);
    },
  },
});

/** Creates the workers of one role, one worker for each task queue of the role. The caller runs the workers. */
export function createRoleWorkers(
  role: WorkerRole,
  connection: WorkerConnection,
  deps: WorkerDeps,
): Promise<Worker[]> {
  return Promise.all(queuesOf[role].map((queue) => createQueueWorker(queue, connection, deps)));
}

function createQueueWorker(
  queue: TaskQueueName,
  connection: WorkerConnection,
  deps: WorkerDeps,
): Promise<Worker> {
  return Worker.create(workerOptions(queue, connection, deps));
}

export function workerOptions(
  queue: TaskQueueName,
  connection: WorkerConnection,
  deps: WorkerDeps,
): WorkerOptions {
  const { first = [], ...options } = queueOptions(queue, connection, deps);
  return {
    connection: connection.connection,
    namespace: connection.namespace,
    taskQueue: taskQueues[queue],
    shutdownGraceTime: '10s',
    dataConverter: connection.dataConverter ?? {},
    ...(connection.maxCachedWorkflows === undefined
      ? {}
      : { maxCachedWorkflows: connection.maxCachedWorkflows }),
    sinks: workflowSpans(deps.tracing ?? null),
    interceptors: { activity: [...first, ...(deps.interceptors ?? []), refusePayloads] },
    ...options,
  };
}

/** Number of activity slots for each task queue of the media role. */
const slotsOf = {
  media: mediaSlots,
  decoding: decodingSlots,
  longDecoding: longDecodingSlots,
  measurement: measurementSlots,
  longMeasurement: longMeasurementSlots,
};

type QueueOptions = Omit<Partial<WorkerOptions>, 'interceptors'> & {
  /** The interceptors of activities that come first. Absent: none. */
  first?: readonly ActivityInterceptorsFactory[];
};

function queueOptions(queue: TaskQueueName, connection: WorkerConnection, deps: WorkerDeps): QueueOptions {
  const { database, blobs, temporal, mediaRuntime, sender, readsText } = deps;
  switch (queue) {
    case 'orchestration':
      return {
        workflowBundle: connection.workflowBundle,
        activities: createOrchestrationActivities({
          database,
          blobs,
          temporal,
          readsText,
          signer: deps.reportSigner,
          authority: deps.timeStampAuthority,
          publicUrl: deps.publicUrl,
          traceparent: deps.tracing?.traceparent,
        }),
        maxConcurrentActivityTaskExecutions: 50,
        maxConcurrentWorkflowTaskExecutions: workflowTaskSlots,
      };
    case 'copy':
      return {
        activities: createCopyActivities({ database, blobs, readsText }),
        maxConcurrentActivityTaskExecutions: 10,
      };
    case 'media':
    case 'decoding':
    case 'longDecoding':
    case 'measurement':
    case 'longMeasurement': {
      const slots = slotsOf[queue](
        mediaRuntime!.textReaders === null ? thisMachine() : besideTextReaders(thisMachine()),
      );
      return {
        activities: createMediaActivities({ database, blobs, ...mediaRuntime! }),
        maxConcurrentActivityTaskExecutions: slots,
        // Comes first, so that the metrics and spans of an activity do not include its wait.
        first: [shareSlots(slots, deps.maxShareWaitMs)],
      };
    }
    case 'delivery':
      return {
        workflowBundle: connection.workflowBundle,
        activities: createDeliveryActivities({ database, ...deps.delivery! }),
        maxConcurrentActivityTaskExecutions: deps.delivery!.limits.slots,
        maxConcurrentWorkflowTaskExecutions: workflowTaskSlots,
      };
    case 'remote':
      return {
        activities: createRemoteActivities({ database, blobs, secrets: deps.secrets!, sender }),
        maxConcurrentActivityTaskExecutions: 100,
      };
  }
}
