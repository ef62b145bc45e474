import {
  createDeliveryLimiter,
  defaultDeliveryLimits,
  type DeliveryLimiter,
  type DeliveryLimits,
} from '../activities/deliver/delivery-limiter.ts';
import { createHostSlots } from '../activities/deliver/host-slots.ts';
import { createFirstAttempts, type FirstAttempts } from '../activities/deliver/first-attempts.ts';
import { type AttemptDeps, createMakeAttempt, type MakeAttempt } from '../activities/deliver/make-attempt.ts';

/** The state that the activities of a delivery worker share with the loop that leases waiting deliveries. */
export interface DeliveryRuntime {
  limits: DeliveryLimits;
  limiter: DeliveryLimiter;
  makeAttempt: MakeAttempt;
  firstAttempts: FirstAttempts;
  /** Delay in seconds before each attempt. */
  schedule: readonly number[];
}

export function createDeliveryRuntime(deps: AttemptDeps & { limits?: DeliveryLimits }): DeliveryRuntime {
  const { limits = defaultDeliveryLimits, schedule } = deps;
  const makeAttempt = createMakeAttempt(deps, createHostSlots(limits.host));
  return {
    limits,
    limiter: createDeliveryLimiter(limits),
    makeAttempt,
    firstAttempts: createFirstAttempts(makeAttempt),
    schedule,
  };
}
