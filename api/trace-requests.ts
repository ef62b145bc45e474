import { context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isUuid } from '../domain/blob-path.ts';
import type { Tracing } from '../telemetry/tracing.ts';
import { routeOf } from './route-label.ts';

/**
 * Makes each request of a route of ours the root of a trace; that the client sends a traceparent changes nothing, as it could
 * make us trace, or not, at its will.
 */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  /** The rest of the request, within its span. */
  const goOn = (request: FastifyRequest, done: () => void) => {
    const span = spans.get(request);
    if (span === undefined) done();
    else context.with(trace.setSpan(context.active(), span), done);
  };

  app.addHook('onRequest', (request, reply, done) => {
    const { http_route: route, http_request_method: method } = routeOf(request);
    if (!route.startsWith('/api/')) {
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
    goOn(request, done);
  });
  // What follows the reading of a body comes from the connection, which knows no span.
  app.addHook('preValidation', (request, _reply, done) => goOn(request, done));
}
