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

/** A sequence of attempts of a delivery. A redelivery starts a new sequence. */
export type Sequence = Pick<ClaimedDelivery, 'deliveryId' | 'sequence'>;

/** Returns the key of a sequence of attempts. */
export const keyOf = ({ deliveryId, sequence }: Sequence): string => `${deliveryId} ${sequence}`;

/**
 * The claims whose first attempt has not begun. The process that claims a delivery also executes the first task of its
 * workflow, so the local activity finds the data of the attempt here and does not read it again.
 */
export type Claims = ReturnType<typeof createClaims>;

export function createClaims() {
  const claims = new Map<string, Claim>();
  return {
    add: (claim: Claim): void => void claims.set(keyOf(claim.delivery), claim),

    /** Removes and returns a claim. Returns null if there is none, or if its first attempt has begun. */
    take(sequence: Sequence): Claim | null {
      const claim = claims.get(keyOf(sequence)) ?? null;
      claims.delete(keyOf(sequence));
      claim?.onTake();
      return claim;
    },
  };
}
