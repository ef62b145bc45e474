import type { Database } from '@assay/storage/database/database.ts';
import { readPendingDelivery } from '@assay/storage/webhooks/pending-deliveries.ts';
import { readSkippedReason, skipDelivery } from '@assay/storage/webhooks/skipped-deliveries.ts';
import type { AttemptSequence } from './attempt-delivery.ts';

const reason = 'cancelled: by the operator';

/**
 * The outcome of a cancellation. `skipped`: the delivery was skipped earlier, for example because its subscription
 * was disabled. `ended`: the delivery succeeded or failed earlier, or a new sequence of attempts replaced this one.
 */
export type CancelOutcome = 'cancelled' | 'skipped' | 'ended';

/** Records a cancellation by an operator, unless the delivery has ended or has a newer sequence of attempts. */
export function createCancelDelivery({ database }: { database: Database }) {
  return async function cancelDelivery({ deliveryId, sequence }: AttemptSequence): Promise<CancelOutcome> {
    for (;;) {
      if (await skipDelivery(database, deliveryId, reason, sequence)) return 'cancelled';
      // A worker that Temporal considered dead may have recorded an attempt concurrently. If so, the next attempt is
      // pending and the loop cancels it.
      if ((await readPendingDelivery(database, deliveryId, sequence)) === null) break;
    }
    const skippedReason = await readSkippedReason(database, deliveryId, sequence);
    // An earlier run of this activity may have cancelled the delivery and crashed before it returned.
    return skippedReason === null ? 'ended' : skippedReason === reason ? 'cancelled' : 'skipped';
  };
}
