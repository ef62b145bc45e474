/** One queue per kind of work, so that long media work never holds up a recording or a delivery. */
export const taskQueues = {
  orchestration: 'assay-orchestration',
  media: 'assay-media',
  delivery: 'assay-delivery',
  /** Waits for sidekicks at HTTPS endpoints, which may take minutes. */
  remote: 'assay-remote',
} as const;

export const workerRoles = [
  'orchestration',
  'media',
  'delivery',
  'remote',
] as const satisfies (keyof typeof taskQueues)[];
export type WorkerRole = (typeof workerRoles)[number];
