import { SpanKind } from '@opentelemetry/api';
import { defaultPayloadConverter } from '@temporalio/common';
import type { ActivityInterceptorsFactory, InjectedSinks } from '@temporalio/worker';
import type { HttpsSender } from '@assay/sender/https-sender.ts';
import { traceHeader } from '@assay/domain/tracing.ts';
import { fail, type Tracing } from '@assay/runtime/telemetry/tracing.ts';
import type { TracingSinks } from '../workflows/tracing.ts';

/** Returns an interceptor that creates a span for each activity attempt, in the trace of the workflow. */
export function traceActivities(tracing: Tracing): ActivityInterceptorsFactory {
  return ({ info }) => ({
    inbound: {
      execute({ args, headers }, next) {
        const payload = headers[traceHeader];
        const carried =
          payload === undefined
            ? null
            : defaultPayloadConverter.fromPayload<{ traceparent?: string }>(payload);
        const attributes = {
          'temporal.workflow.id': info.workflowExecution?.workflowId ?? '',
          'temporal.activity.id': info.activityId,
          'temporal.activity.attempt': info.attempt,
          'temporal.task_queue': info.taskQueue,
        };
        return tracing.inSpanFrom(
          carried?.traceparent ?? null,
          `RunActivity:${info.activityType}`,
          { kind: SpanKind.CONSUMER, attributes },
          () => next({ args, headers }),
        );
      },
    },
  });
}

/**
 * Returns the sink that creates the spans of workflow runs. The sink does nothing if this process is not traced. The
 * sink must still exist, because a workflow that another process traces calls it.
 */
export function workflowSpans(tracing: Tracing | null): InjectedSinks<TracingSinks> {
  return {
    tracing: {
      ended: {
        fn({ workflowType, workflowId, runId, taskQueue, runStartTime }, { traceparent, spanId, outcome }) {
          const parent = tracing?.contextOf(traceparent) ?? null;
          if (tracing === null || parent === null) return;
          const attributes = {
            'temporal.workflow.id': workflowId,
            'temporal.run.id': runId,
            'temporal.task_queue': taskQueue,
            'assay.outcome': outcome,
          };
          const options = { id: spanId, startTime: runStartTime, kind: SpanKind.CONSUMER, attributes };
          const span = tracing.startSpan(`RunWorkflow:${workflowType}`, options, parent);
          if (outcome === 'failed') fail(span, { type: 'workflow_failed' });
          span.end();
        },
      },
    },
  };
}

/** Returns a sender that creates a span for each request. The span omits the URL because a URL may contain a secret. */
export function traceSender(sender: HttpsSender, tracing: Tracing): HttpsSender {
  return {
    ...sender,
    post: (...parameters) => {
      const attributes = { 'http.request.method': 'POST' };
      return tracing.inSpan('POST', { kind: SpanKind.CLIENT, attributes }, async (span) => {
        const result = await sender.post(...parameters);
        if (result.kind === 'response') span?.setAttribute('http.response.status_code', result.status);
        else if (span !== null) fail(span, { type: result.errorClass });
        return result;
      });
    },
  };
}
