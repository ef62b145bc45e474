import { context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isUuid } from '@assay/domain/blob-path.ts';
import type { Tracing } from '@assay/runtime/telemetry/tracing.ts';
import { routeLabels } from './metrics.ts';

/**
 * Starts a trace for each request to `/uploads/url` or to a route below `/api/` or `/console/api/`. The client's
 * `traceparent` header is ignored, because clients must not decide which requests are traced.
 */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  /** Runs the remaining hooks and the handler of a request within its span. */
  const continueInSpan = (request: FastifyRequest, done: () => void) => {
    const span = spans.get(request);
    if (span === undefined) done();
    else context.with(trace.setSpan(context.active(), span), done);
  };

  app.addHook('onRequest', (request, reply, done) => {
    const { http_route: route, http_request_method: method } = routeLabels(request);
    if (!/^\/(?:api|console\/api)\/|^\/uploads\/url$/.test(route)) {
      done();
      return;
    }
    const span = tracing.startSpan(
      `${method} ${route}`,
      { kind: SpanKind.SERVER, attributes: { 'http.request.method': method, 'http.route': route } },
      tracing.root,
    );
    for (const [name, value] of Object.entries(request.params as Record<string, unknown>)) {
      if (typeof value === 'string' && isUuid(value)) span.setAttribute(`assay.${name}`, value);
    }
    spans.set(request, span);
    reply.raw.once('close', () => {
      span.setAttribute('http.response.status_code', reply.statusCode);
      if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    continueInSpan(request, done);
  });
  // The code that runs after the body has been read is called by an event of the connection, outside the span. The
  // span is therefore activated again.
  app.addHook('preValidation', (request, _reply, done) => continueInSpan(request, done));
}
