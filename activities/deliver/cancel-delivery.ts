import type { Database } from '../../storage/postgres/database.ts';
import { skipDelivery } from '../../storage/postgres/deliveries.ts';

export interface CancelDeliveryInput {
  deliveryId: string;
  attemptsBefore: number;
}

/** Records that an operator ended a delivery, unless it has been begun anew. */
export function createCancelDelivery({ database }: { database: Database }) {
  return async function cancelDelivery({ deliveryId, attemptsBefore }: CancelDeliveryInput): Promise<void> {
    await skipDelivery(database, deliveryId, 'cancelled: by the operator', attemptsBefore);
  };
}
