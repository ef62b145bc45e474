/** One queue per kind of work, so that long media work never holds up a recording or a delivery. */
export const taskQueues = {
  orchestration: 'assay-orchestration',
  media: 'assay-media',
  delivery: 'assay-delivery',
} as const;

export const workerRoles = [
  'orchestration',
  'media',
  'delivery',
] as const satisfies (keyof typeof taskQueues)[];
export type WorkerRole = (typeof workerRoles)[number];
