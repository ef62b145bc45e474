import type { AssetType } from './asset-type.ts';

/** One task queue per kind of work, so that long media work never delays a recording or a delivery. */
export const taskQueues = {
  orchestration: 'assay-orchestration',
  media: 'assay-media',
  decoding: 'assay-decoding',
  /** Decoding a long video can take hours, so short ones have a queue of their own. */
  longDecoding: 'assay-long-decoding',
  /** Separate, because HTTP requests wait for measurements. */
  measurement: 'assay-measurement',
  delivery: 'assay-delivery',
  /** Requests to custom sidekicks at HTTPS endpoints, which can take minutes. */
  remote: 'assay-remote',
} as const;

export type TaskQueueName = keyof typeof taskQueues;

/** Maximum duration of a short asset: two cores decode it in 90 s, since a minute of 1080p takes them 9 s. */
const maxShortSeconds = 600;

/**
 * Returns the task queue on which an asset is decoded.
 * @param durationSeconds null when it has no duration or was not measured
 */
export function decodingQueue(assetType: AssetType | null, durationSeconds: number | null): string {
  if (assetType === 'image') return taskQueues.media;
  return (durationSeconds ?? 0) > maxShortSeconds ? taskQueues.longDecoding : taskQueues.decoding;
}

/** Timeout on the queue for short assets. After it, decoding restarts on the queue for long ones. */
export const shortDecodingSeconds = 300;

export const workerRoles = [
  'orchestration',
  'media',
  'delivery',
  'remote',
] as const satisfies TaskQueueName[];
export type WorkerRole = (typeof workerRoles)[number];

/** Task queues that a worker of each role polls, each with its own slots. */
export const queuesOf = {
  orchestration: ['orchestration'],
  media: ['media', 'decoding', 'longDecoding', 'measurement'],
  delivery: ['delivery'],
  remote: ['remote'],
} as const satisfies Record<WorkerRole, readonly TaskQueueName[]>;
