import { EventEmitter, once } from 'node:events';
import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import { slotShareType } from '@assay/domain/outages.ts';
import { shortWorkSeconds } from '@assay/domain/task-queues.ts';
import { withHeartbeat } from '../activities/with-heartbeat.ts';

/** Milliseconds after which a held slot counts double for its workspace. */
const oldMs = 10 * 60_000;
/** Milliseconds for which an activity waits for its share, before it returns to its task queue. */
const defaultMaxWaitMs = shortWorkSeconds * 1000;

/** The activity that checks whether a file has room on the disk. It takes milliseconds, and has no `withinSeconds`. */
const checkDisk = 'checkDisk';

/** The slots of one task queue in one process, and the workspaces that hold them. */
export interface SlotShares {
  /**
   * Holds a slot for a workspace. Returns a function that frees the slot. Returns null if the work is long, the
   * workspace already holds a slot, and only one slot is free. A slot that the workspace has held for more than ten
   * minutes counts as two. Short work always gets a slot.
   */
  tryHold(workspaceId: string, isShort: boolean): (() => void) | null;
  /** Emits `freed` when a slot is freed. */
  readonly changes: EventEmitter<{ freed: [] }>;
}

/**
 * Creates the shares of the slots of one task queue in this process.
 * @param max number of slots
 * @param now returns the time in milliseconds
 */
export function createSlotShares(max: number, now: () => number = () => performance.now()): SlotShares {
  const held = new Set<{ workspaceId: string; sinceMs: number }>();
  const changes = new EventEmitter<{ freed: [] }>().setMaxListeners(max);

  function mayHold(workspaceId: string): boolean {
    const own = [...held].filter((slot) => slot.workspaceId === workspaceId);
    const old = own.filter(({ sinceMs }) => now() - sinceMs > oldMs);
    return own.length === 0 || max - held.size - old.length > 1;
  }

  return {
    changes,
    tryHold(workspaceId, isShort) {
      if (!isShort && !mayHold(workspaceId)) return null;
      const slot = { workspaceId, sinceMs: now() };
      held.add(slot);
      return () => {
        held.delete(slot);
        changes.emit('freed');
      };
    },
  };
}

/**
 * Returns the interceptor that shares the slots of one task queue between workspaces (decision 89). An activity that
 * must leave the last slot to other workspaces waits for its share in the slot that Temporal assigned to it. After
 * `maxWaitMs`, the activity fails with the type `slotShareType`. The slot then goes to the next workspace, and the
 * workflow returns the activity to its task queue.
 *
 * The work of an activity is short if the `withinSeconds` of its input is at most `shortWorkSeconds`. The fairness key
 * of an activity is its workspace. Without a key, each workflow counts as a workspace.
 * @param max number of slots of the task queue
 */
export function shareSlots(max: number, maxWaitMs = defaultMaxWaitMs): ActivityInterceptorsFactory {
  const shares = createSlotShares(max);
  return ({ info, cancellationSignal }) => {
    const workspaceId = info.priority?.fairnessKey || (info.workflowExecution?.workflowId ?? info.activityId);

    async function waitForShare(): Promise<() => void> {
      const signal = AbortSignal.any([cancellationSignal, AbortSignal.timeout(maxWaitMs)]);
      try {
        for (;;) {
          await once(shares.changes, 'freed', { signal });
          const free = shares.tryHold(workspaceId, false);
          if (free !== null) return free;
        }
      } catch (error) {
        if (cancellationSignal.aborted) throw error;
        throw ApplicationFailure.create({
          type: slotShareType,
          message: `the workspace holds its share of the ${max} slots of ${info.taskQueue}`,
          // The SDK logs no warning for this category.
          category: ApplicationFailureCategory.BENIGN,
        });
      }
    }

    return {
      inbound: {
        async execute(input, next) {
          const { withinSeconds = Infinity } = (input.args[0] ?? {}) as { withinSeconds?: number };
          const isShort = withinSeconds <= shortWorkSeconds || info.activityType === checkDisk;
          const free = shares.tryHold(workspaceId, isShort) ?? (await withHeartbeat(waitForShare));
          try {
            return await next(input);
          } finally {
            free();
          }
        },
      },
    };
  };
}
