import { LRUCache } from 'lru-cache';

/** Milliseconds for which a workspace shares the slots after work of it has started. */
const recentMs = 2_000;
/** Maximum number of workspaces that are remembered. It only limits the memory. */
const maxWorkspaces = 10_000;
/**
 * For how many workspaces or endpoints, and for how many milliseconds, a worker remembers the order in which it served
 * them. Each claim sends them to Postgres.
 */
export const servedMemory = { max: 500, ttl: 60_000 };
/**
 * A workspace pauses only if its work in about the last `recentMs` took more milliseconds than this, so that the few
 * deliveries of a submission need not wait for each other.
 */
const quietMs = 200;
/** Duration of the pause after work has ended, as a multiple of the duration of the work. */
const pauseFactor = 3;
/** Maximum duration of the pause in milliseconds. */
const maxPauseMs = 35;

export interface WorkspaceShares {
  /** Must be called when work of a workspace starts. */
  add: (workspaceId: string) => void;
  /**
   * Must be called when work of a workspace has ended. If several workspaces share the slots, and the recent work of
   * this one took more than `quietMs`, its slot stays in use for three times `tookMs` milliseconds, at most
   * `maxPauseMs`. Returns whether it does.
   */
  end: (workspaceId: string, tookMs: number) => boolean;
  /**
   * Returns the workspaces with work in the last minute. The one whose last work started first comes first. The value
   * is the number of slots that stay in use after their work.
   */
  served: () => Map<string, number>;
  /** Returns the number of slots that each workspace may use at the same time. */
  share: () => number;
}

/**
 * Divides the slots of this process among workspaces. A single workspace may use all of them. Several workspaces
 * share only `sharedSlots`, at least one each, so that a workspace without recent work finds a free slot. The pause
 * leaves processor time for what Temporal does after the end of the work.
 * @param onPauseEnd called when a slot is free after its pause
 */
export function createWorkspaceShares(
  slots: number,
  sharedSlots: number,
  onPauseEnd: () => void,
): WorkspaceShares {
  /** The time of `performance.now()` at which the last work of each workspace started. */
  const served = new LRUCache<string, number>(servedMemory);
  /**
   * The milliseconds that the work of each workspace took, as an exponentially decayed sum at `atMs` of
   * `performance.now()`. The time constant is `recentMs`.
   */
  const work = new LRUCache<string, { tookMs: number; atMs: number }>({ max: maxWorkspaces });
  const pausing = new Map<string, number>();
  const count = (workspaceId: string, difference: 1 | -1) => {
    const changed = (pausing.get(workspaceId) ?? 0) + difference;
    if (changed === 0) pausing.delete(workspaceId);
    else pausing.set(workspaceId, changed);
  };
  const countRecent = (): number => {
    const since = performance.now() - recentMs;
    let recent = 0;
    // The workspace whose work started last comes first.
    for (const startedAt of served.values()) {
      if (startedAt < since) break;
      recent++;
    }
    return recent;
  };
  return {
    add: (workspaceId) => void served.set(workspaceId, performance.now()),
    end(workspaceId, tookMs) {
      const atMs = performance.now();
      const before = work.get(workspaceId) ?? { tookMs: 0, atMs };
      const sumMs = before.tookMs * Math.exp((before.atMs - atMs) / recentMs) + tookMs;
      work.set(workspaceId, { tookMs: sumMs, atMs });
      if (sumMs <= quietMs || countRecent() <= 1) return false;
      count(workspaceId, 1);
      setTimeout(
        () => {
          count(workspaceId, -1);
          onPauseEnd();
        },
        Math.min(pauseFactor * tookMs, maxPauseMs),
      ).unref();
      return true;
    },
    served: () => new Map([...served.rkeys(), ...pausing.keys()].map((id) => [id, pausing.get(id) ?? 0])),
    share() {
      const recent = countRecent();
      return recent > 1 ? Math.max(1, Math.floor(sharedSlots / recent)) : slots;
    },
  };
}
