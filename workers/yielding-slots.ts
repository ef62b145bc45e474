import type { CustomSlotSupplier, SlotPermit, WorkflowSlotInfo } from '@temporalio/worker';

/** So many workflow tasks may be in hand, polls for them included. */
export interface WorkflowTaskLimits {
  /** Of workflows that this worker does not have in memory: those that begin, mostly. */
  first: number;
  /** Of those that it has. */
  next: number;
}

type Kind = keyof WorkflowTaskLimits;
interface Permit extends SlotPermit {
  kind: Kind;
}

/**
 * Slots for workflow tasks: many, or few while `isMixed`. What a worker has in hand is in no turn any more, so few let workspaces
 * take turns in Temporal's queue; many let it take tasks from memory as they come, without waiting, which costs Temporal and the
 * worker less for each. Limits of their own, since otherwise a poll for the one kind, that nothing comes for, would hold the
 * slot of the other.
 */
export function createYieldingSlots(
  limits: { many: WorkflowTaskLimits; few: WorkflowTaskLimits },
  isMixed: () => boolean,
): CustomSlotSupplier<WorkflowSlotInfo> {
  const issued: Record<Kind, number> = { first: 0, next: 0 };
  const waiting: Record<Kind, (() => void)[]> = { first: [], next: [] };

  const isFree = (kind: Kind): boolean => issued[kind] < (isMixed() ? limits.few : limits.many)[kind];

  function issue(kind: Kind): Permit {
    issued[kind]++;
    return { kind };
  }

  return {
    type: 'custom',
    async reserveSlot({ isSticky }, signal) {
      signal.throwIfAborted();
      const kind = isSticky ? 'next' : 'first';
      if (isFree(kind)) return issue(kind);
      return new Promise<Permit>((resolve, reject) => {
        const queue = waiting[kind];
        const admit = () => {
          signal.removeEventListener('abort', abort);
          resolve(issue(kind));
        };
        const abort = () => {
          queue.splice(queue.indexOf(admit), 1);
          reject(signal.reason as Error);
        };
        signal.addEventListener('abort', abort, { once: true });
        queue.push(admit);
      });
    },
    // Workflow tasks are polled for; none comes with the answer to another.
    tryReserveSlot: () => null,
    markSlotUsed: () => undefined,
    releaseSlot({ permit }) {
      const { kind } = permit as Permit;
      issued[kind]--;
      while (waiting[kind].length > 0 && isFree(kind)) waiting[kind].shift()!();
    },
  };
}
