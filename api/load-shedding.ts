import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { ApiError } from '@assay/domain/errors.ts';
import type { Database } from '@assay/storage/database/database.ts';
import { hasBody } from './has-body.ts';

/** Seconds in the `Retry-After` header of a rejected request. Most requests finish within this time. */
const retryAfterSeconds = 1;

/** Maximum number of API keys whose workspace is kept in memory. Each entry takes about 200 bytes. */
const maxKnownKeys = 10_000;

/**
 * The slot of a request in the load shedder. A request occupies one slot, and moves between pools while it is handled.
 * The slot is freed when the client disconnects or `free` is called. After that, moves have no effect.
 */
export interface RequestSlot {
  /**
   * Moves the request to a slot of its workspace. Call it when the API key has been looked up.
   * @throws {ApiError} 429 if the workspace has no free slot
   */
  identify(workspaceId: string): void;
  /**
   * Moves a request whose body has not arrived yet to the pool for bodies. Does nothing if the request has no body.
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
   * Acquires a slot for a request.
   * @param keyHash hash of the request's API key, which has not been looked up yet. For requests of the console, bytes
   *   that identify the session and the workspace
   * @throws {ApiError} 429 if the request is rejected
   */
  admit(keyHash: Buffer, response: ServerResponse): RequestSlot;
  /**
   * Acquires a slot for a request that belongs to no workspace, such as a sign-in. The request keeps this slot while
   * its body is received and while it is handled.
   * @param network identifies the client, see `networkOf`
   * @throws {ApiError} 429 if the request is rejected
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
 * repeat a rejected request. There are five pools:
 * - `handling` has `capacity` slots, for requests that are being handled.
 * - `bodies` has `capacity` slots, for requests whose body is being received.
 * - `waits` has `capacity / 2` slots, for requests that wait for a measurement or a sandbox outcome.
 * - `lookups` has `capacity / 4` slots, for requests with a key whose workspace is not in the memory of this process.
 * - `visitors` has `capacity / 4` slots, for requests that belong to no workspace.
 *
 * A workspace can occupy half of the slots of `handling`, `bodies` and `waits`. A network can occupy a quarter of
 * `visitors`. Visitors have a separate pool, so their slow connections do not affect workspaces. Requests are also
 * rejected while `capacity` statements wait for a connection to Postgres. Some of these statements may belong to
 * clients that have disconnected and occupy no slot.
 */
export function createLoadShedder(capacity: number, database: Pick<Database, 'waitingCount'>): LoadShedder {
  const handling = createPool(capacity);
  const bodies = createPool(capacity);
  const waits = createPool(capacity / 2);
  const lookups = createPool(capacity / 4, capacity / 4);
  const visitors = createPool(capacity / 4, capacity / 16);
  // The workspace of a key never changes, so the cache cannot be outdated. The cache only decides which workspace
  // provides the slot. Every request still looks up its key.
  const workspaces = new LRUCache<string, string>({ max: maxKnownKeys });

  return {
    admitVisitor(network, response) {
      const take = database.waitingCount >= capacity ? null : visitors.take(network);
      if (take === null) throw tooManyAtOnce();
      let isEnded = false;
      const free = () => {
        if (!isEnded) take();
        isEnded = true;
      };
      response.once('close', free);
      return {
        identify: () => undefined,
        receiveBody: () => undefined,
        handle: () => undefined,
        during: () => null,
        isEnded: () => isEnded,
        free,
      };
    },
    admit(keyHash, response) {
      const keyText = keyHash.toString('base64');
      let workspaceId = workspaces.get(keyText);
      let current: { pool: Pool; free: () => void } | null = null;
      let isEnded = false;

      const occupy = (pool: Pool, freeNext: () => void) => {
        current?.free();
        current = { pool, free: freeNext };
      };
      /** Moves the request to `pool`. Returns false if `pool` has no free slot. */
      const tryMove = (pool: Pool): boolean => {
        const freeNext = pool.take(workspaceId ?? '');
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

      move(workspaceId === undefined ? lookups : handling);
      response.once('close', free);
      return {
        identify(id) {
          if (workspaceId !== undefined) return;
          workspaceId = id;
          workspaces.set(keyText, id);
          move(handling);
        },
        receiveBody(request) {
          if (hasBody(request)) move(bodies);
        },
        handle: () => move(handling),
        during(wait) {
          if (isEnded || !tryMove(waits)) return null;
          return wait().finally(() => {
            if (!isEnded) occupy(handling, handling.takeAnyway(workspaceId!));
          });
        },
        isEnded: () => isEnded,
        free,
      };
    },
    forget: (keyHash) => void workspaces.delete(keyHash.toString('base64')),
  };
}

export function tooManyAtOnce(): ApiError {
  return new ApiError('too_many_at_once', { retryAfterSeconds });
}

interface Pool {
  /** Acquires a slot. Returns the function that frees it, to be called once. Returns null if no slot is free. */
  take(workspaceId: string): (() => void) | null;
  /** Acquires a slot even if the pool is full. */
  takeAnyway(workspaceId: string): () => void;
}

/** Creates a pool of slots. Both limits are rounded down, and are at least 1. */
function createPool(capacity: number, workspaceCapacity = capacity / 2): Pool {
  const limit = Math.max(1, Math.floor(capacity));
  const workspaceLimit = Math.max(1, Math.floor(workspaceCapacity));
  const inUseByWorkspace = new Map<string, number>();
  let inUse = 0;

  function takeAnyway(workspaceId: string): () => void {
    inUse++;
    inUseByWorkspace.set(workspaceId, (inUseByWorkspace.get(workspaceId) ?? 0) + 1);
    return () => {
      inUse--;
      const left = inUseByWorkspace.get(workspaceId)! - 1;
      if (left > 0) inUseByWorkspace.set(workspaceId, left);
      else inUseByWorkspace.delete(workspaceId);
    };
  }

  return {
    take(workspaceId) {
      if (inUse >= limit || (inUseByWorkspace.get(workspaceId) ?? 0) >= workspaceLimit) return null;
      return takeAnyway(workspaceId);
    },
    takeAnyway,
  };
}
