/** One queue per kind of work, so that long media work never holds up a recording or a delivery. */
export const taskQueues = {
  orchestration: 'assay-orchestration',
  media: 'assay-media',
  /** Consumers wait for a measurement; a file may be examined for hours. */
  measurement: 'assay-measurement',
  delivery: 'assay-delivery',
  /** Waits for sidekicks at HTTPS endpoints, which may take minutes. */
  remote: 'assay-remote',
} as const;

export type TaskQueueName = keyof typeof taskQueues;

export const workerRoles = [
  'orchestration',
  'media',
  'delivery',
  'remote',
] as const satisfies TaskQueueName[];
export type WorkerRole = (typeof workerRoles)[number];

/** What a worker of each role takes work from, each with slots of its own. */
export const queuesOf = {
  orchestration: ['orchestration'],
  media: ['media', 'measurement'],
  delivery: ['delivery'],
  remote: ['remote'],
} as const satisfies Record<WorkerRole, readonly TaskQueueName[]>;
