import { ApiError } from '@assay/domain/errors.ts';
import type { Caller } from '@assay/storage/accounts/caller.ts';
import { readAs, type ReadRequest } from '@assay/storage/accounts/workspace-read.ts';
import type { Database } from '@assay/storage/database/database.ts';
import { isOverload } from '@assay/storage/database/database-errors.ts';
import { createFairQueue, WaitedTooLong } from './fair-queue.ts';
import { type RequestSlot, tooManyAtOnce } from './load-shedding.ts';

/** Time in milliseconds after which Postgres cancels the statement of a list. */
export const listTimeoutMs = 1_000;
/** Maximum time in milliseconds to open a connection of the pool. Lists wait for their turn before that. */
export const maxListConnectMs = 3_000;
/** Maximum number of concurrent lists of a workspace in this process. */
const maxConcurrent = 2;
/** Maximum number of lists of a workspace that wait. If it is alone, each starts within 10 s. */
const maxWaiting = 20;
/** Maximum time in milliseconds that a list waits for its turn. */
const maxWaitMs = 10_000;
const retryAfterSeconds = 5;

/** The request that reads a list: its workspace, and its slot, which is freed when the client disconnects. */
export interface ListRequest {
  caller: { workspaceId: string };
  slot: Pick<RequestSlot, 'isEnded'>;
}

/**
 * Runs a statement that reads a list or searches. Statements that read one row by its primary key do not need it.
 * @throws {ApiError} 429 if too many lists of the workspace wait, or if the list was not read in time
 */
export type ReadList = <T>(request: ListRequest, read: (db: Database) => Promise<T>) => Promise<T>;

/**
 * Divides the connections of an API process. Lists get a quarter, rounded up, so that slow lists occupy no connection
 * that other requests need.
 */
export function divideConnections(max: number): { lists: number; others: number } {
  const lists = Math.ceil(max / 4);
  return { lists, others: Math.max(1, max - lists) };
}

/**
 * Returns a function that reads lists. Workspaces share the connections evenly by the time of their lists
 * (`createFairQueue`). At most two lists of a workspace are read at the same time, in the order of the requests. A
 * workspace leaves at least one connection of the pool to others, if the pool has several.
 * @param database a pool of connections for lists only
 * @param connections maximum number of connections of the pool
 */
export function createListReader(database: Database, connections: number): ReadList {
  const enqueue = createFairQueue({
    capacity: connections,
    maxConcurrency: Math.max(1, Math.min(maxConcurrent, connections - 1)),
    maxWaiting,
    maxWaitMs,
  });

  return async ({ caller, slot }, read) => {
    const result = enqueue(caller.workspaceId, async () => {
      // The client has disconnected while the request waited.
      if (slot.isEnded()) throw tooManyAtOnce();
      return read(database);
    });
    if (result === null) throw tooManyAtOnce();
    try {
      return await result;
    } catch (error) {
      if (isOverload(error) || error instanceof WaitedTooLong)
        throw new ApiError('list_timeout', { retryAfterSeconds, cause: error });
      throw error;
    }
  };
}

/** The request of a caller with `readList`, as handlers get it. */
export interface CallersListRequest extends ListRequest {
  caller: Caller;
  deps: { readList: ReadList };
}

/**
 * Reads a list with the scopes of the caller. Returns JSON text, or null if the caller may see no such resource.
 * @throws {ApiError} as `ReadList`
 */
export function readListAs(request: CallersListRequest, list: ReadRequest): Promise<string | null> {
  return request.deps.readList(request, (db) => readAs(db, request.caller, list));
}
