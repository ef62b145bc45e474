/** A span as the page shows it. */
export interface ShownSpan {
  traceId: string;
  spanId: string;
  /** Null for the first of a trace. */
  parentId: string | null;
  name: string;
  service: string;
  startMs: number;
  endMs: number;
  failed: boolean;
  attributes: Record<string, string>;
}

/** As many traces are kept; the oldest go. */
const maxTraces = 500;

// OTLP as JSON: https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding
interface Value {
  stringValue?: string;
  intValue?: string | number;
  doubleValue?: number;
  boolValue?: boolean;
}
interface Attribute {
  key: string;
  value: Value;
}
interface OtlpSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes?: Attribute[];
  status?: { code?: number };
}
export interface ExportRequest {
  resourceSpans?: {
    resource?: { attributes?: Attribute[] };
    scopeSpans?: { spans?: OtlpSpan[] }[];
  }[];
}

const failedCode = 2;

/** Keeps spans by their trace, in memory. */
export function createTraceStore() {
  const traces = new Map<string, Map<string, ShownSpan>>();

  return {
    add(request: ExportRequest): void {
      for (const span of spansOf(request)) {
        const spans = traces.get(span.traceId) ?? new Map<string, ShownSpan>();
        spans.set(span.spanId, span);
        traces.set(span.traceId, spans);
        if (traces.size > maxTraces) traces.delete(traces.keys().next().value!);
      }
    },

    /** The spans of each trace, in the order in which they began. */
    all: (): ShownSpan[][] =>
      [...traces.values()].map((spans) =>
        [...spans.values()].sort((one, other) => one.startMs - other.startMs),
      ),
  };
}

function spansOf({ resourceSpans = [] }: ExportRequest): ShownSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans = [] }) => {
    const service = record(resource?.attributes)['service.name'] ?? 'unknown';
    return scopeSpans.flatMap(({ spans = [] }) =>
      spans.map((span) => ({
        traceId: span.traceId,
        spanId: span.spanId,
        parentId: span.parentSpanId || null,
        name: span.name,
        service,
        startMs: Number(BigInt(span.startTimeUnixNano) / 1000n) / 1000,
        endMs: Number(BigInt(span.endTimeUnixNano) / 1000n) / 1000,
        failed: span.status?.code === failedCode,
        attributes: record(span.attributes),
      })),
    );
  });
}

function record(attributes: readonly Attribute[] = []): Record<string, string> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, String(Object.values(value)[0] ?? '')]));
}
