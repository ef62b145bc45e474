/**
 * Type of the failure of an activity that ended because Postgres or S3 was unavailable, the disk had no space, or an
 * encryption key was missing.
 */
export const outageType = 'outage';

/**
 * Type of the failure of an activity that did not start its work, because its workspace held its share of the slots of
 * the worker process. The workflow returns the activity to its task queue, with new attempts.
 */
export const slotShareType = 'slot_share';

/** Operators see this name while a workflow waits for the end of an outage. A failure can contain another name. */
export const stores = 'Postgres or S3';
/** Name that replaces `stores` if the WORK_DIR of a media worker has no space left. */
export const diskSpace = 'disk space';

/**
 * Space on the disk of a media worker that an activity needs. The failure of an activity that got no space contains
 * it. The workflow then waits until a media worker has this space.
 */
export interface NeededSpace {
  /** The workspace whose share of the disk is used. */
  workspaceId: string;
  /** Bytes of all files that the activity writes. */
  sizeBytes: number;
}

/** Type of the failure of an activity whose process lacks a right in S3 or Postgres. Waiting does not help. */
export const accessDeniedType = 'access_denied';

/** Type of the failure of an activity whose file is larger than the disk of the media worker. */
export const diskTooSmallType = 'disk_too_small';

/** Maximum hours that an asset waits for Postgres or S3, from the first fault on. Then it fails and can be retried. */
export const maxOutageHours = 7 * 24;

/**
 * Maximum time in hours for which a worker keeps the results of decoding a file while S3 or Postgres is unavailable.
 * The worker retries to store them, so that the file need not be decoded again.
 */
export const maxKeepHours = 24;
