import { setTimeout } from 'node:timers/promises';
import {
  type Attributes,
  type Context,
  context,
  diag,
  ROOT_CONTEXT,
  type Span,
  type SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { Logger } from 'pino';
import type { ServiceConfig } from '../config.ts';

/** Options of a span. They must not contain secrets or file names, nor error messages, which may contain both. */
export interface SpanOptions {
  attributes?: Attributes;
  kind?: SpanKind;
  startTime?: Date;
  /** Span id of 16 hexadecimal digits, if children refer to the span already. Absent: a random id. */
  id?: string;
}

export type Tracing = Awaited<ReturnType<typeof openTracing>>;

type Settings = Pick<
  ServiceConfig,
  | 'OTEL_EXPORTER_OTLP_ENDPOINT'
  | 'OTEL_EXPORTER_OTLP_HEADERS'
  | 'OTEL_RESOURCE_ATTRIBUTES'
  | 'OTEL_TRACES_SAMPLER'
  | 'OTEL_TRACES_SAMPLER_ARG'
>;

const closeTimeoutMs = 3_000;

/** Returns the configured tracing. If no collector is configured, returns null and does not load OpenTelemetry. */
export async function tracingOf(config: Settings, serviceName: string, log: Logger): Promise<Tracing | null> {
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT;
  return endpoint === null ? null : openTracing(config, endpoint, serviceName, log);
}

/** Creates spans and exports them in batches. If an export fails, its spans are dropped and the failure is logged. */
async function openTracing(config: Settings, endpoint: string, serviceName: string, log: Logger) {
  const sdk = await import('@opentelemetry/sdk-trace');
  const { AsyncLocalStorageContextManager } = await import('@opentelemetry/context-async-hooks');
  const { W3CTraceContextPropagator } = await import('@opentelemetry/core');
  const { resourceFromAttributes } = await import('@opentelemetry/resources');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-proto');

  const logAt =
    (level: 'warn' | 'error') =>
    (message: string, ...rest: unknown[]) =>
      log[level]({ detail: rest.map(String) }, `tracing: ${message}`);
  const ignore = () => undefined;
  diag.setLogger({
    error: logAt('error'),
    warn: logAt('warn'),
    info: ignore,
    debug: ignore,
    verbose: ignore,
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());

  const random = new sdk.RandomIdGenerator();
  let nextId: string | undefined;
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: config.OTEL_EXPORTER_OTLP_HEADERS ?? {},
  });
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({
      'service.namespace': 'assay',
      'service.name': serviceName,
      'process.pid': process.pid,
      ...config.OTEL_RESOURCE_ATTRIBUTES,
    }),
    sampler: new sdk.ParentBasedSampler({
      root:
        config.OTEL_TRACES_SAMPLER === 'parentbased_always_on'
          ? new sdk.AlwaysOnSampler()
          : new sdk.TraceIdRatioBasedSampler(config.OTEL_TRACES_SAMPLER_ARG),
    }),
    idGenerator: {
      generateTraceId: () => random.generateTraceId(),
      generateSpanId: () => nextId ?? random.generateSpanId(),
    },
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter, scheduledDelayMillis: 1_000 })],
  });
  const tracer = provider.getTracer('assay');
  const propagator = new W3CTraceContextPropagator();

  /** Returns the context of a traceparent. Null if the traceparent is invalid. */
  function contextOf(traceparent: string): Context | null {
    const parent = propagator.extract(ROOT_CONTEXT, { traceparent }, getter);
    return trace.getSpanContext(parent) === undefined ? null : parent;
  }

  function startSpan(name: string, { id, ...options }: SpanOptions, parent: Context): Span {
    nextId = id;
    try {
      return tracer.startSpan(name, options, parent);
    } finally {
      nextId = undefined;
    }
  }

  async function within<T>(
    name: string,
    options: SpanOptions,
    parent: Context,
    work: (span: Span) => Promise<T>,
  ): Promise<T> {
    const span = startSpan(name, options, parent);
    try {
      return await context.with(trace.setSpan(parent, span), () => work(span));
    } catch (error) {
      fail(span, error);
      throw error;
    } finally {
      span.end();
    }
  }

  return {
    /** Starts a span. The caller must end the span. */
    startSpan,

    /** Context that starts a new trace. API requests use it, because the traceparent of a consumer is not trusted. */
    root: ROOT_CONTEXT,

    /** Runs `work` within a child span of the current trace. Without a current trace, creates no span. */
    async inSpan<T>(name: string, options: SpanOptions, work: (span: Span | null) => Promise<T>): Promise<T> {
      const parent = context.active();
      return trace.getSpan(parent) === undefined ? work(null) : within(name, options, parent, work);
    },

    /** Runs `work` within a child span of a traceparent. Without a valid traceparent, creates no span. */
    async inSpanFrom<T>(
      traceparent: string | null,
      name: string,
      options: SpanOptions,
      work: (span: Span | null) => Promise<T>,
    ): Promise<T> {
      const parent = traceparent === null ? null : contextOf(traceparent);
      return parent === null ? work(null) : within(name, options, parent, work);
    },

    /** Runs `work` in the trace of a traceparent, or else in the current trace. Creates no span. */
    continueFrom: <T>(traceparent: string | null | undefined, work: () => Promise<T>): Promise<T> => {
      const parent = typeof traceparent === 'string' ? contextOf(traceparent) : null;
      return parent === null ? work() : context.with(parent, work);
    },

    contextOf,

    /** Returns the current trace as a traceparent (W3C Trace Context). Null if there is no current trace. */
    traceparent: (): string | null => {
      const carrier: { traceparent?: string } = {};
      propagator.inject(context.active(), carrier, setter);
      return carrier.traceparent ?? null;
    },

    /** Exports the remaining spans. Gives up after 3 seconds. */
    async close(): Promise<void> {
      await Promise.race([
        provider.shutdown().catch(ignore),
        setTimeout(closeTimeoutMs, null, { ref: false }),
      ]);
    },
  };
}

/** Marks a span as failed with the type of the error. The message is omitted, as it may contain secrets. */
export function fail(span: Span, error: unknown): void {
  const { type, name } = error as { type?: unknown; name?: unknown };
  const word = typeof type === 'string' ? type : typeof name === 'string' ? name : 'unknown';
  span.setAttribute('error.type', word);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

type Carrier = Record<string, string>;
const getter = {
  keys: (carrier: Carrier) => Object.keys(carrier),
  get: (carrier: Carrier, name: string) => carrier[name],
};
const setter = {
  set(carrier: Carrier, name: string, value: string) {
    carrier[name] = value;
  },
};
