import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from '../domain/errors.ts';
import type { Database } from '../storage/postgres/database.ts';

/** Value of `Retry-After`. Most requests finish within this time. */
const retryAfterSeconds = 1;

/**
 * Acquires a slot for a request and returns a function that frees the slot. Calling that function again has no
 * effect.
 */
export type TakeSlot = (request: IncomingMessage, response: ServerResponse) => () => void;

/**
 * Creates a load shedder, which rejects requests with a 429 before any work is done. The client can therefore safely
 * send a rejected request again. A request is rejected in three cases:
 * - `capacity` requests are in progress in this process.
 * - Requests with the same key occupy half of the capacity.
 * - `capacity` statements wait for a connection to Postgres. They may belong to clients that have disconnected.
 *
 * The slot of a request is freed when the client disconnects or the function that `TakeSlot` returned is called. Call
 * that function when the response has been built, so that slow readers do not occupy slots.
 */
export function createLoadShedder(capacity: number, database: Pick<Database, 'waitingCount'>): TakeSlot {
  const keyCapacity = Math.floor(capacity / 2);
  const slotsInUseByKey = new Map<unknown, number>();
  let slotsInUse = 0;

  return (request, response) => {
    // Requests are counted by the value of the header, not by workspace. Finding the workspace takes a database
    // query, and the database may be the bottleneck.
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
