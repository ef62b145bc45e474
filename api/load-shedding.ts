import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from '../domain/errors.ts';
import type { Database } from '../storage/postgres/database.ts';

/** Most requests that are in progress now are finished after this time. */
const retryAfterSeconds = 1;

/** Takes a slot for a request and returns a function that frees it; calling that again changes nothing. */
export type TakeSlot = (request: IncomingMessage, response: ServerResponse) => () => void;

/**
 * Creates a load shedder: requests that would only wait are rejected with a 429 at once, before any work is done. The
 * client may therefore send the same request again. A request is rejected when
 * - `capacity` requests are in progress in this process,
 * - half of the capacity is in use by requests with the same key, or
 * - `capacity` statements wait for a connection to Postgres. They may belong to clients that have disconnected.
 *
 * The slot of a request is freed when the client disconnects or when the returned function is called. Call it when
 * the response has been built, so that slow readers do not occupy slots.
 */
export function createLoadShedder(capacity: number, database: Pick<Database, 'waitingCount'>): TakeSlot {
  const keyCapacity = Math.floor(capacity / 2);
  const slotsInUseByKey = new Map<unknown, number>();
  let slotsInUse = 0;

  return (request, response) => {
    // The header as sent: to look up its workspace takes a database query, and the database may be what is slow.
    const key = request.headers['x-api-key'];
    const inUseByKey = slotsInUseByKey.get(key) ?? 0;
    if (slotsInUse >= capacity || inUseByKey >= keyCapacity || database.waitingCount >= capacity) {
      throw new ApiError('too_many_at_once', { retryAfterSeconds });
    }
    slotsInUse++;
    slotsInUseByKey.set(key, inUseByKey + 1);
    let isFreed = false;
    const freeSlot = () => {
      if (isFreed) return;
      isFreed = true;
      slotsInUse--;
      const left = slotsInUseByKey.get(key)! - 1;
      if (left > 0) slotsInUseByKey.set(key, left);
      else slotsInUseByKey.delete(key);
    };
    response.once('close', freeSlot);
    return freeSlot;
  };
}
