import {
  createDeliveryLimiter,
  defaultDeliveryLimits,
  type DeliveryLimiter,
  type DeliveryLimits,
} from '../activities/deliver/delivery-limiter.ts';
import { type AttemptDeps, createMakeAttempt, type MakeAttempt } from '../activities/deliver/make-attempt.ts';

/** The state that the activities of a delivery worker share with the loop that starts waiting deliveries. */
export interface DeliveryRuntime {
  limits: DeliveryLimits;
  limiter: DeliveryLimiter;
  makeAttempt: MakeAttempt;
  /** Delay in seconds before each attempt. */
  schedule: readonly number[];
}

export function createDeliveryRuntime(deps: AttemptDeps & { limits?: DeliveryLimits }): DeliveryRuntime {
  const { limits = defaultDeliveryLimits, schedule } = deps;
  return {
    limits,
    limiter: createDeliveryLimiter(limits),
    makeAttempt: createMakeAttempt(deps),
    schedule,
  };
}
