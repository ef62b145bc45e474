import { deliveryWorkflowId } from '@assay/domain/workflow-ids.ts';
import type { AttemptTarget, MakeAttempt } from './make-attempt.ts';

/** A first attempt that waits for its workflow. */
export interface OfferedAttempt {
  /**
   * True if this process made and recorded the attempt. False if the attempt was withdrawn or postponed, or if another
   * process changed the delivery concurrently. Rejects if the attempt could not be made or recorded.
   */
  isRecorded: Promise<boolean>;
  /** Frees the permit of the attempt, unless the attempt was made or is in progress. */
  withdraw: () => void;
}

/** Milliseconds after which an offered attempt is withdrawn. Its workflow probably runs in another process. */
const maxWaitMs = 10_000;

export type FirstAttempts = ReturnType<typeof createFirstAttempts>;

/**
 * Passes deliveries that this process has leased, with their permits, to workflows that it starts eagerly. The first
 * task of such a workflow runs in this process, so its local activity can make the attempt without reading the delivery
 * again. If the workflow runs in another process, its local activity finds no attempt.
 */
export function createFirstAttempts(makeAttempt: MakeAttempt) {
  const offered = new Map<string, () => ReturnType<MakeAttempt>>();

  return {
    offer(target: AttemptTarget): OfferedAttempt {
      const { deliveryId, sequence } = target.delivery;
      const workflowId = deliveryWorkflowId(deliveryId, sequence);
      const { promise: isRecorded, resolve } = Promise.withResolvers<boolean>();
      const withdraw = () => {
        if (offered.get(workflowId) !== make) return;
        remove();
        target.permit.release(null);
        resolve(false);
      };
      const timer = setTimeout(withdraw, maxWaitMs);
      const remove = () => {
        clearTimeout(timer);
        offered.delete(workflowId);
      };
      const make = () => {
        remove();
        const attempt = makeAttempt(target);
        resolve(attempt.then((made) => typeof made !== 'string'));
        return attempt;
      };
      offered.set(workflowId, make);
      return { isRecorded, withdraw };
    },

    /** Makes the attempt that is offered to a workflow. Returns null if there is none in this process. */
    make: (workflowId: string): ReturnType<MakeAttempt> | null => offered.get(workflowId)?.() ?? null,
  };
}
