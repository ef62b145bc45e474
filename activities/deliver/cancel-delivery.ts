import type { Database } from '../../storage/postgres/database.ts';
import { readPendingDelivery, skipDelivery } from '../../storage/postgres/deliveries.ts';

export interface CancelDeliveryInput {
  deliveryId: string;
  attemptsBefore: number;
}

/** Records that an operator ended a delivery; false where it had ended before, or has been begun anew. */
export function createCancelDelivery({ database }: { database: Database }) {
  return async function cancelDelivery({
    deliveryId,
    attemptsBefore,
  }: CancelDeliveryInput): Promise<boolean> {
    const skip = () => skipDelivery(database, deliveryId, 'cancelled: by the operator', attemptsBefore);
    for (;;) {
      if (await skip()) return true;
      // An attempt that a worker taken for dead records meanwhile is followed by the next.
      if ((await readPendingDelivery(database, deliveryId, attemptsBefore)) === null) return false;
    }
  };
}
