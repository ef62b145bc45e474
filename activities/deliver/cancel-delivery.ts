import type { Database } from '../../storage/postgres/database.ts';
import { readPendingDelivery } from '../../storage/postgres/pending-deliveries.ts';
import { readSkippedReason, skipDelivery } from '../../storage/postgres/skipped-deliveries.ts';

export interface CancelDeliveryInput {
  deliveryId: string;
  /** Number of attempts before this sequence, which identifies the sequence. */
  attemptsBefore: number;
}

const reason = 'cancelled: by the operator';

/**
 * The outcome of a cancellation. `skipped`: the delivery had been skipped before, for example with its subscription.
 * `ended`: it had succeeded or failed before, or a new sequence of attempts replaced this one.
 */
export type CancelOutcome = 'cancelled' | 'skipped' | 'ended';

/** Records that an operator ended a delivery, unless it has ended or a new sequence of attempts replaced this one. */
export function createCancelDelivery({ database }: { database: Database }) {
  return async function cancelDelivery(input: CancelDeliveryInput): Promise<CancelOutcome> {
    const { deliveryId, attemptsBefore: sequence } = input;
    for (;;) {
      if (await skipDelivery(database, deliveryId, reason, sequence)) return 'cancelled';
      // A worker that Temporal took for dead may have recorded an attempt meanwhile. Then the next one is pending.
      if ((await readPendingDelivery(database, deliveryId, sequence)) === null) break;
    }
    const skippedReason = await readSkippedReason(database, deliveryId, sequence);
    // An earlier run of this activity may have cancelled the delivery and crashed before it returned.
    return skippedReason === null ? 'ended' : skippedReason === reason ? 'cancelled' : 'skipped';
  };
}
