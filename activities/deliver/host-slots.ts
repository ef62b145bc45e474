import { fairFree } from '@assay/domain/lib/fair-free.ts';

export interface HostLimits {
  /** Maximum number of concurrent attempts at a host or an address. */
  slots: number;
  /**
   * Maximum time in milliseconds to wait for a slot. Short, because a waiting attempt holds its permits, and its
   * delivery may be leased.
   */
  maxWaitMs: number;
}

type FreeSlot = () => void;

export type HostSlots = ReturnType<typeof createHostSlots>;

/**
 * Creates the limiter of attempts at endpoints that are not confirmed, per host and per address. The limit holds for
 * all workspaces together. A workspace leaves slots to the others (`fairFree`), because a host such as a chat service
 * can receive the webhooks of many workspaces.
 */
export function createHostSlots({ slots, maxWaitMs }: HostLimits) {
  /** Number of slots in use of each host, and of each host by a workspace. */
  const used = new Map<string, number>();
  /** In the order of their requests. */
  const waiting = new Set<{ isFree: () => boolean; admit: () => void }>();

  const usedBy = (key: string): number => used.get(key) ?? 0;

  return {
    /**
     * Returns a function that frees the slot, or null if there was no slot within `maxWaitMs`.
     * @param hosts the host and the address to which the attempt connects; the attempt uses a slot of each
     */
    async acquire(workspaceId: string, hosts: readonly string[]): Promise<FreeSlot | null> {
      const ownKey = (host: string) => `${host} ${workspaceId}`;
      const isFree = () => hosts.every((host) => fairFree(slots, usedBy(host), usedBy(ownKey(host))) > 0);
      const count = (change: 1 | -1) => {
        for (const key of hosts.flatMap((host) => [host, ownKey(host)])) {
          const number = usedBy(key) + change;
          if (number === 0) used.delete(key);
          else used.set(key, number);
        }
      };
      const free = () => {
        count(-1);
        for (const next of waiting) if (next.isFree()) next.admit();
      };
      if (isFree()) {
        count(1);
        return free;
      }
      const { promise, resolve } = Promise.withResolvers<FreeSlot | null>();
      const request = {
        isFree,
        admit() {
          count(1);
          leave(free);
        },
      };
      const leave = (result: FreeSlot | null) => {
        clearTimeout(timer);
        waiting.delete(request);
        resolve(result);
      };
      const timer = setTimeout(leave, maxWaitMs, null);
      waiting.add(request);
      return promise;
    },
  };
}
