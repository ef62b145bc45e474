import { proxyActivities, proxyLocalActivities, type RetryPolicy } from '@temporalio/workflow';
import type {
  DeliveryActivities,
  MediaActivities,
  OrchestrationActivities,
  RemoteActivities,
} from '../activities/create-activities.ts';
import { type Examination, examinationHours } from '../domain/examination.ts';
import { taskQueues } from '../domain/task-queues.ts';

// One proxy per class of time-outs and retries.

/** Postgres and S3 come back; until they do, nothing is lost by waiting for them. */
const untilItWorks: RetryPolicy = { initialInterval: '500ms', backoffCoefficient: 2, maximumInterval: '30s' };

export const { secureAsset } = proxyActivities<OrchestrationActivities>({
  taskQueue: taskQueues.orchestration,
  // A copy of 5 GB within the storage.
  startToCloseTimeout: '10m',
  heartbeatTimeout: '10s',
  retry: untilItWorks,
});

export const { recordAsset, describeExamination, keepFindings } = proxyActivities<OrchestrationActivities>({
  taskQueue: taskQueues.orchestration,
  startToCloseTimeout: '30s',
  retry: untilItWorks,
});

/** Upkeep comes again: what fails so often is told by a workflow that failed. */
export const upkeepActivities = proxyActivities<OrchestrationActivities>({
  taskQueue: taskQueues.orchestration,
  startToCloseTimeout: '5m',
  heartbeatTimeout: '30s',
  retry: { initialInterval: '1s', backoffCoefficient: 3, maximumInterval: '2m', maximumAttempts: 8 },
});

export const { recordSandbox } = proxyLocalActivities<OrchestrationActivities>({
  startToCloseTimeout: '30s',
  retry: untilItWorks,
});

export const { measureAsset } = proxyActivities<MediaActivities>({
  taskQueue: taskQueues.measurement,
  startToCloseTimeout: '10m',
  heartbeatTimeout: '10s',
  retry: { initialInterval: '500ms', backoffCoefficient: 2, maximumInterval: '10s', maximumAttempts: 8 },
});

const examination = {
  startToCloseTimeout: '4h',
  heartbeatTimeout: '10s',
  retry: { initialInterval: '1s', backoffCoefficient: 3, maximumInterval: '2m', maximumAttempts: 6 },
} as const;

/** Its task queue depends on how long it takes. */
export const { observeAsset } = proxyActivities<MediaActivities>(examination);

export const { runSidekick } = proxyActivities<MediaActivities>({
  taskQueue: taskQueues.media,
  ...examination,
});

/** Issues are told of without pictures rather than not at all. */
export const { takePictures } = proxyActivities<MediaActivities>({
  taskQueue: taskQueues.media,
  startToCloseTimeout: '15m',
  heartbeatTimeout: '10s',
  retry: { initialInterval: '1s', backoffCoefficient: 3, maximumAttempts: 3 },
});

export const { callSidekick } = proxyActivities<RemoteActivities>({
  taskQueue: taskQueues.remote,
  startToCloseTimeout: '6m',
  heartbeatTimeout: '10s',
  scheduleToCloseTimeout: `${examinationHours}h`,
  retry: { initialInterval: '2s', backoffCoefficient: 3, maximumInterval: '5m', maximumAttempts: 6 },
});

/** The one activity of a sidekick on a task queue, which somebody else's workers run in whatever language. */
interface OwnSidekick {
  examine: (examination: Examination) => Promise<unknown>;
}

/** The activity `examine` on this task queue; given up when no worker takes it for so long. */
export function examineOn(taskQueue: string, maxWaitSeconds: number) {
  return proxyActivities<OwnSidekick>({
    taskQueue,
    scheduleToStartTimeout: maxWaitSeconds * 1000,
    startToCloseTimeout: '2h',
    heartbeatTimeout: '1m',
    scheduleToCloseTimeout: `${examinationHours}h`,
    retry: { initialInterval: '2s', backoffCoefficient: 3, maximumInterval: '2m', maximumAttempts: 4 },
  }).examine;
}

export const { attemptDelivery, cancelDelivery } = proxyActivities<DeliveryActivities>({
  taskQueue: taskQueues.delivery,
  startToCloseTimeout: '10m',
  heartbeatTimeout: '10s',
  retry: untilItWorks,
});
