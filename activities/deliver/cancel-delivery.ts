import type { Database } from '../../storage/postgres/database.ts';
import { readPendingDelivery } from '../../storage/postgres/pending-deliveries.ts';
import { readSkippedReason, skipDelivery } from '../../storage/postgres/skipped-deliveries.ts';

export interface CancelDeliveryInput {
  deliveryId: string;
  attemptsBefore: number;
}

const reason = 'cancelled: by the operator';

/** How a delivery ended that was cancelled: `skipped` where its subscription was disabled before, `ended` where it was made or begun anew. */
export type Cancelled = 'cancelled' | 'skipped' | 'ended';

/** Records that an operator ended a delivery, unless it had ended before, or has been begun anew. */
export function createCancelDelivery({ database }: { database: Database }) {
  return async function cancelDelivery({
    deliveryId,
    attemptsBefore,
  }: CancelDeliveryInput): Promise<Cancelled> {
    const skip = () => skipDelivery(database, deliveryId, reason, attemptsBefore);
    for (;;) {
      if (await skip()) return 'cancelled';
      // An attempt that a worker taken for dead records meanwhile is followed by the next.
      if ((await readPendingDelivery(database, deliveryId, attemptsBefore)) === null) break;
    }
    const skippedReason = await readSkippedReason(database, deliveryId, attemptsBefore);
    // Also when it was this that cancelled it, and the worker did not live to say so.
    return skippedReason === null ? 'ended' : skippedReason === reason ? 'cancelled' : 'skipped';
  };
}
