import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';

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

// The format of OTLP as JSON: https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding
interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: string | number; doubleValue?: number; boolValue?: boolean };
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
interface ExportRequest {
  resourceSpans?: {
    resource?: { attributes?: Attribute[] };
    scopeSpans?: { spans?: OtlpSpan[] }[];
  }[];
}

const statusCodeError = 2;

/**
 * Starts an OTLP collector on a free port. The collector accepts `POST /v1/traces` as JSON and stores the
 * spans in memory.
 */
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
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
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
  const { resourceSpans = [] } = (await json(
    isCompressed ? request.pipe(createGunzip()) : request,
  )) as ExportRequest;
  return resourceSpans.flatMap(({ resource, scopeSpans = [] }) => {
    const service = toRecord(resource?.attributes)['service.name'] ?? 'unknown';
    return scopeSpans.flatMap(({ spans = [] }) =>
      spans.map((span) => ({
        traceId: span.traceId,
        spanId: span.spanId,
        parentId: span.parentSpanId || null,
        name: span.name,
        service,
        startMs: Number(BigInt(span.startTimeUnixNano) / 1000n) / 1000,
        endMs: Number(BigInt(span.endTimeUnixNano) / 1000n) / 1000,
        failed: span.status?.code === statusCodeError,
        attributes: toRecord(span.attributes),
      })),
    );
  });
}

function toRecord(attributes: readonly Attribute[] = []): Record<string, string> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, String(Object.values(value)[0] ?? '')]));
}
