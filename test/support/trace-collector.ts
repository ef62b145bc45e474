import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import protobuf from 'protobufjs';

export interface CollectedSpan {
  traceId: string;
  spanId: string;
  /** Null if the span is the root span of a trace. */
  parentId: string | null;
  name: string;
  /** Value of the resource attribute `service.name`. */
  service: string;
  startMs: number;
  endMs: number;
  failed: boolean;
  attributes: Record<string, string>;
}

export interface TraceCollector {
  url: string;
  /** Returns the spans of each trace that was received so far, ordered by start time. */
  traces: () => CollectedSpan[][];
  close: () => void;
}

// The messages of OTLP that this collector reads, with the other fields left out:
// https://github.com/open-telemetry/opentelemetry-proto
const { root } = protobuf.parse(`
  syntax = "proto3";
  message Value { oneof value { string string = 1; bool bool = 2; int64 int = 3; double double = 4; } }
  message Attribute { string key = 1; Value value = 2; }
  message Status { uint32 code = 3; }
  message Span {
    bytes trace_id = 1;
    bytes span_id = 2;
    bytes parent_span_id = 4;
    string name = 5;
    fixed64 start = 7;
    fixed64 end = 8;
    repeated Attribute attributes = 9;
    Status status = 15;
  }
  message Resource { repeated Attribute attributes = 1; }
  message ScopeSpans { repeated Span spans = 2; }
  message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; }
  message ExportRequest { repeated ResourceSpans resource_spans = 1; }
`);
const exportRequest = root.lookupType('ExportRequest');

interface Attribute {
  key: string;
  value: Record<string, string | number | boolean>;
}
interface OtlpSpan {
  traceId: Buffer;
  spanId: Buffer;
  parentSpanId: Buffer;
  name: string;
  /** Nanoseconds since 1970. */
  start: string;
  end: string;
  attributes: Attribute[];
  status: { code: number } | null;
}
interface ExportRequest {
  resourceSpans: { resource: { attributes: Attribute[] } | null; scopeSpans: { spans: OtlpSpan[] }[] }[];
}

const statusCodeError = 2;

/** Starts an OTLP collector on a free port: `POST /v1/traces` with Protobuf. Keeps the spans in memory. */
export async function startTraceCollector(): Promise<TraceCollector> {
  const traces = new Map<string, Map<string, CollectedSpan>>();
  const server = createServer((request, response) => {
    if (request.method !== 'POST' || request.url !== '/v1/traces') return void response.writeHead(404).end();
    readExport(request).then(
      (spans) => {
        for (const span of spans) {
          if (!traces.has(span.traceId)) traces.set(span.traceId, new Map());
          traces.get(span.traceId)!.set(span.spanId, span);
        }
        response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
      },
      () => response.writeHead(400).end(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    traces: () =>
      [...traces.values()].map((spans) =>
        [...spans.values()].sort((one, other) => one.startMs - other.startMs),
      ),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function readExport(request: IncomingMessage): Promise<CollectedSpan[]> {
  const isCompressed = request.headers['content-encoding'] === 'gzip';
  const message = exportRequest.decode(await buffer(isCompressed ? request.pipe(createGunzip()) : request));
  const { resourceSpans } = exportRequest.toObject(message, {
    longs: String,
    defaults: true,
  }) as ExportRequest;
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = toRecord(resource?.attributes)['service.name'] ?? 'unknown';
    return scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        traceId: span.traceId.toString('hex'),
        spanId: span.spanId.toString('hex'),
        parentId: span.parentSpanId.length === 0 ? null : span.parentSpanId.toString('hex'),
        name: span.name,
        service,
        startMs: Number(BigInt(span.start) / 1000n) / 1000,
        endMs: Number(BigInt(span.end) / 1000n) / 1000,
        failed: span.status?.code === statusCodeError,
        attributes: toRecord(span.attributes),
      })),
    );
  });
}

function toRecord(attributes: readonly Attribute[] = []): Record<string, string> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, String(Object.values(value)[0] ?? '')]));
}
