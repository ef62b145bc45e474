/** What Temporal's own SDKs carry a trace under, in the headers of workflows and activities: an object with `traceparent`. */
export const traceHeader = '_tracer-data';

/** A workflow's run as a span; its id is a part of the run's, so that what it starts can name it before it has ended. */
export interface WorkflowSpan {
  /** Of who started it. */
  traceparent: string;
  spanId: string;
  outcome: 'completed' | 'failed' | 'cancelled' | 'continued_as_new';
}

/** W3C Trace Context, version 00. */
const form = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** The traceparent of a span in the same trace; null where `parent` is none. */
export function childTraceparent(parent: unknown, spanId: string): string | null {
  const match = typeof parent === 'string' ? form.exec(parent) : null;
  return match === null ? null : `00-${match[1]}-${spanId}-${match[3]}`;
}

/** The last 16 hexadecimal digits of a run's id: those that were chosen by chance. */
export function spanIdOfRun(runId: string): string {
  return runId.replaceAll('-', '').slice(-16);
}
