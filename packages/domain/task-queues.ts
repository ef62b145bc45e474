import type { AssetType } from './asset-type.ts';

/**
 * Each kind of work has its own task queue, so that long media work never delays a webhook delivery or the writing of
 * results to Postgres.
 */
export const taskQueues = {
  orchestration: 'assay-orchestration',
  /** Copying a large file within the storage takes minutes, so it does not occupy the slots of orchestration. */
  copy: 'assay-copy',
  media: 'assay-media',
  decoding: 'assay-decoding',
  /** Decoding a long video can take hours, so long videos, and other slow work, have a separate queue. */
  longDecoding: 'assay-long-decoding',
  /** Measurements have a separate queue, because HTTP requests wait for them. */
  measurement: 'assay-measurement',
  /** Measuring a large video takes minutes if its index does not give the duration. It then uses this queue. */
  longMeasurement: 'assay-long-measurement',
  delivery: 'assay-delivery',
  /** Requests to the HTTPS endpoints of custom sidekicks, which can take minutes. */
  remote: 'assay-remote',
} as const;

export type TaskQueueName = keyof typeof taskQueues;

/** Maximum bytes of a file that is copied on the orchestration queue. At 20 MB/s, the copy takes three seconds. */
const maxShortCopyBytes = 64 * 2 ** 20;

/**
 * Returns the task queue on which an asset is copied.
 * @param sizeBytes size of the upload; null or undefined if it is unknown
 */
export function copyQueue(sizeBytes: number | null | undefined): string {
  return (sizeBytes ?? 0) > maxShortCopyBytes ? taskQueues.copy : taskQueues.orchestration;
}

/**
 * Maximum duration in seconds of a recording on the queue `decoding`. Two cores decode a minute of 1080p video in 9 s.
 * Ten minutes therefore take 90 s, well below `shortDecodingSeconds`.
 */
const maxShortSeconds = 600;
/** Time limit in seconds for decoding a recording on the queue `decoding`. */
const shortDecodingSeconds = 300;

/** A task queue on which work starts. */
export interface LimitedQueue {
  taskQueue: string;
  /** Time limit of the work in seconds. After it, the work restarts on the queue `longDecoding`. Absent: no limit. */
  withinSeconds?: number;
}

/**
 * Maximum time limit in seconds of short work. Short work may use every slot of a worker. Longer work of a workspace
 * leaves a slot to other workspaces.
 */
export const shortWorkSeconds = 60;

/** The task queue of examinations and pictures. Nearly all of them take seconds. */
export const examinationQueue: LimitedQueue = {
  taskQueue: taskQueues.media,
  withinSeconds: shortWorkSeconds,
};

/**
 * Returns the task queue on which an asset is decoded first. The limit of images is shorter than that of recordings,
 * because nearly every image is decoded in less than a second, and documents wait on the same queue.
 * @param durationSeconds duration of the asset; null if it has no duration or was not measured
 */
export function decodingQueue(assetType: AssetType | null, durationSeconds: number | null): LimitedQueue {
  if (assetType === 'image') return { taskQueue: taskQueues.media, withinSeconds: 30 };
  if ((durationSeconds ?? 0) > maxShortSeconds) return { taskQueue: taskQueues.longDecoding };
  return { taskQueue: taskQueues.decoding, withinSeconds: shortDecodingSeconds };
}

/**
 * Time limit in seconds of a measurement on the queue `measurement`. After the limit, or if a large file must be
 * downloaded, the measurement restarts on the queue `longMeasurement`.
 */
export const shortMeasurementSeconds = 20;

export const workerRoles = [
  'orchestration',
  'media',
  'delivery',
  'remote',
] as const satisfies TaskQueueName[];
export type WorkerRole = (typeof workerRoles)[number];

/** Task queues that a worker of each role polls. Each queue has its own slots. */
export const queuesOf = {
  orchestration: ['orchestration', 'copy'],
  media: ['media', 'decoding', 'longDecoding', 'measurement', 'longMeasurement'],
  delivery: ['delivery'],
  remote: ['remote'],
} as const satisfies Record<WorkerRole, readonly TaskQueueName[]>;
