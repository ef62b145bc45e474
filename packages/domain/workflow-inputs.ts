import type { AssetType } from './asset-type.ts';
import type { Environment } from './api-key.ts';
import type { Profile } from './contracts/profile.ts';
import type { Metric } from './pricing.ts';
import type { SandboxOutcome } from './sandbox.ts';
import type { UpkeepStep, UpkeepTask } from './upkeep.ts';
import type { Verdict } from './verdict.ts';

// Workflow inputs contain only ids and small values, because Temporal stores them in the history of the workflow. The
// histories of running workflows contain these field names, so a released name must not change.

export interface Workflows {
  processSubmission: (input: ProcessSubmissionInput) => Promise<void>;
  measureAssets: (input: MeasureAssetsInput) => Promise<void>;
  makePreview: (input: MakePreviewInput) => Promise<void>;
  reportSignOff: (input: ReportSignOffInput) => Promise<void>;
  keepEvidence: (input: KeepEvidenceInput) => Promise<void>;
  stampReport: (input: StampReportInput) => Promise<void>;
  tryProfile: (input: TryProfileInput) => Promise<TrialResult>;
  deliverWebhook: (input: DeliverWebhookInput) => Promise<string>;
  examineOnTaskQueue: (input: ExamineOnTaskQueueInput) => Promise<{ findingCount: number }>;
  upkeep: (input: UpkeepInput) => Promise<{ checked: number; found: number }>;
}

export interface ProcessSubmissionInput {
  submissionId: string;
  version: number;
  workspaceId: string;
  environment: Environment;
  simulationDelaySeconds: number;
  assets: {
    assetId: string;
    assetType: AssetType | null;
    /** Null if the asset is live. */
    sandboxOutcome: SandboxOutcome | null;
    /** Measured duration in seconds. Null if the asset has no duration or was not measured. */
    durationSeconds: number | null;
    /** True if the charge depends on a measurement. */
    isMeasured: boolean;
    /** Size of the upload. Null if the asset is in the sandbox. */
    sizeBytes: number | null;
  }[];
}

/** Database columns of one version of a submission, from which the workflow's input is built. */
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

export interface ReportSignOffInput {
  submissionId: string;
  assetId: string;
  /** The sign-off, or its withdrawal. */
  signOffId: string;
}

export interface KeepEvidenceInput {
  submissionId: string;
  assetId: string;
  evidenceId: string;
}

export interface StampReportInput {
  submissionId: string;
  assetId: string;
  /** SHA-256 hash of the report in hexadecimal. */
  sha256: string;
}

export interface TryProfileInput {
  workspaceId: string;
  /** The changed profile, with the id of the profile by whose versions the files were judged. */
  profile: Profile;
}

/** A file whose verdict a changed profile would change, or that could not be judged again. */
export interface ChangedVerdict {
  submissionId: string;
  assetId: string;
  before: Verdict;
  /** Null if the file could not be judged again. */
  after: Verdict | null;
  /** Reason of `after`. */
  reason: string | null;
  /** Why the file could not be judged again. Null if `after` is known. */
  notJudged: string | null;
}

/** The result contains no file names, because erasures of single files leave it in Temporal. */
export interface TrialResult {
  /** Newest first. */
  files: ChangedVerdict[];
  /** Number of files that were judged again. */
  examined: number;
  /** Number of files that could not be judged again. */
  unexamined: number;
}

export interface DeliverWebhookInput {
  deliveryId: string;
  /** Number of attempts made before the redelivery that this workflow makes; 0 for the first delivery. */
  sequence: number;
  /** Number of the first attempt that the workflow makes. Attempts before a redelivery are counted too. */
  attemptNumber: number;
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
  /** Whether the payloads of the sidekick's activity are encrypted. */
  encrypted: boolean;
}

export interface UpkeepInput {
  task: UpkeepTask;
  dryRun: boolean;
  minAgeHours: number;
  /** Minimum age in minutes of the versions and deliveries that reconciliation compares with workflows. */
  minAgeMinutes: number;
  batchSize: number;
  /** State of the earlier run that this run continues (continue-as-new). Absent in the first run. */
  progress?: {
    step: number;
    cursor: string | null;
    checked: number;
    failedSteps: UpkeepStep[];
  };
}
