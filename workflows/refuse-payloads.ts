import type { WorkflowInterceptors } from '@temporalio/workflow';
import { failureOfRefused } from '@assay/domain/payload-marks.ts';

/**
 * Rejects calls whose arguments contain a refused payload. The start of a workflow or a signal fails the workflow. An
 * update or a query is rejected, and the workflow continues.
 */
export function interceptors(): WorkflowInterceptors {
  return {
    inbound: [
      {
        execute: (input, next) => refuse(input) ?? next(input),
        handleSignal: (input, next) => refuse(input) ?? next(input),
        handleQuery: (input, next) => refuse(input) ?? next(input),
        handleUpdate: (input, next) => refuse(input) ?? next(input),
        validateUpdate(input, next) {
          const failure = failureOfRefused(input.args);
          if (failure !== null) throw failure;
          next(input);
        },
      },
    ],
  };
}

function refuse({ args }: { args: unknown[] }): Promise<never> | null {
  const failure = failureOfRefused(args);
  return failure && Promise.reject(failure);
}
