import { LRUCache } from 'lru-cache';

/** Milliseconds for which a workspace counts as active after work of it has started. */
const recentMs = 2_000;

export interface WorkspaceShares {
  /** Must be called when work of a workspace starts. */
  add: (workspaceId: string) => void;
  /** Returns the workspaces that share the slots: those with work in the last two seconds. */
  recent: () => string[];
  /** Returns the number of slots that each workspace may use at the same time. */
  share: () => number;
}

/** Maximum number of workspaces that are remembered. It only limits the memory. */
const maxWorkspaces = 10_000;

/**
 * Divides the slots of this process among workspaces. A single workspace may use all of them. Several workspaces
 * share only `sharedSlots`, at least one each, so that a workspace without recent work finds a free slot.
 */
export function createWorkspaceShares(slots: number, sharedSlots: number): WorkspaceShares {
  const recent = new LRUCache<string, true>({ max: maxWorkspaces, ttl: recentMs });
  return {
    add: (workspaceId) => void recent.set(workspaceId, true),
    recent() {
      recent.purgeStale();
      return [...recent.keys()];
    },
    share() {
      recent.purgeStale();
      return recent.size > 1 ? Math.max(1, Math.floor(sharedSlots / recent.size)) : slots;
    },
  };
}
