import type { AssetType } from './asset-type.ts';
import type { Environment } from './api-key.ts';
import type { Metric } from './pricing.ts';
import type { SandboxOutcome } from './sandbox.ts';
import type { UpkeepStep, UpkeepTask } from './upkeep.ts';

// Workflow inputs contain only ids and small values, because Temporal stores them in the history of the
// workflow. Recorded histories and running workflows contain these field names, so the names must not change.

export interface ProcessSubmissionInput {
  submissionId: string;
  version: number;
  workspaceId: string;
  environment: Environment;
  simulationDelaySeconds: number;
  /** True if the process that starts the workflow records the outcomes of sandbox assets. Absent: the workflow does. */
  isRecordedByStarter?: boolean;
  assets: {
    assetId: string;
    assetType: AssetType | null;
    /** Null if the asset is live. */
    sandboxOutcome: SandboxOutcome | null;
    /** Measured duration in seconds. Null or absent if the asset has no duration or was not measured. */
    durationSeconds?: number | null;
    /**
     * True if the charge depends on a measurement. Absent in histories from before the permanent copy was measured too.
     */
    isMeasured?: boolean;
    /** Size of the upload. Null if the asset is in the sandbox. Absent in histories from before `assay-copy`. */
    sizeBytes?: number | null;
  }[];
}

/**
 * The database columns that a submission's workflow needs: of the submission, of one version, and of that
 * version's assets.
 */
export interface VersionRecord {
  submissionId: string;
  version: number;
  workspaceId: string;
  environment: Environment;
  simulationDelaySeconds: number;
  assets: readonly {
    assetId: string;
    assetType: AssetType | null;
    sandboxOutcome: SandboxOutcome | null;
    metric: Metric | null;
    metricValue: number | null;
    sizeBytes: number | null;
  }[];
}

/** Returns the input of the workflow that processes a version. */
export function processSubmissionInput(record: VersionRecord): ProcessSubmissionInput {
  const { submissionId, version, workspaceId, environment, simulationDelaySeconds, assets } = record;
  return {
    submissionId,
    version,
    workspaceId,
    environment,
    // The delay was requested for the first version only. The simulation of a retry has no delay.
    simulationDelaySeconds: version === 1 ? simulationDelaySeconds : 0,
    assets: assets.map(({ assetId, assetType, sandboxOutcome, metric, metricValue, sizeBytes }) => ({
      assetId,
      assetType,
      sandboxOutcome,
      durationSeconds: metric === 'durationSeconds' ? metricValue : null,
      isMeasured: metricValue !== null,
      sizeBytes,
    })),
  };
}

/** An upload whose current bytes have not been measured. */
export interface UnmeasuredUpload {
  assetId: string;
  etag: string;
  sizeBytes: number;
}

export interface MeasureAssetsInput {
  assets: UnmeasuredUpload[];
}

export interface MakePreviewInput {
  submissionId: string;
  assetId: string;
  assetType: AssetType;
  /** Measured duration in seconds. Null if the asset was not measured. */
  durationSeconds: number | null;
}

export interface DeliverWebhookInput {
  deliveryId: string;
  /**
   * Number of attempts made before this sequence. The number identifies the sequence. 0 or absent unless
   * the sequence is a redelivery.
   */
  attemptsBefore?: number;
  /**
   * Number of the attempt to start with. Set if the run continues an earlier run (continue-as-new), is restarted, or
   * follows attempts that were made without a workflow. Absent means the first attempt of the sequence.
   */
  resumeAt?: number;
  /** Milliseconds to wait before the first attempt of this run. Absent: none. */
  waitMs?: number;
  /** True in histories in which a local activity gets the result of the first attempt. */
  isClaimed?: boolean;
  /** The last attempt before the start of this run. `at` is an ISO 8601 time. */
  lastAttempt?: { attemptNumber: number; at: string; result: string };
  /** Outcome of the delivery, if the first attempt ended it before the workflow was started. */
  endedAs?: 'succeeded' | 'exhausted' | 'gone' | 'skipped';
}

export interface ExamineOnTaskQueueInput {
  submissionId: string;
  version: number;
  assetId: string;
  sidekickId: string;
  /** Code of the sidekick. Used in error messages. */
  code: string;
  taskQueue: string;
  /** Maximum wait for a worker on the task queue, in seconds. */
  maxWaitSeconds: number;
}

export interface UpkeepInput {
  task: UpkeepTask;
  /** True if the run only reports what it finds and removes nothing. */
  dryRun: boolean;
  minAgeHours: number;
  /** Minimum age of compared versions and deliveries. Absent: `defaultMinAgeMinutes`. */
  minAgeMinutes?: number;
  batchSize: number;
  /** State of the earlier run that this run continues (continue-as-new). Absent in the first run. */
  progress?: {
    step: number;
    cursor: string | null;
    checked: number;
    /** Steps that failed. Absent in histories from before later steps ran nevertheless. */
    failedSteps?: UpkeepStep[];
  };
}
