/** Before every id. */
export const firstId = '00000000-0000-0000-0000-000000000000';

/** The activities that upkeep is made of, each of which does a batch at a time. */
export type UpkeepStep =
  | 'expireUploads'
  | 'expireSubmissions'
  | 'purgeSubmissions'
  | 'expireExamples'
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
  /** Whether it removes what it finds, unless it is told not to. */
  removes: boolean;
  /** How the schedule runs it. */
  schedule: { everyHours: number; offsetHours: number; dryRun: boolean };
}

/** All upkeep there is. */
export const upkeepTasks = {
  uploads: {
    description: 'removes uploads that nobody submitted',
    steps: ['expireUploads'],
    removes: true,
    schedule: { everyHours: 24, offsetHours: 1, dryRun: false },
  },
  sandbox: {
    description: 'removes sandbox submissions and example events whose time is over',
    steps: ['expireSubmissions', 'purgeSubmissions', 'expireExamples'],
    removes: true,
    schedule: { everyHours: 24, offsetHours: 2, dryRun: false },
  },
  retention: {
    description: 'removes live submissions whose time is over; the ledger stays',
    steps: ['expireSubmissions', 'purgeSubmissions'],
    removes: true,
    schedule: { everyHours: 24, offsetHours: 3, dryRun: false },
  },
  'orphan-blobs': {
    description: 'removes blobs that nothing refers to; the schedule only finds them',
    steps: ['findOrphanBlobs'],
    removes: true,
    schedule: { everyHours: 24, offsetHours: 4, dryRun: true },
  },
  reconciliation: {
    description: 'compares Postgres, S3 and Temporal, and mends nothing',
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

/** What upkeep can find; stable words. */
export type FindingKind =
  /** Removed, unless the run was dry. */
  | 'upload_abandoned'
  | 'submission_expired'
  | 'example_expired'
  | 'blob_orphaned'
  /** Differences, which are mended by people. */
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

/** How old a blob is before it can be taken for an orphan. */
export const defaultMinAgeHours = 24;

/** Rows, keys or workflows that one activity looks at. */
export const defaultBatchSize = 500;
