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

/** What a span is made with; what is in it must be neither secret nor a file's name, nor an error's message, which may hold both. */
export interface SpanOptions {
  attributes?: Attributes;
  kind?: SpanKind;
  startTime?: Date;
  /** 16 hexadecimal digits, where others know the span by it already; chosen by chance without it. */
  id?: string;
}

export type Tracing = Awaited<ReturnType<typeof openTracing>>;

type Settings = Pick<
  ServiceConfig,
  | 'OTEL_EXPORTER_OTLP_ENDPOINT'
  | 'OTEL_EXPORTER_OTLP_PROTOCOL'
  | 'OTEL_EXPORTER_OTLP_HEADERS'
  | 'OTEL_RESOURCE_ATTRIBUTES'
  | 'OTEL_TRACES_SAMPLER'
  | 'OTEL_TRACES_SAMPLER_ARG'
>;

const closingMs = 3_000;

/** The tracing that a configuration asks for; null, with nothing loaded, where it names no place for traces to go to. */
export async function tracingOf(config: Settings, serviceName: string, log: Logger): Promise<Tracing | null> {
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT;
  return endpoint === null ? null : openTracing(config, endpoint, serviceName, log);
}

/** Makes spans and sends them on; what cannot be sent is lost, which the log tells. */
async function openTracing(config: Settings, endpoint: string, serviceName: string, log: Logger) {
  const sdk = await import('@opentelemetry/sdk-trace');
  const { AsyncLocalStorageContextManager } = await import('@opentelemetry/context-async-hooks');
  const { W3CTraceContextPropagator } = await import('@opentelemetry/core');
  const { resourceFromAttributes } = await import('@opentelemetry/resources');
  const { OTLPTraceExporter } =
    config.OTEL_EXPORTER_OTLP_PROTOCOL === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto');

  const tell =
    (level: 'warn' | 'error') =>
    (message: string, ...rest: unknown[]) =>
      log[level]({ detail: rest.map(String) }, `tracing: ${message}`);
  const ignore = () => undefined;
  diag.setLogger({ error: tell('error'), warn: tell('warn'), info: ignore, debug: ignore, verbose: ignore });
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

  /** The context that a traceparent tells of; null where it is none. */
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

  /** Does `work` within a span, which ends with it. */
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
    /** Begins a span; it has to be ended. */
    startSpan,

    /** A new trace: what strangers send as traceparent is not believed. */
    root: ROOT_CONTEXT,

    /** Does `work` within a span of what is traced now; where nothing is, without one. */
    async inSpan<T>(name: string, options: SpanOptions, work: (span: Span | null) => Promise<T>): Promise<T> {
      const parent = context.active();
      return trace.getSpan(parent) === undefined ? work(null) : within(name, options, parent, work);
    },

    /** Does `work` within a span that goes on from a traceparent. */
    async inSpanFrom<T>(
      traceparent: string | null,
      name: string,
      options: SpanOptions,
      work: (span: Span | null) => Promise<T>,
    ): Promise<T> {
      const parent = traceparent === null ? null : contextOf(traceparent);
      return parent === null ? work(null) : within(name, options, parent, work);
    },

    /** Does `work` as a part of the trace that a traceparent tells of, or of the one that goes on now. */
    continueFrom: <T>(traceparent: string | null | undefined, work: () => Promise<T>): Promise<T> => {
      const parent = typeof traceparent === 'string' ? contextOf(traceparent) : null;
      return parent === null ? work() : context.with(parent, work);
    },

    contextOf,

    /** Of what is traced now, as W3C's Trace Context writes it; null where nothing is. */
    traceparent: (): string | null => {
      const carrier: { traceparent?: string } = {};
      propagator.inject(context.active(), carrier, setter);
      return carrier.traceparent ?? null;
    },

    /** Sends what is left, for a few seconds at most. */
    async close(): Promise<void> {
      await Promise.race([provider.shutdown().catch(ignore), setTimeout(closingMs, null, { ref: false })]);
    },
  };
}

/** Marks a span as failed, by the error's type alone. */
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
