/** The nil UUID, which sorts before every other UUID. */
export const nilUuid = '00000000-0000-0000-0000-000000000000';

/** Activities of upkeep workflows. Each call of an activity processes one batch. */
export type UpkeepStep =
  | 'expireUploads'
  | 'expireSubmissions'
  | 'purgeSubmissions'
  | 'expireExamples'
  | 'removeUnneededUploads'
  | 'countStorage'
  | 'removeOldVersions'
  | 'findOrphanBlobs'
  | 'compareVersions'
  | 'compareDeliveries'
  | 'compareDeliveryWorkflows'
  | 'compareEvents'
  | 'compareWorkflows'
  | 'compareAssets'
  | 'compareCharges';

interface TaskRow {
  description: string;
  steps: readonly UpkeepStep[];
  /** True if the task removes the data that it finds. A dry run removes nothing. */
  removes: boolean;
  /** Interval and offset of the task's Temporal schedule, in hours, and whether the scheduled runs are dry runs. */
  schedule: { everyHours: number; offsetHours: number; dryRun: boolean };
}

export const upkeepTasks = {
  uploads: {
    description: 'removes uploads that were never submitted',
    steps: ['expireUploads'],
    removes: true,
    schedule: { everyHours: 24, offsetHours: 1, dryRun: false },
  },
  storage: {
    description:
      'counts the stored bytes of each workspace, and removes uploaded files that nothing will read, and overwritten ones',
    steps: ['removeUnneededUploads', 'countStorage', 'removeOldVersions'],
    removes: true,
    schedule: { everyHours: 1, offsetHours: 0, dryRun: false },
  },
  sandbox: {
    description: 'removes sandbox submissions and example events after their retention',
    steps: ['expireSubmissions', 'purgeSubmissions', 'expireExamples'],
    removes: true,
    schedule: { everyHours: 24, offsetHours: 2, dryRun: false },
  },
  retention: {
    description: 'removes live submissions after their retention; the ledger stays',
    steps: ['expireSubmissions', 'purgeSubmissions'],
    removes: true,
    schedule: { everyHours: 24, offsetHours: 3, dryRun: false },
  },
  'orphan-blobs': {
    description: 'removes blobs that no row refers to; the scheduled runs only report them',
    steps: ['findOrphanBlobs'],
    removes: true,
    schedule: { everyHours: 24, offsetHours: 4, dryRun: true },
  },
  reconciliation: {
    description: 'compares Postgres, S3 and Temporal, and changes nothing',
    steps: [
      'compareVersions',
      'compareWorkflows',
      'compareAssets',
      'findOrphanBlobs',
      'compareCharges',
      'compareDeliveries',
      'compareDeliveryWorkflows',
      'compareEvents',
    ],
    removes: false,
    schedule: { everyHours: 24, offsetHours: 5, dryRun: true },
  },
} as const satisfies Record<string, TaskRow>;

export type UpkeepTask = keyof typeof upkeepTasks;

/** Kinds of findings. The database stores them, so the names must not change. */
export type FindingKind =
  /** Data that is due for removal. A run removes the data, unless it is a dry run. */
  | 'upload_abandoned'
  | 'upload_unneeded'
  | 'submission_expired'
  | 'example_expired'
  | 'blob_orphaned'
  /** Inconsistencies between Postgres, Temporal, S3 and the ledger, which the operator must repair. */
  | 'version_not_started'
  | 'version_without_workflow'
  | 'workflow_without_version'
  | 'delivery_not_started'
  | 'delivery_without_workflow'
  | 'workflow_without_delivery'
  | 'event_without_delivery'
  | 'blob_missing'
  | 'charge_missing'
  | 'charge_unequal'
  | 'charge_twice'
  | 'charge_without_asset';

/** Minimum age of an orphaned blob in hours. A younger blob can belong to a row that is about to be written. */
export const defaultMinAgeHours = 24;

/**
 * Minimum age in minutes of the versions and deliveries that reconciliation compares with workflows. The workflow of a
 * younger version or delivery can still be starting.
 */
export const defaultMinAgeMinutes = 10;

/** Number of rows, keys or workflows per batch. */
export const defaultBatchSize = 500;
