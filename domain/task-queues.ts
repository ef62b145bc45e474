import type { AssetType } from './asset-type.ts';

/** One queue per kind of work, so that long media work never holds up a recording or a delivery. */
export const taskQueues = {
  orchestration: 'assay-orchestration',
  media: 'assay-media',
  decoding: 'assay-decoding',
  /** A long video is decoded for hours, and a short one does not wait for it. */
  longDecoding: 'assay-long-decoding',
  /** Consumers wait for it. */
  measurement: 'assay-measurement',
  delivery: 'assay-delivery',
  /** Waits for sidekicks at HTTPS endpoints, which may take minutes. */
  remote: 'assay-remote',
} as const;

export type TaskQueueName = keyof typeof taskQueues;

/** A minute and a half of two cores, for a minute of 1080p takes them nine seconds. */
const longSeconds = 600;

/** Where an asset is decoded; its duration is null where it has none, or was not measured. */
export function decodingQueue(assetType: AssetType | null, durationSeconds: number | null): string {
  if (assetType === 'image') return taskQueues.media;
  return (durationSeconds ?? 0) > longSeconds ? taskQueues.longDecoding : taskQueues.decoding;
}

/** What takes longer in a place for short ones is begun anew in one for long ones. */
export const shortDecodingSeconds = 300;

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
  media: ['media', 'decoding', 'longDecoding', 'measurement'],
  delivery: ['delivery'],
  remote: ['remote'],
} as const satisfies Record<WorkerRole, readonly TaskQueueName[]>;
