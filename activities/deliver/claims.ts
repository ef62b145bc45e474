import type { ClaimedDelivery } from '../../storage/postgres/waiting-deliveries.ts';
import type { Permit } from './adaptive-limiter.ts';

/** A delivery that this worker has claimed, with the permit for its first attempt. */
export interface Claim {
  delivery: ClaimedDelivery;
  permit: Permit;
  /** Called when the request is sent. */
  onSend: () => void;
  /** Called when the response was received, or none will be. */
  onResponse: () => void;
  /** Called when the first attempt begins. */
  onTake: () => void;
  /** Called when the first attempt has ended, with the result recorded or not. */
  onEnd: () => void;
}

/**
 * The claims whose first attempt has not begun. The process that claims a delivery also executes the first task of its
 * workflow, so the local activity finds the data of the attempt here and does not read it again.
 */
export type Claims = ReturnType<typeof createClaims>;

export function createClaims() {
  const claims = new Map<string, Claim>();
  return {
    add: (claim: Claim): void => void claims.set(claim.delivery.deliveryId, claim),

    /** Removes and returns a claim. Returns null if there is none, or if its first attempt has begun. */
    take(deliveryId: string): Claim | null {
      const claim = claims.get(deliveryId) ?? null;
      claims.delete(deliveryId);
      claim?.onTake();
      return claim;
    },
  };
}
