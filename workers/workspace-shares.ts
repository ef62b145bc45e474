import { LRUCache } from 'lru-cache';

/** Milliseconds for which a workspace counts as active after work of it has started. */
const recentMs = 2_000;

export interface WorkspaceShares {
  /** Must be called when work of a workspace starts. */
  add: (workspaceId: string) => void;
  /** Returns the workspaces that share the places: those with work in the last two seconds. */
  recent: () => string[];
  /** Returns the number of places that each workspace may use at the same time. */
  share: () => number;
}

/**
 * Divides the places of this process among workspaces. A single workspace may use all of them. Several workspaces
 * share only `sharedPlaces`, at least one each, so that a workspace without recent work finds a free place.
 */
export function createWorkspaceShares(places: number, sharedPlaces: number): WorkspaceShares {
  const recent = new LRUCache<string, true>({ max: places, ttl: recentMs });
  return {
    add: (workspaceId) => void recent.set(workspaceId, true),
    recent() {
      recent.purgeStale();
      return [...recent.keys()];
    },
    share() {
      recent.purgeStale();
      return recent.size > 1 ? Math.max(1, Math.floor(sharedPlaces / recent.size)) : places;
    },
  };
}
