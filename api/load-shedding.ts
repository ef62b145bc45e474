import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { ApiError } from '@assay/domain/errors.ts';
import { fairFree } from '@assay/domain/lib/fair-free.ts';
import type { Database } from '@assay/storage/database/database.ts';
import { hasBody } from './has-body.ts';

/** Seconds in the `Retry-After` header of a rejected request. Most requests finish within this time. */
const retryAfterSeconds = 1;

/** Maximum number of API keys and sessions whose holder is kept in memory. Each entry takes about 200 bytes. */
const maxKnownKeys = 10_000;

/**
 * The slot of a request in the load shedder. A request occupies one slot, and moves between pools while it is handled.
 * The slot is freed when the client disconnects or `free` is called. After that, moves have no effect.
 */
export interface RequestSlot {
  /**
   * Moves the request to a slot of its workspace. Call it when the API key or the session has been looked up.
   * @throws {ApiError} 429 if the workspace has no free slot
   */
  identify(workspaceId: string): void;
  /**
   * Moves a request whose body has not arrived yet to the pool for bodies. Does nothing if the request has no body. A
   * request whose key or session has not been looked up occupies no slot until `handle`, because anybody can make up
   * keys and send bodies slowly. Such a body must be limited to a few bytes.
   * @throws {ApiError} 429 if the pool has no free slot for the workspace
   */
  receiveBody(request: Pick<IncomingMessage, 'headers'>): void;
  /**
   * Moves a request from the pool for bodies back to the pool for handling. Call it when the body has been received.
   * @throws {ApiError} 429 if the workspace has no free slot
   */
  handle(): void;
  /**
   * Moves the request to the pool for waits until `wait` ends. After that, the request gets a slot even if none is
   * free, because a rejection would waste the wait. Returns null, and does not call `wait`, if the pool for waits is
   * full or the client has disconnected.
   */
  during<T>(wait: () => Promise<T>): Promise<T> | null;
  /** Returns true once the slot has been freed, for example because the client has disconnected. */
  isEnded(): boolean;
  /** Frees the slot. Call it when the response has been built, so that slow readers do not occupy slots. */
  free(): void;
}

export interface LoadShedder {
  /**
   * Acquires a slot for a request to a workspace.
   * @param keyHash hash of the request's API key, which has not been looked up yet. For requests of the console, bytes
   *   that identify the session and the workspace
   * @throws {ApiError} 429 if the request is rejected
   */
  admit(keyHash: Buffer, response: ServerResponse): RequestSlot;
  /**
   * Acquires a slot for a request with a session to no workspace. Call `identify` with the oldest workspace of the
   * member, so that a workspace with many members is one holder.
   * @param tokenHash hash of the session token, which has not been looked up yet
   * @throws {ApiError} 429 if the request is rejected
   */
  admitSession(tokenHash: Buffer, response: ServerResponse): RequestSlot;
  /**
   * Returns the slot of a request without a session, such as a sign-in. `handle` acquires the slot, because anybody can
   * send bodies slowly.
   * @param network identifies the client, see `networkOf`
   */
  admitVisitor(network: string, response: ServerResponse): RequestSlot;
  /**
   * Removes a rejected key from the known keys. Requests with a revoked key then use the slots for unknown keys, and
   * not the slots of the workspace.
   */
  forget(keyHash: Buffer): void;
}

/**
 * Creates a load shedder, which rejects requests with a 429 before they have an effect. Clients can therefore safely
 * repeat a rejected request. There are six pools:
 * - `handling` has `capacity` slots, for requests that are being handled.
 * - `bodies` has `capacity` slots, for requests whose body is being received.
 * - `waits` has `capacity / 2` slots, for requests that wait for a measurement or a sandbox outcome.
 * - `lookups` has `capacity / 4` slots, for requests with a key or session that is not in the memory of this process.
 * - `members` has `capacity / 4` slots, for requests with a known session to no workspace.
 * - `visitors` has `capacity / 4` slots, for requests without a session.
 *
 * In each pool, a workspace, network or unknown key can occupy as many slots as are free (`fairFree`). One alone gets
 * half of the pool. The more of them compete, the smaller is the share of each, and one that occupies no slot finds a
 * free one. Requests are also rejected while `capacity` statements wait for a connection to Postgres. Some of these
 * statements may belong to clients that have disconnected and occupy no slot.
 */
export function createLoadShedder(capacity: number, database: Pick<Database, 'waitingCount'>): LoadShedder {
  const handling = createPool(capacity);
  const bodies = createPool(capacity);
  const waits = createPool(capacity / 2);
  const lookups = createPool(capacity / 4);
  const members = createPool(capacity / 4);
  const visitors = createPool(capacity / 4);
  // The cache only decides which workspace provides the slot. Every request still looks up its key or session, and
  // corrects the cache if the member has left the workspace.
  const holders = new LRUCache<string, string>({ max: maxKnownKeys });

  /** @param known pool for requests with a known key */
  function admitTo(known: Pool, keyHash: Buffer, response: ServerResponse): RequestSlot {
    const keyText = keyHash.toString('base64');
    let holder = holders.get(keyText);
    let current: { pool: Pool; free: () => void } | null = null;
    let isEnded = false;

    const occupy = (pool: Pool, freeNext: () => void) => {
      current?.free();
      current = { pool, free: freeNext };
    };
    /** Moves the request to `pool`. Returns false if `pool` has no free slot. */
    const tryMove = (pool: Pool): boolean => {
      const freeNext = pool.take(holder ?? keyText);
      if (freeNext !== null) occupy(pool, freeNext);
      return freeNext !== null;
    };
    const move = (pool: Pool): void => {
      if (isEnded || current?.pool === pool) return;
      if (database.waitingCount >= capacity || !tryMove(pool)) throw tooManyAtOnce();
    };
    const free = () => {
      isEnded = true;
      current?.free();
      current = null;
    };

    move(holder === undefined ? lookups : known);
    response.once('close', free);
    return {
      identify(workspaceId) {
        if (holder === workspaceId) return;
        holders.set(keyText, workspaceId);
        if (holder !== undefined) return;
        holder = workspaceId;
        move(known);
      },
      receiveBody(request) {
        if (!hasBody(request)) return;
        if (holder !== undefined) return move(bodies);
        current?.free();
        current = null;
      },
      handle: () => move(holder === undefined ? lookups : known),
      during(wait) {
        if (isEnded || !tryMove(waits)) return null;
        return wait().finally(() => {
          if (!isEnded) occupy(known, known.takeAnyway(holder!));
        });
      },
      isEnded: () => isEnded,
      free,
    };
  }

  return {
    admit: (keyHash, response) => admitTo(handling, keyHash, response),
    admitSession: (tokenHash, response) => admitTo(members, tokenHash, response),
    admitVisitor(network, response) {
      let take: (() => void) | null = null;
      let isEnded = false;
      const free = () => {
        if (!isEnded) take?.();
        isEnded = true;
      };
      response.once('close', free);
      return {
        identify: () => undefined,
        receiveBody: () => undefined,
        handle() {
          if (isEnded) return;
          take = database.waitingCount >= capacity ? null : visitors.take(network);
          if (take === null) throw tooManyAtOnce();
        },
        during: () => null,
        isEnded: () => isEnded,
        free,
      };
    },
    forget: (keyHash) => void holders.delete(keyHash.toString('base64')),
  };
}

export function tooManyAtOnce(): ApiError {
  return new ApiError('too_many_at_once', { retryAfterSeconds });
}

interface Pool {
  /**
   * Acquires a slot for a holder: a workspace, a network or an unknown key. Returns the function that frees the slot,
   * to be called once. Returns null if the holder has used up its share.
   */
  take(holder: string): (() => void) | null;
  /** Acquires a slot even if the pool is full. */
  takeAnyway(holder: string): () => void;
}

/** Creates a pool of slots with fair shares (`fairFree`). The capacity is rounded down, and is at least 1. */
function createPool(capacity: number): Pool {
  const limit = Math.max(1, Math.floor(capacity));
  const inUseByHolder = new Map<string, number>();
  let inUse = 0;

  function takeAnyway(holder: string): () => void {
    inUse++;
    inUseByHolder.set(holder, (inUseByHolder.get(holder) ?? 0) + 1);
    return () => {
      inUse--;
      const left = inUseByHolder.get(holder)! - 1;
      if (left > 0) inUseByHolder.set(holder, left);
      else inUseByHolder.delete(holder);
    };
  }

  return {
    take(holder) {
      if (fairFree(limit, inUse, inUseByHolder.get(holder) ?? 0) === 0) return null;
      return takeAnyway(holder);
    },
    takeAnyway,
  };
}
