import { SpanKind } from '@opentelemetry/api';
import type { WorkflowClientInterceptor } from '@temporalio/client';
import { defaultPayloadConverter } from '@temporalio/common';
import { traceHeader } from '@assay/domain/tracing.ts';
import type { Tracing } from './tracing.ts';

/** Returns an interceptor that creates a span for each workflow start. It also passes the trace to the workflow. */
export function traceStarts(tracing: Tracing): WorkflowClientInterceptor {
  return {
    startWithDetails(input, next) {
      const attributes = { 'temporal.workflow.id': input.options.workflowId };
      const options = { kind: SpanKind.PRODUCER, attributes };
      return tracing.inSpan(`StartWorkflow:${input.workflowType}`, options, () => {
        const traceparent = tracing.traceparent();
        if (traceparent === null) return next(input);
        const header = { [traceHeader]: defaultPayloadConverter.toPayload({ traceparent }) };
        return next({ ...input, headers: { ...input.headers, ...header } });
      });
    },
  };
}
