import type { AssetType } from './asset-type.ts';
import type { Environment } from './api-key.ts';
import type { Metric } from './pricing.ts';
import type { SandboxOutcome } from './sandbox.ts';
import type { UpkeepTask } from './upkeep.ts';

// What crosses Temporal: ids and small values, since a workflow's history keeps all of it.

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
    /** As it was priced; null or absent where it has none, or nobody has measured it. */
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

/** An upload as it is in storage, its bytes not measured yet. */
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
  /** How many attempts the delivery had before it was asked for again; absent the first time. */
  attemptsBefore?: number;
  /** The attempt that is due, where a run goes on from one whose history has become long. */
  resumeAt?: number;
}

export interface ExamineOnTaskQueueInput {
  submissionId: string;
  version: number;
  assetId: string;
  sidekickId: string;
  /** The sidekick's, for people. */
  code: string;
  taskQueue: string;
  /** How long it may wait for a worker there. */
  maxWaitSeconds: number;
}

export interface UpkeepInput {
  task: UpkeepTask;
  /** Find, and remove nothing. */
  dryRun: boolean;
  minAgeHours: number;
  batchSize: number;
  /** How far the run has come that this one continues. */
  progress?: { step: number; cursor: string | null; checked: number };
}
