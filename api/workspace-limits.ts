import { createKeyedLimiter, createKeyedQueue } from '@assay/domain/lib/concurrency.ts';

/** Limits of the concurrent work of each workspace in this process. */
export type WorkspaceLimits = ReturnType<typeof createWorkspaceLimits>;

/** Maximum concurrent HEAD requests to S3 per workspace, so that no workspace slows down S3 for others. */
const maxHeads = 8;
/** Maximum number of waiting replay requests per workspace. */
const maxWaitingReplays = 10;
/** Maximum number of waiting redelivery requests per workspace. */
const maxWaitingRedeliveries = 200;

export function createWorkspaceLimits() {
  return {
    limitHeads: createKeyedLimiter(maxHeads),
    /**
     * Issues the upload URLs of a workspace one after another. Each then counts the earlier ones, so a workspace
     * exceeds its quota by at most one upload per process.
     */
    limitUploadUrls: createKeyedLimiter(1),
    /** Runs the replays of a workspace one after another, so that they occupy one connection to Postgres at a time. */
    enqueueReplay: createKeyedQueue(maxWaitingReplays),
    /**
     * Runs at most two redeliveries of a workspace at the same time. A redelivery occupies a connection to Postgres
     * while it waits for the lock of its subscription.
     */
    enqueueRedelivery: createKeyedQueue(maxWaitingRedeliveries, 2),
  };
}
