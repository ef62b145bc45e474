/** Header in which Temporal's SDKs pass the trace on. Its value is an object with the key `traceparent`. */
export const traceHeader = '_tracer-data';

/**
 * The span of a workflow run. The span is written when the run ends. Its id is derived from the run id. So
 * work that the run starts can refer to the span before the span is written.
 */
export interface WorkflowSpan {
  /** W3C traceparent of the span that started the workflow. */
  traceparent: string;
  spanId: string;
  outcome: 'completed' | 'failed' | 'cancelled' | 'continued_as_new';
}

/** Format of a traceparent (W3C Trace Context, version 00). */
const form = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Returns the traceparent of a span in the trace of `parent`. Null if `parent` is not a valid traceparent. */
export function childTraceparent(parent: unknown, spanId: string): string | null {
  const match = typeof parent === 'string' ? form.exec(parent) : null;
  return match === null ? null : `00-${match[1]}-${spanId}-${match[3]}`;
}

/** Returns the span id of a workflow run: the last 16 hexadecimal digits of the run id, which are random. */
export function spanIdOfRun(runId: string): string {
  return runId.replaceAll('-', '').slice(-16);
}
