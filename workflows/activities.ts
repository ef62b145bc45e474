import { proxyActivities, proxyLocalActivities, type RetryPolicy } from '@temporalio/workflow';
import type {
  DeliveryActivities,
  MediaActivities,
  OrchestrationActivities,
  RemoteActivities,
} from '../activities/create-activities.ts';
import { customActivityIds, type Examination, examinationHours } from '@assay/domain/examination.ts';
import { maxKeepHours, outageType, slotShareType } from '@assay/domain/outages.ts';
import { taskQueues } from '@assay/domain/task-queues.ts';

// One proxy for each combination of timeouts and retries.

/** Retries without a limit. The work cannot continue without Postgres and S3, and waiting for them loses nothing. */
const untilItWorks: RetryPolicy = { initialInterval: '500ms', backoffCoefficient: 2, maximumInterval: '30s' };

/** No task queue is set here, because the workflow chooses the queue by the size of the file. */
export const { secureAsset } = proxyActivities<OrchestrationActivities>({
  // This limit allows for a copy of 5 GiB within S3. Uploads cannot be larger.
  startToCloseTimeout: '10m',
  heartbeatTimeout: '10s',
  retry: untilItWorks,
});

export const { recordAsset, recordPreview, recordSignOff, describeExamination, keepFindings } =
  proxyActivities<OrchestrationActivities>({
    taskQueue: taskQueues.orchestration,
    startToCloseTimeout: '30s',
    retry: untilItWorks,
  });

/** Evidence has at most 100 MiB, so it is copied on the queue of short work. */
export const { keepEvidence } = proxyActivities<OrchestrationActivities>({
  taskQueue: taskQueues.orchestration,
  startToCloseTimeout: '2m',
  heartbeatTimeout: '10s',
  retry: untilItWorks,
});

/** An authority can be away for days. After that, the workflow fails, and an operator can reset it. */
export const { stampReport } = proxyActivities<OrchestrationActivities>({
  taskQueue: taskQueues.orchestration,
  startToCloseTimeout: '30s',
  scheduleToCloseTimeout: '7d',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '10m' },
});

/** Succeeds when Postgres and S3 respond. The retries of this activity add no events to the history of the workflow. */
export const { checkStores } = proxyActivities<OrchestrationActivities>({
  taskQueue: taskQueues.orchestration,
  startToCloseTimeout: '30s',
  retry: untilItWorks,
});

/**
 * Succeeds when a media worker has space on its disk. The interval is constant, so that work continues soon after space
 * was freed.
 */
export const { checkDisk } = proxyActivities<MediaActivities>({
  taskQueue: taskQueues.media,
  startToCloseTimeout: '10s',
  retry: { initialInterval: '10s', backoffCoefficient: 1 },
});

/** After the last retry the workflow fails, which alerts the operator. The schedule starts upkeep again. */
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

/**
 * An outage, or the share of a workspace, ends an activity without using up its attempts. `retryOutages` then repeats
 * it.
 */
const nonRetryableErrorTypes = [outageType, slotShareType];

export const { measureAsset } = proxyActivities<MediaActivities>({
  taskQueue: taskQueues.measurement,
  startToCloseTimeout: '10m',
  heartbeatTimeout: '10s',
  retry: {
    initialInterval: '500ms',
    backoffCoefficient: 2,
    maximumInterval: '10s',
    maximumAttempts: 8,
    nonRetryableErrorTypes,
  },
});

const examination = {
  startToCloseTimeout: '4h',
  heartbeatTimeout: '10s',
  retry: {
    initialInterval: '1s',
    backoffCoefficient: 3,
    maximumInterval: '2m',
    maximumAttempts: 6,
    nonRetryableErrorTypes,
  },
} as const;

/**
 * The workflow chooses the task queue by the expected duration of the decoding. The timeout includes `maxKeepHours`,
 * because a worker keeps its results for this time while S3 is unavailable.
 */
export const { makePreview, observeAsset, readText } = proxyActivities<MediaActivities>({
  ...examination,
  startToCloseTimeout: `${4 + maxKeepHours}h`,
});

export const { runSidekick } = proxyActivities<MediaActivities>(examination);

export const { verifyMeasurement } = proxyActivities<MediaActivities>({
  taskQueue: taskQueues.media,
  ...examination,
});

/** A person waits for the result of a trial, and can start another one if it fails. */
const trial = {
  startToCloseTimeout: '2m',
  heartbeatTimeout: '10s',
  retry: { initialInterval: '1s', backoffCoefficient: 3, maximumAttempts: 3, nonRetryableErrorTypes },
} as const;

export const { listTrialAssets } = proxyActivities<OrchestrationActivities>({
  taskQueue: taskQueues.orchestration,
  ...trial,
});

export const { judgeAgain } = proxyActivities<MediaActivities>({ taskQueue: taskQueues.media, ...trial });

/** After the last retry, the issues are recorded without pictures. */
export const { takePictures } = proxyActivities<MediaActivities>({
  startToCloseTimeout: '15m',
  heartbeatTimeout: '10s',
  retry: { initialInterval: '1s', backoffCoefficient: 3, maximumAttempts: 3, nonRetryableErrorTypes },
});

/**
 * The request to the endpoint has its own timeout of five minutes. The timeout here is longer, because the activity
 * keeps the answer while Postgres or S3 is unavailable.
 */
export const { callSidekick } = proxyActivities<RemoteActivities>({
  taskQueue: taskQueues.remote,
  startToCloseTimeout: '2h',
  heartbeatTimeout: '10s',
  scheduleToCloseTimeout: `${examinationHours}h`,
  retry: {
    initialInterval: '2s',
    backoffCoefficient: 3,
    maximumInterval: '5m',
    maximumAttempts: 6,
    nonRetryableErrorTypes,
  },
});

/** The activity of a custom sidekick. The operator's own workers run it and may be written in any language. */
interface CustomSidekickActivities {
  examine: (examination: Examination) => Promise<unknown>;
}

/** Returns the `examine` activity of a task queue. It fails if it is not started within `maxWaitSeconds`. */
export function examineOn(taskQueue: string, maxWaitSeconds: number, encrypted: boolean) {
  return proxyActivities<CustomSidekickActivities>({
    taskQueue,
    activityId: customActivityIds[encrypted ? 'encrypted' : 'clear'],
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

/** The local activity is not retried. If it fails, `attemptDelivery` makes the first attempt. */
export const { firstAttempt } = proxyLocalActivities<DeliveryActivities>({
  startToCloseTimeout: '10s',
  retry: { maximumAttempts: 1 },
});
