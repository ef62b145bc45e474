import type { AssetType } from './asset-type.ts';
import type { Environment } from './api-key.ts';
import type { Metric } from './pricing.ts';
import type { SandboxOutcome } from './sandbox.ts';
import type { UpkeepTask } from './upkeep.ts';

// Inputs are ids and small values, because Temporal stores them in the history of the workflow. Recorded
// histories and running workflows have these field names, so they must not change.

export interface ProcessSubmissionInput {
  submissionId: string;
  version: number;
  workspaceId: string;
  environment: Environment;
  simulationDelaySeconds: number;
  assets: {
    assetId: string;
    assetType: AssetType | null;
    /** Null for live assets. */
    sandboxOutcome: SandboxOutcome | null;
    /** Measured duration; null or absent when it has none or was not measured. */
    durationSeconds?: number | null;
  }[];
}

/** The columns of a submission, of one of its versions and of that version's assets that its workflow depends on. */
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
    // The delay was requested for the submission as it was created. A retry is simulated at once.
    simulationDelaySeconds: version === 1 ? simulationDelaySeconds : 0,
    assets: assets.map(({ assetId, assetType, sandboxOutcome, metric, metricValue }) => ({
      assetId,
      assetType,
      sandboxOutcome,
      durationSeconds: metric === 'durationSeconds' ? metricValue : null,
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

export interface DeliverWebhookInput {
  deliveryId: string;
  /** Number of attempts made before this sequence, which identifies it; absent unless it is a redelivery. */
  attemptsBefore?: number;
  /** Number of the attempt to start with, when the run continues an earlier one as new; absent: the first. */
  resumeAt?: number;
}

export interface ExamineOnTaskQueueInput {
  submissionId: string;
  version: number;
  assetId: string;
  sidekickId: string;
  /** Code of the sidekick, for error messages. */
  code: string;
  taskQueue: string;
  /** Maximum wait for a worker on the task queue. */
  maxWaitSeconds: number;
}

export interface UpkeepInput {
  task: UpkeepTask;
  /** Whether the run only reports what it finds. */
  dryRun: boolean;
  minAgeHours: number;
  batchSize: number;
  /** State of the run that this one continues as new. */
  progress?: { step: number; cursor: string | null; checked: number };
}
