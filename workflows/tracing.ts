import { CancelledFailure, defaultPayloadConverter } from '@temporalio/common';
import {
  ContinueAsNew,
  type Headers,
  isCancellation,
  proxySinks,
  type Sinks,
  type WorkflowInterceptors,
  workflowInfo,
} from '@temporalio/workflow';
import { childTraceparent, spanIdOfRun, traceHeader, type WorkflowSpan } from '@assay/domain/tracing.ts';

// Passes the trace of a workflow on to its activities and child workflows. Workflows without the trace header are not
// traced. Replay ignores headers. OpenTelemetry is not imported, because it has state and all workflows of a worker
// share these modules.

export interface TracingSinks extends Sinks {
  tracing: { ended(span: WorkflowSpan): void };
}

export function interceptors(): WorkflowInterceptors {
  const { tracing } = proxySinks<TracingSinks>();
  let traceHeaders: Headers = {};
  const traced = <Input extends { headers: Headers }>(input: Input): Input => ({
    ...input,
    headers: { ...input.headers, ...traceHeaders },
  });
  return {
    inbound: [
      {
        // An async function would create another promise, and the SDK records a stack trace for each promise.
        execute(input, next) {
          const parent = traceparentOf(input.headers);
          const spanId = spanIdOfRun(workflowInfo().runId);
          const traceparent = childTraceparent(parent, spanId);
          if (parent === null || traceparent === null) return next(input);
          traceHeaders = { [traceHeader]: defaultPayloadConverter.toPayload({ traceparent }) };
          const ended = (outcome: WorkflowSpan['outcome']) =>
            tracing.ended({ traceparent: parent, spanId, outcome });
          return next(input).then(
            (result) => {
              ended('completed');
              return result;
            },
            (error: unknown) => {
              ended(outcomeOf(error));
              throw error;
            },
          );
        },
      },
    ],
    outbound: [
      {
        scheduleActivity: (input, next) => next(traced(input)),
        scheduleLocalActivity: (input, next) => next(traced(input)),
        startChildWorkflowExecution: (input, next) => next(traced(input)),
        continueAsNew: (input, next) => next(traced(input)),
      },
    ],
  };
}

function traceparentOf(headers: Headers): string | null {
  const payload = headers[traceHeader];
  if (payload === undefined) return null;
  const { traceparent } = defaultPayloadConverter.fromPayload<{ traceparent?: string }>(payload);
  return traceparent ?? null;
}

function outcomeOf(error: unknown): WorkflowSpan['outcome'] {
  if (error instanceof ContinueAsNew) return 'continued_as_new';
  return isCancellation(error) || error instanceof CancelledFailure ? 'cancelled' : 'failed';
}
